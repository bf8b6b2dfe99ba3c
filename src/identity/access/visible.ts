import type { Prisma } from '../../platform/database/models.js';

/** A condition on workspaces for Prisma's `where`. */
export type WorkspaceFilter = Prisma.WorkspaceWhereInput;

/**
 * Which workspaces of one organization a caller may see (or do something with): all of them, or those named and those of the projects
 * named; `some` with two empty lists is none. For queries that Prisma does not write, such as the resource search.
 */
export type VisibleWorkspaces =
  | { readonly kind: 'all'; readonly organizationId: string }
  | {
      readonly kind: 'some';
      readonly organizationId: string;
      readonly workspaceIds: readonly string[];
      readonly projectIds: readonly string[];
    };

/** The same as a condition for `where`, so that a list is authorized in its query. */
export function whereVisible(visible: VisibleWorkspaces): WorkspaceFilter {
  const { organizationId } = visible;
  if (visible.kind === 'all') return { organizationId };
  return {
    organizationId,
    OR: [{ id: { in: [...visible.workspaceIds] } }, { projectId: { in: [...visible.projectIds] } }],
  };
}

export function seesNothing(visible: VisibleWorkspaces): boolean {
  return visible.kind === 'some' && visible.workspaceIds.length === 0 && visible.projectIds.length === 0;
}
