import type { SeenWorkspaces } from '../../identity/access/seen-workspaces.js';
import { workspaceKey } from '../../identity/access/seen-workspaces.js';
import { all, condition, equals, readBy, within } from '../../platform/database/conditions.js';
import type { PartOfList } from '../../platform/database/conditions.js';
import type { Provider } from '../../platform/database/database.js';
import type { WorkspaceRow } from '../../platform/database/models.js';

/** Of more, a page in the order of the list is found sooner along that order than among them. */
const mostFew = 1_000n;

/** Whether those that are named one by one are all. */
export const areNamed = ({ globalRemoteState, projectRemoteState }: WorkspaceRow): boolean =>
  !globalRemoteState && !projectRemoteState;

/**
 * The workspaces that may read the state of this one and are seen, as parts of a list (Terraform Enterprise API, Workspaces: "Get Remote State Consumers").
 * `sharingState` decides by the same rule.
 * @param named how many are named one by one
 */
export function listedConsumers(
  { id, projectId, globalRemoteState, projectRemoteState }: WorkspaceRow,
  { named, seen, provider, skip }: { named: bigint; seen: SeenWorkspaces; provider: Provider; skip: number },
): readonly [PartOfList, ...PartOfList[]] {
  if (globalRemoteState) return seen.parts({ provider, met: { except: id }, skip });
  if (projectRemoteState) return [seen.inProject(projectId, { provider, met: { except: id } })];
  const listed = within('id', 'SELECT "consumerId" FROM "RemoteStateConsumer"', equals('workspaceId', id));
  if (named <= mostFew) return [readBy(provider, workspaceKey, all(seen.condition, listed))];
  // As a value: PostgreSQL could make a join of EXISTS, and read all consumers.
  const one = `SELECT 1 FROM "RemoteStateConsumer" c WHERE c."workspaceId" = ? AND c."consumerId" = "Workspace"."id" LIMIT 1`;
  return seen.parts({ provider, met: { each: condition(`(${one}) = 1`, id), listed }, skip });
}
