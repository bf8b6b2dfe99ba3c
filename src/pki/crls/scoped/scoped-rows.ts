import { setTimeout as pause } from 'node:timers/promises';
import { bigint, date, integer, text } from '../../../platform/database/columns.js';
import type { Database, SqlParameter, SqlRow } from '../../../platform/database/database.js';
import { packRows } from '../crl-order.js';

/** Rows that one statement reads: few enough not to delay others. */
const pageSize = 250;

/** Some revocations of an issuer. */
export interface ScopedRange {
  readonly issuerId: string;
  /** Undefined for all. */
  readonly shard: number | undefined;
  /** After this ordinal. */
  readonly after: bigint;
  /** Up to this ordinal. */
  readonly through: bigint;
}

const columns = '"serialNumber", "revokedAt", "reason", "notAfter", "ordinal"';
const rangeSql = (where: string) =>
  `SELECT ${columns} FROM "Revocation" WHERE ${where} AND "ordinal" > ? AND "ordinal" <= ? ORDER BY "ordinal" LIMIT ${pageSize}`;
const allSql = rangeSql('"issuerId" = ?');
const shardSql = rangeSql('"issuerId" = ? AND "shard" = ?');

/** The revocations on CRLs of a scope, in pieces. As much time as a piece took is left for others. */
export class ScopedRows {
  constructor(private readonly deps: { database: Pick<Database, 'readSql'> }) {}

  /** @param unexpired those that had not expired by then; they are on one more CRL after they expired (RFC 5280 3.3) */
  async *packed(ranges: readonly ScopedRange[], unexpired: Date): AsyncGenerator<string> {
    for (const range of ranges)
      for await (const rows of this.#pages(range)) {
        const kept = rows.filter((row) => date(row['notAfter']) >= unexpired);
        if (kept.length === 0) continue;
        yield packRows(
          kept.map((row) => ({
            serialNumber: text(row['serialNumber']),
            revokedAt: date(row['revokedAt']),
            reason: integer.orNull(row['reason']),
          })),
        );
      }
  }

  async *#pages({ issuerId, shard, after, through }: ScopedRange): AsyncGenerator<readonly SqlRow[]> {
    const whose: readonly SqlParameter[] = shard === undefined ? [issuerId] : [issuerId, shard];
    for (let last = after; ;) {
      const began = performance.now();
      const sql = shard === undefined ? allSql : shardSql;
      const rows = await this.deps.database.readSql(sql, [...whose, last, through]);
      if (rows.length > 0) yield rows;
      if (rows.length < pageSize) return;
      last = bigint(rows.at(-1)?.['ordinal']);
      await pause(performance.now() - began);
    }
  }
}
