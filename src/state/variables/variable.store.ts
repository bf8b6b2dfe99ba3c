import { randomBytes } from 'node:crypto';
import { text } from '../../platform/database/columns.js';
import { any, oneOf } from '../../platform/database/conditions.js';
import type { Database } from '../../platform/database/database.js';
import type { DatabaseClient, TransactionClient } from '../../platform/database/client.js';
import type { VariableRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { VariableParts } from './variable-rules.js';

/** A variable without its value. */
export type StoredVariable = Omit<VariableRow, 'sealedValue'>;
/** What has the variable. */
export type OfVariable = { readonly workspaceId: string } | { readonly variableSetId: string };

const ownedSql = 'SELECT "id", coalesce("workspaceId", "variableSetId") AS "owner" FROM "Variable"';
const inOrder = 'ORDER BY "key", "category"';

const withoutValue = { sealedValue: true } as const;
const purpose = 'variable';

/** Rows of variables. Every value is sealed: a variable that becomes sensitive was never stored readable. */
export class VariableStore {
  constructor(
    private readonly deps: {
      client: DatabaseClient;
      rows: Pick<Database, 'readBeside'>;
      seal: Pick<Seal, 'wrap' | 'unwrap'>;
    },
  ) {}

  byId(id: string): Promise<StoredVariable | null> {
    return this.deps.client.variable.findUnique({ where: { id }, omit: withoutValue });
  }

  byIds(wanted: readonly string[]): Promise<StoredVariable[]> {
    return this.deps.client.variable.findMany({ where: { id: { in: [...wanted] } }, omit: withoutValue });
  }

  /** Workspaces and sets → the ids of their variables, by key. */
  async idsOf(owners: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const among = any(oneOf('workspaceId', owners), oneOf('variableSetId', owners));
    const rows = await this.deps.rows.readBeside(`${ownedSql} WHERE ${among.sql} ${inOrder}`, among.parameters);
    const found = new Map<string, string[]>();
    for (const row of rows) {
      const id = text(row['id']);
      const owner = text(row['owner']);
      const known = found.get(owner);
      if (known) known.push(id);
      else found.set(owner, [id]);
    }
    return found;
  }

  /** Ids → values. For callers who may read them, of variables that are not sensitive; check first. */
  async values(wanted: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.deps.client.variable.findMany({
      where: { id: { in: [...wanted] }, sensitive: false },
      select: { id: true, sealedValue: true },
    });
    return new Map(rows.map(({ id, sealedValue }) => [id, this.deps.seal.unwrap(purpose, sealedValue, id).toString()]));
  }

  insert(
    tx: TransactionClient,
    of: OfVariable,
    { value, now, ...parts }: VariableParts & { readonly value: Buffer; readonly now: Date },
  ): Promise<StoredVariable> {
    const id = ids.variable.make();
    const stamps = { versionId: newVersion(), createdAt: now, updatedAt: now };
    return tx.variable.create({
      data: { id, ...of, ...parts, ...this.#sealed(id, value), ...stamps },
      omit: withoutValue,
    });
  }

  /** @param value `null` to keep the present one */
  update(
    tx: TransactionClient,
    id: string,
    { value, now, ...parts }: VariableParts & { readonly value: Buffer | null; readonly now: Date },
  ): Promise<StoredVariable> {
    const data = { ...parts, ...(value && this.#sealed(id, value)), versionId: newVersion(), updatedAt: now };
    return tx.variable.update({ where: { id }, data, omit: withoutValue });
  }

  #sealed(id: string, value: Buffer) {
    return { sealedValue: new Uint8Array(this.deps.seal.wrap(purpose, value, id)), valueBytes: value.length };
  }
}

/** As long as those of Terraform Enterprise. */
const newVersion = (): string => randomBytes(18).toString('hex');

/** Bytes of values that one response may have. */
export const mostBytesOfResponse = 67_108_864;

/** Counts the values that one response reads. */
export class ValueBudget {
  #bytes = 0;

  /** @throws CONTENT_TOO_LARGE */
  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > mostBytesOfResponse) {
      const rule = `The values of the requested variables have more than ${mostBytesOfResponse} bytes; ask for fewer`;
      throw problem('CONTENT_TOO_LARGE', rule, undefined, { facts: { limit: mostBytesOfResponse } });
    }
  }
}
