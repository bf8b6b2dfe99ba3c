import type { Access } from '../../identity/access/access.js';
import { mostIds, whereVisible } from '../../identity/access/visible.js';
import type { VisibleWorkspaces } from '../../identity/access/visible.js';
import type { Caller } from '../../identity/caller.js';
import type { Database } from '../../platform/database/database.js';
import { indexedResourceTable } from '../../platform/database/generated/tables.js';
import type { Prisma } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { connectionOf, pageBounds } from '../../platform/graphql/keyset.js';
import { keysetSql } from '../../platform/graphql/keyset-sql.js';
import { numberedPage } from '../../platform/graphql/numbered-page.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { problem } from '../../platform/problems.js';
import { organizationNamed } from '../organization-named.js';
import { knowsResources } from '../inventory/counted-resources.js';
import { behind, byAddress, givenIn, resourceQuery } from './resource-query.js';
import type { LookedIn, ResourceFilter, ResourceKey } from './resource-query.js';
import type { Resource } from './resource.type.js';

export type { ResourceFilter } from './resource-query.js';

/** Finds resources across the workspaces of an organization whose state the caller may read. */
export class ResourceSearch {
  constructor(
    private readonly deps: {
      database: Database;
      access: Access;
      /** The number of workspaces that a statement lists by id; more are selected by what grants access to them. */
      mostNamed?: number;
    },
  ) {}

  /** By address. @throws NOT_FOUND if the caller is not in the organization */
  async search(
    caller: Caller,
    organizationName: string,
    filter: ResourceFilter,
    page: PageAsked,
  ): Promise<Connection<Resource>> {
    const { database, access } = this.deps;
    const organization = await organizationNamed(database.client, organizationName);
    await access.onOrganization(caller, 'organization.read', organization.id);
    const visible = await access.visibleWorkspaces(caller, organization.id, 'state:read');
    const lookedIn = await this.#places(caller, visible);
    const place = {
      organizationId: organization.id,
      ...(visible.kind === 'some' && { workspace: whereVisible(visible) }),
    };
    const asked = keysetSql(pageBounds(byAddress, page));
    const { sql, parameters } = resourceQuery({ organizationId: organization.id, lookedIn, filter, page: asked });
    const rows = (await database.readSql(sql, parameters)).map(indexedResourceTable.read);
    const fetched = rows.map((row): { key: ResourceKey; node: Resource } => ({ key: row, node: row }));
    const count = () => database.client.indexedResource.count({ where: { AND: [place, conditions(filter)] } });
    return connectionOf(byAddress, page, fetched, count);
  }

  /** The managed resources of a workspace, by address. @throws NOT_FOUND, CONTENT_NOT_READ */
  async page(
    caller: Caller,
    workspaceId: string,
    { skip, size, ...window }: PageWindow,
  ): Promise<NumberedPage<Resource>> {
    const { indexedResource, workspace: workspaces, stateVersion } = this.deps.database.client;
    const workspace = await workspaces.findUnique({ where: { id: workspaceId } });
    if (!workspace) throw problem('NOT_FOUND');
    await this.deps.access.onWorkspace(caller, 'resource.search', workspace);
    if (!knowsResources(workspace)) {
      const id = workspace.currentStateVersionId ?? '';
      const unread = await stateVersion.findUnique({ where: { id }, select: { processingProblem: true } });
      throw problem('CONTENT_NOT_READ', unread?.processingProblem ?? undefined);
    }
    const where = { workspaceId, mode: 'managed' };
    const [rows, count] = await Promise.all([
      indexedResource.findMany({ where, orderBy: { address: 'asc' }, skip, take: size }),
      indexedResource.count({ where }),
    ]);
    return numberedPage(rows, { ...window, skip, size }, count);
  }

  /** The workspaces whose state the caller may read; `null` if it is all of them. */
  async #places(caller: Caller, visible: VisibleWorkspaces): Promise<LookedIn | null> {
    if (visible.kind === 'all') return null;
    const { database, access, mostNamed = mostIds } = this.deps;
    const workspaces = await database.client.workspace.findMany({
      where: whereVisible(visible),
      select: { id: true },
      take: mostNamed + 1,
    });
    if (workspaces.length <= mostNamed) return { ids: workspaces.map(({ id }) => id) };
    return { condition: await access.visibleCondition(caller, visible.organizationId, 'state:read') };
  }
}

function conditions(filter: ResourceFilter): Prisma.IndexedResourceWhereInput {
  const { addressPrefix } = filter;
  const prefix = addressPrefix ? { address: { gte: addressPrefix, lt: behind(addressPrefix) } } : {};
  return { AND: [Object.fromEntries(givenIn(filter)), prefix] };
}
