import type { TransactionClient } from '../../platform/database/database.js';
import { rowCount } from '../../platform/database/row-counts.js';
import type { Prisma, TeamProjectAccessRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import { idOf } from '../directory.js';
import type { Directory } from '../directory.js';
import { visibleTeams } from '../teams/visible-teams.js';
import { projectGrantsOf } from './levels.js';
import type { OnProject, ProjectAccessLevel } from './levels.js';
import { columnsOf, projectPresets } from './project-presets.js';
import type { ProjectAccessColumns, ProjectPart, WorkspacePart } from './project-presets.js';
import { readOnlyWith } from './read-only-part.js';
import { TeamAccesses } from './team-accesses.js';
import type { AccessQuery, Listed } from './team-accesses.js';

type Project = Awaited<ReturnType<Directory['project']>>;

type Given<Part> = { readonly [Name in keyof Part]?: Part[Name] | null | undefined };

export interface ProjectAccessInput {
  readonly access?: ProjectAccessLevel | null | undefined;
  /** The parts of a custom access. */
  readonly projectAccess?: Given<ProjectPart> | null | undefined;
  readonly workspaceAccess?: Given<WorkspacePart> | null | undefined;
}

const isLevel = (word: string): word is ProjectAccessLevel => Object.hasOwn(projectPresets, word);

type Columns = { readonly [Name in keyof ProjectAccessColumns]: TeamProjectAccessRow[Name] };

/** @throws INVALID_INPUT for parts of a custom access beside a level that already defines them */
function withParts(access: string, base: Columns, { projectAccess, workspaceAccess }: ProjectAccessInput): Columns {
  for (const [part, values] of Object.entries({ projectAccess, workspaceAccess })) {
    for (const [name, value] of Object.entries(values ?? {})) {
      if (value === null || value === undefined || access === 'custom') continue;
      throw problem('INVALID_INPUT', readOnlyWith(access, name), [part, name]);
    }
  }
  return {
    settings: projectAccess?.settings ?? base.settings,
    teams: projectAccess?.teams ?? base.teams,
    variableSets: projectAccess?.variableSets ?? base.variableSets,
    runs: workspaceAccess?.runs ?? base.runs,
    stateVersions: workspaceAccess?.stateVersions ?? base.stateVersions,
    variables: workspaceAccess?.variables ?? base.variables,
    sentinelMocks: workspaceAccess?.sentinelMocks ?? base.sentinelMocks,
    runTasks: workspaceAccess?.runTasks ?? base.runTasks,
    workspaceCreation: workspaceAccess?.create ?? base.workspaceCreation,
    workspaceLocking: workspaceAccess?.locking ?? base.workspaceLocking,
    workspaceMoving: workspaceAccess?.move ?? base.workspaceMoving,
    workspaceDeletion: workspaceAccess?.delete ?? base.workspaceDeletion,
  };
}

/** The access of teams to projects and to every workspace in them. */
export class ProjectAccess extends TeamAccesses<Project, TeamProjectAccessRow> {
  protected readonly noun = 'project';

  /** @throws NOT_FOUND, INVALID_INPUT, also for more than the caller has, MISSING_INPUT, NAME_TAKEN if the team has access already */
  async add(
    caller: Caller,
    { teamId, projectId, ...input }: ProjectAccessInput & { readonly teamId: string; readonly projectId: string },
  ): Promise<TeamProjectAccessRow> {
    const place = await this.managedPlace(caller, projectId);
    const team = await this.team(caller, place.organizationId, teamId);
    if (!input.access) throw problem('MISSING_INPUT', 'access is required', ['access']);
    const { access } = input;
    const columns = { access, ...withParts(access, columnsOf(projectPresets[access]), input) };
    await this.#requireHeld(caller, place, columns);
    const now = this.deps.clock.now();
    return this.give(caller, { place, team }, async (tx) => {
      const keys = { id: ids.teamProjectAccess.make(), teamId: team.id, projectId: place.id };
      const stamps = { createdAt: now, updatedAt: now };
      return { row: await tx.teamProjectAccess.create({ data: { ...keys, ...columns, ...stamps } }), details: columns };
    });
  }

  /** Parts that are left out stay as they are. @throws NOT_FOUND, INVALID_INPUT, also for more than the caller has */
  async update(caller: Caller, id: string, input: ProjectAccessInput): Promise<TeamProjectAccessRow> {
    const { row, place } = await this.managed(caller, id);
    const access = input.access ?? row.access;
    const base = access !== 'custom' && isLevel(access) ? columnsOf(projectPresets[access]) : row;
    const columns = { access, ...withParts(access, base, input) };
    await this.#requireHeld(caller, place, columns, row);
    const updatedAt = this.deps.clock.now();
    return this.deps.changes.make(caller, 'project.update-team-access', async (tx) => {
      // What the team had counts above, so that it must be what the team still has.
      const { count } = await tx.teamProjectAccess.updateMany({
        where: { id, updatedAt: row.updatedAt, access: row.access },
        data: { ...columns, updatedAt },
      });
      if (count === 0) throw problem('CONFLICT');
      const result = await tx.teamProjectAccess.findUniqueOrThrow({ where: { id } });
      return { result, target: this.target(result, place), details: { teamId: row.teamId, ...columns } };
    });
  }

  /**
   * Somebody who manages the access of teams may not have all of it: what they give is what they have, or what the team has already.
   * @throws INVALID_INPUT
   */
  async #requireHeld(
    caller: Caller,
    place: Project,
    given: Parameters<typeof projectGrantsOf>[0],
    former?: TeamProjectAccessRow,
  ): Promise<void> {
    const held = await this.deps.access.givableOnProject(caller, place);
    const asked = projectGrantsOf(given);
    const had: OnProject | null = former ? projectGrantsOf(former) : null;
    const holds =
      [...asked.project].every((grant) => held.project.has(grant) || had?.project.has(grant)) &&
      [...asked.workspace].every((grant) => held.workspace.has(grant) || had?.workspace.has(grant));
    if (!holds) throw problem('INVALID_INPUT', 'access gives more than you have on the project', ['access']);
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

  protected requireReader(caller: Caller, project: Project) {
    return this.deps.access.onProject(caller, 'project.read-access', project);
  }

  /** Only who administers the project, or sees every team, sees the access of secret ones. */
  protected async shownTeams(caller: Caller, project: Project): Promise<Prisma.TeamWhereInput | null> {
    const { project: held } = await this.deps.access.givableOnProject(caller, project);
    return held.has('project:see-secret-teams') ? null : visibleTeams(caller, project.organizationId);
  }

  protected async row(id: string) {
    return this.deps.client.teamProjectAccess.findUnique({ where: { id: idOf('teamProjectAccess', id) } });
  }

  protected rows({ place, team }: Listed<Project>, { where, ...order }: AccessQuery) {
    const listed = { projectId: place.id, ...(team && { team }) };
    return this.deps.client.teamProjectAccess.findMany({ ...order, where: { AND: [listed, where] } });
  }

  protected count({ place, team }: Listed<Project>): Promise<number | bigint> {
    if (team === null) return rowCount(this.deps.names, `project-access/${place.id}`);
    return this.deps.client.teamProjectAccess.count({ where: { projectId: place.id, team } });
  }

  protected deleted(tx: TransactionClient, id: string) {
    return tx.teamProjectAccess.deleteMany({ where: { id } });
  }
}
