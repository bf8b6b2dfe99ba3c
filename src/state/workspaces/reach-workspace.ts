import type { Access } from '../../identity/access/access.js';
import type { ActionOn } from '../../identity/access/actions.js';
import type { Caller } from '../../identity/caller.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
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

/** A workspace in the audit record. */
export function workspaceTarget({ id, name, organizationId }: WorkspaceRow): AuditTarget {
  return { type: 'workspace', id, name, organizationId };
}
