import { actions } from '../../identity/access/actions.js';
import type { ActionOn, WorkspaceGrant } from '../../identity/access/actions.js';
import type { EventRow, EventTable } from '../../platform/events/event-catalogue.js';
import type { RecordedEvent } from '../../platform/events/event.js';
import { eventFields } from '../../platform/graphql/event.js';
import { jobEventFields } from '../../platform/graphql/job-event.js';
import { isLockHolderKind } from '../locks/lock-rules.js';
import type {
  StateJobEvent,
  StateVersionEvent,
  VariableSetEvent,
  WorkspaceEvent,
  WorkspaceLockEvent,
} from './state-event.type.js';
import { lockEvents, stateJobEvents, stateVersionEvents, variableSetEvents, workspaceEvents } from './state-events.js';

/** Callers with the permission for an action on the workspace; or members of the organization, of the variable sets that they may see. */
export type StateAudience = OnWorkspace | { readonly on: 'variable-set' };

interface OnWorkspace {
  readonly on: 'workspace';
  readonly action: ActionOn<'workspace'>;
  readonly needs: WorkspaceGrant;
}

const whoeverMay = (action: ActionOn<'workspace'>): OnWorkspace => ({
  on: 'workspace',
  action,
  needs: actions[action].needs,
});

type Row<Shown extends object> = EventRow<StateAudience, Shown>;

const versions: Row<StateVersionEvent> = {
  ...stateVersionEvents,
  type: 'StateVersionEvent',
  audience: whoeverMay('state-version.list'),
  show: (event) => {
    const kind = stateVersionEvents.kinds.find((known) => known === event.kind);
    const { subject, topic, facts } = event;
    const serial = BigInt(String(facts['serial'] ?? 0));
    return kind ? { ...eventFields(event), kind, stateVersionId: subject, workspaceId: topic, serial } : null;
  },
};

const jobs: Row<StateJobEvent> = {
  ...stateJobEvents,
  type: 'StateJobEvent',
  audience: whoeverMay('state-version.list'),
  show: (event) => {
    const fields = jobEventFields(event, stateJobEvents.jobs);
    return fields && { ...fields, stateVersionId: event.subject, workspaceId: event.topic };
  },
};

const locks: Row<WorkspaceLockEvent> = {
  ...lockEvents,
  type: 'WorkspaceLockEvent',
  audience: whoeverMay('workspace.read'),
  show: (event) => {
    const kind = lockEvents.kinds.find((known) => known === event.kind);
    return kind ? { ...eventFields(event), kind, workspaceId: event.topic, ...holderIn(event) } : null;
  },
};

const workspaces: Row<WorkspaceEvent> = {
  ...workspaceEvents,
  type: 'WorkspaceEvent',
  audience: whoeverMay('workspace.read'),
  show: (event) => {
    const kind = workspaceEvents.kinds.find((known) => known === event.kind);
    return kind ? { ...eventFields(event), kind, workspaceId: event.topic } : null;
  },
};

const variableSets: Row<VariableSetEvent> = {
  ...variableSetEvents,
  type: 'VariableSetEvent',
  audience: { on: 'variable-set' },
  show: (event) => {
    const kind = variableSetEvents.kinds.find((known) => known === event.kind);
    const { subject, topic } = event;
    return kind ? { ...eventFields(event), kind, variableSetId: subject, organizationId: topic } : null;
  },
};

/** The events of state, by their subscription. */
export const stateEventTable = {
  stateVersionEvents: versions,
  stateJobEvents: jobs,
  workspaceLockEvents: locks,
  workspaceEvents: workspaces,
  variableSetEvents: variableSets,
} as const satisfies EventTable<StateAudience>;

function holderIn({ facts }: RecordedEvent): Pick<WorkspaceLockEvent, 'holderKind' | 'holderId' | 'holderName'> {
  const { holderKind, holderId, holderName } = facts;
  return {
    holderKind: isLockHolderKind(holderKind) ? holderKind : null,
    holderId: typeof holderId === 'string' ? holderId : null,
    holderName: typeof holderName === 'string' ? holderName : null,
  };
}
