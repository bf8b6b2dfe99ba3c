import type { Access } from '../../identity/access/access.js';
import type { ActionOn } from '../../identity/access/actions.js';
import type { Caller } from '../../identity/caller.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { WorkspaceStore } from './workspace.store.js';
import type { AuditTarget } from '../../identity/audit/target.js';

/** How a caller names a workspace: by its id, or by its organization and name. */
export type WorkspaceRef = string | { readonly id: string } | { readonly organization: string; readonly name: string };

/** The way to a workspace for every action on one: find it, then ask whether the caller may. */
export class ReachWorkspace {
  constructor(private readonly deps: { store: Pick<WorkspaceStore, 'byId' | 'byName'>; access: Access }) {}

  /** @throws NOT_FOUND for one that is missing and for one that the caller may not reach so; TOKEN_KIND_REFUSED */
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
