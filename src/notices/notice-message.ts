import type { RecordedEvent } from '../platform/events/event.js';
import { eventId } from '../platform/events/event.js';
import { shownOf } from './notice-events.js';
import type { NoticeFormat } from './notice-format.js';

/** The event of a request that only tries whether the receiver answers. */
export const verification = 'verification';

/** The objects that an event is about, by their names. */
export interface NoticePlace {
  readonly mount?: { readonly id: string; readonly path: string };
  readonly workspace?: { readonly id: string; readonly name: string };
  readonly organization?: { readonly id: string; readonly name: string };
}

interface Addressed {
  readonly webhookId: string;
  readonly name: string;
  readonly format: NoticeFormat;
  readonly deliveryId: string;
}

/** The name of a kind where Terraform Enterprise has its triggers: `workspace:force_unlocked`. */
export const triggerOf = (kind: string): string => kind.replace('.', ':').replaceAll('-', '_');

/** The body of a notice. It is the same in each attempt. */
export function noticeBody(to: Addressed, event: RecordedEvent, place: NoticePlace): string {
  const data = shownOf(event, place.mount?.path ?? place.workspace?.id ?? '');
  const told = { eventId: eventId(event), occurredAt: event.at };
  if (to.format === 'terraform') {
    const message = `${event.kind} in workspace ${place.workspace?.name ?? event.topic}`;
    return json({ ...ofTerraform(to, triggerOf(event.kind), message, place), event: { ...told, data } });
  }
  return json({ ...ours(to, event.kind), ...told, ...place, data });
}

/** The body of a request that only tries whether the receiver answers. */
export function verificationBody(to: Addressed, at: Date): string {
  if (to.format === 'terraform') return json(ofTerraform(to, verification, `Verification of ${to.name}`, {}));
  return json({ ...ours(to, verification), occurredAt: at });
}

const ours = ({ deliveryId, webhookId }: Addressed, event: string) => ({
  version: 1,
  id: deliveryId,
  webhookId,
  event,
});

/** Terraform Enterprise API, "Notification configurations": what is about a run is null. */
const ofTerraform = ({ webhookId }: Addressed, trigger: string, message: string, place: NoticePlace) => ({
  payload_version: 1,
  notification_configuration_id: webhookId,
  run_url: null,
  run_id: null,
  run_message: null,
  run_created_at: null,
  run_created_by: null,
  workspace_id: place.workspace?.id ?? null,
  workspace_name: place.workspace?.name ?? null,
  organization_name: place.organization?.name ?? null,
  notifications: [{ message, trigger, run_status: null, run_updated_at: null, run_updated_by: null }],
});

/** Big numbers are texts, as in GraphQL where they are beyond what JavaScript can hold. */
const json = (value: object): string =>
  JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
