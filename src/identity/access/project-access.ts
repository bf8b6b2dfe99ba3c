import type { Clock } from '../../platform/clock.js';
import type { DatabaseClient } from '../../platform/database/database.js';
import type { TeamProjectAccessRow } from '../../platform/database/models.js';
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
import type { Access } from './access.js';
import type { ProjectAccessLevel } from './levels.js';
import { teamOf } from './workspace-access.js';

const byId = keyset({ id: ascending(text) });

/** What teams may do in a project and in every workspace of it. */
export class ProjectAccess {
  constructor(
    private readonly deps: {
      access: Access;
      changes: IdentityChanges;
      directory: Directory;
      client: DatabaseClient;
      clock: Clock;
    },
  ) {}

  /** Seen by whoever manages the access to the project, and by the team itself. @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<TeamProjectAccessRow> {
    const row = await this.#find(id);
    const project = await this.deps.directory.project(row.projectId);
    const own = caller.organizations.get(project.organizationId)?.teams.some((team) => team === row.teamId);
    if (own !== true) await this.deps.access.onProject(caller, 'project.manage-access', project);
    return row;
  }

  /** @throws NOT_FOUND */
  async list(caller: Caller, projectId: string, page: PageAsked): Promise<Connection<TeamProjectAccessRow>> {
    const where = await this.#listed(caller, projectId);
    const { teamProjectAccess } = this.deps.client;
    return keysetPage(byId, page, {
      rows: (query) => teamProjectAccess.findMany({ ...query, where: { AND: [where, query.where] } }),
      count: () => teamProjectAccess.count({ where }),
    });
  }

  /** In order of the teams' names. @throws NOT_FOUND */
  async page(caller: Caller, projectId: string, window: PageWindow): Promise<NumberedPage<TeamProjectAccessRow>> {
    const where = await this.#listed(caller, projectId);
    const { teamProjectAccess } = this.deps.client;
    const { skip, size: take } = window;
    const [rows, count] = await Promise.all([
      teamProjectAccess.findMany({ where, orderBy: { team: { name: 'asc' } }, skip, take }),
      teamProjectAccess.count({ where }),
    ]);
    return numberedPage(rows, window, count);
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN when the team has access already */
  async add(
    caller: Caller,
    input: { readonly teamId: string; readonly projectId: string; readonly access: ProjectAccessLevel },
  ): Promise<TeamProjectAccessRow> {
    const { access, changes, clock, directory } = this.deps;
    const project = await directory.project(input.projectId);
    await access.onProject(caller, 'project.manage-access', project);
    const team = await teamOf(this.deps, caller, project.organizationId, input.teamId);
    const now = clock.now();
    const message = 'The team has access to the project already';
    return changes.make(
      caller,
      'project.add-team-access',
      async (tx) => {
        const keys = { id: ids.teamProjectAccess.make(), teamId: team.id, projectId: project.id };
        const data = { ...keys, access: input.access, createdAt: now, updatedAt: now };
        const result = await tx.teamProjectAccess.create({ data });
        return { result, target: targetOf(result, project), details: { team: team.name, access: input.access } };
      },
      {
        unique: [{ model: 'TeamProjectAccess', columns: ['teamId', 'projectId'], field: ['teamId'], message }],
      },
    );
  }

  /** @throws NOT_FOUND */
  async update(caller: Caller, id: string, access: ProjectAccessLevel): Promise<TeamProjectAccessRow> {
    const { row, project } = await this.#managed(caller, id);
    const updatedAt = this.deps.clock.now();
    return this.deps.changes.make(caller, 'project.update-team-access', async (tx) => {
      const result = await tx.teamProjectAccess.update({ where: { id }, data: { access, updatedAt } });
      return { result, target: targetOf(result, project), details: { teamId: row.teamId, access } };
    });
  }

  /** @throws NOT_FOUND */
  async remove(caller: Caller, id: string): Promise<void> {
    const { row, project } = await this.#managed(caller, id);
    await this.deps.changes.make(caller, 'project.remove-team-access', async (tx) => {
      const { count } = await tx.teamProjectAccess.deleteMany({ where: { id } });
      if (count === 0) throw problem('NOT_FOUND');
      return { result: undefined, target: targetOf(row, project), details: { teamId: row.teamId } };
    });
  }

  async #listed(caller: Caller, projectId: string): Promise<{ projectId: string }> {
    const project = await this.deps.directory.project(projectId);
    await this.deps.access.onProject(caller, 'project.manage-access', project);
    return { projectId };
  }

  async #find(id: string): Promise<TeamProjectAccessRow> {
    return found(await this.deps.client.teamProjectAccess.findUnique({ where: { id: idOf('teamProjectAccess', id) } }));
  }

  async #managed(caller: Caller, id: string) {
    const row = await this.#find(id);
    const project = await this.deps.directory.project(row.projectId);
    await this.deps.access.onProject(caller, 'project.manage-access', project);
    return { row, project };
  }
}

function targetOf({ id }: { id: string }, project: { name: string; organizationId: string }): AuditTarget {
  return { type: 'team-project', id, name: project.name, organizationId: project.organizationId };
}
