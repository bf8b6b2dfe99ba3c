import { leaveSetsOf } from '../variables/variable-set.store.js';
import type { AuditTarget } from '../../identity/audit/target.js';
import type { NewEvent } from '../../platform/events/event.js';
import type { Access } from '../../identity/access/access.js';
import type { RecordedChanges, Unique } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { TransactionClient } from '../../platform/database/client.js';
import type { Database } from '../../platform/database/database.js';
import { inLockOrder } from '../../platform/database/lock-order.js';
import type { ProjectRow, WorkspaceRow } from '../../platform/database/models.js';
import { searchColumn } from '../../platform/database/text-search.js';
import type { PageAsked } from '../../platform/graphql/connection.js';
import type { PageWindow } from '../../platform/graphql/numbered-page.js';
import { ids } from '../../platform/ids.js';
import { passing, problem, ProblemError } from '../../platform/problems.js';
import { organizationNamed } from '../organization-named.js';
import { departureEvent, workspaceEvent } from '../events/state-events.js';
import { lockOf } from '../locks/lock-columns.js';
import { requireFitting } from '../text-rules.js';
import type { BindingMode } from '../tags/binding-mode.js';
import { checkedTags } from '../tags/tag-rules.js';
import type { GivenTag } from '../tags/tag-rules.js';
import { bindTags, unbindOthers } from '../tags/tag.store.js';
import { deletionRefusal } from './deletion-rules.js';
import { ListedWorkspaces } from './listed-workspaces.js';
import { hasLongHistory, removeOldest } from './history-removal.js';
import { reachTogether, workspaceTarget } from './reach-workspace.js';
import type { ReachWorkspace, WorkspaceRef } from './reach-workspace.js';
import { longestName, nameFault } from './workspace-name.js';
import { permissionsOf } from './workspace-permissions.js';
import type { WorkspacePermissionSet } from './workspace-permissions.js';
import type { WorkspaceSearch, WorkspaceSort } from './workspace-search.js';
import { settingColumns } from './workspace-settings.js';
import type { WorkspaceSettings } from './workspace-settings.js';
import { changeWorkspace, countMoves, insertWorkspace, removeWorkspace } from './workspace.store.js';
import type { WorkspaceStore } from './workspace.store.js';

export interface NewWorkspace extends WorkspaceSettings {
  readonly name: string;
  /** Defaults to the default project of the organization. */
  readonly projectId?: string | null | undefined;
  readonly source?: string | null | undefined;
  readonly tags?: readonly GivenTag[] | null | undefined;
}

export interface WorkspaceUpdate extends WorkspaceSettings {
  readonly name?: string | null | undefined;
  readonly projectId?: string | null | undefined;
  readonly tags?: readonly GivenTag[] | null | undefined;
  /** Defaults to `add`. */
  readonly tagMode?: BindingMode | null | undefined;
}

/** Whether a workspace may be deleted. @throws why not */
type DeletionCheck = (tx: TransactionClient, seen: WorkspaceRow) => Promise<void>;

const unique: readonly Unique[] = [{ model: 'Workspace', columns: ['organizationId', 'name'], field: ['name'] }];

/** Workspaces: what holds the state of one configuration. */
export class Workspaces {
  readonly #lists: ListedWorkspaces;

  constructor(
    private readonly deps: {
      database: Database;
      store: WorkspaceStore;
      reach: ReachWorkspace;
      access: Access;
      changes: RecordedChanges;
      clock: Clock;
    },
  ) {
    this.#lists = new ListedWorkspaces(deps);
  }

  /** @throws NOT_FOUND */
  read(caller: Caller, ref: WorkspaceRef): Promise<WorkspaceRow> {
    return this.deps.reach.reach(caller, 'workspace.read', ref);
  }

