import type { BindingMode } from './binding-mode.js';
import type { Access } from '../../identity/access/access.js';
import type { Change, RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { inLockOrder } from '../../platform/database/lock-order.js';
import type { TransactionClient } from '../../platform/database/client.js';
import type { Database } from '../../platform/database/database.js';
import type { ProjectRow, TagRow, WorkspaceRow } from '../../platform/database/models.js';
import type { NewEvent } from '../../platform/events/event.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { readPage } from '../../platform/graphql/read-page.js';
import { item, problem } from '../../platform/problems.js';
import { organizationNamed } from '../organization-named.js';
import { workspaceEvent } from '../events/state-events.js';
import { projectTarget } from '../projects/reach-project.js';
import type { ReachProject } from '../projects/reach-project.js';
import { workspaceTarget } from '../workspaces/reach-workspace.js';
import { reachTogether } from '../workspaces/reach-workspace.js';
import type { ReachWorkspace, WorkspaceRef } from '../workspaces/reach-workspace.js';
import { checkedTags, keyFault, requireTagCount } from './tag-rules.js';
import type { GivenTag, TagValue } from './tag-rules.js';
import { bindTags, unbindOthers, unbindTags } from './tag.store.js';
import type { TagFilter, TagStore, TagTarget } from './tag.store.js';
import type { AuditTarget } from '../../identity/audit/target.js';

/** A tag by its id, or by its key, which is the name of a flat tag. */
export type TagRef = { readonly id: string } | { readonly key: string };

/** Tags of an organization, and what they are bound to. */
export class Tags {
  constructor(
    private readonly deps: {
      database: Database;
      store: TagStore;
      workspaces: ReachWorkspace;
      projects: ReachProject;
      access: Access;
      changes: RecordedChanges;
      clock: Clock;
    },
  ) {}

  /** The tags of an organization, by key. @throws NOT_FOUND */
  async page(
    caller: Caller,
    organization: string,
    filter: TagFilter,
    window: PageWindow,
  ): Promise<NumberedPage<TagRow>> {
    const organizationId = await this.#organization(caller, organization, 'tag.read');
    const { store } = this.deps;
    return readPage(
      window,
      () => store.count(organizationId, filter),
      (place) => store.list(organizationId, filter, place),
    );
  }

  /** @throws NOT_FOUND */
  async connection(
    caller: Caller,
    organization: string,
    filter: TagFilter,
    page: PageAsked,
  ): Promise<Connection<TagRow>> {
    return this.deps.store.connection(await this.#organization(caller, organization, 'tag.read'), filter, page);
  }

  /** @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<TagRow> {
    const tag = await this.deps.store.byId(id);
    if (!tag) throw problem('NOT_FOUND');
    await this.deps.access.onOrganization(caller, 'tag.read', tag.organizationId);
    return tag;
  }

  /** Deletes tags of an organization, and removes them from all objects. @throws NOT_FOUND */
  async delete(caller: Caller, organization: string, ids: readonly string[]): Promise<string[]> {
    const organizationId = await this.#organization(caller, organization, 'tag.manage');
    const target: AuditTarget = { type: 'organization', id: organizationId, name: organization, organizationId };
    return this.deps.changes.make(caller, 'tag.delete', async (tx) => {
      await tx.tag.deleteMany({ where: { organizationId, id: { in: [...ids] } } });
      return { result: [...ids], target, details: { tags: ids } };
    });
  }

  /** Adds tags to a workspace; a tag that is named by its key is created if the organization does not have it. @throws NOT_FOUND, INVALID_INPUT */
  async addToWorkspace(caller: Caller, ref: WorkspaceRef, tags: readonly TagRef[]): Promise<WorkspaceRow> {
    const workspace = await this.deps.workspaces.reach(caller, 'workspace.update', ref);
    const workspaceId = workspace.id;
    const values = await this.#flat(workspace.organizationId, tags);
    const change = { target: workspaceTarget(workspace), events: this.#told(workspace) };
    await this.#change(caller, change, 'workspace.tag', values, async (tx) => {
      const bound = await tx.tagBinding.findMany({
        where: { workspaceId },
        select: { tag: { select: { key: true } } },
      });
      const keys = new Set(bound.map(({ tag }) => tag.key));
      const fresh = values.filter(({ key }) => !keys.has(key));
      await bindTags(tx, workspace.organizationId, { workspaceId }, fresh, this.deps.clock.now());
    });
    return workspace;
  }

  /** Adds a tag to workspaces, in all or in none. @throws NOT_FOUND, INVALID_INPUT */
  async addToWorkspaces(caller: Caller, id: string, workspaceIds: readonly string[]): Promise<TagRow> {
    const workspaces = await reachTogether(this.deps.workspaces, caller, 'workspace.update', workspaceIds);
    const tag = await this.read(caller, id);
    if (workspaces.some(({ organizationId }) => organizationId !== tag.organizationId)) {
      throw problem('NOT_FOUND', undefined, ['workspaceIds']);
    }
    const { clock, changes } = this.deps;
    return changes.make(caller, 'tag.add-workspaces', async (tx) => {
      const bound = await tx.tagBinding.findMany({
        where: { tagId: id, workspaceId: { in: workspaces.map((workspace) => workspace.id) } },
        select: { workspaceId: true },
      });
      const has = new Set(bound.map(({ workspaceId }) => workspaceId));
      const fresh = workspaces.filter((workspace) => !has.has(workspace.id));
      for (const { id: workspaceId, organizationId } of inLockOrder(fresh, (workspace) => workspace.id)) {
        await bindTags(tx, organizationId, { workspaceId }, [{ key: tag.key, value: '' }], clock.now());
      }
      const target: AuditTarget = { type: 'tag', id, name: tag.key, organizationId: tag.organizationId };
      const events = fresh.flatMap((workspace) => this.#told(workspace));
      return { result: tag, target, details: { workspaces: workspaces.map((workspace) => workspace.id) }, events };
    });
  }

  /** Removes tags from a workspace; a tag that it does not have is not an error. @throws NOT_FOUND, INVALID_INPUT */
  async removeFromWorkspace(caller: Caller, ref: WorkspaceRef, tags: readonly TagRef[]): Promise<WorkspaceRow> {
    const workspace = await this.deps.workspaces.reach(caller, 'workspace.update', ref);
    const workspaceId = workspace.id;
    requireTagCount(tags.length, ['tags']);
    const target = workspaceTarget(workspace);
    return this.deps.changes.make(caller, 'workspace.untag', async (tx) => {
      const taken = await unbindTags(tx, { workspaceId }, tags);
      return { result: workspace, target, details: { tags: listed(taken) }, events: this.#told(workspace) };
    });
  }

  /** Binds key/value tags to a workspace. @throws NOT_FOUND, INVALID_INPUT */
  async bindToWorkspace(
    caller: Caller,
    ref: WorkspaceRef,
    tags: readonly GivenTag[],
    mode: BindingMode,
  ): Promise<WorkspaceRow> {
    const workspace = await this.deps.workspaces.reach(caller, 'workspace.update', ref);
    const workspaceId = workspace.id;
    const change = { target: workspaceTarget(workspace), events: this.#told(workspace) };
    await this.#bind(caller, change, workspace, { workspaceId }, tags, mode);
    return workspace;
  }

  /** Binds key/value tags to a project: all its workspaces inherit them. @throws NOT_FOUND, INVALID_INPUT */
  async bindToProject(
    caller: Caller,
    projectId: string,
    tags: readonly GivenTag[],
    mode: BindingMode,
  ): Promise<ProjectRow> {
    const project = await this.deps.projects.reach(caller, 'project.update', projectId);
    await this.#bind(caller, { target: projectTarget(project) }, project, { projectId }, tags, mode);
    return project;
  }

  async #bind(
    caller: Caller,
    change: Tagged,
    { organizationId }: { organizationId: string },
    place: TagTarget,
    tags: readonly GivenTag[],
    mode: BindingMode,
  ): Promise<void> {
    const values = checkedTags(tags, ['tags']);
    await this.#change(caller, change, `${change.target.type}.bind-tags`, values, async (tx) => {
      if (mode === 'replace')
        await unbindOthers(
          tx,
          place,
          values.map(({ key }) => key),
        );
      await bindTags(tx, organizationId, place, values, this.deps.clock.now());
    });
  }

  /** A change of tags is an event of the workspace. */
  #told(workspace: WorkspaceRow): NewEvent[] {
    return [workspaceEvent('workspace.changed', workspace, this.deps.clock.now())];
  }

  #change(
    caller: Caller,
    change: Tagged,
    action: string,
    tags: readonly TagValue[],
    work: (tx: TransactionClient) => Promise<void>,
  ): Promise<void> {
    return this.deps.changes.make(caller, action, async (tx) => {
      await work(tx);
      return { ...change, result: undefined, details: { tags: listed(tags) } };
    });
  }

  async #flat(organizationId: string, tags: readonly TagRef[]): Promise<TagValue[]> {
    const given = await this.deps.store.keysOf(
      organizationId,
      tags.flatMap((tag) => ('id' in tag ? [tag.id] : [])),
    );
    const keys = tags.map((tag) => ('key' in tag ? tag.key : given.get(tag.id)));
    const values = keys.map((key, index) => {
      if (key === undefined) throw problem('NOT_FOUND', undefined, ['tags']);
      const fault = keyFault(key);
      if (fault) throw problem('INVALID_INPUT', fault, ['tags'], item(index));
      return { key, value: '' };
    });
    return checkedTags(values, ['tags']);
  }

  async #organization(caller: Caller, name: string, action: 'tag.read' | 'tag.manage'): Promise<string> {
    const organization = await organizationNamed(this.deps.database.client, name);
    await this.deps.access.onOrganization(caller, action, organization.id);
    return organization.id;
  }
}

/** The object of tags, and its events. */
type Tagged = Pick<Change<unknown>, 'target' | 'events'>;

/** Tags in the form of audit records. */
const listed = (tags: readonly TagValue[]) => tags.map(({ key, value }) => ({ key, value }));
