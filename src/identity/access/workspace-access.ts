import type { Clock } from '../../platform/clock.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import type { TeamRow, TeamWorkspaceAccessRow } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, keysetPage, text } from '../../platform/graphql/keyset.js';
import { numberedPage } from '../../platform/graphql/numbered-page.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { AuditTarget } from '../audit/audit.js';
import type { Caller } from '../caller.js';
import type { IdentityChanges } from '../changes.js';
import { found, idOf } from '../directory.js';
import type { Directory } from '../directory.js';
import { requireVisible } from '../teams/visible-teams.js';
import type { Access } from './access.js';
import type { RunLevel, StateLevel, WorkspaceAccessLevel } from './levels.js';

export type VariableLevel = 'none' | 'read' | 'write';

/** What a custom access is made of. */
export interface CustomAccess {
  readonly stateVersions?: StateLevel | null | undefined;
  readonly runs?: RunLevel | null | undefined;
  readonly variables?: VariableLevel | null | undefined;
  readonly workspaceLocking?: boolean | null | undefined;
}

export interface WorkspaceAccessInput extends CustomAccess {
  /** `read-outputs` is short for a custom access to outputs alone. */
  readonly access?: WorkspaceAccessLevel | 'read-outputs' | null | undefined;
}

interface Columns {
  readonly access: WorkspaceAccessLevel;
  readonly stateVersions: StateLevel;
  readonly runs: RunLevel;
  readonly variables: VariableLevel;
  readonly workspaceLocking: boolean;
}

/** What the columns say of a level, as Terraform Enterprise's documents show it. */
const presets = {
  read: { access: 'read', stateVersions: 'read', runs: 'read', variables: 'read', workspaceLocking: false },
  plan: { access: 'plan', stateVersions: 'read', runs: 'plan', variables: 'read', workspaceLocking: false },
  write: { access: 'write', stateVersions: 'write', runs: 'apply', variables: 'write', workspaceLocking: true },
  admin: { access: 'admin', stateVersions: 'write', runs: 'apply', variables: 'write', workspaceLocking: true },
  custom: { access: 'custom', stateVersions: 'none', runs: 'read', variables: 'none', workspaceLocking: false },
  'read-outputs': {
    access: 'custom',
    stateVersions: 'read-outputs',
    runs: 'read',
    variables: 'none',
    workspaceLocking: false,
  },
} as const satisfies Record<WorkspaceAccessLevel | 'read-outputs', Columns>;

const custom = ['stateVersions', 'runs', 'variables', 'workspaceLocking'] as const satisfies (keyof CustomAccess)[];

const byId = keyset({ id: ascending(text) });

/** What teams may do in a workspace. */
export class WorkspaceAccess {
  constructor(
    private readonly deps: {
      access: Access;
      changes: IdentityChanges;
      directory: Directory;
      client: DatabaseClient;
      clock: Clock;
    },
  ) {}

  /** Seen by whoever manages the access to the workspace, and by the team itself. @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<TeamWorkspaceAccessRow> {
    const row = await this.#find(id);
    const workspace = await this.deps.directory.workspace(row.workspaceId);
    const own = caller.organizations.get(workspace.organizationId)?.teams.some((team) => team === row.teamId);
    if (own !== true) await this.deps.access.onWorkspace(caller, 'workspace.manage-access', workspace);
    return row;
  }

  /** @throws NOT_FOUND */
  async list(caller: Caller, workspaceId: string, page: PageAsked): Promise<Connection<TeamWorkspaceAccessRow>> {
    const where = await this.#listed(caller, workspaceId);
    const { teamWorkspaceAccess } = this.deps.client;
    return keysetPage(byId, page, {
      rows: (query) => teamWorkspaceAccess.findMany({ ...query, where: { AND: [where, query.where] } }),
      count: () => teamWorkspaceAccess.count({ where }),
    });
  }

  /** In order of the teams' names. @throws NOT_FOUND */
  async page(caller: Caller, workspaceId: string, window: PageWindow): Promise<NumberedPage<TeamWorkspaceAccessRow>> {
    const where = await this.#listed(caller, workspaceId);
    const { teamWorkspaceAccess } = this.deps.client;
    const { skip, size: take } = window;
    const [rows, count] = await Promise.all([
      teamWorkspaceAccess.findMany({ where, orderBy: { team: { name: 'asc' } }, skip, take }),
      teamWorkspaceAccess.count({ where }),
    ]);
    return numberedPage(rows, window, count);
  }

