import type { Access } from '../../identity/access/access.js';
import { whereVisible } from '../../identity/access/visible.js';
import type { Caller } from '../../identity/caller.js';
import type { Database } from '../../platform/database/database.js';
import type { Prisma } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, keysetPage, text } from '../../platform/graphql/keyset.js';
import { problem } from '../../platform/problems.js';
import type { Resource } from './resource.type.js';

/** What to look for. Everything given must hold; texts are compared whole, but for `addressPrefix`. */
export interface ResourceFilter {
  readonly type?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** `module.net`, or `root`. */
  readonly module?: string | null | undefined;
  readonly provider?: string | null | undefined;
  readonly address?: string | null | undefined;
  readonly addressPrefix?: string | null | undefined;
  readonly mode?: string | null | undefined;
  readonly workspaceId?: string | null | undefined;
}

const byAddress = keyset({ address: ascending(text), id: ascending(text) });

/** Sorts behind every text that begins with the same prefix: the last code point there is. */
const last = '\u{10FFFF}';

/** Finds resources across the workspaces of an organization whose state the caller may read. */
export class ResourceSearch {
  constructor(private readonly deps: { database: Database; access: Access }) {}

  /** In order of addresses. @throws NOT_FOUND when the caller is not in the organization */
  async search(
    caller: Caller,
    organizationName: string,
    filter: ResourceFilter,
    page: PageAsked,
  ): Promise<Connection<Resource>> {
    const { database, access } = this.deps;
    const organization = await database.client.organization.findUnique({
      where: { name: organizationName },
      select: { id: true },
    });
    if (!organization) throw problem('NOT_FOUND');
    await access.onOrganization(caller, 'organization.read', organization.id);
    const visible = await this.#visible(caller, organization.id);
    const where = { AND: [visible, conditions(filter, visible.workspaceId !== undefined)] };
    const { indexedResource } = database.client;
    return keysetPage<{ address: string; id: string }, Resource>(byAddress, page, {
      rows: ({ where: place, orderBy, take }) =>
        indexedResource.findMany({ where: { AND: [where, place] }, orderBy, take, omit: { organizationId: true } }),
      count: () => indexedResource.count({ where }),
    });
  }

  /** Workspaces are named one by one where the caller does not see all of them: the planner then starts from those. */
  async #visible(caller: Caller, organizationId: string): Promise<Prisma.IndexedResourceWhereInput> {
    const visible = await this.deps.access.visibleWorkspaces(caller, organizationId, 'state:read');
    if (visible.kind === 'all') return { organizationId };
    const workspaces = await this.deps.database.client.workspace.findMany({
      where: whereVisible(visible),
      select: { id: true },
    });
    return { organizationId, workspaceId: { in: workspaces.map(({ id }) => id) } };
  }
}

/** What most resources have in common: an index of it alone finds nothing quickly. */
const common = ['provider', 'mode'] as const;

/**
 * @param narrowed whether something beside the filter already leaves few rows
 */
function conditions(filter: ResourceFilter, narrowed: boolean): Prisma.IndexedResourceWhereInput {
  const { addressPrefix, provider, mode, ...telling } = filter;
  const given = Object.entries(telling).filter(([, value]) => typeof value === 'string' && value !== '');
  const prefix = addressPrefix ? { address: { gte: addressPrefix, lt: `${addressPrefix}${last}` } } : {};
  const weak = narrowed || given.length > 0;
  const others = common.flatMap((name) => {
    const value = { provider, mode }[name];
    return value ? [{ [name]: weak ? only(value) : value }] : [];
  });
  return { AND: [Object.fromEntries(given), prefix, ...others] };
}

/** Equal, but said as a range: a planner that knows nothing of how values are spread takes any equality for as good as another. */
function only(value: string) {
  return { gte: value, lte: value };
}
