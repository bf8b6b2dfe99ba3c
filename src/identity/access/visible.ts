import { all, any, equals, oneOf, within } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import { projectLevels, runLevels, stateLevels, variableLevels, workspaceLevels } from './levels.js';
import type { ProjectGrants } from './levels.js';
import type { ProjectGrant, WorkspaceGrant } from './actions.js';
import type { Prisma } from '../../platform/database/models.js';

/** A condition on workspaces for Prisma's `where`. */
export type WorkspaceFilter = Prisma.WorkspaceWhereInput;
/** The same on projects. */
export type ProjectFilter = Prisma.ProjectWhereInput;

/**
 * The workspaces of one organization that a caller may see (or use in another way): all of them, or those with these ids and those of these projects; `some`
 * with two empty lists is none. For queries without Prisma, such as the resource search.
 */
export type VisibleWorkspaces =
  | { readonly kind: 'all'; readonly organizationId: string }
  | {
      readonly kind: 'some';
      readonly organizationId: string;
      readonly workspaceIds: readonly string[];
      readonly projectIds: readonly string[];
      /** The same condition by teams, if the lists are too long for the parameters of a statement. */
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

/** With more ids than this in one statement, a query for the teams' accesses is faster; SQLite accepts 32,766. */
export const mostIds = 500;

/** The column values of accesses that include a grant. */
function granting(grant: WorkspaceGrant) {
  return {
    // Every custom access includes reading the workspace.
    levels: [
      ...named(workspaceLevels, (grants) => grants.has(grant)),
      ...(grant === 'workspace:read' ? ['custom'] : []),
    ],
    onProjects: named(projectLevels, ({ workspace }) => workspace.has(grant)),
    stateVersions: named<readonly WorkspaceGrant[]>(stateLevels, (grants) => grants.includes(grant)),
    runs: named<readonly WorkspaceGrant[]>(runLevels, (grants) => grants.includes(grant)),
    variables: named<readonly WorkspaceGrant[]>(variableLevels, (grants) => grants.includes(grant)),
    byLocking: grant === 'workspace:lock',
  };
}

/** The workspaces on which one of the teams has the grant, as a condition on the rows of accesses. */
export function grantedToTeams(teams: readonly string[], grant: WorkspaceGrant): WorkspaceFilter {
  const teamId = { in: [...teams] };
  const { levels, onProjects, stateVersions, runs, variables, byLocking } = granting(grant);
  const custom: Prisma.TeamWorkspaceAccessWhereInput[] = [
    { stateVersions: { in: stateVersions } },
    { runs: { in: runs } },
    { variables: { in: variables } },
    ...(byLocking ? [{ workspaceLocking: true }] : []),
  ];
  return {
    OR: [
      { teamAccess: { some: { teamId, OR: [{ access: { in: levels } }, { access: 'custom', OR: custom }] } } },
      { project: { teamAccess: { some: { teamId, access: { in: onProjects } } } } },
    ],
  };
}

/**
 * {@link VisibleWorkspaces} as a condition for our own statements, on the columns of `Workspace`. It uses the teams and not the objects of their access,
 * because a statement for many parents repeats it for each.
 */
export function visibleCondition(
  visible: VisibleWorkspaces,
  teams: readonly string[],
  grant: WorkspaceGrant,
): SqlCondition {
  const here = equals('organizationId', visible.organizationId);
  if (visible.kind === 'all') return here;
  if (seesNothing(visible)) return any();
  const { levels, onProjects, stateVersions, runs, variables, byLocking } = granting(grant);
  const custom = any(
    oneOf('stateVersions', stateVersions),
    oneOf('runs', runs),
    oneOf('variables', variables),
    ...(byLocking ? [equals('workspaceLocking', true)] : []),
  );
  const onWorkspace = all(
    oneOf('teamId', teams),
    any(oneOf('access', levels), all(equals('access', 'custom'), custom)),
  );
  return all(
    here,
    any(
      within('id', 'SELECT "workspaceId" FROM "TeamWorkspaceAccess"', onWorkspace),
      within(
        'projectId',
        'SELECT "projectId" FROM "TeamProjectAccess"',
        all(oneOf('teamId', teams), oneOf('access', onProjects)),
      ),
    ),
  );
}

const levelsOfProject = (grant: ProjectGrant): string[] =>
  named<{ readonly project: ProjectGrants }>(projectLevels, ({ project }) => project.has(grant));

/** The projects on which one of the teams has the grant, for Prisma's `where`. */
export function projectsGrantedTo(teams: readonly string[], grant: ProjectGrant): ProjectFilter {
  return { teamAccess: { some: { teamId: { in: [...teams] }, access: { in: levelsOfProject(grant) } } } };
}

/** The projects on which one of the teams has the grant, as a condition on a column with their ids. */
export function projectsOfTeams(column: string, teams: readonly string[], grant: ProjectGrant): SqlCondition {
  const levels = levelsOfProject(grant);
  return within(
    column,
    'SELECT "projectId" FROM "TeamProjectAccess"',
    all(oneOf('teamId', teams), oneOf('access', levels)),
  );
}

function named<T>(table: Readonly<Record<string, T>>, has: (value: T) => boolean): string[] {
  return Object.entries(table).flatMap(([name, value]) => (has(value) ? [name] : []));
}

export function seesNothing(visible: VisibleWorkspaces): boolean {
  return visible.kind === 'some' && visible.workspaceIds.length === 0 && visible.projectIds.length === 0;
}
