import { all, any, equals, oneOf, within } from '../../platform/database/conditions.js';
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
  const ofTeams = oneOf('teamId', teams);
  const onWorkspace = all(ofTeams, granting(levelsOfWorkspace(grant), workspaceParts, grant));
  const onProject = all(ofTeams, granting(levelsOfProject(grant), projectParts, grant));
  return all(
    here,
    any(
      within('id', 'SELECT "workspaceId" FROM "TeamWorkspaceAccess"', onWorkspace),
      within('projectId', 'SELECT "projectId" FROM "TeamProjectAccess"', onProject),
    ),
  );
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
