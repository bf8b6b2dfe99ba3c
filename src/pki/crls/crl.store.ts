import { bigint, boolean, date, integer, text } from '../../platform/database/columns.js';
import { isUniqueViolation } from '../../platform/database/conflicts.js';
import type { Database, SqlRow } from '../../platform/database/database.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { ids } from '../../platform/ids.js';
import { crlEvent } from '../events/pki-events.js';
import { packRows } from './crl-order.js';

/** What is kept of a CRL beside its content. */
export interface CrlHead {
  readonly id: string;
  readonly issuerId: string;
  readonly delta: boolean;
  readonly number: bigint;
  readonly baseNumber: bigint | null;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly entryCount: bigint;
  readonly suppressed: boolean;
}

export interface NewCrl extends Omit<CrlHead, 'id'> {
  readonly mountId: string;
  readonly der: Uint8Array<ArrayBuffer>;
}

/** Rows read, and marked, by one statement: short enough not to hold up anybody. */
const pageSize = 500;

const heads =
  '"id", "issuerId", "delta", "number", "baseNumber", "thisUpdate", "nextUpdate", "entryCount", "suppressed"';

const headOf = (row: SqlRow): CrlHead => ({
  id: text(row['id']),
  issuerId: text(row['issuerId']),
  delta: boolean(row['delta']),
  number: bigint(row['number']),
  baseNumber: bigint.orNull(row['baseNumber']),
  thisUpdate: date(row['thisUpdate']),
  nextUpdate: date(row['nextUpdate']),
  entryCount: bigint(row['entryCount']),
  suppressed: boolean(row['suppressed']),
});

/** CRLs and the revocations that are on them. */
export class CrlStore {
  constructor(private readonly deps: { database: Database }) {}

  /** The last complete, or the last delta CRL of issuers that share one. */
  async last(issuerIds: readonly string[], delta: boolean): Promise<CrlHead | null> {
    let last: CrlHead | null = null;
    for (const issuerId of issuerIds) {
      const [row] = await this.deps.database.readSql(
        `SELECT ${heads} FROM "Crl" WHERE "issuerId" = ? AND "delta" = ? ORDER BY "number" DESC LIMIT 1`,
        [issuerId, delta],
      );
      const head = row && headOf(row);
      if (head && (last === null || head.number > last.number)) last = head;
    }
    return last;
  }

  /** DER; null when another CRL took its place. */
  async content(id: string): Promise<Uint8Array | null> {
    const [row] = await this.deps.database.readSql('SELECT "content" FROM "Crl" WHERE "id" = ?', [id]);
    const content = row?.['content'];
    return content instanceof Uint8Array ? content : null;
  }

  /** Number of the last CRL of any of these. */
  async lastNumber(issuerIds: readonly string[]): Promise<bigint> {
    const rows = await this.deps.database.client.issuer.findMany({
      where: { id: { in: [...issuerIds] } },
      select: { crlNumber: true },
    });
    return rows.reduce((last, { crlNumber }) => (crlNumber > last ? crlNumber : last), 0n);
  }

  /** Serial numbers of what is on the last CRL and expired before a time. */
  async leaving(issuerIds: readonly string[], before: Date): Promise<string[]> {
    const serials: string[] = [];
    for (const issuerId of issuerIds) {
      const rows = await this.deps.database.readSql(
        `SELECT "serialNumber" FROM "Revocation"
          WHERE "issuerId" = ? AND "leftIn" IS NULL AND "notAfter" < ? AND "publishedIn" IS NOT NULL`,
        [issuerId, before],
      );
      serials.push(...rows.map((row) => text(row['serialNumber'])));
    }
    return serials;
  }

  /**
   * Revocations that no complete CRL holds, packed, page by page.
   * @param taken is told the ids of each page
   */
  unpublished(issuerIds: readonly string[], taken: (ids: readonly string[]) => void): AsyncGenerator<string> {
    const sql = `SELECT "id", "serialNumber", "revokedAt", "reason", "publishedIn" FROM "Revocation"
      WHERE "issuerId" = ? AND "publishedIn" IS NULL AND "id" > ? ORDER BY "id" LIMIT ${pageSize}`;
    return this.#pages(issuerIds, taken, (issuerId, last) => [sql, [issuerId, last === null ? '' : text(last['id'])]]);
  }

