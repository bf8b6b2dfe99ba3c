import type { DatabaseClient } from '../../platform/database/client.js';
import type { Database } from '../../platform/database/database.js';
import type { OrganizationRow, Prisma, ProjectRow } from '../../platform/database/models.js';
import { amongFew, fewContaining } from '../../platform/database/name-parts.js';
import { searched } from '../../platform/database/text-search.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { way } from '../../platform/graphql/read-page.js';
import type { PagePlace } from '../../platform/graphql/read-page.js';
import { problem } from '../../platform/problems.js';
import { instant, sortedBy, text } from '../../platform/graphql/keyset.js';
import { sortedPage } from '../../platform/graphql/keyset-prisma.js';
import type { SortedPage } from '../../platform/graphql/keyset-prisma.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import { checkedTags } from '../tags/tag-conditions.js';

/** The filter of a list of projects. */
export interface ProjectFilter {
  /** Complete names; at most {@link mostNames}. */
  readonly names?: readonly string[] | null | undefined;
  /** Part of the name, in any case. */
  readonly search?: string | null | undefined;
  /** Tags that all must exist; without a value, any value matches. */
  readonly tagged?: readonly { readonly key: string; readonly value?: string | null }[] | null | undefined;
  /** Only those that the caller may, or may not, change. */
  readonly canUpdate?: boolean | null | undefined;
  /** Only those in which the caller may, or may not, create workspaces. */
  readonly canCreateWorkspace?: boolean | null | undefined;
}

/** What of a list its reader sees; `null` for all of it. */
type Seen = Prisma.ProjectWhereInput | null;

const mostNames = 100;

type Organization = Pick<OrganizationRow, 'id' | 'projectCount'>;

export type ProjectOrderField = 'name' | 'createdAt' | 'updatedAt';

export interface ProjectOrder {
  readonly field: ProjectOrderField;
  readonly direction: OrderDirection;
}

interface ListQuery {
  readonly where: Prisma.ProjectWhereInput;
  readonly orderBy: Prisma.ProjectOrderByWithRelationInput[];
  readonly take: number;
}

const pages: Readonly<Record<ProjectOrderField, SortedPage<ListQuery, ProjectRow>>> = {
  name: sortedPage(sortedBy('name', text)),
  createdAt: sortedPage(sortedBy('createdAt', instant)),
  updatedAt: sortedPage(sortedBy('updatedAt', instant)),
};

export class ProjectStore {
  constructor(private readonly deps: { client: DatabaseClient; names: Pick<Database, 'readSql'> }) {}

  /** In the order of `ids`, with null for missing ones. */
  async byIds(ids: readonly string[]): Promise<(ProjectRow | null)[]> {
    const rows = await this.deps.client.project.findMany({ where: { id: { in: [...ids] } } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  async list(
    organizationId: string,
    filter: ProjectFilter,
    seen: Seen,
    { backwards, ...page }: PagePlace,
  ): Promise<ProjectRow[]> {
    const where = await this.#where(organizationId, filter, seen);
    const orderBy = [{ name: way(backwards) }, { id: way(backwards) }];
    return this.deps.client.project.findMany({ where, orderBy, ...page });
  }

  async count({ id, projectCount }: Organization, filter: ProjectFilter, seen: Seen): Promise<number | bigint> {
    const narrowed = filter.names != null || filter.search != null || !!filter.tagged?.length || seen !== null;
    return narrowed ? this.deps.client.project.count({ where: await this.#where(id, filter, seen) }) : projectCount;
  }

  async connection(
    organization: Organization,
    {
      filter,
      seen,
      order: { field, direction },
    }: { readonly filter: ProjectFilter; readonly seen: Seen; readonly order: ProjectOrder },
    page: PageAsked,
  ): Promise<Connection<ProjectRow>> {
    const found = await this.#where(organization.id, filter, seen);
    return pages[field](direction, page, {
      rows: ({ where, ...query }) => this.deps.client.project.findMany({ where: { AND: [found, where] }, ...query }),
      count: () => this.count(organization, filter, seen),
    });
  }

  /** Those that few names match are named. @throws INVALID_PARAMETER for too many names */
  async #where(organizationId: string, filter: ProjectFilter, seen: Seen): Promise<Prisma.ProjectWhereInput> {
    const few = await fewContaining(this.deps.names, filter.search, `project/${organizationId}`);
    return { AND: [whereProjects(organizationId, filter, seen), ...amongFew(few)] };
  }
}

/** @throws INVALID_PARAMETER for too many names or tags */
function whereProjects(
  organizationId: string,
  { names, search, tagged }: ProjectFilter,
  seen: Seen,
): Prisma.ProjectWhereInput {
  if (names != null && names.length > mostNames) {
    throw problem('INVALID_PARAMETER', `At most ${mostNames} names are allowed at once`, ['filter', 'names']);
  }
  return {
    organizationId,
    ...(names != null && { name: { in: [...names] } }),
    ...(search != null && { searchName: searched({ contains: search }) }),
    AND: [...(seen ? [seen] : []), ...checkedTags(tagged, 'tagged').map(boundTo(organizationId))],
  };
}

/** With the organization: keys are indexed below it, and those of others are not looked at. */
const boundTo =
  (organizationId: string) =>
  ({ key, value }: { readonly key: string; readonly value?: string | null }): Prisma.ProjectWhereInput => ({
    tagBindings: { some: { tag: { organizationId, key }, ...(value != null && { value }) } },
  });
