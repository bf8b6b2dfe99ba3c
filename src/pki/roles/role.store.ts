import { LRUCache } from 'lru-cache';
import { equals } from '../../platform/database/conditions.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import type { Prisma, RoleRow } from '../../platform/database/models.js';
import { valuesOfColumn } from '../../platform/graphql/values.js';
import type { ValuesAsked } from '../../platform/graphql/values.js';
import { textsAsWritten, showRole, storedRole, type Role, type WrittenTexts } from '../policy/index.js';
import { isRecord } from '../../platform/is-record.js';

/** What is stored of a role. */
export interface Definition {
  readonly role: Role;
  readonly written: WrittenTexts;
}

/** A stored role: its name and its policy. */
export interface NamedRole extends Definition {
  readonly id: string;
  readonly mountId: string;
  readonly name: string;
}

/** Number of cached parsed roles. */
const heldRoles = 1000;

/** The rows of `Role`. */
export class RoleStore {
  readonly #parsed = new LRUCache<string, Definition & { readonly definition: string }>({ max: heldRoles });

  constructor(private readonly deps: { database: Database }) {}

  /** One prepared statement. The policy is only parsed if it differs from the cached one. */
  async find(mountId: string, name: string): Promise<NamedRole | null> {
    const [row] = await this.deps.database.readSql(
      'SELECT "id", "definition" FROM "Role" WHERE "mountId" = ? AND "name" = ?',
      [mountId, name],
    );
    if (row === undefined) return null;
    const { id, definition } = row;
    if (typeof id !== 'string' || typeof definition !== 'string') throw new Error('a role without text');
    return this.named(mountId, name, { id, definition });
  }

  /** What is stored of a role, read beside its mount. The policy is only parsed if it differs from the cached one. */
  named(mountId: string, name: string, { id, definition }: Pick<RoleRow, 'id' | 'definition'>): NamedRole {
    return { id, mountId, name, ...this.#read(id, definition) };
  }

  /** Several, in no order. */
  async where(where: Prisma.RoleWhereInput): Promise<NamedRole[]> {
    return (await this.deps.database.client.role.findMany({ where })).map((row) => this.#named(row));
  }

  names(mountId: string, asked: ValuesAsked): Promise<string[]> {
    const column = { table: 'Role', column: 'name', of: equals('mountId', mountId) };
    return valuesOfColumn(this.deps.database, column, asked);
  }

  /** So many of all mounts, for preparations at the start. */
  async some(take: number): Promise<Role[]> {
    const rows = await this.deps.database.client.role.findMany({
      orderBy: { id: 'asc' },
      take,
      select: { id: true, definition: true },
    });
    return rows.map(({ id, definition }) => this.#read(id, definition).role);
  }

  /** The present role in a transaction that will change it. */
  async definitionIn(tx: TransactionClient, id: string): Promise<Definition | null> {
    const row = await tx.role.findUnique({ where: { id }, select: { definition: true } });
    return row && this.#read(id, row.definition);
  }

  /** The same by name. */
  async namedIn(tx: TransactionClient, mountId: string, name: string): Promise<Role | null> {
    const select = { id: true, definition: true };
    const row = await tx.role.findUnique({ where: { mountId_name: { mountId, name } }, select });
    return row && this.#read(row.id, row.definition).role;
  }

  /** Replaces the role of the same name. */
  async put(tx: TransactionClient, { id, mountId, name, role, written }: NamedRole, now: Date): Promise<NamedRole> {
    const definition = JSON.stringify({ ...showRole(role), ...(Object.keys(written).length > 0 && { written }) });
    const row = await tx.role.upsert({
      where: { mountId_name: { mountId, name } },
      create: { id, mountId, name, definition, createdAt: now, updatedAt: now },
      update: { definition, updatedAt: now },
    });
    return this.#named(row);
  }

  #named({ id, mountId, name, definition }: RoleRow): NamedRole {
    return { id, mountId, name, ...this.#read(id, definition) };
  }

  #read(id: string, definition: string): Definition {
    const known = this.#parsed.get(id);
    if (known?.definition === definition) return { role: known.role, written: known.written };
    const parsed: unknown = JSON.parse(definition);
    const document = isRecord(parsed) ? parsed : {};
    const outcome = storedRole(document);
    if (outcome.broken) throw new Error(`the stored role ${id} breaks a rule: ${outcome.broken[0].message}`);
    const { role } = outcome;
    const written = textsAsWritten(role, isRecord(document['written']) ? document['written'] : {});
    this.#parsed.set(id, { definition, role, written });
    return { role, written };
  }
}
