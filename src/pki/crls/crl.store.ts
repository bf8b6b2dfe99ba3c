import { bigint, boolean, date, text } from '../../platform/database/columns.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { SqlParameter, SqlWrite } from '../../platform/database/database.js';
import { rowReader } from '../../platform/database/row-reader.js';
import type { RowOf } from '../../platform/database/row-reader.js';
import { eventWrite } from '../../platform/events/outbox.js';
import { ids } from '../../platform/ids.js';
import { crlEvent } from '../events/pki-events.js';
import { besideIssuerChanges } from '../issuers/former-issuers.js';
import { CrlParts } from './parts/crl-parts.js';
import type { CrlOctets } from './parts/crl-octets.js';
import type { BuiltInParts, CrlStoreDeps } from './parts/crl-parts.js';
import { ownScope } from './parts/place.js';
import { lastNumberOf, unlessOvertaken } from './parts/unless-overtaken.js';

export type CrlKind = 'complete' | 'delta';

/** The readers of a head, column by column. */
export const headColumns = {
  id: text,
  issuerId: text,
  delta: boolean,
  number: bigint,
  baseNumber: bigint.orNull,
  thisUpdate: date,
  nextUpdate: date,
  entryCount: bigint,
  /** Ordinal of the last revocation in it; 0 for a CRL that is empty on purpose. */
  through: bigint,
  suppressed: boolean,
};
const headReader = rowReader(headColumns);

/** The stored fields of a CRL without its content. */
export type CrlHead = RowOf<typeof headReader>;

export interface NewCrl extends Omit<CrlHead, 'id'>, BuiltInParts {
  readonly mountId: string;
}

const { names } = headReader;
const insertCrl = `INSERT INTO "Crl" ("mountId", "content", "entryParts", ${names.map((name) => `"${name}"`).join(', ')})
  VALUES (?, ?, ?, ${names.map(() => '?').join(', ')})`;
const replaceCrl = `UPDATE "Crl" SET "content" = ?, "entryParts" = '', "announcedHours" = '', ${names.map((name) => `"${name}" = ?`).join(', ')} WHERE "id" = ?`;
const lastCrl = `SELECT ${headReader.selection('c')} FROM "Crl" c
  WHERE c."issuerId" = ? AND c."delta" = ? ORDER BY c."number" DESC LIMIT 1`;

/**
 * What publishes a complete CRL in place of the one before, as a part of a batch that is kept only if no other was published since.
 * @param crlNumber that of the issuer before
 */
export const replacing = (before: CrlHead, crlNumber: bigint, crl: NewCrl & CrlHead): readonly SqlWrite[] => [
  {
    sql: 'UPDATE "Issuer" SET "crlNumber" = ? WHERE "id" = ? AND "crlNumber" = ?',
    rows: [[crl.number, crl.issuerId, crlNumber]],
    changes: 1,
  },
  { sql: replaceCrl, rows: [[crl.octets.frame, ...names.map((name) => crl[name]), before.id]], changes: 1 },
];

/** The latest CRLs of issuers. This does not use the Prisma client, because their contents are large. */
export class CrlStore {
  readonly #parts: CrlParts;

  constructor(private readonly deps: CrlStoreDeps) {
    this.#parts = new CrlParts({ ...deps, table: 'Crl' });
  }

  /** The latest CRL of a kind of issuers that share one. */
  async last(issuerIds: readonly string[], kind: CrlKind): Promise<CrlHead | null> {
    let last: CrlHead | null = null;
    for (const issuerId of issuerIds) {
      const [row] = await this.deps.database.readSql(lastCrl, [issuerId, kind === 'delta']);
      const head = row && headReader.read(row);
      if (head && (last === null || head.number > last.number)) last = head;
    }
    return last;
  }

  /**
   * DER; null if another CRL replaced it.
   * @param like another one of which it may have parts, which are not read again
   * @throws CrlDamaged
   */
  octets(id: string, like?: CrlOctets): Promise<CrlOctets | null> {
    return this.#parts.octets(id, like);
  }

  /** Octets of its content, without reading it; null if another CRL replaced it. */
  size(id: string): Promise<number | null> {
    return this.#parts.size(id);
  }

  close(): void {
    this.#parts.close();
  }

  /** Whether a part of any of these is missing. */
  lack(heads: readonly (Pick<CrlHead, 'id' | 'entryCount'> | null)[]): Promise<boolean> {
    return this.#parts.lack(heads);
  }

  /** Number of the last CRL of any of these. */
  async lastNumber(issuerIds: readonly string[]): Promise<bigint> {
    let last = 0n;
    for (const issuerId of issuerIds) {
      const number = await lastNumberOf(this.deps.database, issuerId);
      if (number > last) last = number;
    }
    return last;
  }

  /**
   * Publishes CRLs with one number, if no other was published since `seen` was the last one. The CRLs that they replace are deleted. What is large is written
   * before that, in parts.
   * @param crl complete, or only a delta
   * @returns the first; null if another process was faster, or an issuer was deleted
   */
  async publish(members: readonly string[], seen: bigint, crl: NewCrl, beside?: NewCrl): Promise<CrlHead | null> {
    const [head, ...others] = (beside ? [crl, beside] : [crl]).map((each) => ({ ...each, id: ids.crl.make() }));
    if (!head) return null;
    const { database } = this.deps;
    const guard = await unlessOvertaken(database, crl.issuerId, seen);
    const places = members.map((issuerId) => ({ issuerId, scope: ownScope }));
    const rows: SqlParameter[][] = [];
    try {
      for (const each of [head, ...others]) {
        const { content, entryParts } = await this.#parts.write(
          { issuerId: crl.issuerId, scope: ownScope },
          each,
          guard,
        );
        rows.push([each.mountId, content, entryParts, ...names.map((name) => each[name])]);
      }
      await database.writeSql([
        ...besideIssuerChanges(database.provider, crl.mountId),
        guard,
        {
          sql: 'UPDATE "Issuer" SET "crlNumber" = ? WHERE "id" = ? AND "crlNumber" <= ?',
          rows: members.map((id) => [crl.number, id, seen]),
          changes: 1,
        },
        {
          sql: `DELETE FROM "Crl" WHERE "issuerId" = ?${crl.delta ? ' AND "delta" = ?' : ''}`,
          rows: members.map((id) => (crl.delta ? [id, true] : [id])),
        },
        { sql: insertCrl, rows },
        eventWrite(...[head, ...others].map((each) => crlEvent(each))),
        ...(await this.#parts.withPublication(places, crl.number, [head, ...others])),
      ]);
    } catch (error) {
      if (error instanceof ChangesMissing) return null;
      throw error;
    }
    await this.#parts.removeLeft(places, crl.number);
    return head;
  }
}
