import { all, condition, equals, readBy, within } from '../../platform/database/conditions.js';
import type { PartOfList, SqlCondition } from '../../platform/database/conditions.js';
import type { Provider } from '../../platform/database/database.js';
import type { WorkspaceRow } from '../../platform/database/models.js';

/** The workspaces that may read the state of this one (Terraform Enterprise API, Workspaces: "Get Remote State Consumers"). `sharingState` decides by the same rule. */
export function consumersOf({ id, projectId, globalRemoteState, projectRemoteState }: WorkspaceRow): SqlCondition {
  const others = condition('"id" <> ?', id);
  if (globalRemoteState) return others;
  if (projectRemoteState) return all(equals('projectId', projectId), others);
  return within('id', 'SELECT "consumerId" FROM "RemoteStateConsumer"', equals('workspaceId', id));
}

/** Of more, a page in the order of the list is found sooner along that order than among them. */
const mostFew = 1_000n;

/** Whether those that are named one by one are all. */
export const areNamed = ({ globalRemoteState, projectRemoteState }: WorkspaceRow): boolean =>
  !globalRemoteState && !projectRemoteState;

/**
 * The same as rows of "Workspace" that meet a condition.
 * @param named how many are named one by one
 */
export function listedConsumers(
  workspace: WorkspaceRow,
  { named, met, provider }: { readonly named: bigint; readonly met: SqlCondition; readonly provider: Provider },
): PartOfList {
  if (!areNamed(workspace)) return all(met, consumersOf(workspace));
  if (named > mostFew) {
    // As a value: PostgreSQL could make a join of EXISTS, and read all consumers.
    const each = `(SELECT 1 FROM "RemoteStateConsumer" c WHERE c."workspaceId" = ? AND c."consumerId" = "Workspace"."id" LIMIT 1) = 1`;
    return all(met, condition(each, workspace.id));
  }
  const few = all(met, consumersOf(workspace));
  return named > 0n ? readBy(provider, 'sqlite_autoindex_Workspace_1', few) : few;
}
