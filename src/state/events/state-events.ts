import { newEvent } from '../../platform/events/event-catalogue.js';
import type { WrittenEvents } from '../../platform/events/event-catalogue.js';
import type { NewEvent } from '../../platform/events/event.js';
import { jobEvents } from '../../platform/jobs/job-progress.js';
import type { TrackedJob } from '../../platform/jobs/job-progress.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import type { LockHolder } from '../locks/lock-rules.js';

const ofWorkspace = { topic: 'workspace', scope: 'organization' } as const;

/** What can happen to a state version. */
export const stateVersionEvents = {
  ...ofWorkspace,
  kinds: [
    'state-version.created',
    'state-version.finalized',
    'state-version.processed',
    'state-version.discarded',
    'state-version.backing-data-soft-deleted',
    'state-version.backing-data-restored',
    'state-version.backing-data-permanently-deleted',
    'state-version.deleted',
  ],
  subject: 'state-version',
  facts: ['serial'],
} as const satisfies WrittenEvents;
export type StateVersionEventKind = (typeof stateVersionEvents.kinds)[number];

/** What can happen to the lock of a workspace. */
export const lockEvents = {
  ...ofWorkspace,
  kinds: ['workspace.locked', 'workspace.unlocked', 'workspace.force-unlocked'],
  subject: 'workspace',
  facts: ['holderKind', 'holderId', 'holderName'],
} as const satisfies WrittenEvents;
export type LockEventKind = (typeof lockEvents.kinds)[number];

/** Long work on a state version. */
export const stateJobEvents = {
  ...ofWorkspace,
  ...jobEvents,
  subject: 'state-version',
  jobs: ['state.read-content', 'state.index-resources'],
} as const satisfies WrittenEvents;
export type StateJob = (typeof stateJobEvents.jobs)[number];

/** As what {@link JobProgress} tells of. */
export const stateWork = (
  job: StateJob,
  version: { readonly id: string; readonly workspaceId: string },
  organizationId: string,
): TrackedJob => ({ job, topic: version.workspaceId, scope: organizationId, subject: version.id });

/** To be recorded in the transaction that does it. */
export function stateVersionEvent(
  kind: StateVersionEventKind,
  version: { readonly id: string; readonly workspaceId: string; readonly serial: bigint },
  organizationId: string,
  at: Date,
): NewEvent {
  const facts = { serial: version.serial.toString() };
  const place = { topic: version.workspaceId, scope: organizationId, subject: version.id };
  return newEvent(stateVersionEvents, { at, kind, ...place, facts });
}

/** `holder` has it now, or had it until now. */
export function lockEvent(
  kind: LockEventKind,
  workspace: Pick<WorkspaceRow, 'id' | 'organizationId'>,
  holder: LockHolder | null,
  at: Date,
): NewEvent {
  const facts = holder ? { holderKind: holder.kind, holderId: holder.id, holderName: holder.name } : {};
  const place = { topic: workspace.id, scope: workspace.organizationId, subject: workspace.id };
  return newEvent(lockEvents, { at, kind, ...place, facts });
}
