import type { Access } from '../../identity/access/access.js';
import type { ProjectGrant } from '../../identity/access/actions.js';
import type { ProjectGrants } from '../../identity/access/levels.js';
import type { RecordedChanges, Unique } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/client.js';
import type { Database } from '../../platform/database/database.js';
import type { OrganizationRow, Prisma, ProjectRow } from '../../platform/database/models.js';
import { searchColumn } from '../../platform/database/text-search.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { readPage } from '../../platform/graphql/read-page.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import { organizationNamed } from '../organization-named.js';
import { variableSetEvent } from '../events/state-events.js';
import type { BindingMode } from '../tags/binding-mode.js';
import { checkedTags } from '../tags/tag-rules.js';
import type { GivenTag } from '../tags/tag-rules.js';
import { bindTags, unbindOthers } from '../tags/tag.store.js';
import type { StoredOverwrites } from '../setting-overwrites.js';
import { requireFitting } from '../text-rules.js';
import { projectNameFault } from './project-name.js';
import type { ProjectFilter, ProjectOrder, ProjectStore } from './project.store.js';
import { projectTarget } from './reach-project.js';
import type { ReachProject } from './reach-project.js';

export interface ProjectInput {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly autoDestroyDuration?: string | null | undefined;
  readonly settingOverwrites?: Partial<StoredOverwrites> | null | undefined;
  readonly tags?: readonly GivenTag[] | null | undefined;
  /** Of an update. Defaults to `add`. */
  readonly tagMode?: BindingMode | null | undefined;
}

/** Projects: groups of an organization's workspaces. Each organization has a default one that cannot be deleted. */
export class Projects {
  constructor(
    private readonly deps: {
      database: Database;
      store: ProjectStore;
      reach: ReachProject;
      access: Access;
      changes: RecordedChanges;
      clock: Clock;
    },
  ) {}

  /** @throws NOT_FOUND */
  read(caller: Caller, id: string): Promise<ProjectRow> {
    return this.deps.reach.reach(caller, 'project.read', id);
  }

  /** The permissions of the caller on a project that it can see. */
  grants(caller: Caller, project: ProjectRow): Promise<ProjectGrants> {
    return this.deps.access.projectGrants(caller, project);
  }

  /** By name. @throws NOT_FOUND for the organization */
  async page(
    caller: Caller,
    organizationName: string,
    filter: ProjectFilter,
    window: PageWindow,
  ): Promise<NumberedPage<ProjectRow>> {
    const organization = await this.#organization(caller, organizationName, 'organization.read');
    const seen = await this.#seen(caller, organization.id, filter);
    return readPage(
      window,
      () => this.deps.store.count(organization, filter, seen),
      (place) => this.deps.store.list(organization.id, filter, seen, place),
    );
  }