  /** The permissions of the caller on a workspace that it can see. */
  async permissions(
    caller: Caller,
    workspace: WorkspaceRow,
    allowsForce: () => Promise<boolean>,
  ): Promise<WorkspacePermissionSet> {
    const permissions = permissionsOf(await this.deps.access.workspaceGrants(caller, workspace));
    if (!permissions.canForceDelete || this.#isOwner(caller, workspace)) return permissions;
    return { ...permissions, canForceDelete: await allowsForce() };
  }

  /** The workspaces of an organization that the caller may see. @throws NOT_FOUND for the organization */
  page(caller: Caller, organization: string, search: WorkspaceSearch, sort: WorkspaceSort, window: PageWindow) {
    return this.#lists.page(caller, { organization, search, sort }, window);
  }

  /** The same as a connection. @throws NOT_FOUND for the organization */
  connection(caller: Caller, organization: string, search: WorkspaceSearch, sort: WorkspaceSort, page: PageAsked) {
    return this.#lists.connection(caller, { organization, search, sort }, page);
  }

  /** @throws NOT_FOUND for the organization or project, INVALID_INPUT, NAME_TAKEN */
  async create(caller: Caller, organizationName: string, input: NewWorkspace): Promise<WorkspaceRow> {
    const organization = await organizationNamed(this.deps.database.client, organizationName);
    const action = sharings.some((name) => input[name] === true) ? 'workspace.create-shared' : 'workspace.create';
    const project = await this.#project(caller, action, organization.id, input.projectId ?? null);
    const columns = { ...nameColumns(input.name), ...settingColumns(input) };
    requireOneSharing(columns);
    requireFitting('source', input.source, 'source');
    const tags = checkedTags(input.tags ?? [], ['tags']);
    const now = this.deps.clock.now();
    const make = async (tx: TransactionClient) => {
      await requireFreeName(tx, organization.id, input.name);
      const workspace = await insertWorkspace(tx, {
        id: ids.workspace.make(),
        organizationId: organization.id,
        projectId: project.id,
        createdById: caller.userId,
        createdAt: now,
        updatedAt: now,
        latestChangeAt: now,
        ...(input.source != null && { source: input.source }),
        ...columns,
      });
      await bindTags(tx, organization.id, { workspaceId: workspace.id }, tags, now);
      const events = [workspaceEvent('workspace.created', workspace, now)];
      return { result: workspace, target: workspaceTarget(workspace), events };
    };
    return this.deps.changes.make(caller, 'workspace.create', make, { unique });
  }

  /**
   * @throws NOT_FOUND for the workspace or project, INVALID_INPUT, NAME_TAKEN, TOKEN_KIND_REFUSED for a narrowed token that would share or move it, CONFLICT if
   * others move it at the same time
   */
  async update(caller: Caller, ref: WorkspaceRef, input: WorkspaceUpdate): Promise<WorkspaceRow> {
    const { access, changes, clock, reach } = this.deps;
    const { projectId: wanted, tagMode: _, ...others } = input;
    // Terraform Enterprise API, Projects: moving has a right of its own.
    const onlyMoves = wanted != null && Object.values(others).every((value) => value === undefined);
    const workspace = await reach.reach(caller, onlyMoves ? 'workspace.move' : 'workspace.update', ref);
    const projectId = await this.#target(caller, workspace, wanted ?? null);
    const columns = { ...(input.name != null && nameColumns(input.name)), ...settingColumns(input) };
    const tags = checkedTags(input.tags ?? [], ['tags']);
    const moves = projectId !== workspace.projectId;
    if (moves) await access.onWorkspace(caller, 'workspace.move', workspace);
    for (const sharing of sharings) {
      if (columns[sharing] !== true) continue;
      // A caller that sends all settings repeats the present sharing, which may have ended in the meantime.
      if (workspace[sharing]) Reflect.deleteProperty(columns, sharing);
      else await access.onWorkspace(caller, 'workspace.share-state', workspace);
    }
    const now = clock.now();
    const change = async (tx: TransactionClient) => {
      let from = workspace.projectId;
      const changed = await changeWorkspace(tx, workspace.id, async (seen) => {
        if (input.name != null && input.name !== seen.name) await requireFreeName(tx, seen.organizationId, input.name);
        from = seen.projectId;
        // The permission to remove it from one project does not include every other project.
        if (moves && from !== workspace.projectId && from !== projectId) throw problem('CONFLICT');
        requireOneSharing({ ...seen, ...columns });
        return { ...columns, updatedAt: now, ...(moves && { projectId }) };
      });
      await countMoves(tx, [from], changed.projectId);
      if (from !== changed.projectId) await leaveSetsOf(tx, from, changed.id);
      const tagged = { workspaceId: changed.id };
      if (input.tags && input.tagMode === 'replace') {
        await unbindOthers(
          tx,
          tagged,
          tags.map(({ key }) => key),
        );
      }
      await bindTags(tx, changed.organizationId, tagged, tags, now);
      const names = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      const event =
        from === changed.projectId
          ? workspaceEvent('workspace.changed', changed, now)
          : departureEvent('workspace.moved', changed, { projectId: from }, now);
      return { result: changed, target: workspaceTarget(changed), details: { changed: names }, events: [event] };
    };
    return changes.make(caller, 'workspace.update', change, { unique });
  }

  /** Moves workspaces to a project, all or none. @throws NOT_FOUND, INVALID_INPUT, TOKEN_KIND_REFUSED, CONFLICT if others move one at the same time */
  async moveTo(caller: Caller, projectId: string, workspaceIds: readonly string[]): Promise<readonly WorkspaceRow[]> {
    const { changes, clock, reach } = this.deps;
    const workspaces = await reachTogether(reach, caller, 'workspace.move', workspaceIds);
    for (const workspace of workspaces) await this.#target(caller, workspace, projectId);
    const organizationId = workspaces[0]?.organizationId;
    if (organizationId === undefined) return [];
    const updatedAt = clock.now();
    return changes.make(caller, 'project.add-workspaces', async (tx) => {
      const events: NewEvent[] = [];
      const result: WorkspaceRow[] = [];
      for (const { id, projectId: from } of inLockOrder(workspaces, (workspace) => workspace.id)) {
        const moved = await changeWorkspace(tx, id, (seen) => {
          // The permission to remove it from one project does not include every other project.
          if (seen.projectId !== from) throw problem('CONFLICT');
          return { projectId, updatedAt };
        });
        result.push(moved);
        if (from !== projectId) events.push(departureEvent('workspace.moved', moved, { projectId: from }, updatedAt));
      }
      // All workspaces before all projects, as a move of one takes them.
      const left = workspaces.map(({ projectId: from }) => from);
      await countMoves(tx, left, projectId);
      for (const { id, projectId: from } of workspaces) if (from !== projectId) await leaveSetsOf(tx, from, id);
      const target: AuditTarget = { type: 'project', id: projectId, organizationId };
      return { result, target, details: { workspaces: result.map(({ id }) => id) }, events };
    });
  }

  /**
   * Deletes a workspace with all its state, even if that still manages resources. A long history goes in parts; if that is interrupted, the workspace is
   * there with its current state and what is left of its history, to be used, or deleted again.
   * @throws NOT_FOUND, and what {@link safeDelete} throws where the organization leaves this to its owners
   */
  delete(caller: Caller, ref: WorkspaceRef): Promise<WorkspaceRow> {
    return this.#delete(caller, ref, async (tx, seen) => {
      if (this.#isOwner(caller, seen)) return;
      const { allowForceDeleteWorkspaces } = await tx.organization.findUniqueOrThrow({
        where: { id: seen.organizationId },
        select: { allowForceDeleteWorkspaces: true },
      });
      if (!allowForceDeleteWorkspaces) await requireNothingLost(tx, seen);
    });
  }

