import { rowCount } from '../../platform/database/row-counts.js';
import type { TransactionClient } from '../../platform/database/database.js';
import type { TeamWorkspaceAccessRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import { idOf } from '../directory.js';
import type { Directory } from '../directory.js';
import type { RunLevel, StateLevel, VariableLevel, WorkspaceAccessLevel } from './levels.js';
import type { MockLevel } from './project-presets.js';
import { readOnlyWith } from './read-only-part.js';
import { TeamAccesses } from './team-accesses.js';
import type { AccessQuery, Listed } from './team-accesses.js';

/** The parts of a custom access. */
export interface CustomAccess {
  readonly stateVersions?: StateLevel | null | undefined;
  readonly runs?: RunLevel | null | undefined;
  readonly variables?: VariableLevel | null | undefined;
  readonly workspaceLocking?: boolean | null | undefined;
  readonly sentinelMocks?: MockLevel | null | undefined;
  readonly runTasks?: boolean | null | undefined;
}

export interface WorkspaceAccessInput extends CustomAccess {
  /** `read-outputs` is short for a custom access to only outputs. */
  readonly access?: WorkspaceAccessLevel | 'read-outputs' | null | undefined;
}

interface Columns {
  readonly access: WorkspaceAccessLevel;
  readonly stateVersions: StateLevel;
  readonly runs: RunLevel;
  readonly variables: VariableLevel;
  readonly workspaceLocking: boolean;
  readonly sentinelMocks: MockLevel;
  readonly runTasks: boolean;
}

const nothingMore = { sentinelMocks: 'none', runTasks: false } as const;

/** The column values of each level, as Terraform Enterprise's documents show them. */
const presets = {
  read: {
    access: 'read',
    stateVersions: 'read',
    runs: 'read',
    variables: 'read',
    workspaceLocking: false,
    ...nothingMore,
  },
  plan: {
    access: 'plan',
    stateVersions: 'read',
    runs: 'plan',
    variables: 'read',
    workspaceLocking: false,
    ...nothingMore,
  },
  write: {
    access: 'write',
    stateVersions: 'write',
    runs: 'apply',
    variables: 'write',
    workspaceLocking: true,
    sentinelMocks: 'read',
    runTasks: false,
  },
  admin: {
    access: 'admin',
    stateVersions: 'write',
    runs: 'apply',
    variables: 'write',
    workspaceLocking: true,
    sentinelMocks: 'read',
    runTasks: true,
  },
  custom: {
    access: 'custom',
    stateVersions: 'none',
    runs: 'read',
    variables: 'none',
    workspaceLocking: false,
    ...nothingMore,
  },
  'read-outputs': {
    access: 'custom',
    stateVersions: 'read-outputs',
    runs: 'read',
    variables: 'none',
    workspaceLocking: false,
    ...nothingMore,
  },
} as const satisfies Record<WorkspaceAccessLevel | 'read-outputs', Columns>;

const custom = [
  'stateVersions',
  'runs',
  'variables',
  'workspaceLocking',
  'sentinelMocks',
  'runTasks',
] as const satisfies (keyof CustomAccess)[];

type Workspace = Awaited<ReturnType<Directory['workspace']>>;

/** The access of teams to workspaces. */
export class WorkspaceAccess extends TeamAccesses<Workspace, TeamWorkspaceAccessRow> {
  protected readonly noun = 'workspace';

  /** @throws NOT_FOUND, INVALID_INPUT, MISSING_INPUT, NAME_TAKEN if the team has access already */
  async add(
    caller: Caller,
    input: WorkspaceAccessInput & { readonly teamId: string; readonly workspaceId: string },
  ): Promise<TeamWorkspaceAccessRow> {
    const place = await this.managedPlace(caller, input.workspaceId);
    const team = await this.team(caller, place.organizationId, input.teamId);
    if (!input.access) throw problem('MISSING_INPUT', 'access is required', ['access']);
    const columns = columnsOf(presets[input.access], input);
    const now = this.deps.clock.now();
    return this.give(caller, { place, team }, async (tx) => {
      const keys = { id: ids.teamAccess.make(), teamId: team.id, workspaceId: place.id };
      const stamps = { createdAt: now, updatedAt: now };
      return {
        row: await tx.teamWorkspaceAccess.create({ data: { ...keys, ...columns, ...stamps } }),
        details: columns,
      };
    });
  }

  /** Parts that are left out stay as they are. @throws NOT_FOUND, INVALID_INPUT */
  async update(caller: Caller, id: string, input: WorkspaceAccessInput): Promise<TeamWorkspaceAccessRow> {
    const { row, place } = await this.managed(caller, id);
    // Terraform's provider sends the parts that change, whatever the level was before.
    const base =
      input.access === 'custom' ? { ...row, access: input.access } : input.access ? presets[input.access] : { ...row };
    const columns = columnsOf(base, input);
    const updatedAt = this.deps.clock.now();
    return this.deps.changes.make(caller, 'workspace.update-team-access', async (tx) => {
      const result = await tx.teamWorkspaceAccess.update({ where: { id }, data: { ...columns, updatedAt } });
      return { result, target: this.target(result, place), details: { teamId: row.teamId, ...columns } };
    });
  }

  protected place(id: string) {
    return this.deps.directory.workspace(id);
  }

  protected placeOf({ workspaceId }: TeamWorkspaceAccessRow) {
    return workspaceId;
  }

  protected requireManager(caller: Caller, workspace: Workspace) {
    return this.deps.access.onWorkspace(caller, 'workspace.manage-access', workspace);
  }

  protected requireReader(caller: Caller, workspace: Workspace) {
    return this.requireManager(caller, workspace);
  }

  /** Administrators of a workspace see the access of secret teams too. */
  protected shownTeams() {
    return Promise.resolve(null);
  }

  protected async row(id: string) {
    return this.deps.client.teamWorkspaceAccess.findUnique({ where: { id: idOf('teamAccess', id) } });
  }

  protected rows({ place }: Listed<Workspace>, { where, ...order }: AccessQuery) {
    return this.deps.client.teamWorkspaceAccess.findMany({
      ...order,
      where: { AND: [{ workspaceId: place.id }, where] },
    });
  }

  protected count({ place }: Listed<Workspace>) {
    return rowCount(this.deps.names, `workspace-access/${place.id}`);
  }

  protected deleted(tx: TransactionClient, id: string) {
    return tx.teamWorkspaceAccess.deleteMany({ where: { id } });
  }
}

/** @throws INVALID_INPUT for parts of a custom access together with a level that already defines them */
function columnsOf(base: Pick<TeamWorkspaceAccessRow, keyof Columns>, input: WorkspaceAccessInput) {
  const { access, stateVersions, runs, variables, workspaceLocking, sentinelMocks, runTasks } = base;
  const given = custom.filter((part) => input[part] !== undefined && input[part] !== null);
  const [first] = given;
  if (access !== 'custom' && first !== undefined) {
    throw problem('INVALID_INPUT', readOnlyWith(access, first), [first]);
  }
  return {
    access,
    stateVersions: input.stateVersions ?? stateVersions,
    runs: input.runs ?? runs,
    variables: input.variables ?? variables,
    workspaceLocking: input.workspaceLocking ?? workspaceLocking,
    sentinelMocks: input.sentinelMocks ?? sentinelMocks,
    runTasks: input.runTasks ?? runTasks,
  };
}
