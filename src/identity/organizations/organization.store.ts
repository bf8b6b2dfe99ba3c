import type { DatabaseClient } from '../../platform/database/database.js';
import type { OrganizationRow, Prisma } from '../../platform/database/models.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import { numberedPage } from '../../platform/graphql/numbered-page.js';
import type { NumberedPage, PageWindow } from '../../platform/graphql/numbered-page.js';

const byId = keyset({ id: ascending(text) });

export class OrganizationStore {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  list(where: Prisma.OrganizationWhereInput, page: PageAsked): Promise<Connection<OrganizationRow>> {
    const { organization } = this.deps.client;
    return keysetPage(byId, page, {
      rows: (query) => organization.findMany({ ...query, where: { AND: [where, query.where] } }),
      count: () => organization.count({ where }),
    });
  }

  async page(where: Prisma.OrganizationWhereInput, window: PageWindow): Promise<NumberedPage<OrganizationRow>> {
    const { organization } = this.deps.client;
    const { skip, size: take } = window;
    const [rows, count] = await Promise.all([
      organization.findMany({ where, orderBy: { name: 'asc' }, skip, take }),
      organization.count({ where }),
    ]);
    return numberedPage(rows, window, count);
  }
}
