import type { Database, Provider, TransactionClient } from '../../platform/database/database.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { livedSql } from '../../platform/installation/lived-time.js';

/** What interrupted writes left is noted like objects, with this prefix. */
export const temporaryPrefix = 'temporary/';
const anObject = { NOT: { id: { startsWith: temporaryPrefix } } };

const batchSize = 200;

/** The rows of `UnnamedObject`: the objects that no row refers to, since when, and whether somebody removed their reference on purpose. */
export class UnnamedObjects {
  constructor(private readonly deps: { database: Database }) {}

  /** Which of these are noted already. */
  async among(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.deps.database.client.unnamedObject.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true },
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** Their days count from now on. Existing notes do not change. */
  async add(ids: readonly string[], since: { seenAt: Date; livedMs: bigint }, released = false): Promise<void> {
    if (ids.length === 0) return;
    const sql = `INSERT INTO "UnnamedObject" ("id", "seenAt", "livedMs", "released") VALUES (?, ?, ?, ?) ON CONFLICT ("id") DO NOTHING`;
    await this.deps.database.writeSql([{ sql, rows: ids.map((id) => [id, since.seenAt, since.livedMs, released]) }]);
  }

  /** Rows refer to them (again), or they are deleted. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.deps.database.client.unnamedObject.deleteMany({ where: { id: { in: [...ids] } } });
  }

  /** How many objects are unreferenced, and how many of them for longer than since `livedMs` without a deliberate removal of the reference. */
  async count(livedMs: bigint): Promise<{ readonly all: number; readonly unexpected: number }> {
    const { unnamedObject } = this.deps.database.client;
    const [all, unexpected] = await Promise.all([
      unnamedObject.count({ where: anObject }),
      unnamedObject.count({ where: { ...anObject, released: false, livedMs: { lte: livedMs } } }),
    ]);
    return { all, unexpected };
  }

  /** Batches of objects that have been unreferenced since before `livedMs`, for callers that remove their notes or continue after them. */
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

  /** The operator confirms that all present unreferenced objects may be removed when their days have passed. @returns how many */
  async release(): Promise<number> {
    const { count } = await this.deps.database.client.unnamedObject.updateMany({
      where: { released: false },
      data: { released: true },
    });
    return count;
  }
}

/** The columns that refer to objects, each with the column of their owner. */
const named = [
  { table: 'StateVersion', object: 'contentObjectId', version: 'id' },
  { table: 'StateVersion', object: 'jsonObjectId', version: 'id' },
  { table: 'InventoryDocument', object: 'objectId', version: 'stateVersionId' },
] as const;

/**
 * Marks the objects of versions that the transaction deletes; must be called before the deletion. The deletion is intended, so even a large number is no sign
 * that store and database do not belong together. Objects that other rows refer to are found again, and remain.
 */
export async function letGo(
  tx: TransactionClient,
  provider: Provider,
  whose:
    | { readonly organizationId: string }
    | { readonly workspaceIds: readonly string[] }
    | { readonly versionIds: readonly string[] },
  now: Date,
): Promise<void> {
  const [versions, values] =
    'organizationId' in whose
      ? [
          'SELECT "id" FROM "StateVersion" WHERE "workspaceId" IN (SELECT "id" FROM "Workspace" WHERE "organizationId" = ?)',
          [whose.organizationId],
        ]
      : 'workspaceIds' in whose
        ? [
            `SELECT "id" FROM "StateVersion" WHERE "workspaceId" IN (${whose.workspaceIds.map(() => '?').join(', ')})`,
            whose.workspaceIds,
          ]
        : [whose.versionIds.map(() => '?').join(', '), whose.versionIds];
  if (values.length === 0) return;
  for (const { table, object, version } of named) {
    const sql = `INSERT INTO "UnnamedObject" ("id", "seenAt", "livedMs", "released")
      SELECT "${object}", ?, ${livedSql}, true FROM "${table}"
       WHERE "${object}" IS NOT NULL AND "${version}" IN (${versions}) GROUP BY "${object}"
      ON CONFLICT ("id") DO UPDATE SET "released" = true`;
    const placed = placeholders(sql, (position) => (provider === 'postgresql' ? `$${position}` : '?'));
    await tx.$executeRawUnsafe(placed.sql, now, ...values);
  }
}
