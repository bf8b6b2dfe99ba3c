import { all, condition, equals, within } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { WorkspaceRow } from '../../platform/database/models.js';

/** The workspaces that may read the state of this one (Terraform Enterprise API, Workspaces: "Get Remote State Consumers"). `sharingState` decides by the same rule. */
export function consumersOf({ id, projectId, globalRemoteState, projectRemoteState }: WorkspaceRow): SqlCondition {
  const others = condition('"id" <> ?', id);
  if (globalRemoteState) return others;
  if (projectRemoteState) return all(equals('projectId', projectId), others);
  return within('id', 'SELECT "consumerId" FROM "RemoteStateConsumer"', equals('workspaceId', id));
}
