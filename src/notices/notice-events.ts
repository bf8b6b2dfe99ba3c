import type { RecordedEvent } from '../platform/events/event.js';
import { isOf } from '../platform/events/event-catalogue.js';
import type { WrittenEvents } from '../platform/events/event-catalogue.js';
import { eventFields } from '../platform/graphql/event.js';
import { certificateEvents, crlExpiryEvents } from '../pki/events/pki-events.js';
import { pkiEventTable } from '../pki/events/pki-event-table.js';
import { lockEvents, stateVersionEvents } from '../state/events/state-events.js';
import { stateEventTable } from '../state/events/state-event-table.js';

/** The kinds of events that webhooks can ask for. */
export const noticeKinds = [
  'certificate.issued',
  'certificate.revoked',
  'certificate.expiring',
  'crl.expiring',
  'state-version.finalized',
  'workspace.locked',
  'workspace.unlocked',
  'workspace.force-unlocked',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const isNoticeKind = (text: string): text is NoticeKind => noticeKinds.some((known) => known === text);

/** What the events of a kind are about: of what a webhook must be to hear of them. */
export type NoticeSubject = 'mount' | 'workspace';

interface NoticeRow {
  readonly family: WrittenEvents;
  readonly on: NoticeSubject;
  /** What is told of an event: what the subscription of the same events reports. */
  readonly show: (event: RecordedEvent, place: string) => object | null;
}

const rows: readonly NoticeRow[] = [
  { family: certificateEvents, on: 'mount', show: pkiEventTable.certificateEvents.show },
  { family: crlExpiryEvents, on: 'mount', show: endingCrl },
  { family: stateVersionEvents, on: 'workspace', show: stateEventTable.stateVersionEvents.show },
  { family: lockEvents, on: 'workspace', show: stateEventTable.workspaceLockEvents.show },
];

function endingCrl(event: RecordedEvent, mountPath: string): object {
  const { number, nextUpdate, hours } = event.facts;
  return {
    ...eventFields(event),
    mountPath,
    issuerId: event.subject,
    number: BigInt(String(number)),
    nextUpdate: new Date(String(nextUpdate)),
    withinHours: Number(hours),
  };
}

const rowOf = (kind: string): NoticeRow | undefined => rows.find(({ family }) => family.kinds.includes(kind));

/** @throws Error for a kind of another list */
export function subjectOf(kind: NoticeKind): NoticeSubject {
  const row = rowOf(kind);
  if (!row) throw new Error(`no row has events of the kind ${kind}`);
  return row.on;
}

/** What is told of an event, without what every notice has. */
export function shownOf(event: RecordedEvent, place: string): Readonly<Record<string, unknown>> {
  const row = rowOf(event.kind);
  const shown = row && isOf(row.family, event) ? row.show(event, place) : null;
  const told = Object.entries(shown ?? {}).filter(([name]) => !['kind', 'eventId', 'occurredAt'].includes(name));
  return Object.fromEntries(told);
}
