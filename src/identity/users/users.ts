import type { TransactionClient } from '../../platform/database/database.js';
import type { Prisma, UserRow } from '../../platform/database/models.js';
import { rowCount } from '../../platform/database/row-counts.js';
import { amongFew, fewOf } from '../../platform/database/name-parts.js';
import { searchColumn, searched, searchEmailColumn } from '../../platform/database/text-search.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { instant, sortedBy, text } from '../../platform/graphql/keyset.js';
import { sortedPage } from '../../platform/graphql/keyset-prisma.js';
import type { SortedPage } from '../../platform/graphql/keyset-prisma.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';
import { found } from '../directory.js';
import { requireText } from '../names.js';
import { handOnInvitations } from '../memberships/waiting-invitations.js';
import { visibleTo } from './visible-users.js';
import type { AuditTarget } from '../audit/target.js';
import type { IdentityParts } from '../parts.js';

export type UserOrderField = 'username' | 'createdAt';

export interface UserOrder {
  readonly field: UserOrderField;
  readonly direction: OrderDirection;
}

interface ListQuery {
  readonly where: Prisma.UserWhereInput;
  readonly orderBy: Prisma.UserOrderByWithRelationInput[];
  readonly take: number;
}

const pages: Readonly<Record<UserOrderField, SortedPage<ListQuery, UserRow>>> = {
  username: sortedPage(sortedBy('username', text)),
  createdAt: sortedPage(sortedBy('createdAt', instant)),
};
const unique = [{ model: 'User', columns: ['username'], field: ['username'] }];

export interface UserChange {
  readonly username?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly siteAdmin?: boolean | null | undefined;
  readonly suspended?: boolean | null | undefined;
}

/** Accounts: of people, and those that act for teams, organizations and the service. */
export class Users {
  constructor(private readonly deps: IdentityParts) {}

  /** The account of the caller's token. @throws NOT_FOUND */
  async me(caller: Caller): Promise<UserRow> {
    await this.deps.access.onSite(caller, 'account.read');
    return this.deps.directory.user(caller.userId);
  }

  /** An account that shares an organization with the caller. @param ref username or id @throws NOT_FOUND */
  async read(caller: Caller, ref: string): Promise<UserRow> {
    const { id } = await this.deps.directory.user(ref);
    return found(await this.deps.client.user.findFirst({ where: { AND: [{ id }, visibleTo(caller)] } }));
  }

  async list(
    caller: Caller,
    search: string | null,
    { field, direction }: UserOrder,
    page: PageAsked,
  ): Promise<Connection<UserRow>> {
    const { user } = this.deps.client;
    const named: Prisma.UserWhereInput =
      search === null || search === ''
        ? {}
        : { OR: [{ searchName: searched({ contains: search }) }, { searchEmail: searched({ equals: search }) }] };
    const few =
      search === null || search === ''
        ? null
        : await fewOf(this.deps.names, ['user', { contains: search }], ['user-email', { equals: search }]);
    const where = { AND: [{ kind: 'person' }, visibleTo(caller), named, ...amongFew(few)] };
    return pages[field](direction, page, {
      rows: (query) => user.findMany({ ...query, where: { AND: [where, query.where] } }),
      count: () => (caller.siteAdmin && !search ? rowCount(this.deps.names, 'user') : user.count({ where })),
    });
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN */
  async create(
    caller: Caller,
    input: { username: string; email: string; siteAdmin?: boolean | null | undefined },
  ): Promise<UserRow> {
    await this.deps.access.onSite(caller, 'user.manage');
    const now = this.deps.clock.now();
    const data = {
      id: ids.user.make(),
      username: userName(input.username),
      email: requireText('email', input.email, ['email']),
      siteAdmin: input.siteAdmin ?? false,
      createdAt: now,
      updatedAt: now,
    };
    return this.deps.changes.make(
      caller,
      'user.create',
      async (tx) => {
        const result = await tx.user.create({
          data: { ...data, ...searchColumn(data.username), ...searchEmailColumn(data.email) },
        });
        await handOnInvitations(tx, result);
        return { result, target: targetOf(result), details: { siteAdmin: data.siteAdmin } };
      },
      { unique, affectsNobody: true },
    );
  }

  /**
   * Changes the caller's own account. Others use its name and address to give it permissions (memberships, roles with templates as domains). So callers who are
   * not site administrators cannot change the name, and a new address takes effect only when a site administrator sets it.
   * @throws TOKEN_KIND_REFUSED, INVALID_INPUT, NAME_TAKEN
   */
  async updateOwn(caller: Caller, input: Pick<UserChange, 'username' | 'email'>): Promise<UserRow> {
    await this.deps.access.onSite(caller, 'account.update');
    const user = await this.deps.directory.user(caller.userId);
    const { username, email } = input;
    if (caller.siteAdmin) return this.#update(caller, user, { username, email });
    if (typeof username === 'string' && username !== user.username) {
      throw problem('INVALID_INPUT', 'username can only be changed by a site administrator', ['username']);
    }
    return this.#ask(caller, user, email ?? null);
  }

  /** Stores the requested address; a request for the present address withdraws the earlier one. */
  #ask(caller: Caller, user: UserRow, email: string | null): Promise<UserRow> {
    const asked = email === null ? user.unconfirmedEmail : requireText('email', email, ['email']);
    const unconfirmedEmail = asked === user.email ? null : asked;
    return this.deps.changes.make(
      caller,
      'user.ask-for-email',
      async (tx) => {
        const data = { unconfirmedEmail, updatedAt: this.deps.clock.now() };
        const result = await tx.user.update({ where: { id: user.id }, data });
        return { result, target: targetOf(result), details: { unconfirmedEmail } };
      },
      { affectsNobody: true },
    );
  }

