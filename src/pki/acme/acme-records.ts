import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { AcmeAccountRow } from '../../platform/database/models.js';
import { mapConnection } from '../../platform/graphql/connection.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { descending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import type { MountAccess } from '../access.js';
import { authorizationOf, orderOf, statusOf } from './order.store.js';
import type { AcmeOrder, Authorization, OrderStatus } from './order.store.js';

/** An order with what it depends on. */
export interface ShownOrder {
  readonly order: AcmeOrder;
  readonly status: OrderStatus;
  readonly authorizations: readonly Authorization[];
}

/** A filter of orders; absent conditions do not count. */
export interface OrderSearch {
  readonly accountId?: string | null | undefined;
}

const newestFirst = keyset<{ readonly id: string }>({ id: descending(text) });

/** Where Vault Enterprise has its list of accounts. */
const path = 'acme/mgmt/account/keyid/';

/** What clients of ACME have done at a mount, for its operators. */
export class AcmeRecords {
  constructor(
    private readonly deps: { readonly database: Database; readonly access: MountAccess; readonly clock: Clock },
  ) {}

  /** Newest first. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async accounts(caller: Caller, mount: string, page: PageAsked): Promise<Connection<AcmeAccountRow>> {
    const { mount: found } = await this.deps.access.to(caller, mount, path, 'list');
    const { client } = this.deps.database;
    const where = { mountId: found.id };
    return keysetPage(newestFirst, page, {
      rows: ({ where: place, orderBy, take }) =>
        client.acmeAccount.findMany({ where: { AND: [where, place] }, orderBy, take }),
      count: () => client.acmeAccount.count({ where }),
    });
  }

  /** Newest first. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async orders(
    caller: Caller,
    mount: string,
    page: PageAsked,
    { accountId }: OrderSearch = {},
  ): Promise<Connection<ShownOrder>> {
    const { mount: found } = await this.deps.access.to(caller, mount, path, 'list');
    const { client } = this.deps.database;
    const where = { mountId: found.id, ...(typeof accountId === 'string' && { accountId }) };
    const orders = await keysetPage(newestFirst, page, {
      rows: ({ where: place, orderBy, take }) =>
        client.acmeOrder.findMany({ where: { AND: [where, place] }, orderBy, take }),
      count: () => client.acmeOrder.count({ where }),
    });
    const ofPage = orders.nodes.map(({ id }) => id);
    const rows =
      ofPage.length === 0
        ? []
        : await client.acmeAuthorization.findMany({ where: { orderId: { in: ofPage } }, orderBy: { id: 'asc' } });
    const now = this.deps.clock.now();
    return mapConnection(orders, (row) => {
      const order = orderOf(row);
      const authorizations = rows.filter(({ orderId }) => orderId === row.id).map(authorizationOf);
      return { order, authorizations, status: statusOf(order, authorizations, now) };
    });
  }
}
