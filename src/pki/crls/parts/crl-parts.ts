import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { bigint, bytes, integer, text } from '../../../platform/database/columns.js';
import type { Database, SqlWrite } from '../../../platform/database/database.js';
import { entriesOf } from '../../x509/index.js';
import { listOf, listText, octetsOf } from './part-list.js';
import type { EntryPart } from './part-list.js';

/** Whose parts they are: of CRLs that replace one another. */
export interface PartsPlace {
  readonly issuerId: string;
  /** As `CrlPart` has it. */
  readonly scope: number;
}

/** A CRL as it is built: the parts cover its entries; none for one that is stored whole. */
export interface BuiltInParts {
  readonly der: Uint8Array<ArrayBuffer>;
  readonly entryParts: readonly EntryPart[];
}

/** What the row of a CRL holds. */
export interface StoredContent {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly entryParts: string;
}

/** What CRLs are read from and written to. */
export type CrlDatabase = Pick<Database, 'provider' | 'readSql' | 'readAnew' | 'writeSql'> & {
  readonly background: Pick<Database, 'writeSql'>;
};

/** In the place of a shard's number: the CRLs of all certificates of an issuer in its mount. */
export const ownScope = -2;

/** By one publication, which others wait for: what is left after a CRL that had little in common is removed by several. */
const mostRemoved = 16;

const readPart = 'SELECT "content" FROM "CrlPart" WHERE "issuerId" = ? AND "scope" = ? AND "digest" = ?';
const addPart = `INSERT INTO "CrlPart" ("issuerId", "scope", "digest", "number", "content") VALUES (?, ?, ?, ?, ?)
  ON CONFLICT ("issuerId", "scope", "digest") DO UPDATE SET "number" = CASE
    WHEN "CrlPart"."number" < excluded."number" THEN excluded."number" ELSE "CrlPart"."number" END`;
const storedParts = 'SELECT "digest" FROM "CrlPart" WHERE "issuerId" = ? AND "scope" = ?';
const oldParts = 'SELECT "digest" FROM "CrlPart" WHERE "issuerId" = ? AND "scope" = ? AND "number" <= ?';
const removePart = 'DELETE FROM "CrlPart" WHERE "issuerId" = ? AND "scope" = ? AND "digest" = ? AND "number" <= ?';

const contentOf = {
  Crl: 'SELECT "issuerId", "content", "entryParts" FROM "Crl" WHERE "id" = ?',
  ScopedCrl: 'SELECT "issuerId", "shard", "content", "entryParts" FROM "ScopedCrl" WHERE "id" = ?',
};
const sizeOf = {
  Crl: 'SELECT length("content") AS "size", "entryParts" FROM "Crl" WHERE "id" = ?',
  ScopedCrl: 'SELECT length("content") AS "size", "entryParts" FROM "ScopedCrl" WHERE "id" = ?',
};
const listsOf = {
  Crl: 'SELECT "entryParts" FROM "Crl" WHERE "issuerId" = ?',
  ScopedCrl: 'SELECT "entryParts" FROM "ScopedCrl" WHERE "issuerId" = ? AND "shard" = ?',
};

/**
 * The entries of large CRLs, in parts of some 100 KiB that are found by their digests. A CRL shares those that are the same with the one before, so that one
 * entry more writes one part, not megabytes in one commit, for which everybody who writes would wait. Each new part is a commit of its own. The CRL that names
 * them becomes the current one with a small commit, which fails if another was published since: parts are never missing of one that is served.
 *
 * A part that no CRL names was left by one that was replaced, or by a process that ended before it published. Whoever publishes the next removes it. It may not
 * touch what another process is writing for a CRL after that: those parts have a higher number.
 */
export class CrlParts {
  readonly #loads = new Map<string, Promise<Uint8Array | null>>();

  constructor(
    private readonly deps: {
      readonly database: CrlDatabase;
      readonly table: 'Crl' | 'ScopedCrl';
      /** Whether all are written whole, for servers of versions that know no parts. */
      readonly wholeCrls?: boolean | undefined;
    },
  ) {}

