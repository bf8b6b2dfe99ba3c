import type { DatabaseClient } from '../../platform/database/client.js';
import type { OrganizationRow, Prisma, ProjectRow } from '../../platform/database/models.js';
import { searched } from '../../platform/database/text-search.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { problem } from '../../platform/problems.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';

/** What a list of projects is narrowed by. */
export interface ProjectSearch {
  /** Whole names, any of them; at most {@link mostNames}. */
  readonly names?: readonly string[] | null | undefined;
  /** Part of the name, in any case. */
  readonly query?: string | null | undefined;
}

const mostNames = 100;

type Organization = Pick<OrganizationRow, 'id' | 'projectCount'>;

const byName = keyset({ name: ascending(text), id: ascending(text) });

export class ProjectStore {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  /** In the order of `ids`, with gaps where there is none. */
  async byIds(ids: readonly string[]): Promise<(ProjectRow | null)[]> {
    const rows = await this.deps.client.project.findMany({ where: { id: { in: [...ids] } } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  list(organizationId: string, search: ProjectSearch, page: { skip: number; take: number }): Promise<ProjectRow[]> {
    const where = whereProjects(organizationId, search);
    return this.deps.client.project.findMany({ where, orderBy: [{ name: 'asc' }, { id: 'asc' }], ...page });
  }

  async count({ id, projectCount }: Organization, search: ProjectSearch): Promise<number | bigint> {
    const narrowed = search.names != null || search.query != null;
    return narrowed ? this.deps.client.project.count({ where: whereProjects(id, search) }) : projectCount;
  }

  connection(organization: Organization, search: ProjectSearch, page: PageAsked): Promise<Connection<ProjectRow>> {
    return keysetPage(byName, page, {
      rows: ({ where, orderBy, take }) =>
        this.deps.client.project.findMany({
          where: { AND: [whereProjects(organization.id, search), where] },
          orderBy,
          take,
        }),
      count: () => this.count(organization, search),
    });
  }
}

/** @throws INVALID_PARAMETER for too many names */
function whereProjects(organizationId: string, { names, query }: ProjectSearch): Prisma.ProjectWhereInput {
  if (names != null && names.length > mostNames) {
    throw problem('INVALID_PARAMETER', `At most ${mostNames} names can be asked for at once`, ['filter', 'names']);
  }
  return {
    organizationId,
    ...(names != null && { name: { in: [...names] } }),
    ...(query != null && { searchName: searched({ contains: query }) }),
  };
}