  /** All that belong on a CRL: what has not left. `taken` is told of those that no CRL held before. */
  whole(issuerIds: readonly string[], taken: (ids: readonly string[]) => void): AsyncGenerator<string> {
    const sql = `SELECT "id", "serialNumber", "revokedAt", "reason", "notAfter", "publishedIn" FROM "Revocation"
      WHERE "issuerId" = ? AND "leftIn" IS NULL AND ("notAfter", "id") > (?, ?) ORDER BY "notAfter", "id" LIMIT ${pageSize}`;
    const start = new Date(0);
    return this.#pages(issuerIds, taken, (issuerId, last) => [
      sql,
      last === null ? [issuerId, start, ''] : [issuerId, date(last['notAfter']), text(last['id'])],
    ]);
  }

  async *#pages(
    issuerIds: readonly string[],
    taken: (ids: readonly string[]) => void,
    next: (issuerId: string, last: SqlRow | null) => [string, (string | Date)[]],
  ): AsyncGenerator<string> {
    for (const issuerId of issuerIds) {
      let last: SqlRow | null = null;
      for (;;) {
        const rows: readonly SqlRow[] = await this.deps.database.readSql(...next(issuerId, last));
        if (rows.length === 0) break;
        taken(rows.filter((row) => row['publishedIn'] === null).map((row) => text(row['id'])));
        yield packRows(
          rows.map((row) => ({
            serialNumber: text(row['serialNumber']),
            revokedAt: date(row['revokedAt']),
            reason: integer.orNull(row['reason']),
          })),
        );
        if (rows.length < pageSize) break;
        last = rows.at(-1) ?? null;
        // The database in this process reads without waiting: others get their turn between pages.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }

  /**
   * Publishes a CRL, if no other was published since `seen` was the last number. Those that it replaces go.
   * @returns whether it was
   */
  async publish(members: readonly string[], seen: bigint, crl: NewCrl, beside?: NewCrl): Promise<boolean> {
    const { number } = crl;
    const issuers = { in: [...members] };
    try {
      return await this.deps.database.transaction(async (tx) => {
        const { count } = await tx.issuer.updateMany({
          where: { id: crl.issuerId, crlNumber: { lte: seen } },
          data: { crlNumber: number },
        });
        if (count === 0) return false;
        if (members.length > 1) await tx.issuer.updateMany({ where: { id: issuers }, data: { crlNumber: number } });
        await tx.crl.deleteMany({ where: { issuerId: issuers, ...(crl.delta && { delta: true }) } });
        for (const each of beside ? [crl, beside] : [crl]) {
          const { der, ...head } = each;
          await tx.crl.create({ data: { id: ids.crl.make(), ...head, content: der } });
          await recordEvents(tx, crlEvent(head));
        }
        return true;
      });
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /**
   * Marks what a complete CRL holds for the first time. After it was published, a page at a time: what a crash leaves unmarked is put on the next one
   * again, in its own place.
   */
  async markPublished(revocationIds: readonly string[], number: bigint): Promise<void> {
    for (let at = 0; at < revocationIds.length; at += pageSize) {
      await this.deps.database.client.revocation.updateMany({
        where: { id: { in: revocationIds.slice(at, at + pageSize) }, publishedIn: null },
        data: { publishedIn: number },
      });
    }
  }

  /** Marks what the CRL of this number no longer holds. */
  async markLeft(issuerIds: readonly string[], serials: readonly string[], number: bigint): Promise<void> {
    for (let at = 0; at < serials.length; at += pageSize) {
      await this.deps.database.client.revocation.updateMany({
        where: {
          issuerId: { in: [...issuerIds] },
          serialNumber: { in: serials.slice(at, at + pageSize) },
          leftIn: null,
        },
        data: { leftIn: number },
      });
    }
  }

  async hasUnpublished(issuerIds: readonly string[]): Promise<boolean> {
    for (const issuerId of issuerIds) {
      const [row] = await this.deps.database.readSql(
        'SELECT "id" FROM "Revocation" WHERE "issuerId" = ? AND "publishedIn" IS NULL LIMIT 1',
        [issuerId],
      );
      if (row) return true;
    }
    return false;
  }
}
