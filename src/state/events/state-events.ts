import type { NewEvent } from '../../platform/events/event.js';
import type { TrackedJob } from '../../platform/jobs/job-progress.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import type { LockHolder } from '../locks/lock-rules.js';

/** What can happen to a state version. */
export const stateVersionEventKinds = [
  'state-version.created',
  'state-version.finalized',
  'state-version.processed',
  'state-version.discarded',
  'state-version.backing-data-soft-deleted',
  'state-version.backing-data-restored',
  'state-version.backing-data-permanently-deleted',
  'state-version.deleted',
] as const;
export type StateVersionEventKind = (typeof stateVersionEventKinds)[number];

/** What can happen to the lock of a workspace. */
export const lockEventKinds = ['workspace.locked', 'workspace.unlocked', 'workspace.force-unlocked'] as const;
export type LockEventKind = (typeof lockEventKinds)[number];

/** Long work on a state version. */
export const stateJobs = ['state.read-content', 'state.index-resources'] as const;
export type StateJob = (typeof stateJobs)[number];

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
  return { at, kind, topic: version.workspaceId, scope: organizationId, subject: version.id, facts };
}

/** `holder` has it now, or had it until now. */
export function lockEvent(
  kind: LockEventKind,
  workspace: Pick<WorkspaceRow, 'id' | 'organizationId'>,
  holder: LockHolder | null,
  at: Date,
): NewEvent {
  const facts = holder ? { holderKind: holder.kind, holderId: holder.id, holderName: holder.name } : {};
  return { at, kind, topic: workspace.id, scope: workspace.organizationId, subject: workspace.id, facts };
}
