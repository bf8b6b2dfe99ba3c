import { newEvent } from '../../platform/events/event-catalogue.js';
import type { WrittenEvents } from '../../platform/events/event-catalogue.js';
import type { NewEvent, RecordedEvent } from '../../platform/events/event.js';
import { jobEvents } from '../../platform/jobs/job-progress.js';
import type { TrackedJob } from '../../platform/jobs/job-progress.js';
import type { VariableSetRow, WorkspaceRow } from '../../platform/database/models.js';
import type { LockHolder } from '../locks/lock-rules.js';

const ofWorkspace = { topic: 'workspace', scope: 'organization' } as const;

/** The events of a state version. */
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

/** The events of the lock of a workspace. */
export const lockEvents = {
  ...ofWorkspace,
  kinds: ['workspace.locked', 'workspace.unlocked', 'workspace.force-unlocked'],
  subject: 'workspace',
  facts: ['holderKind', 'holderId', 'holderName'],
} as const satisfies WrittenEvents;
export type LockEventKind = (typeof lockEvents.kinds)[number];

/** The events of a workspace itself. */
export const workspaceEvents = {
  ...ofWorkspace,
  kinds: ['workspace.created', 'workspace.changed', 'workspace.moved', 'workspace.deleted'],
  subject: 'workspace',
  facts: ['fromProjectId', 'teams'],
} as const satisfies WrittenEvents;
export type WorkspaceEventKind = (typeof workspaceEvents.kinds)[number];

/** The events of a variable set, with its variables. */
export const variableSetEvents = {
  kinds: ['variable-set.created', 'variable-set.changed', 'variable-set.deleted'],
  topic: 'organization',
  scope: null,
  subject: 'variable set',
  facts: ['projectId'],
} as const satisfies WrittenEvents;
export type VariableSetEventKind = (typeof variableSetEvents.kinds)[number];

/** Long work on a state version. */
export const stateJobEvents = {
  ...ofWorkspace,
  ...jobEvents,
  subject: 'state-version',
  jobs: ['state.read-content', 'state.index-resources'],
} as const satisfies WrittenEvents;
export type StateJob = (typeof stateJobEvents.jobs)[number];

/** In the form that {@link JobProgress} reports. */
export const stateWork = (
  job: StateJob,
  version: { readonly id: string; readonly workspaceId: string },
  organizationId: string,
): TrackedJob => ({ job, topic: version.workspaceId, scope: organizationId, subject: version.id });

/** For the transaction of the change. */
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

/** `holder` has the lock now, or had it until now. */
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

/** For the transaction of the change. */
export function workspaceEvent(
  kind: 'workspace.created' | 'workspace.changed',
  { id, organizationId }: Pick<WorkspaceRow, 'id' | 'organizationId'>,
  at: Date,
): NewEvent {
  return newEvent(workspaceEvents, { at, kind, topic: id, scope: organizationId, subject: id });
}

/** For the transaction of the change. The project that owns it says who may hear of its deletion. */
export function variableSetEvent(
  kind: VariableSetEventKind,
  { id, organizationId, projectId }: Pick<VariableSetRow, 'id' | 'organizationId' | 'projectId'>,
  at: Date,
): NewEvent {
  const facts = projectId === null ? {} : { projectId };
  return newEvent(variableSetEvents, { at, kind, topic: organizationId, subject: id, facts });
}

/** A workspace that leaves a project, for another one or because it is deleted, with the data that decides who could see it there. */
export function departureEvent(
  kind: 'workspace.moved' | 'workspace.deleted',
  { id, organizationId }: Pick<WorkspaceRow, 'id' | 'organizationId'>,
  { projectId, teams = [] }: Pick<FormerPlace, 'projectId'> & Partial<Pick<FormerPlace, 'teams'>>,
  at: Date,
): NewEvent {
  const facts = { fromProjectId: projectId, ...(teams.length > 0 && { teams: teams.join(' ') }) };
  return newEvent(workspaceEvents, { at, kind, topic: id, scope: organizationId, subject: id, facts });
}

/** The place of a workspace before an event. */
export interface FormerPlace {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
  /** For a deleted workspace: ids of the teams with direct access to it. */
  readonly teams: readonly string[];
}

/** `null` if the event did not move it. */
export function formerPlace({ topic, scope, facts }: RecordedEvent): FormerPlace | null {
  const { fromProjectId, teams } = facts;
  if (typeof fromProjectId !== 'string') return null;
  const named = typeof teams === 'string' ? teams.split(' ') : [];
  return { id: topic, organizationId: scope, projectId: fromProjectId, teams: named };
}