  /**
   * Stores what is not stored yet of a CRL that is about to be published.
   * @param guard what must still be so, or writing more would be in vain
   * @returns what its row is to hold
   * @throws ChangesMissing
   */
  async write(
    place: PartsPlace,
    { number, der, entryParts: parts }: BuiltInParts & { readonly number: bigint },
    guard: SqlWrite,
  ): Promise<StoredContent> {
    if (parts.length === 0 || this.deps.wholeCrls) return { content: der, entryParts: '' };
    const entries = entriesOf(der);
    const at = entries.byteOffset - der.byteOffset;
    const known = await this.#kept(place);
    let from = 0;
    for (const { digest, length } of parts) {
      const part = entries.subarray(from, from + length);
      from += length;
      if (known.has(digest)) continue;
      known.add(digest);
      const row = [place.issuerId, place.scope, digest, number, part];
      await this.deps.database.writeSql([guard, { sql: addPart, rows: [row], changes: 1 }]);
    }
    const content = new Uint8Array(der.length - entries.length);
    content.set(der.subarray(0, at));
    content.set(der.subarray(at + entries.length), at);
    return { content, entryParts: listText({ at, parts }) };
  }

  /** DER of a CRL by its id, read once for all who ask meanwhile; null if another one replaced it. */
  content(id: string): Promise<Uint8Array | null> {
    const under = this.#loads.get(id);
    if (under) return under;
    const load = this.#content(id).finally(() => this.#loads.delete(id));
    this.#loads.set(id, load);
    return load;
  }

  async #content(id: string): Promise<Uint8Array | null> {
    const { database, table } = this.deps;
    const [row] = await database.readSql(contentOf[table], [id]);
    if (!row) return null;
    const rest = bytes(row['content']);
    const list = listOf(text(row['entryParts']));
    if (!list) return rest;
    const octets = octetsOf(list.parts);
    const der = new Uint8Array(rest.length + octets);
    der.set(rest.subarray(0, list.at));
    der.set(rest.subarray(list.at), list.at + octets);
    const place = [text(row['issuerId']), table === 'Crl' ? ownScope : integer(row['shard'])];
    // From the end: that is where the next CRL differs, whose publication removes what this one alone has.
    let end = list.at + octets;
    for (const { digest, length } of list.parts.toReversed()) {
      const [part] = await database.readAnew(readPart, [...place, digest]);
      if (!part) return null;
      end -= length;
      der.set(bytes(part['content']), end);
      await nextTurn();
    }
    return der;
  }

  /** Octets of it, without reading it; null if another one replaced it. */
  async size(id: string): Promise<number | null> {
    const { database, table } = this.deps;
    const [row] = await database.readSql(sizeOf[table], [id]);
    return row ? Number(bigint(row['size'])) + octetsOf(listOf(text(row['entryParts']))?.parts ?? []) : null;
  }

  /**
   * Removes what no CRL names, in small commits, after one with this number was published. What cannot be removed, or is left by a crash, is removed by whoever
   * publishes next.
   * @param places of the issuers that share a CRL
   */
  async removeLeft(places: readonly PartsPlace[], number: bigint): Promise<void> {
    try {
      for (const place of places) await this.#removeLeft(place, number);
    } catch {
      // The CRL is published all the same.
    }
  }

  async #removeLeft(place: PartsPlace, number: bigint): Promise<void> {
    const { database } = this.deps;
    const { issuerId, scope } = place;
    const rows = await database.readSql(oldParts, [issuerId, scope, number]);
    if (rows.length === 0) return;
    // Read after the parts: what is published meanwhile names these, or parts with higher numbers.
    const named = await this.#named(place);
    const left = rows.map((row) => text(row['digest'])).filter((digest) => !named.has(digest));
    for (const digest of left.slice(0, mostRemoved)) {
      const began = performance.now();
      await database.background.writeSql([{ sql: removePart, rows: [[issuerId, scope, digest, number]] }]);
      await pause(performance.now() - began);
    }
  }

  /** The parts of current CRLs that are there, as all are whose rows nobody else removed. */
  async #kept(place: PartsPlace): Promise<Set<string>> {
    const named = await this.#named(place);
    if (named.size === 0) return named;
    const rows = await this.deps.database.readSql(storedParts, [place.issuerId, place.scope]);
    return new Set(rows.map((row) => text(row['digest'])).filter((digest) => named.has(digest)));
  }

  /** The parts of current CRLs. */
  async #named({ issuerId, scope }: PartsPlace): Promise<Set<string>> {
    const { database, table } = this.deps;
    const rows = await database.readSql(listsOf[table], table === 'Crl' ? [issuerId] : [issuerId, scope]);
    const lists = rows.map((row) => listOf(text(row['entryParts']))?.parts ?? []);
    return new Set(lists.flat().map(({ digest }) => digest));
  }
}
