import { workspaceKey } from '../../identity/access/seen-workspaces.js';
import type { SeenWorkspaces } from '../../identity/access/seen-workspaces.js';
import { all, condition, equals, readBy, within } from '../../platform/database/conditions.js';
import type { PartOfList } from '../../platform/database/conditions.js';
import type { Provider } from '../../platform/database/database.js';

/** Of more, a page in the order of the list is found sooner along that order than among them. */
const mostFew = 1_000n;

/**
 * The workspaces that have a tag of their own and are seen, as parts of a list.
 * @param tagged how many have it
 */
export function listedTagged(
  tagId: string,
  { tagged, seen, provider, skip }: { tagged: bigint; seen: SeenWorkspaces; provider: Provider; skip: number },
): readonly [PartOfList, ...PartOfList[]] {
  const listed = within('id', 'SELECT "workspaceId" FROM "TagBinding"', equals('tagId', tagId));
  if (tagged <= mostFew) return [readBy(provider, workspaceKey, all(seen.condition, listed))];
  // As a value: PostgreSQL could make a join of EXISTS, and read all that have it.
  const one = `SELECT 1 FROM "TagBinding" b WHERE b."workspaceId" = "Workspace"."id" AND b."tagId" = ? LIMIT 1`;
  return seen.parts({ provider, met: { each: condition(`(${one}) = 1`, tagId), listed }, skip });
}