  /** @throws NOT_FOUND, INVALID_INPUT, NAME_TAKEN, IN_USE for the last site administrator */
  async update(caller: Caller, ref: string, input: UserChange): Promise<UserRow> {
    await this.deps.access.onSite(caller, 'user.manage');
    const user = await this.deps.directory.user(ref);
    if (user.kind !== 'person') throw problem('NOT_FOUND');
    return this.#update(caller, user, input);
  }

  #update(caller: Caller, user: UserRow, input: UserChange): Promise<UserRow> {
    const now = this.deps.clock.now();
    const suspended = input.suspended ?? user.suspendedAt !== null;
    const columns = {
      ...(typeof input.username === 'string' && { username: userName(input.username) }),
      ...(typeof input.email === 'string' && {
        email: requireText('email', input.email, ['email']),
        unconfirmedEmail: null,
      }),
      ...(typeof input.siteAdmin === 'boolean' && { siteAdmin: input.siteAdmin }),
    };
    const suspendedAt = suspended ? (user.suspendedAt ?? now) : null;
    return this.deps.changes.make(
      caller,
      'user.update',
      async (tx) => {
        const result = await tx.user.update({
          where: { id: user.id },
          data: {
            ...columns,
            ...searchColumn(columns.username),
            ...searchEmailColumn(columns.email),
            suspendedAt,
            updatedAt: now,
          },
        });
        await requireSiteAdministrator(tx);
        if (columns.email !== undefined) await handOnInvitations(tx, result);
        return { result, target: targetOf(result), details: { ...columns, suspended } };
      },
      { unique },
    );
  }
}

/** @throws IN_USE if no active site administrator would remain */
async function requireSiteAdministrator(tx: TransactionClient): Promise<void> {
  const left = await tx.user.count({ where: { siteAdmin: true, suspendedAt: null, kind: 'person' } });
  if (left === 0) throw problem('IN_USE', 'The last site administrator cannot lose that role', ['user']);
}

/** The prefix of the names of accounts for teams and organizations. */
const reserved = /^api-(team|org)-/;

function userName(username: string): string {
  const field = ['username'];
  if (ids.user.is(username)) throw problem('INVALID_INPUT', 'username must not look like an identifier', field);
  if (reserved.test(username))
    throw problem('INVALID_INPUT', 'username must not start with api-team- or api-org-', field);
  return requireText('username', username, field);
}

export function targetOf({ id, username }: { id: string; username: string }): AuditTarget {
  return { type: 'user', id, name: username };
}
