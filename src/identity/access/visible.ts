import { projectLevels, runLevels, stateLevels, workspaceLevels } from './levels.js';
import type { WorkspaceGrant } from './operations.js';
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
      /** Says the same by the teams, where the lists are too long to be parameters of a statement. */
      readonly byTeams?: WorkspaceFilter;
    };

/** The same as a condition for `where`, so that a list is authorized in its query. */
export function whereVisible(visible: VisibleWorkspaces): WorkspaceFilter {
  const { organizationId } = visible;
  if (visible.kind === 'all') return { organizationId };
  if (visible.byTeams) return { organizationId, ...visible.byTeams };
  return {
    organizationId,
    OR: [{ id: { in: [...visible.workspaceIds] } }, { projectId: { in: [...visible.projectIds] } }],
  };
}

/** More ids than this in one statement are slower than asking for the teams' accesses; SQLite takes 32,766. */
export const mostIds = 500;

/** The workspaces on which one of the teams holds the grant, as a condition on the rows that say so. */
export function grantedToTeams(teams: readonly string[], grant: WorkspaceGrant): WorkspaceFilter {
  const teamId = { in: [...teams] };
  const levels = [
    ...named(workspaceLevels, (grants) => grants.has(grant)),
    // Whatever else it gives.
    ...(grant === 'workspace:read' ? ['custom'] : []),
  ];
  const onProjects = named(projectLevels, ({ workspace }) => workspace.has(grant));
  const custom: Prisma.TeamWorkspaceAccessWhereInput[] = [
    { stateVersions: { in: named<readonly WorkspaceGrant[]>(stateLevels, (grants) => grants.includes(grant)) } },
    { runs: { in: named<readonly WorkspaceGrant[]>(runLevels, (grants) => grants.includes(grant)) } },
    ...(grant === 'workspace:lock' ? [{ workspaceLocking: true }] : []),
  ];
  return {
    OR: [
      { teamAccess: { some: { teamId, OR: [{ access: { in: levels } }, { access: 'custom', OR: custom }] } } },
      { project: { teamAccess: { some: { teamId, access: { in: onProjects } } } } },
    ],
  };
}

function named<T>(table: Readonly<Record<string, T>>, has: (value: T) => boolean): string[] {
  return Object.entries(table).flatMap(([name, value]) => (has(value) ? [name] : []));
}

export function seesNothing(visible: VisibleWorkspaces): boolean {
  return visible.kind === 'some' && visible.workspaceIds.length === 0 && visible.projectIds.length === 0;
}
