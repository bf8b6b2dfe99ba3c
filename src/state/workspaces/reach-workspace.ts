import type { Access } from '../../identity/access/access.js';
import type { ActionOn } from '../../identity/access/actions.js';
import type { Caller } from '../../identity/caller.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { passing, problem } from '../../platform/problems.js';
import type { WorkspaceStore } from './workspace.store.js';
import type { AuditTarget } from '../../identity/audit/target.js';

/** A workspace by its id, or by its organization and name. */
export type WorkspaceRef = string | { readonly id: string } | { readonly organization: string; readonly name: string };

/** Finds a workspace for an action and checks whether the caller may do it. */
export class ReachWorkspace {
  constructor(private readonly deps: { store: Pick<WorkspaceStore, 'byId' | 'byName'>; access: Access }) {}

  /** @throws NOT_FOUND if it is missing or the caller may not do it; TOKEN_KIND_REFUSED */
  async reach(caller: Caller, action: ActionOn<'workspace'>, ref: WorkspaceRef): Promise<WorkspaceRow> {
    const workspace = await this.#find(ref);
    if (!workspace) throw problem('NOT_FOUND');
    await this.deps.access.onWorkspace(caller, action, workspace);
    return workspace;
  }

  #find(ref: WorkspaceRef): Promise<WorkspaceRow | null> | null {
    if (typeof ref !== 'string' && 'name' in ref) return this.deps.store.byName(ref.organization, ref.name);
    const id = typeof ref === 'string' ? ref : ref.id;
    return ids.workspace.is(id) ? this.deps.store.byId(id) : null;
  }
}

/** Most workspaces that one request changes together. */
const mostTogether = 100;

/** Several by their ids, each of them once. @throws NOT_FOUND for one that is missing or that the caller may not do it to; INVALID_INPUT for too many */
export async function reachTogether(
  reach: ReachWorkspace,
  caller: Caller,
  action: ActionOn<'workspace'>,
  ids: readonly string[],
): Promise<readonly WorkspaceRow[]> {
  const distinct = [...new Set(ids)];
  if (distinct.length > mostTogether) {
    const rule = `workspaceIds must have at most ${mostTogether} workspaces`;
    throw problem('INVALID_INPUT', rule, ['workspaceIds'], passing(distinct.length, mostTogether));
  }
  const found: WorkspaceRow[] = [];
  for (const id of distinct) found.push(await reach.reach(caller, action, id));
  return found;
}

/** A workspace in the audit record. */
export function workspaceTarget({ id, name, organizationId }: WorkspaceRow): AuditTarget {
  return { type: 'workspace', id, name, organizationId };
}