  /** @throws NOT_FOUND, INVALID_INPUT, MISSING_INPUT, NAME_TAKEN when the team has access already */
  async add(
    caller: Caller,
    input: WorkspaceAccessInput & { readonly teamId: string; readonly workspaceId: string },
  ): Promise<TeamWorkspaceAccessRow> {
    const { access, changes, clock, directory } = this.deps;
    const workspace = await directory.workspace(input.workspaceId);
    await access.onWorkspace(caller, 'workspace.manage-access', workspace);
    const team = await teamOf(this.deps, caller, workspace.organizationId, input.teamId);
    if (!input.access) throw problem('MISSING_INPUT', 'access is required', ['access']);
    const columns = columnsOf(presets[input.access], input);
    const now = clock.now();
    const message = 'The team has access to the workspace already';
    return changes.make(
      caller,
      'workspace.add-team-access',
      async (tx) => {
        const keys = { id: ids.teamAccess.make(), teamId: team.id, workspaceId: workspace.id };
        const stamps = { createdAt: now, updatedAt: now };
        const result = await tx.teamWorkspaceAccess.create({ data: { ...keys, ...columns, ...stamps } });
        return { result, target: targetOf(result, workspace), details: { team: team.name, ...columns } };
      },
      {
        unique: [{ model: 'TeamWorkspaceAccess', columns: ['teamId', 'workspaceId'], field: ['teamId'], message }],
      },
    );
  }

  /** @throws NOT_FOUND, INVALID_INPUT */
  async update(caller: Caller, id: string, input: WorkspaceAccessInput): Promise<TeamWorkspaceAccessRow> {
    const { row, workspace } = await this.#managed(caller, id);
    const base = input.access ? presets[input.access] : { ...row };
    const columns = columnsOf(base, input);
    const updatedAt = this.deps.clock.now();
    return this.deps.changes.make(caller, 'workspace.update-team-access', async (tx) => {
      const result = await tx.teamWorkspaceAccess.update({ where: { id }, data: { ...columns, updatedAt } });
      return { result, target: targetOf(result, workspace), details: { teamId: row.teamId, ...columns } };
    });
  }

  /** @throws NOT_FOUND */
  async remove(caller: Caller, id: string): Promise<void> {
    const { row, workspace } = await this.#managed(caller, id);
    await this.deps.changes.make(caller, 'workspace.remove-team-access', async (tx) => {
      const { count } = await tx.teamWorkspaceAccess.deleteMany({ where: { id } });
      if (count === 0) throw problem('NOT_FOUND');
      return { result: undefined, target: targetOf(row, workspace), details: { teamId: row.teamId } };
    });
  }

  async #listed(caller: Caller, workspaceId: string): Promise<{ workspaceId: string }> {
    const workspace = await this.deps.directory.workspace(workspaceId);
    await this.deps.access.onWorkspace(caller, 'workspace.manage-access', workspace);
    return { workspaceId };
  }

  async #find(id: string): Promise<TeamWorkspaceAccessRow> {
    return found(await this.deps.client.teamWorkspaceAccess.findUnique({ where: { id: idOf('teamAccess', id) } }));
  }

  async #managed(caller: Caller, id: string) {
    const row = await this.#find(id);
    const workspace = await this.deps.directory.workspace(row.workspaceId);
    await this.deps.access.onWorkspace(caller, 'workspace.manage-access', workspace);
    return { row, workspace };
  }
}

/** The team to which access is given: one of the same organization, which the caller sees. @throws INVALID_INPUT */
export async function teamOf(
  { client }: { client: DatabaseClient },
  caller: Caller,
  organizationId: string,
  teamId: string,
): Promise<TeamRow> {
  const team = await client.team.findFirst({ where: { id: teamId, organizationId } });
  try {
    const seen = found(team);
    requireVisible(caller, seen);
    return seen;
  } catch {
    throw problem('INVALID_INPUT', 'teamId names no team of the organization', ['teamId']);
  }
}

/** @throws INVALID_INPUT for parts of a custom access beside a level that says it all */
function columnsOf(base: Pick<TeamWorkspaceAccessRow, keyof Columns>, input: WorkspaceAccessInput) {
  const { access, stateVersions, runs, variables, workspaceLocking } = base;
  const given = custom.filter((part) => input[part] !== undefined && input[part] !== null);
  const [first] = given;
  if (access !== 'custom' && first !== undefined) {
    throw problem('INVALID_INPUT', `${first} goes with a custom access only`, [first]);
  }
  return {
    access,
    stateVersions: input.stateVersions ?? stateVersions,
    runs: input.runs ?? runs,
    variables: input.variables ?? variables,
    workspaceLocking: input.workspaceLocking ?? workspaceLocking,
  };
}

function targetOf({ id }: { id: string }, workspace: { name: string; organizationId: string }): AuditTarget {
  return { type: 'team-workspace', id, name: workspace.name, organizationId: workspace.organizationId };
}
