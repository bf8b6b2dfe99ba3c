import type { TransactionClient } from '../../platform/database/database.js';
import type { TeamProjectAccessRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import type { Caller } from '../caller.js';
import { idOf } from '../directory.js';
import type { Directory } from '../directory.js';
import type { ProjectAccessLevel } from './levels.js';
import { TeamAccesses } from './team-accesses.js';
import type { AccessQuery } from './team-accesses.js';

type Project = Awaited<ReturnType<Directory['project']>>;

/** The access of teams to projects and to every workspace in them. */
export class ProjectAccess extends TeamAccesses<Project, TeamProjectAccessRow> {
  protected readonly noun = 'project';

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN if the team has access already */
  async add(
    caller: Caller,
    {
      teamId,
      projectId,
      access,
    }: { readonly teamId: string; readonly projectId: string; readonly access: ProjectAccessLevel },
  ): Promise<TeamProjectAccessRow> {
    const place = await this.managedPlace(caller, projectId);
    const team = await this.team(caller, place.organizationId, teamId);
    const now = this.deps.clock.now();
    return this.give(caller, { place, team }, async (tx) => {
      const keys = { id: ids.teamProjectAccess.make(), teamId: team.id, projectId: place.id };
      const row = await tx.teamProjectAccess.create({ data: { ...keys, access, createdAt: now, updatedAt: now } });
      return { row, details: { access } };
    });
  }

  /** @throws NOT_FOUND */
  async update(caller: Caller, id: string, access: ProjectAccessLevel): Promise<TeamProjectAccessRow> {
    const { row, place } = await this.managed(caller, id);
    const updatedAt = this.deps.clock.now();
    return this.deps.changes.make(caller, 'project.update-team-access', async (tx) => {
      const result = await tx.teamProjectAccess.update({ where: { id }, data: { access, updatedAt } });
      return { result, target: this.target(result, place), details: { teamId: row.teamId, access } };
    });
  }

  protected place(id: string) {
    return this.deps.directory.project(id);
  }

  protected placeOf({ projectId }: TeamProjectAccessRow) {
    return projectId;
  }

  protected requireManager(caller: Caller, project: Project) {
    return this.deps.access.onProject(caller, 'project.manage-access', project);
  }

  protected async row(id: string) {
    return this.deps.client.teamProjectAccess.findUnique({ where: { id: idOf('teamProjectAccess', id) } });
  }

  protected rows(projectId: string, { where, ...order }: AccessQuery) {
    return this.deps.client.teamProjectAccess.findMany({ ...order, where: { AND: [{ projectId }, where] } });
  }

  protected count(projectId: string) {
    return this.deps.client.teamProjectAccess.count({ where: { projectId } });
  }

  protected deleted(tx: TransactionClient, id: string) {
    return tx.teamProjectAccess.deleteMany({ where: { id } });
  }
}
