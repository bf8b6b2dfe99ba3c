import type { Database, Provider, TransactionClient } from '../../platform/database/database.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { livedSql } from '../../platform/installation/lived-time.js';

/** What interrupted writes left stands among the objects under names of its own. */
export const temporaryPrefix = 'temporary/';
const anObject = { NOT: { id: { startsWith: temporaryPrefix } } };

const batchSize = 200;

/** The rows of `UnnamedObject`: what stands in the store and is named by no row, since when, and whether somebody let go of it. */
export class UnnamedObjects {
  constructor(private readonly deps: { database: Database }) {}

  /** Which of these are known to be unnamed. */
  async among(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.deps.database.client.unnamedObject.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true },
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** From now on their days count. What is known already stays as it is. */
  async add(ids: readonly string[], since: { seenAt: Date; livedMs: bigint }, released = false): Promise<void> {
    if (ids.length === 0) return;
    const sql = `INSERT INTO "UnnamedObject" ("id", "seenAt", "livedMs", "released") VALUES (?, ?, ?, ?) ON CONFLICT ("id") DO NOTHING`;
    await this.deps.database.writeSql([{ sql, rows: ids.map((id) => [id, since.seenAt, since.livedMs, released]) }]);
  }

  /** They are named (again), or gone. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.deps.database.client.unnamedObject.deleteMany({ where: { id: { in: [...ids] } } });
  }

  /** How many objects are unnamed, and how many of them for longer than until `livedMs` without that anybody let go of them. */
  async count(livedMs: bigint): Promise<{ readonly all: number; readonly unexpected: number }> {
    const { unnamedObject } = this.deps.database.client;
    const [all, unexpected] = await Promise.all([
      unnamedObject.count({ where: anObject }),
      unnamedObject.count({ where: { ...anObject, released: false, livedMs: { lte: livedMs } } }),
    ]);
    return { all, unexpected };
  }

  /** Batches of what has been unnamed since before `livedMs`, for callers that remove them from these rows or continue after them. */
  async *since(
    livedMs: bigint,
    which: { readonly temporary: boolean; readonly released: boolean },
  ): AsyncGenerator<readonly string[]> {
    const kind = which.temporary ? { id: { startsWith: temporaryPrefix } } : anObject;
    const released = which.released ? { released: true } : {};
    let after = '';
    for (;;) {
      const rows = await this.deps.database.client.unnamedObject.findMany({
        where: { AND: [kind, released, { livedMs: { lte: livedMs } }, { id: { gt: after } }] },
        orderBy: { id: 'asc' },
        take: batchSize,
        select: { id: true },
      });
      if (rows.length > 0) yield rows.map(({ id }) => id);
      after = rows.at(-1)?.id ?? after;
      if (rows.length < batchSize) return;
    }
  }

  /** The operator has looked: what is unnamed now may go when its days have passed. @returns how many */
  async release(): Promise<number> {
    const { count } = await this.deps.database.client.unnamedObject.updateMany({
      where: { released: false },
      data: { released: true },
    });
    return count;
  }
}

/** The columns that name objects, each with the column that says whose they are. */
const named = [
  { table: 'StateVersion', object: 'contentObjectId', version: 'id' },
  { table: 'StateVersion', object: 'jsonObjectId', version: 'id' },
  { table: 'InventoryDocument', object: 'objectId', version: 'stateVersionId' },
] as const;

/**
 * Lets go of the objects of versions that the transaction deletes: call it before they are gone. It was meant to be, so however many they are, they are no
 * sign that store and database do not belong together. What another row names as well is found named, and stays.
 */
export async function letGo(
  tx: TransactionClient,
  provider: Provider,
  whose: { readonly workspaceId: string } | { readonly versionIds: readonly string[] },
  now: Date,
): Promise<void> {
  const values = 'workspaceId' in whose ? [whose.workspaceId] : whose.versionIds;
  if (values.length === 0) return;
  const versions =
    'workspaceId' in whose
      ? 'SELECT "id" FROM "StateVersion" WHERE "workspaceId" = ?'
      : values.map(() => '?').join(', ');
  for (const { table, object, version } of named) {
    const sql = `INSERT INTO "UnnamedObject" ("id", "seenAt", "livedMs", "released")
      SELECT "${object}", ?, ${livedSql}, true FROM "${table}"
       WHERE "${object}" IS NOT NULL AND "${version}" IN (${versions}) GROUP BY "${object}"
      ON CONFLICT ("id") DO UPDATE SET "released" = true`;
    const placed = placeholders(sql, (position) => (provider === 'postgresql' ? `$${position}` : '?'));
    await tx.$executeRawUnsafe(placed.sql, now, ...values);
  }
}
