import type { Audit } from '../../identity/audit/audit.js';
import { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import { equals } from '../../platform/database/conditions.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { AcmeAccountRow } from '../../platform/database/models.js';
import { partedCount, rowCount } from '../../platform/database/row-counts.js';
import { mapConnection } from '../../platform/graphql/connection.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { descending, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import { valuesOfColumn } from '../../platform/graphql/values.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { problem } from '../../platform/problems.js';
import type { MountAccess } from '../access.js';
import type { AccountStatus } from './account.store.js';
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

/** Where Vault has its list of accounts. */
const path = 'acme/mgmt/account/keyid/';
/** What an operator can make of an account. */
export type OperatedStatus = Extract<AccountStatus, 'valid' | 'revoked'>;

/** What clients of ACME have done at a mount, for its operators. */
export class AcmeRecords {
  readonly #changes: RecordedChanges;

  constructor(
    private readonly deps: {
      readonly database: Database;
      readonly access: MountAccess;
      readonly audit: Audit;
      readonly clock: Clock;
    },
  ) {
    this.#changes = new RecordedChanges(deps);
  }

  /** Newest first. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async accounts(caller: Caller, mount: string, page: PageAsked): Promise<Connection<AcmeAccountRow>> {
    const { mount: found } = await this.deps.access.to(caller, mount, path, 'list');
    const { client } = this.deps.database;
    const where = { mountId: found.id };
    return keysetPage(newestFirst, page, {
      rows: ({ where: place, orderBy, take }) =>
        client.acmeAccount.findMany({ where: { AND: [where, place] }, orderBy, take }),
      count: () => rowCount(this.deps.database, `acme-account/${found.id}`),
    });
  }

  /** Their identifiers, in the order of their text. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async accountIds(caller: Caller, mount: string, asked: ValuesAsked): Promise<readonly string[]> {
    const { mount: found } = await this.deps.access.to(caller, mount, path, 'list');
    const of = equals('mountId', found.id);
    return valuesOfColumn(this.deps.database, { table: 'AcmeAccount', column: 'id', of }, asked);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND */
  async account(caller: Caller, mount: string, id: string): Promise<AcmeAccountRow> {
    const { mount: found } = await this.deps.access.to(caller, mount, `${path}${id}`, 'read');
    return this.#account(this.deps.database.client, found.id, id);
  }

  /** Of an account, newest first. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND */
  async ordersOf(caller: Caller, mount: string, accountId: string, page: PageAsked): Promise<Connection<ShownOrder>> {
    const { mount: found } = await this.deps.access.to(caller, mount, `${path}${accountId}`, 'read');
    return this.#orders(found.id, page, { accountId });
  }

  /**
   * Revokes an account, with what it has under way, or lets it be used again. The client of one that it has deactivated itself makes another.
   * @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND, REQUEST_REFUSED
   */
  async changeStatus(
    caller: Caller,
    mount: string,
    { id, status }: { readonly id: string; readonly status: OperatedStatus },
  ): Promise<AcmeAccountRow> {
    const { mount: found } = await this.deps.access.to(caller, mount, `${path}${id}`, 'update');
    const action = status === 'valid' ? 'acme.account.restore' : 'acme.account.revoke';
    return this.#changes.make(caller, action, async (tx) => {
      const account = await this.#account(tx, found.id, id);
      const target = { type: 'acme-account' as const, id };
      const details = { mount: found.path };
      if (account.status === status) return { result: account, target, details };
      if (account.status === 'deactivated')
        throw problem('REQUEST_REFUSED', 'the client of the account has deactivated it', ['status']);
      const endedAt = status === 'valid' ? null : this.deps.clock.now();
      const { count } = await tx.acmeAccount.updateMany({
        where: { id, status: account.status },
        data: { status, endedAt },
      });
      if (count === 0) throw problem('REQUEST_REFUSED', 'the account was changed meanwhile', ['status']);
      if (endedAt)
        await tx.acmeOrder.updateMany({ where: { accountId: id, status: 'pending' }, data: { status: 'invalid' } });
      return { result: { ...account, status, endedAt }, target, details };
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
    return this.#orders(found.id, page, { accountId });
  }

  async #account(client: TransactionClient, mountId: string, id: string): Promise<AcmeAccountRow> {
    const row = await client.acmeAccount.findUnique({ where: { id } });
    if (row?.mountId !== mountId) throw problem('NOT_FOUND', `ACME key id ${id} did not exist`, ['accountId']);
    return row;
  }

  async #orders(mountId: string, page: PageAsked, { accountId }: OrderSearch): Promise<Connection<ShownOrder>> {
    const { client } = this.deps.database;
    const ofAccount = typeof accountId === 'string';
    const counter = ofAccount
      ? (`acme-account-order/${mountId}/${accountId}` as const)
      : (`acme-order/${mountId}` as const);
    const where = { mountId, ...(ofAccount && { accountId }) };
    const orders = await keysetPage(newestFirst, page, {
      rows: ({ where: place, orderBy, take }) =>
        client.acmeOrder.findMany({ where: { AND: [where, place] }, orderBy, take }),
      count: () => partedCount(this.deps.database, [counter]),
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
