import { condition } from '../../platform/database/conditions.js';
import type { Database } from '../../platform/database/database.js';
import { rowCount } from '../../platform/database/row-counts.js';
import type { AuthMethodRow } from '../../platform/database/models.js';
import { mapConnection } from '../../platform/graphql/connection.js';
import type { Connection, PageAsked } from '../../platform/graphql/connection.js';
import { ascending, instant, keyset, text } from '../../platform/graphql/keyset.js';
import { keysetPage } from '../../platform/graphql/keyset-prisma.js';
import { valuesOfColumn } from '../../platform/graphql/values.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { methodOf, methodTypes } from './auth-method.js';
import type { AuthMethod, MethodType } from './auth-method.js';
import { roleOf } from './auth-role.js';
import type { AuthRole } from './auth-role.js';

const oldestFirst = keyset({ createdAt: ascending(instant), id: ascending(text) });
const byName = keyset({ name: ascending(text), id: ascending(text) });

/** Roles that are read together. */
const rowsTogether = 200;
/** Roles of one name of an authority that a chain without a role is tried with: more would let a request read without end. */
const mostTried = 10_000;

/** Methods and roles, for authorized callers and for sign-ins. */
export class AuthMethodStore {
  constructor(private readonly deps: { database: Database }) {}

  /** Oldest first. */
  page(page: PageAsked): Promise<Connection<AuthMethodRow>> {
    const { authMethod } = this.deps.database.client;
    const known = { type: { in: [...methodTypes] } };
    return keysetPage(oldestFirst, page, {
      rows: (query) => authMethod.findMany({ ...query, where: { AND: [known, query.where] } }),
      count: () => authMethod.count({ where: known }),
    });
  }

  async byAccessor(type: MethodType, accessor: string): Promise<AuthMethod | null> {
    const row = await this.deps.database.client.authMethod.findUnique({ where: { accessor } });
    const method = row && methodOf(row);
    return method?.type === type ? method : null;
  }

  async byId(id: string): Promise<AuthMethod | null> {
    const row = await this.deps.database.client.authMethod.findUnique({ where: { id } });
    return row && methodOf(row);
  }

  async byPath(path: string): Promise<AuthMethod | null> {
    const row = await this.deps.database.client.authMethod.findUnique({ where: { path } });
    return row && methodOf(row);
  }

  async role(methodId: string, name: string): Promise<AuthRole | null> {
    const row = await this.deps.database.client.authRole.findUnique({ where: { methodId_name: { methodId, name } } });
    return row && roleOf(row);
  }

  /** By name. */
  async roles(methodId: string, page: PageAsked): Promise<Connection<AuthRole>> {
    const { authRole } = this.deps.database.client;
    const where = { methodId };
    const rows = await keysetPage(byName, page, {
      rows: (query) => authRole.findMany({ ...query, where: { AND: [where, query.where] } }),
      count: () => rowCount(this.deps.database, `auth-role/${methodId}`),
    });
    return mapConnection(rows, roleOf);
  }

  names(methodId: string, page: ValuesAsked): Promise<string[]> {
    const of = condition('"methodId" = ?', methodId);
    return valuesOfColumn(this.deps.database, { table: 'AuthRole', column: 'name', of }, page);
  }

  /** The role with a challenge that does not end. */
  async roleWithSecret(methodId: string, secretHash: string): Promise<AuthRole | null> {
    const where = { methodId, secretHash };
    const row = await this.deps.database.client.authRole.findFirst({ where, orderBy: { name: 'asc' } });
    return row && roleOf(row);
  }

  /** The roles that trust a certificate with one of these names, by name. */
  async *trusting(methodId: string, names: readonly string[]): AsyncGenerator<AuthRole> {
    const { authRole } = this.deps.database.client;
    const trusted = { some: { subjectHash: { in: [...names] } } };
    let after = '';
    for (let read = 0; read < mostTried; read += rowsTogether) {
      const where = { methodId, name: { gt: after }, trusted };
      const rows = await authRole.findMany({ where, orderBy: { name: 'asc' }, take: rowsTogether });
      for (const row of rows) yield roleOf(row);
      const last = rows.at(-1);
      if (!last || rows.length < rowsTogether) return;
      after = last.name;
    }
  }

  /**
   * Takes the challenge for one request: of any number of requests at the same moment, on any number of servers, one gets it.
   * @param may whether a role is one that may be entered: a challenge is not used up by a caller who may not
   * @returns its role; null if there is no such challenge, or it has ended
   */
  async takeChallenge(
    { methodId, hash, now }: { readonly methodId: string; readonly hash: string; readonly now: Date },
    may: (role: AuthRole) => boolean,
  ): Promise<AuthRole | null> {
    const { client } = this.deps.database;
    const found = await client.authChallenge.findUnique({
      where: { methodId_hash: { methodId, hash } },
      include: { role: true },
    });
    const role = found && roleOf(found.role);
    if (!role || !may(role)) return null;
    const { count } = await client.authChallenge.deleteMany({ where: { id: found.id, expiresAt: { gt: now } } });
    return count === 1 ? role : null;
  }
}
