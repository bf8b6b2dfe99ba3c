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
export const variableLevels = {
  none: [],
  read: ['variable:read'],
  write: ['variable:read', 'variable:write'],
} as const satisfies Record<string, readonly WorkspaceGrant[]>;
export type VariableLevel = keyof typeof variableLevels;

/** Level of a team on a project → its grants there, and on every workspace of it. */
export const projectLevels = {
  read: { project: new Set<ProjectGrant>(['project:read']), workspace: read },
  write: { project: new Set<ProjectGrant>(['project:read']), workspace: write },
  maintain: { project: new Set<ProjectGrant>(['project:read', 'project:create-workspace']), workspace: maintain },
  admin: { project: everyProjectGrant, workspace: everyWorkspaceGrant },
} as const satisfies Record<string, { project: ProjectGrants; workspace: Grants }>;
export type ProjectAccessLevel = keyof typeof projectLevels;

/** Organization-wide grant → the grants on every project and workspace of the organization. Grants without any are left out. */
export const organizationWide: Partial<Record<OrganizationGrant, { project: ProjectGrants; workspace: Grants }>> = {
  'read-workspaces': { project: new Set<ProjectGrant>(['project:read']), workspace: read },
  'manage-workspaces': {
    project: new Set<ProjectGrant>(['project:read', 'project:create-workspace']),
    workspace: everyWorkspaceGrant,
  },
  'read-projects': { project: new Set<ProjectGrant>(['project:read']), workspace: read },
  'manage-projects': { project: everyProjectGrant, workspace: everyWorkspaceGrant },
};

/** Grants that an organization's token never has: it configures things, but does not run them. */
export const notForOrganizationTokens: ReadonlySet<WorkspaceGrant> = new Set(['state:write', 'run:create']);

/** The grants on a workspace that shares its state: sufficient for `terraform_remote_state` to find and read it. */
export const sharedState: Grants = new Set<WorkspaceGrant>(['workspace:read', 'state:read-outputs', 'state:read']);

const customs = new Map<string, Grants>();

/** The columns of a `TeamWorkspaceAccess` → its grants. An unknown word grants nothing. */
export function grantsOf(row: {
  access: string;
  stateVersions: string;
  runs: string;
  variables: string;
  workspaceLocking: boolean;
}): Grants {
  if (isKey(workspaceLevels, row.access)) return workspaceLevels[row.access];
  if (row.access !== 'custom') return noGrants;
  const key = `${row.stateVersions} ${row.runs} ${row.variables} ${row.workspaceLocking}`;
  const known = customs.get(key);
  if (known) return known;
  const grants: Grants = new Set<WorkspaceGrant>([
    'workspace:read',
    ...(isKey(stateLevels, row.stateVersions) ? stateLevels[row.stateVersions] : []),
    ...(isKey(runLevels, row.runs) ? runLevels[row.runs] : []),
    ...(isKey(variableLevels, row.variables) ? variableLevels[row.variables] : []),
    ...(row.workspaceLocking ? (['workspace:lock'] as const) : []),
  ]);
  customs.set(key, grants);
  return grants;
}

export function isKey<T extends object>(table: T, word: string): word is Extract<keyof T, string> {
  return Object.hasOwn(table, word);
}