  /** Deletes a workspace if nothing is lost. @throws NOT_FOUND, WORKSPACE_LOCKED, WORKSPACE_PROCESSING, WORKSPACE_MANAGES_RESOURCES */
  safeDelete(caller: Caller, ref: WorkspaceRef): Promise<WorkspaceRow> {
    return this.#delete(caller, ref, requireNothingLost);
  }

  async #delete(caller: Caller, ref: WorkspaceRef, check: DeletionCheck): Promise<WorkspaceRow> {
    const { id } = await this.deps.reach.reach(caller, 'workspace.delete', ref);
    await this.#removeHistory(caller, id, check);
    return this.deps.changes.make(caller, 'workspace.delete', async (tx) => {
      // The new revision locks the row for the rest of the transaction: nobody can lock the workspace or add state in between.
      const workspace = await changeWorkspace(tx, id, async (seen) => {
        await check(tx, seen);
        return {};
      });
      const now = this.deps.clock.now();
      const where = { workspaceId: id };
      const access = await tx.teamWorkspaceAccess.findMany({ where, select: { teamId: true } });
      const former = { projectId: workspace.projectId, teams: access.map(({ teamId }) => teamId) };
      await removeWorkspace(tx, this.deps.database.provider, workspace, now);
      const events = [departureEvent('workspace.deleted', workspace, former, now)];
      return { result: workspace, target: workspaceTarget(workspace), events };
    });
  }

  /** Deletes a long history in parts, oldest versions first, so that others write in between. Each part is a change of its own, with its record. */
  async #removeHistory(caller: Caller, id: string, check: DeletionCheck): Promise<void> {
    const { changes, clock, database } = this.deps;
    while (await hasLongHistory(database.client, id)) {
      await changes.make(caller, 'workspace.clear', async (tx) => {
        const workspace = await changeWorkspace(tx, id, async (seen) => {
          await check(tx, seen);
          return {};
        });
        const result = await removeOldest(tx, database.provider, workspace, clock.now());
        return { result, target: workspaceTarget(workspace), details: { stateVersions: result } };
      });
    }
  }

  /** Terraform Enterprise API, Organizations: where forced deletion is not allowed, only owners may. */
  #isOwner(caller: Caller, { organizationId }: WorkspaceRow): boolean {
    return this.deps.access.allowsOnOrganization(caller, 'organization.update', organizationId);
  }

  /**
   * The project that is named, for callers who may do this in it; the default one where none is.
   * @throws TOKEN_KIND_REFUSED, NOT_FOUND, which names the field to those who are in the organization, whether there is no such project or none for them
   */
  async #project(
    caller: Caller,
    action: 'workspace.create' | 'workspace.create-shared' | 'workspace.move-here',
    organizationId: string,
    id: string | null,
  ): Promise<ProjectRow> {
    const { access, database } = this.deps;
    const where = id === null ? { organizationId, isDefault: true } : { organizationId, id };
    try {
      const project = await database.client.project.findFirst({ where });
      if (!project) throw problem('NOT_FOUND');
      await access.onProject(caller, action, project);
      return project;
    } catch (error) {
      const isTold = id !== null && access.allowsOnOrganization(caller, 'organization.read', organizationId);
      if (isTold && error instanceof ProblemError && error.problems[0].code === 'NOT_FOUND')
        throw problem('NOT_FOUND', undefined, ['projectId']);
      throw error;
    }
  }

  /** The project of a workspace; another one only for callers who may move workspaces there, and get nothing by it that they do not have. */
  async #target(caller: Caller, workspace: WorkspaceRow, projectId: string | null): Promise<string> {
    if (projectId === null || projectId === workspace.projectId) return workspace.projectId;
    const project = await this.#project(caller, 'workspace.move-here', workspace.organizationId, projectId);
    const { access } = this.deps;
    const held = await access.workspaceGrants(caller, workspace);
    for (const grant of await access.workspaceGrants(caller, { ...workspace, projectId })) {
      if (!held.has(grant))
        throw problem('INVALID_INPUT', 'projectId names a project that would give you more on the workspace', [
          'projectId',
        ]);
    }
    return project.id;
  }
}

