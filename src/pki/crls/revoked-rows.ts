import { setTimeout as pause } from 'node:timers/promises';
import { bigint, date, integer, text } from '../../platform/database/columns.js';
import type { Database, SqlParameter, SqlRow, SqlWrite } from '../../platform/database/database.js';
import { packRows } from './crl-order.js';

/** Rows read by one statement: short enough not to hold up anybody. */
const pageSize = 250;
/** Rows marked by one statement. Each may be on a page of the file of its own, which is written whole. */
const markedAtOnce = 100;

/** What is on a CRL for the last time. */
export interface LeavingRow {
  readonly id: string;
  readonly serialNumber: string;
}

/** Issuers that share a CRL, and the ordinals of what belongs on it. */
export interface RevokedRange {
  readonly issuerIds: readonly string[];
  /** What comes after this one. */
  readonly after: bigint;
  /** The last one. What is revoked meanwhile is beyond it. */
  readonly through: bigint;
}

type Query = readonly [sql: string, parameters: readonly SqlParameter[]];

const start = new Date(0);
const columns = '"id", "serialNumber", "revokedAt", "reason", "notAfter", "ordinal"';
const byEnd = `("notAfter", "id") > (?, ?) ORDER BY "notAfter", "id" LIMIT ${pageSize}`;
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
 * The revocations that are on CRLs, read and marked in pieces. The database in this process works without waiting: after each piece others get as long as
 * it took, and so never less than half of the time.
 */
export class RevokedRows {
  constructor(private readonly deps: { database: Database }) {}

  /** Ordinal of the last revocation of a mount. Those before it are all committed: each counts its mount, and that row is locked until it is. */
  async lastOrdinal(mountId: string): Promise<bigint> {
    const [row] = await this.deps.database.readSql('SELECT "revokedCount" FROM "Mount" WHERE "id" = ?', [mountId]);
    return row ? bigint(row['revokedCount']) : 0n;
  }

  /** Whether something was revoked after an ordinal. */
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

  /** What was revoked in a range, packed, page by page. */
  since({ issuerIds, after, through }: RevokedRange): AsyncGenerator<string> {
    return this.#packed(issuerIds, (issuerId, last) => [
      sinceSql,
      [issuerId, last === null ? after : bigint(last['ordinal']), through],
    ]);
  }

  /** All that belongs on a CRL up to an ordinal: what has not left. */
  whole({ issuerIds, through }: Omit<RevokedRange, 'after'>): AsyncGenerator<string> {
    return this.#packed(issuerIds, (issuerId, last) => [wholeSql, [issuerId, through, ...endOf(last)]]);
  }

  /** What is on a CRL that holds everything up to an ordinal, and had expired when that was made. */
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

  /** Marks what the CRL of this number no longer holds. What a crash leaves unmarked is left out, and marked, once more by the next one. */
  async markLeft(rows: readonly LeavingRow[], number: bigint): Promise<void> {
    await this.#mark(
      rows.map(({ id }) => id),
      (ids) => ({ sql: markSql, rows: [[number, ...ids]] }),
    );
  }

  /** What left a CRL although it has not expired, because a clock was ahead, belongs on the next one again. What a crash leaves is taken back by the next one. */
  async takeBack(issuerIds: readonly string[], now: Date): Promise<void> {
    const query = (issuerId: string, last: SqlRow | null): Query => [
      leftSql,
      [issuerId, last === null ? -1n : bigint(last['leftIn']), ...endOf(last)],
    ];
    for await (const rows of this.#pages(issuerIds, query)) {
      // All that ever left is looked at: to have the database look for these alone would be one statement as long as there are rows.
      const back = rows.filter((row) => date(row['notAfter']) >= now).map((row) => text(row['id']));
      await this.#mark(back, (ids) => ({ sql: takeBackSql, rows: [ids] }));
    }
  }

  async #mark(ids: readonly string[], write: (ids: readonly string[]) => SqlWrite): Promise<void> {
    for (let at = 0; at < ids.length; at += markedAtOnce) {
      const began = performance.now();
      const marked = ids.slice(at, at + markedAtOnce);
      // One text of the statement, however many there are: the last one is named again.
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
