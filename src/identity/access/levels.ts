import type { OrganizationGrant } from '../caller.js';
import { projectGrants, workspaceGrants } from './actions.js';
import type { ProjectGrant, WorkspaceGrant } from './actions.js';

export type Grants = ReadonlySet<WorkspaceGrant>;
export type ProjectGrants = ReadonlySet<ProjectGrant>;

export const noGrants: Grants = new Set();
export const everyWorkspaceGrant: Grants = new Set(workspaceGrants);
export const everyProjectGrant: ProjectGrants = new Set(projectGrants);

// The grants of each level, from Terraform Enterprise's table of workspace permissions; each level includes the previous one.
const read: Grants = new Set<WorkspaceGrant>([
  ...(['workspace:read', 'run:read', 'state:read-outputs', 'state:read', 'variable:read'] as const),
]);
const plan: Grants = new Set<WorkspaceGrant>([...read, 'run:create']);
const write: Grants = new Set<WorkspaceGrant>([...plan, 'state:write', 'workspace:lock', 'variable:write']);
const maintain: Grants = new Set(workspaceGrants.filter((grant) => grant !== 'workspace:manage-access'));

/** Level of a team on a workspace → its grants. `custom` is combined from the tables below. */
export const workspaceLevels = { read, plan, write, admin: everyWorkspaceGrant } as const;
export const workspaceAccessLevels = ['read', 'plan', 'write', 'admin', 'custom'] as const;
export type WorkspaceAccessLevel = (typeof workspaceAccessLevels)[number];

/** `state-versions` of a custom access → its grants. */
export const stateLevels = {
  none: [],
  'read-outputs': ['state:read-outputs'],
  read: ['state:read-outputs', 'state:read'],
  write: ['state:read-outputs', 'state:read', 'state:write'],
} as const satisfies Record<string, readonly WorkspaceGrant[]>;
export type StateLevel = keyof typeof stateLevels;

/** `runs` of a custom access → its grants. */
export const runLevels = {
  read: ['run:read'],
  plan: ['run:read', 'run:create'],
  apply: ['run:read', 'run:create'],
} as const satisfies Record<string, readonly WorkspaceGrant[]>;
export type RunLevel = keyof typeof runLevels;

/** `variables` of a custom access → its grants. */
const variableLevels = {
  none: [],
  read: ['variable:read'],
  write: ['variable:read', 'variable:write'],
} as const satisfies Record<string, readonly WorkspaceGrant[]>;
export type VariableLevel = keyof typeof variableLevels;

/** `project-access.settings` of a custom access → its grants. */
const settingsLevels = {
  read: [],
  update: ['project:update'],
  delete: ['project:update', 'project:delete'],
} as const satisfies Record<string, readonly ProjectGrant[]>;
export type SettingsLevel = keyof typeof settingsLevels;

/** `project-access.teams` of a custom access → its grants. */
const teamsLevels = {
  none: [],
  read: ['project:read-access'],
  manage: ['project:read-access', 'project:manage-access'],
} as const satisfies Record<string, readonly ProjectGrant[]>;
export type TeamsLevel = keyof typeof teamsLevels;

/** `project-access.variable-sets` of a custom access → its grants. */
const variableSetLevels = {
  none: [],
  read: ['project:read-variable-sets'],
  write: ['project:read-variable-sets', 'project:manage-variable-sets'],
} as const satisfies Record<VariableLevel, readonly ProjectGrant[]>;

type Grant = WorkspaceGrant | ProjectGrant;

/** Column of a custom access → the grants of each of its words, or of `true`. Columns that grant nothing here are left out. */
export type Parts = Readonly<Record<string, readonly Grant[] | Readonly<Record<string, readonly Grant[]>>>>;

export const workspaceParts = {
  stateVersions: stateLevels,
  runs: runLevels,
  variables: variableLevels,
  workspaceLocking: ['workspace:lock'],
} as const satisfies Parts;

export const projectParts = {
  ...workspaceParts,
  settings: settingsLevels,
  teams: teamsLevels,
  variableSets: variableSetLevels,
  workspaceCreation: ['project:create-workspace'],
  workspaceMoving: ['workspace:move', 'project:receive-workspace'],
  workspaceDeletion: ['workspace:delete'],
} as const satisfies Parts;

/** What every custom access includes. */
const always: readonly Grant[] = ['workspace:read', 'project:read'];

/** The grants of the columns of a custom access. An unknown word grants nothing. */
function* grantsOfParts(parts: Parts, row: Readonly<Record<string, unknown>>): Generator<Grant> {
  yield* always;
  for (const [column, given] of Object.entries(parts)) {
    const value = row[column];
    if (isList(given)) {
      if (value === true) yield* given;
    } else if (typeof value === 'string' && isKey(given, value)) yield* given[value] ?? [];
  }
}

