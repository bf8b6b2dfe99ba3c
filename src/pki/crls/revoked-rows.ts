import { setTimeout as pause } from 'node:timers/promises';
import { bigint, date, integer, text } from '../../platform/database/columns.js';
import type { Database, SqlParameter, SqlRow, SqlWrite } from '../../platform/database/database.js';
import { packRows } from './crl-order.js';

/** Rows that one statement reads: few enough not to delay others. */
const pageSize = 250;
/** Rows that one statement marks. Each may be on a different page of the file, which is written completely. */
const markedAtOnce = 100;

/** An entry that is on a CRL for the last time. */
export interface LeavingRow {
  readonly id: string;
  readonly serialNumber: string;
}

/** Issuers that share a CRL, and the ordinals of its entries. */
export interface RevokedRange {
  readonly issuerIds: readonly string[];
  /** After this ordinal. */
  readonly after: bigint;
  /** Up to this ordinal. Revocations in the meantime have higher ordinals. */
  readonly through: bigint;
}

type Query = readonly [sql: string, parameters: readonly SqlParameter[]];

const start = new Date(0);
const columns = '"id", "serialNumber", "revokedAt", "reason", "notAfter", "ordinal"';
// By what is null too: PostgreSQL takes the order of the index only so, and otherwise sorts all that is left for each page.
const byEnd = `("notAfter", "id") > (?, ?) ORDER BY "leftIn", "notAfter", "id" LIMIT ${pageSize}`;
const endOf = (last: SqlRow | null): [Date, string] =>
  last === null ? [start, ''] : [date(last['notAfter']), text(last['id'])];

const sinceSql = `SELECT ${columns} FROM "Revocation"
  WHERE "issuerId" = ? AND "ordinal" > ? AND "ordinal" <= ? ORDER BY "ordinal" LIMIT ${pageSize}`;
const wholeSql = `SELECT ${columns} FROM "Revocation"
  WHERE "issuerId" = ? AND "leftIn" IS NULL AND "ordinal" <= ? AND ${byEnd}`;
const leavingSql = `SELECT ${columns} FROM "Revocation"
  WHERE "issuerId" = ? AND "leftIn" IS NULL AND "notAfter" < ? AND "ordinal" <= ? AND ${byEnd}`;
const leftSql = `SELECT "id", "leftIn", "notAfter" FROM "Revocation"
  WHERE "issuerId" = ? AND "leftIn" IS NOT NULL AND ("leftIn", "notAfter", "id") > (?, ?, ?) ORDER BY "leftIn", "notAfter", "id" LIMIT ${pageSize}`;
const named = `"id" IN (${Array.from({ length: markedAtOnce }, () => '?').join(', ')})`;
const markSql = `UPDATE "Revocation" SET "leftIn" = ? WHERE "leftIn" IS NULL AND ${named}`;
const takeBackSql = `UPDATE "Revocation" SET "leftIn" = NULL WHERE "leftIn" IS NOT NULL AND ${named}`;

/**
 * The revocations on CRLs, read and marked in pieces. SQLite blocks the thread, so after each piece others get as much time as it took, that is, at least half
 * of the time.
 */
export class RevokedRows {
  constructor(private readonly deps: { database: Database }) {}

  /**
   * Ordinal of the last revocation of a mount. All earlier ones are committed: each revocation increments a counter of its mount, whose row is locked until the
   * commit.
   */
  async lastOrdinal(mountId: string): Promise<bigint> {
    const [row] = await this.deps.database.readSql('SELECT "revokedCount" FROM "Mount" WHERE "id" = ?', [mountId]);
    return row ? bigint(row['revokedCount']) : 0n;
  }

  /** Whether there is a revocation after an ordinal. */
  async anyAfter(issuerIds: readonly string[], ordinal: bigint): Promise<boolean> {
    for (const issuerId of issuerIds) {
      const [row] = await this.deps.database.readSql(
        'SELECT "id" FROM "Revocation" WHERE "issuerId" = ? AND "ordinal" > ? LIMIT 1',
        [issuerId, ordinal],
      );
      if (row) return true;
    }
    return false;
  }

