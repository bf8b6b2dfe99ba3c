import type { Database, DatabaseClient } from '../../platform/database/database.js';
import type { OrganizationRow, Prisma } from '../../platform/database/models.js';
import { rowCount } from '../../platform/database/row-counts.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';
import { readPage, way } from '../../platform/graphql/read-page.js';

const byId = keyset({ id: ascending(text) });

export class OrganizationStore {
  constructor(private readonly deps: { client: DatabaseClient; names: Pick<Database, 'readSql'> }) {}

  /** @param where `null` for all */
  list(where: Prisma.OrganizationWhereInput | null, page: PageAsked): Promise<Connection<OrganizationRow>> {
    const { organization } = this.deps.client;
    return keysetPage(byId, page, {
      rows: (query) => organization.findMany({ ...query, where: { AND: [where ?? {}, query.where] } }),
      count: () => this.#count(where),
    });
  }

  /** @param where `null` for all */
  page(where: Prisma.OrganizationWhereInput | null, window: PageWindow): Promise<NumberedPage<OrganizationRow>> {
    const { organization } = this.deps.client;
    return readPage(
      window,
      () => this.#count(where),
      ({ backwards, ...place }) =>
        organization.findMany({ where: where ?? {}, orderBy: { name: way(backwards) }, ...place }),
    );
  }

  #count(where: Prisma.OrganizationWhereInput | null): Promise<number | bigint> {
    return where ? this.deps.client.organization.count({ where }) : rowCount(this.deps.names, 'organization');
  }
}