/** The columns whose value includes a grant: `true`, or one of these words. Null if every custom access includes it. */
export function columnsGranting(parts: Parts, grant: Grant): ReadonlyMap<string, true | readonly string[]> | null {
  if (always.includes(grant)) return null;
  const columns = new Map<string, true | readonly string[]>();
  for (const [column, given] of Object.entries(parts)) {
    if (isList(given)) {
      if (given.includes(grant)) columns.set(column, true);
      continue;
    }
    const words = Object.keys(given).filter((word) => given[word]?.includes(grant));
    if (words.length > 0) columns.set(column, words);
  }
  return columns;
}

const isList = (given: Parts[string]): given is readonly Grant[] => Array.isArray(given);

/** The grants of one access on a project, and on every workspace of it. */
export interface OnProject {
  readonly project: ProjectGrants;
  readonly workspace: Grants;
}

const readProject: ProjectGrants = new Set<ProjectGrant>(['project:read', 'project:read-variable-sets']);
const maintainProject: ProjectGrants = new Set<ProjectGrant>([
  ...readProject,
  'project:create-workspace',
  'project:receive-workspace',
  'project:manage-variable-sets',
]);

/** Level of a team on a project → its grants there, and on every workspace of it. `custom` is combined from {@link projectParts}. */
export const projectLevels = {
  read: { project: readProject, workspace: read },
  write: { project: readProject, workspace: write },
  maintain: { project: maintainProject, workspace: maintain },
  admin: { project: everyProjectGrant, workspace: everyWorkspaceGrant },
} as const satisfies Record<string, OnProject>;
export type ProjectAccessLevel = keyof typeof projectLevels | 'custom';

/** Organization-wide grant → the grants on every project and workspace of the organization. Grants without any are left out. */
export const organizationWide: Partial<Record<OrganizationGrant, { project: ProjectGrants; workspace: Grants }>> = {
  'read-workspaces': { project: readProject, workspace: read },
  'manage-workspaces': { project: maintainProject, workspace: everyWorkspaceGrant },
  'read-projects': { project: readProject, workspace: read },
  'manage-projects': { project: everyProjectGrant, workspace: everyWorkspaceGrant },
};

/** Grants that an organization's token never has: it configures things, but does not run them. */
export const notForOrganizationTokens: ReadonlySet<WorkspaceGrant> = new Set(['state:write', 'run:create']);

/** The grants on a workspace that shares its state: sufficient for `terraform_remote_state` to find and read it. */
export const sharedState: Grants = new Set<WorkspaceGrant>(['workspace:read', 'state:read-outputs', 'state:read']);

const allWorkspaceGrants = new Set<string>(workspaceGrants);
const allProjectGrants = new Set<string>(projectGrants);
const isWorkspaceGrant = (grant: Grant): grant is WorkspaceGrant => allWorkspaceGrants.has(grant);
const isProjectGrant = (grant: Grant): grant is ProjectGrant => allProjectGrants.has(grant);

/** Combinations that were put together, by their columns: there are few, and caches hold each access. */
const customs = new Map<string, OnProject>();

function combined(parts: Parts, row: Readonly<Record<string, unknown>>): OnProject {
  const columns = Object.keys(parts);
  const key = JSON.stringify(columns.map((column) => [column, row[column]]));
  const known = customs.get(key);
  if (known) return known;
  const grants = [...grantsOfParts(parts, row)];
  const made = {
    project: new Set(grants.filter(isProjectGrant)),
    workspace: new Set(grants.filter(isWorkspaceGrant)),
  };
  customs.set(key, made);
  return made;
}

/** The columns of a `TeamWorkspaceAccess` → its grants. An unknown word grants nothing. */
export function grantsOf(
  row: { readonly access: string } & Readonly<Record<keyof typeof workspaceParts, unknown>>,
): Grants {
  if (isKey(workspaceLevels, row.access)) return workspaceLevels[row.access];
  return row.access === 'custom' ? combined(workspaceParts, row).workspace : noGrants;
}

/** The columns of a `TeamProjectAccess` → its grants. An unknown word grants nothing. */
export function projectGrantsOf(
  row: { readonly access: string } & Readonly<Record<keyof typeof projectParts, unknown>>,
): OnProject {
  if (isKey(projectLevels, row.access)) return projectLevels[row.access];
  return row.access === 'custom' ? combined(projectParts, row) : nothingOnProject;
}

const nothingOnProject: OnProject = { project: new Set(), workspace: noGrants };

export function isKey<T extends object>(table: T, word: string): word is Extract<keyof T, string> {
  return Object.hasOwn(table, word);
}
