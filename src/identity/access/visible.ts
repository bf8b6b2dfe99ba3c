import { all, any, condition, equals, oneOf, within } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import { columnsGranting, projectLevels, projectParts, workspaceLevels, workspaceParts } from './levels.js';
import type { Parts, ProjectGrants } from './levels.js';
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

/**
 * The same as a condition for `where`, so that a list is authorized in its query. One that has an alternative is answered by no index in the order of a list, so it
 * has none where it needs none.
 */
export function whereVisible(visible: VisibleWorkspaces): WorkspaceFilter {
  const { organizationId } = visible;
  if (visible.kind === 'all') return { organizationId };
  if (visible.byTeams) return { organizationId, ...visible.byTeams };
  const { workspaceIds, projectIds } = visible;
  const single = { id: { in: [...workspaceIds] } };
  const inProjects = { projectId: { in: [...projectIds] } };
  if (projectIds.length === 0) return { organizationId, ...single };
  if (workspaceIds.length === 0) return { organizationId, ...inProjects };
  return { organizationId, OR: [single, inProjects] };
}

/** Those of one project. */
export function visibleIn(visible: VisibleWorkspaces, projectId: string): VisibleWorkspaces {
  if (visible.kind === 'all') return visible;
  const { organizationId, workspaceIds, projectIds, byTeams } = visible;
  if (projectIds.includes(projectId))
    return { kind: 'some', organizationId, workspaceIds: [], projectIds: [projectId] };
  const isLong = byTeams !== undefined && workspaceIds.length > mostIds;
  return { kind: 'some', organizationId, workspaceIds, projectIds: [], ...(isLong && { byTeams }) };
}

/** With more ids than this in one statement, a query for the teams' accesses is faster; SQLite accepts 32,766. */
export const mostIds = 500;

const levelsOfWorkspace = (grant: WorkspaceGrant): string[] => named(workspaceLevels, (grants) => grants.has(grant));
const levelsOfProject = (grant: WorkspaceGrant | ProjectGrant): string[] =>
  named<{ readonly project: ProjectGrants; readonly workspace: ReadonlySet<WorkspaceGrant> }>(
    projectLevels,
    ({ project, workspace }) => [...project, ...workspace].includes(grant),
  );

/** Accesses that include a grant, as a condition on their columns. */
function granting(levels: readonly string[], parts: Parts, grant: WorkspaceGrant | ProjectGrant): SqlCondition {
  const columns = columnsGranting(parts, grant);
  if (columns === null) return oneOf('access', [...levels, 'custom']);
  const custom = [...columns].map(([column, values]) =>
    values === true ? equals(column, true) : oneOf(column, values),
  );
  return any(oneOf('access', levels), all(equals('access', 'custom'), any(...custom)));
}

/** The same for Prisma's `where`. */
function whereGranting(levels: readonly string[], parts: Parts, grant: WorkspaceGrant | ProjectGrant) {
  const columns = columnsGranting(parts, grant);
  if (columns === null) return { access: { in: [...levels, 'custom'] } };
  // Prisma takes an empty OR below another condition for one that is always true.
  if (columns.size === 0) return { access: { in: [...levels] } };
  const custom = [...columns].map(([column, values]) => ({ [column]: values === true ? true : { in: [...values] } }));
  return { OR: [{ access: { in: [...levels] } }, { access: 'custom', OR: custom }] };
}

/** The workspaces on which one of the teams has the grant, as a condition on the rows of accesses. */
export function grantedToTeams(teams: readonly string[], grant: WorkspaceGrant): WorkspaceFilter {
  const teamId = { in: [...teams] };
  const onWorkspace = whereGranting(levelsOfWorkspace(grant), workspaceParts, grant);
  const onProject = whereGranting(levelsOfProject(grant), projectParts, grant);
  return {
    OR: [
      { teamAccess: { some: { teamId, ...onWorkspace } } },
      { project: { teamAccess: { some: { teamId, ...onProject } } } },
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
  return all(here, any(singleOfTeams(teams, grant), inProjectsOfTeams('projectId', teams, grant)));
}

/** The workspaces to which one of the teams has access of its own. */
export function singleOfTeams(teams: readonly string[], grant: WorkspaceGrant): SqlCondition {
  return within('id', 'SELECT "workspaceId" FROM "TeamWorkspaceAccess"', onWorkspace(teams, grant));
}

/** The same, asked of each: where they are many, a list of them would be long. As a value, since PostgreSQL could make a join of EXISTS. */
export function isSingleOfTeams(teams: readonly string[], grant: WorkspaceGrant): SqlCondition {
  const { sql, parameters } = onWorkspace(teams, grant);
  const one = `SELECT 1 FROM "TeamWorkspaceAccess" WHERE "workspaceId" = "Workspace"."id" AND ${sql} LIMIT 1`;
  return condition(`(${one}) = 1`, ...parameters);
}

const onWorkspace = (teams: readonly string[], grant: WorkspaceGrant): SqlCondition =>
  all(oneOf('teamId', teams), granting(levelsOfWorkspace(grant), workspaceParts, grant));

/** The projects on which one of the teams has the grant for each workspace. @param column with their ids */
export function inProjectsOfTeams(column: string, teams: readonly string[], grant: WorkspaceGrant): SqlCondition {
  const granted = all(oneOf('teamId', teams), granting(levelsOfProject(grant), projectParts, grant));
  return within(column, 'SELECT "projectId" FROM "TeamProjectAccess"', granted);
}

/** The projects on which one of the teams has the grant, for Prisma's `where`. */
export function projectsGrantedTo(teams: readonly string[], grant: ProjectGrant): ProjectFilter {
  const granted = whereGranting(levelsOfProject(grant), projectParts, grant);
  return { teamAccess: { some: { teamId: { in: [...teams] }, ...granted } } };
}

/** The projects on which one of the teams has the grant, as a condition on a column with their ids. */
export function projectsOfTeams(column: string, teams: readonly string[], grant: ProjectGrant): SqlCondition {
  return within(
    column,
    'SELECT "projectId" FROM "TeamProjectAccess"',
    all(oneOf('teamId', teams), granting(levelsOfProject(grant), projectParts, grant)),
  );
}

function named<T>(table: Readonly<Record<string, T>>, has: (value: T) => boolean): string[] {
  return Object.entries(table).flatMap(([name, value]) => (has(value) ? [name] : []));
}

export function seesNothing(visible: VisibleWorkspaces): boolean {
  return visible.kind === 'some' && visible.workspaceIds.length === 0 && visible.projectIds.length === 0;
}