/** The settings by which a workspace lets many others read its state. */
const sharings = ['globalRemoteState', 'projectRemoteState'] as const;

/** Terraform Enterprise API, Workspaces: with the organization, with the project, or with neither. @throws INVALID_INPUT */
function requireOneSharing(settings: Partial<Pick<WorkspaceRow, (typeof sharings)[number]>>): void {
  if (!sharings.every((name) => settings[name])) return;
  const message = 'Project remote state cannot be enabled when global remote state sharing is enabled';
  throw problem('INVALID_INPUT', message, ['projectRemoteState']);
}

function nameColumns(name: string) {
  const fault = nameFault(name);
  if (fault) throw problem('INVALID_INPUT', fault, ['name'], passing(name.length, longestName));
  return { name, ...searchColumn(name) };
}

async function requireFreeName(tx: TransactionClient, organizationId: string, name: string): Promise<void> {
  const taken = await tx.workspace.findUnique({
    where: { organizationId_name: { organizationId, name } },
    select: { id: true },
  });
  if (taken) throw problem('NAME_TAKEN', undefined, ['name']);
}

async function requireNothingLost(tx: TransactionClient, workspace: WorkspaceRow): Promise<void> {
  const current =
    workspace.currentStateVersionId === null
      ? null
      : await tx.stateVersion.findUnique({
          where: { id: workspace.currentStateVersionId },
          select: { resourcesProcessed: true, processingProblem: true },
        });
  const refused = deletionRefusal({
    locked: workspace.lockedAt !== null,
    // The copy of a rollback is read already, but its resources are counted with the index.
    processing:
      current !== null &&
      (!current.resourcesProcessed || workspace.indexedStateVersionId !== workspace.currentStateVersionId),
    unreadable: current?.processingProblem != null,
    resourceCount: workspace.resourceCount,
  });
  if (refused) throw problem(refused, undefined, undefined, { facts: { lock: lockOf(workspace) } });
}