  /** The revocations in a range, packed, page by page. */
  since({ issuerIds, after, through }: RevokedRange): AsyncGenerator<string> {
    return this.#packed(issuerIds, (issuerId, last) => [
      sinceSql,
      [issuerId, last === null ? after : bigint(last['ordinal']), through],
    ]);
  }

  /** All that belong on a CRL up to an ordinal, that is, without those that left. */
  whole({ issuerIds, through }: Omit<RevokedRange, 'after'>): AsyncGenerator<string> {
    return this.#packed(issuerIds, (issuerId, last) => [wholeSql, [issuerId, through, ...endOf(last)]]);
  }

  /** Entries of a CRL with everything up to an ordinal that had expired when it was built. */
  async leaving(issuerIds: readonly string[], { through, thisUpdate }: { through: bigint; thisUpdate: Date }) {
    const leaving: LeavingRow[] = [];
    const query = (issuerId: string, last: SqlRow | null): Query => [
      leavingSql,
      [issuerId, thisUpdate, through, ...endOf(last)],
    ];
    for await (const rows of this.#pages(issuerIds, query)) {
      leaving.push(...rows.map((row) => ({ id: text(row['id']), serialNumber: text(row['serialNumber']) })));
    }
    return leaving;
  }

  /** Marks the entries that the CRL with this number no longer contains. If a crash leaves some unmarked, the next CRL omits and marks them again. */
  async markLeft(rows: readonly LeavingRow[], number: bigint): Promise<void> {
    await this.#mark(
      rows.map(({ id }) => id),
      (ids) => ({ sql: markSql, rows: [[number, ...ids]] }),
    );
  }

  /**
   * Entries that left a CRL although they had not expired, because of a fast clock, belong on the next CRL again. If this is interrupted by a crash, the next
   * CRL completes it.
   */
  async takeBack(issuerIds: readonly string[], now: Date): Promise<void> {
    const query = (issuerId: string, last: SqlRow | null): Query => [
      leftSql,
      [issuerId, last === null ? -1n : bigint(last['leftIn']), ...endOf(last)],
    ];
    for await (const rows of this.#pages(issuerIds, query)) {
      // Reads all entries that ever left: a query for only these would be one statement as long as there are rows.
      const back = rows.filter((row) => date(row['notAfter']) >= now).map((row) => text(row['id']));
      await this.#mark(back, (ids) => ({ sql: takeBackSql, rows: [ids] }));
    }
  }

  async #mark(ids: readonly string[], write: (ids: readonly string[]) => SqlWrite): Promise<void> {
    for (let at = 0; at < ids.length; at += markedAtOnce) {
      const began = performance.now();
      const marked = ids.slice(at, at + markedAtOnce);
      // The text of the statement is always the same: missing values are filled with the last one.
      const whole = Array.from(
        { length: markedAtOnce },
        (_, index) => marked[Math.min(index, marked.length - 1)] ?? '',
      );
      await this.deps.database.writeSql([write(whole)]);
      if (at + markedAtOnce < ids.length) await pause(performance.now() - began);
    }
  }

  async *#packed(issuerIds: readonly string[], query: (issuerId: string, last: SqlRow | null) => Query) {
    for await (const rows of this.#pages(issuerIds, query)) {
      yield packRows(
        rows.map((row) => ({
          serialNumber: text(row['serialNumber']),
          revokedAt: date(row['revokedAt']),
          reason: integer.orNull(row['reason']),
        })),
      );
    }
  }

  async *#pages(
    issuerIds: readonly string[],
    query: (issuerId: string, last: SqlRow | null) => Query,
  ): AsyncGenerator<readonly SqlRow[]> {
    for (const issuerId of issuerIds) {
      let last: SqlRow | null = null;
      for (;;) {
        const began = performance.now();
        const rows: readonly SqlRow[] = await this.deps.database.readSql(...query(issuerId, last));
        if (rows.length > 0) yield rows;
        if (rows.length < pageSize) break;
        last = rows.at(-1) ?? null;
        await pause(performance.now() - began);
      }
    }
  }
}
