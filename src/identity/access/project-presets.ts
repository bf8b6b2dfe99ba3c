import type { ProjectAccessLevel, RunLevel, SettingsLevel, StateLevel, TeamsLevel, VariableLevel } from './levels.js';

export type MockLevel = 'none' | 'read';

/** `project-access` of a custom access. */
export interface ProjectPart {
  readonly settings: SettingsLevel;
  readonly teams: TeamsLevel;
  readonly variableSets: VariableLevel;
}

/** `workspace-access` of a custom access, for every workspace of the project. */
export interface WorkspacePart {
  readonly runs: RunLevel;
  readonly stateVersions: StateLevel;
  readonly variables: VariableLevel;
  readonly sentinelMocks: MockLevel;
  readonly runTasks: boolean;
  readonly create: boolean;
  readonly locking: boolean;
  readonly move: boolean;
  readonly delete: boolean;
}

export interface Preset {
  readonly project: ProjectPart;
  readonly workspace: WorkspacePart;
}

const writing = { runs: 'apply', stateVersions: 'write', variables: 'write', sentinelMocks: 'read' } as const;
const nothingElse = { runTasks: false, create: false, move: false, delete: false } as const;

/** What each level grants, in the words of a custom access; `custom` is what it grants where nothing is said. */
export const projectPresets: Readonly<Record<ProjectAccessLevel, Preset>> = {
  read: {
    project: { settings: 'read', teams: 'none', variableSets: 'read' },
    workspace: {
      runs: 'read',
      stateVersions: 'read',
      variables: 'read',
      sentinelMocks: 'none',
      ...nothingElse,
      locking: false,
    },
  },
  write: {
    project: { settings: 'read', teams: 'none', variableSets: 'read' },
    workspace: { ...writing, ...nothingElse, locking: true },
  },
  maintain: {
    project: { settings: 'read', teams: 'none', variableSets: 'write' },
    workspace: { ...writing, runTasks: true, create: true, locking: true, move: true, delete: true },
  },
  admin: {
    project: { settings: 'delete', teams: 'manage', variableSets: 'write' },
    workspace: { ...writing, runTasks: true, create: true, locking: true, move: true, delete: true },
  },
  custom: {
    project: { settings: 'read', teams: 'none', variableSets: 'none' },
    workspace: {
      runs: 'read',
      stateVersions: 'none',
      variables: 'none',
      sentinelMocks: 'none',
      ...nothingElse,
      locking: false,
    },
  },
};

/** The columns of a `TeamProjectAccess`. */
export function columnsOf({ project, workspace }: Preset) {
  const { create, locking, move, delete: deletion, ...words } = workspace;
  return {
    ...project,
    ...words,
    workspaceCreation: create,
    workspaceLocking: locking,
    workspaceMoving: move,
    workspaceDeletion: deletion,
  };
}
export type ProjectAccessColumns = ReturnType<typeof columnsOf>;
