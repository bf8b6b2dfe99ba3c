import { setTimeout as pause } from 'node:timers/promises';
import { bigint, bytes, text } from '../database/columns.js';
import type { Database } from '../database/database.js';
import type { Report } from '../jobs/job-progress.js';
import { Unopened } from './rewrapping.js';
import type { Rewrapped } from './rewrapping.js';
import { SealError } from './seal-error.js';
import type { Seal } from './seal.js';
import type { SealedColumn } from './sealed-places.js';

/** Rows in one transaction: few enough not to delay others. */
const rowsAtOnce = 100;

/** How many are sealed under each master key, by its id. */
export type KeyCounts = ReadonlyMap<string, number>;

/** Counts the keys of a column. Reads all of it. */
export async function countColumn(database: Database, { table, column }: SealedColumn): Promise<KeyCounts> {
  const rows = await database.readSql(
    `SELECT ${keyIdOf(column)} AS "keyId", count(*) AS "count" FROM "${table}" WHERE length("${column}") > 0 GROUP BY 1`,
  );
  return new Map(rows.map((row) => [hex(row['keyId']), Number(bigint(row['count']))]));
}

/**
 * Seals the values of a column again that are sealed under earlier keys. A row that changes in the meantime is skipped. It can be stopped at any time and
 * repeated. Values that cannot be opened do not stop the others.
 */
export async function rewrapColumn(
  { database, seal }: { readonly database: Database; readonly seal: Seal },
  { purpose, table, column }: SealedColumn,
  report: Report,
): Promise<Rewrapped> {
  const current = Buffer.from(seal.keyId, 'hex');
  const outdated = `length("${column}") > 0 AND ${keyIdOf(column)} <> ?`;
  const [counted] = await database.readSql(`SELECT count(*) AS "count" FROM "${table}" WHERE ${outdated}`, [current]);
  const total = counted ? Number(bigint(counted['count'])) : 0;
  const unopened = new Unopened(`rows of ${table}`);
  let [wrapped, seen] = [0, 0];
  for (let after = ''; ;) {
    const began = performance.now();
    const rows = await database.readSql(
      `SELECT "id", "${column}" AS "sealed" FROM "${table}" WHERE "id" > ? AND ${outdated} ORDER BY "id" LIMIT ${rowsAtOnce}`,
      [after, current],
    );
    const last = rows.at(-1);
    if (!last) return { wrapped, failures: unopened.lines() };
    const moved = rows.flatMap((row) => {
      const [id, sealed] = [text(row['id']), bytes(row['sealed'])];
      try {
        const secret = seal.unwrap(purpose, sealed, id);
        const anew = new Uint8Array(seal.wrap(purpose, secret, id));
        secret.fill(0);
        return [[anew, id, sealed]];
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        unopened.add(`${table} ${id} cannot be opened: ${error.message}`);
        return [];
      }
    });
    if (moved.length > 0) {
      await database.writeSql([
        { sql: `UPDATE "${table}" SET "${column}" = ? WHERE "id" = ? AND "${column}" = ?`, rows: moved },
      ]);
    }
    after = text(last['id']);
    wrapped += moved.length;
    seen += rows.length;
    report(seen, Math.max(seen, total));
    // Others get as much time as this step took.
    await pause(performance.now() - began);
  }
}

/** The part of a sealed value that names its key: see seal.ts. */
const keyIdOf = (column: string): string => `substr("${column}", 2, 8)`;

const hex = (value: unknown): string => Buffer.from(bytes(value)).toString('hex');