  /** @throws NOT_FOUND for the organization */
  async connection(
    caller: Caller,
    organizationName: string,
    filter: ProjectFilter,
    order: ProjectOrder,
    page: PageAsked,
  ): Promise<Connection<ProjectRow>> {
    const organization = await this.#organization(caller, organizationName, 'organization.read');
    const seen = await this.#seen(caller, organization.id, filter);
    return this.deps.store.connection(organization, { filter, seen, order }, page);
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async create(caller: Caller, organizationName: string, input: ProjectInput): Promise<ProjectRow> {
    const organization = await this.#organization(caller, organizationName, 'project.manage');
    const name = checkedName(input.name ?? '');
    requireSettings(input);
    const tags = checkedTags(input.tags ?? [], ['tags']);
    const now = this.deps.clock.now();
    const make = async (tx: TransactionClient) => {
      await requireFreeName(tx, organization.id, name);
      // The organization first: a deletion that holds it waits for nobody who waits for it.
      await tx.organization.update({ where: { id: organization.id }, data: { projectCount: { increment: 1 } } });
      const project = await tx.project.create({
        data: {
          id: ids.project.make(),
          organizationId: organization.id,
          name,
          ...searchColumn(name),
          description: input.description ?? '',
          autoDestroyDuration: input.autoDestroyDuration ?? null,
          settingOverwrites: JSON.stringify(input.settingOverwrites ?? {}),
          createdAt: now,
          updatedAt: now,
        },
      });
      await bindTags(tx, organization.id, { projectId: project.id }, tags, now);
      return { result: project, target: projectTarget(project) };
    };
    return this.deps.changes.make(caller, 'project.create', make, { unique });
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async update(caller: Caller, id: string, input: ProjectInput): Promise<ProjectRow> {
    const seen = await this.deps.reach.reach(caller, 'project.update', id);
    const name = input.name == null ? null : checkedName(input.name);
    requireSettings(input);
    const tags = checkedTags(input.tags ?? [], ['tags']);
    const now = this.deps.clock.now();
    const change = async (tx: TransactionClient) => {
      if (name !== null && name !== seen.name) await requireFreeName(tx, seen.organizationId, name);
      const project = await tx.project.update({
        where: { id },
        data: {
          updatedAt: now,
          ...(name !== null && { name, ...searchColumn(name) }),
          ...(input.description !== undefined && { description: input.description ?? '' }),
          ...(input.autoDestroyDuration !== undefined && { autoDestroyDuration: input.autoDestroyDuration }),
          ...(input.settingOverwrites !== undefined && {
            settingOverwrites: JSON.stringify(input.settingOverwrites ?? {}),
          }),
        },
      });
      if (input.tags && input.tagMode === 'replace') {
        await unbindOthers(
          tx,
          { projectId: id },
          tags.map(({ key }) => key),
        );
      }
      await bindTags(tx, project.organizationId, { projectId: id }, tags, now);
      const changed = Object.entries(input).flatMap(([key, value]) => (value === undefined ? [] : [key]));
      return { result: project, target: projectTarget(project), details: { changed } };
    };
    return this.deps.changes.make(caller, 'project.update', change, { unique });
  }

  /** @throws NOT_FOUND, IN_USE for the default project and for one with workspaces */
  async delete(caller: Caller, id: string): Promise<ProjectRow> {
    const project = await this.deps.reach.reach(caller, 'project.delete', id);
    if (project.isDefault) throw problem('IN_USE', 'The default project cannot be deleted');
    return this.deps.changes.make(caller, 'project.delete', async (tx) => {
      // The organization first, as whoever adds a workspace to it and to the project.
      await tx.organization.update({
        where: { id: project.organizationId },
        data: { projectCount: { decrement: 1 } },
      });
      const workspace = await tx.workspace.findFirst({ where: { projectId: id }, select: { id: true } });
      if (workspace) throw problem('IN_USE', 'The project has workspaces and cannot be deleted');
      const sets = await tx.variableSet.findMany({ where: { projectId: id }, orderBy: { id: 'asc' } });
      const now = this.deps.clock.now();
      const events = sets.map((set) => variableSetEvent('variable-set.deleted', set, now));
      await tx.project.delete({ where: { id } });
      return { result: project, target: projectTarget(project), events };
    });
  }

  /** What of a list the caller may see, and may do what the filter says to; `null` for all of it. */
  async #seen(
    caller: Caller,
    organizationId: string,
    { canUpdate, canCreateWorkspace }: ProjectFilter,
  ): Promise<Prisma.ProjectWhereInput | null> {
    const { access } = this.deps;
    const may = (grant: ProjectGrant, asked: boolean | null | undefined): Prisma.ProjectWhereInput[] => {
      if (asked == null) return [];
      const granted = access.whereGrantedProjects(caller, organizationId, grant);
      if (granted === null) return asked ? [] : [{ id: { in: [] } }];
      return [asked ? granted : { NOT: granted }];
    };
    const visible = await access.whereVisibleProjects(caller, organizationId);
    const all = [
      ...(visible ? [visible] : []),
      ...may('project:update', canUpdate),
      ...may('project:create-workspace', canCreateWorkspace),
    ];
    return all.length === 0 ? null : { AND: all };
  }

  async #organization(
    caller: Caller,
    name: string,
    action: 'organization.read' | 'project.manage',
  ): Promise<OrganizationRow> {
    const organization = await organizationNamed(this.deps.database.client, name);
    await this.deps.access.onOrganization(caller, action, organization.id);
    return organization;
  }
}

const unique: readonly Unique[] = [{ model: 'Project', columns: ['organizationId', 'name'], field: ['name'] }];

function requireSettings({ description, autoDestroyDuration }: ProjectInput): void {
  requireFitting('projectDescription', description, 'description');
  requireFitting('duration', autoDestroyDuration, 'autoDestroyDuration');
}

function checkedName(name: string): string {
  const fault = projectNameFault(name);
  if (fault) throw problem('INVALID_INPUT', fault, ['name']);
  return name;
}

async function requireFreeName(tx: TransactionClient, organizationId: string, name: string): Promise<void> {
  const taken = await tx.project.findUnique({
    where: { organizationId_name: { organizationId, name } },
    select: { id: true },
  });
  if (taken) throw problem('NAME_TAKEN', undefined, ['name']);
}
