import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bigint, bytes, integer, text } from '../../../platform/database/columns.js';
import type { SqlParameter, SqlRow, SqlWrite } from '../../../platform/database/database.js';
import { CrlOctets } from './crl-octets.js';
import type { HeldPart } from './crl-octets.js';
import { CrlDamaged } from './damaged.js';
import type { DamagedCrl } from './damaged.js';
import { fewEntries, isWhole, listOf, listText, octetsOf } from './part-list.js';
import type { EntryPart, PartList } from './part-list.js';
import { LeftParts } from './left-parts.js';
import type { RemovalFailures } from './left-parts.js';
import { ownScope } from './place.js';
import type { CrlDatabase, PartsPlace } from './place.js';

/** A CRL as it is built: one without parts is stored whole. */
export interface BuiltInParts {
  readonly octets: CrlOctets;
}

/** What the row of a CRL holds. */
export interface StoredContent {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly entryParts: string;
}

/** What a store of CRLs is made of. */
export interface CrlStoreDeps {
  readonly database: CrlDatabase;
  /** Whether all are written whole, for servers of versions that know no parts. */
  readonly wholeCrls?: boolean | undefined;
  /** Called for one that was to be read. */
  readonly damaged?: ((crl: DamagedCrl) => Promise<void>) | undefined;
  /** Hears of parts that are not removed. */
  readonly removals?: RemovalFailures | undefined;
}

/** What is wrong with the parts of a CRL: how many there are, how many are not there, and how many that were read are not what was written. */
export interface PartFaults {
  readonly parts: number;
  readonly missing: number;
  readonly damaged: number;
}

/** Octets of new parts in one commit. Others that write wait no longer for so many than for the sync itself; with more they do. */
const mostWritten = 512 * 1024;

/** By one commit: where the number takes another octet, SQLite writes the part again. */
const mostMarked = 8;

const readPart = 'SELECT "content" FROM "CrlPart" WHERE "issuerId" = ? AND "scope" = ? AND "digest" = ?';
const addPart = `INSERT INTO "CrlPart" ("issuerId", "scope", "digest", "number", "content") VALUES (?, ?, ?, ?, ?)
  ON CONFLICT ("issuerId", "scope", "digest") DO UPDATE SET "number" = CASE
    WHEN "CrlPart"."number" < excluded."number" THEN excluded."number" ELSE "CrlPart"."number" END`;
/** Whoever publishes before it does not remove it: that CRL has a lower number. */
const markPart =
  'UPDATE "CrlPart" SET "number" = ? WHERE "issuerId" = ? AND "scope" = ? AND "digest" = ? AND "number" < ?';
const markedParts = 'SELECT "digest" FROM "CrlPart" WHERE "issuerId" = ? AND "scope" = ? AND "number" >= ?';
const storedParts = 'SELECT "digest" FROM "CrlPart" WHERE "issuerId" = ? AND "scope" = ?';

/** What somebody has written in the place of a part, in all CRLs that have it. */
const mendPart = 'UPDATE "CrlPart" SET "content" = ? WHERE "issuerId" = ? AND "scope" = ? AND "digest" = ?';

/** For it would be found missing, and is written again, but not what somebody has written in its place meanwhile. */
const removeDamaged = 'DELETE FROM "CrlPart" WHERE "issuerId" = ? AND "scope" = ? AND "digest" = ? AND "content" = ?';

const contentOf = {
  Crl: 'SELECT "issuerId", "content", "entryParts" FROM "Crl" WHERE "id" = ?',
  ScopedCrl: 'SELECT "issuerId", "shard", "content", "entryParts" FROM "ScopedCrl" WHERE "id" = ?',
};
const listOfOne = {
  Crl: 'SELECT "mountId", "issuerId", "entryCount", "entryParts" FROM "Crl" WHERE "id" = ?',
  ScopedCrl: 'SELECT "mountId", "issuerId", "shard", "entryCount", "entryParts" FROM "ScopedCrl" WHERE "id" = ?',
};
const sizeOf = {
  Crl: 'SELECT "issuerId", length("content") AS "size", "entryParts" FROM "Crl" WHERE "id" = ?',
  ScopedCrl: 'SELECT "issuerId", "shard", length("content") AS "size", "entryParts" FROM "ScopedCrl" WHERE "id" = ?',
};
const listsOf = {
  Crl: 'SELECT "entryParts" FROM "Crl" WHERE "issuerId" = ?',
  ScopedCrl: 'SELECT "entryParts" FROM "ScopedCrl" WHERE "issuerId" = ? AND "shard" = ?',
};

/**
 * The entries of large CRLs, in parts of some 100 KiB that are found by their digests. A CRL shares those that are the same with the one before, so that one
 * entry more writes one part, not megabytes in one commit, for which everybody who writes would wait. New parts are written a few in a commit. The CRL that names
 * them becomes the current one with a small commit, which fails if another was published since: parts are never missing of one that is served, unless something
 * else has damaged the database. Whoever finds that says so, and a complete CRL is due, which writes them again.
 *
 * A part that no CRL names was left by one that was replaced, or by a process that ended before it published: {@link LeftParts}.
 */
export class CrlParts {
  readonly #loads = new Map<string, Promise<CrlOctets | null>>();
  readonly #left: LeftParts;

  constructor(private readonly deps: CrlStoreDeps & { readonly table: 'Crl' | 'ScopedCrl' }) {
    this.#left = new LeftParts({ ...deps, named: (place) => this.#named(place) });
  }

  /**
   * Stores what is not stored yet of a CRL that is about to be published.
   * @param guard what must still be so, or writing more would be in vain
   * @returns what its row is to hold
   * @throws ChangesMissing
   */
  async write(
    place: PartsPlace,
    { number, octets: crl }: BuiltInParts & { readonly number: bigint },
    guard: SqlWrite,
  ): Promise<StoredContent> {
    const { frame, at, parts } = crl;
    if (parts.length === 0 || this.deps.wholeCrls) return { content: await crl.joined(), entryParts: '' };
    const known = await this.#kept(place, parts, number, guard);
    await this.#look(place, parts, known, guard);
    let rows: SqlParameter[][] = [];
    let octets = 0;
    const written = async () => {
      if (rows.length > 0) await this.deps.database.writeSql([guard, { sql: addPart, rows, changes: 1 }]);
      rows = [];
      octets = 0;
    };
    for (const { digest, length, content } of parts) {
      if (known.has(digest)) continue;
      known.add(digest);
      if (octets + length > mostWritten) await written();
      rows.push([place.issuerId, place.scope, digest, number, content]);
      octets += length;
    }
    await written();
    return { content: frame, entryParts: listText({ at, parts }) };
  }

  /**
   * Looks at one of the parts that are not written again, and mends it: a server that has a CRL in memory builds the next one on it without reading what is
   * stored, so that a damaged part would be found only by who comes after it. Each has its turn sooner or later.
   */
  async #look(
    { issuerId, scope }: PartsPlace,
    parts: readonly HeldPart[],
    known: Set<string>,
    guard: SqlWrite,
  ): Promise<void> {
    const kept = parts.filter(({ digest }) => known.has(digest));
    const part = kept.length === 0 ? undefined : kept[randomInt(kept.length)];
    if (!part) return;
    const { database } = this.deps;
    const [row] = await database.readAnew(readPart, [issuerId, scope, part.digest]);
    if (!row) known.delete(part.digest);
    else if (!isWhole(bytes(row['content']), part))
      await database.writeSql([guard, { sql: mendPart, rows: [[part.content, issuerId, scope, part.digest]] }]);
  }

  /**
   * DER of a CRL by its id, read once for all who ask meanwhile; null if another one replaced it.
   * @param like another one of which it may have parts, which are not read again
   * @throws CrlDamaged
   */
  octets(id: string, like?: CrlOctets): Promise<CrlOctets | null> {
    const under = this.#loads.get(id);
    if (under) return under;
    const load = this.#octets(id, like).finally(() => this.#loads.delete(id));
    this.#loads.set(id, load);
    return load;
  }

  async #octets(id: string, like: CrlOctets | undefined): Promise<CrlOctets | null> {
    const { database, table } = this.deps;
    const [row] = await database.readSql(contentOf[table], [id]);
    if (!row) return null;
    const rest = bytes(row['content']);
    const list = listOf(text(row['entryParts']));
    if (!list) return CrlOctets.whole(rest);
    const place = this.#placeOf(row);
    // What is known to be missing is not found out again by reading megabytes.
    if (await this.#lacks(place, list)) return this.#unread(id);
    const known = new Map((like?.parts ?? []).map((part) => [part.digest, part]));
    const held: HeldPart[] = [];
    // From the end: that is where the next CRL differs, whose publication removes what this one alone has.
    for (const part of list.parts.toReversed()) {
      const same = known.get(part.digest);
      const content = same ? same.content : await this.#read(place, part);
      if (content === null) return this.#unread(id);
      held.push({ ...part, content });
      if (!same) await nextTurn();
    }
    return new CrlOctets(rest, list.at, held.toReversed());
  }

  /** Null for one that is not there, or no longer: what is not as it was written is removed. */
  async #read({ issuerId, scope }: PartsPlace, part: EntryPart): Promise<Uint8Array | null> {
    const { database } = this.deps;
    const [row] = await database.readAnew(readPart, [issuerId, scope, part.digest]);
    if (!row) return null;
    const content = bytes(row['content']);
    if (isWhole(content, part)) return content;
    await database.writeSql([{ sql: removeDamaged, rows: [[issuerId, scope, part.digest, content]] }]);
    return null;
  }

  /** For a CRL of which a part was not there: another one has replaced it, or it is damaged. @throws CrlDamaged */
  async #unread(id: string): Promise<null> {
    const { database, table, damaged } = this.deps;
    const [row] = await database.readAnew(listOfOne[table], [id]);
    if (!row) return null;
    const entryCount = bigint(row['entryCount']);
    await damaged?.({ id, mountId: text(row['mountId']), ...this.#placeOf(row), entryCount });
    throw new CrlDamaged();
  }

  /** Whether a part of any of these CRLs is missing. */
  async lack(heads: readonly ({ readonly id: string; readonly entryCount: bigint } | null)[]): Promise<boolean> {
    for (const head of heads)
      if (head && head.entryCount > fewEntries && (await this.faults(head.id, 'stored')).missing > 0) return true;
    return false;
  }

  /**
   * None of a CRL that is whole, or was replaced.
   * @param looked whether they are only looked up, or read too
   */
  async faults(id: string, looked: 'stored' | 'read'): Promise<PartFaults> {
    const { database, table } = this.deps;
    const [row] = await database.readAnew(listOfOne[table], [id]);
    const parts = row ? (listOf(text(row['entryParts']))?.parts ?? []) : [];
    const faults = { parts: parts.length, missing: 0, damaged: 0 };
    if (!row || parts.length === 0) return faults;
    const place = this.#placeOf(row);
    const stored = await this.#stored(place);
    for (const part of parts) {
      if (!stored.has(part.digest)) faults.missing += 1;
      else if (looked === 'read') {
        const [read] = await database.readAnew(readPart, [place.issuerId, place.scope, part.digest]);
        if (!read || !isWhole(bytes(read['content']), part)) faults.damaged += 1;
      }
    }
    const isFaulty = faults.missing + faults.damaged > 0;
    const [still] = isFaulty ? await database.readAnew(listOfOne[table], [id]) : [row];
    return still ? faults : { parts: parts.length, missing: 0, damaged: 0 };
  }

  #placeOf(row: SqlRow): PartsPlace {
    return { issuerId: text(row['issuerId']), scope: this.deps.table === 'Crl' ? ownScope : integer(row['shard']) };
  }

  /**
   * Octets of it, without reading it; null if another one replaced it.
   * @throws CrlDamaged where a part is missing: what was written in its place is only found out by who reads it
   */
  async size(id: string): Promise<number | null> {
    const { database, table } = this.deps;
    const [row] = await database.readSql(sizeOf[table], [id]);
    if (!row) return null;
    const list = listOf(text(row['entryParts']));
    if (list && (await this.#lacks(this.#placeOf(row), list))) return this.#unread(id);
    return Number(bigint(row['size'])) + octetsOf(list?.parts ?? []);
  }

  async #lacks(place: PartsPlace, { parts }: PartList): Promise<boolean> {
    const stored = await this.#stored(place);
    return parts.some(({ digest }) => !stored.has(digest));
  }

  /**
   * Removes what no CRL names, after one with this number was published.
   * @param places of the issuers that share a CRL
   */
  removeLeft(places: readonly PartsPlace[], number: bigint): Promise<void> {
    return this.#left.remove(places, number);
  }

  /**
   * The same with the publication of CRLs, of parts with higher numbers.
   * @param places as in `removeLeft`
   * @param published what is published
   */
  async withPublication(
    places: readonly PartsPlace[],
    number: bigint,
    published: readonly BuiltInParts[],
  ): Promise<readonly SqlWrite[]> {
    return this.#left.ahead(
      places,
      number,
      new Set(published.flatMap(({ octets }) => octets.parts.map(({ digest }) => digest))),
    );
  }

  /** Tries nothing again that could not be removed. */
  close(): void {
    this.#left.close();
  }

  /**
   * The parts of a CRL that need not be written: those of current CRLs that are there, as all are whose rows nobody else removed, and those that were written for
   * one that did not become current. These are marked first as in use, and then looked for: they might have been removed at the same time.
   */
  async #kept(place: PartsPlace, parts: readonly EntryPart[], number: bigint, guard: SqlWrite): Promise<Set<string>> {
    const { issuerId, scope } = place;
    const stored = await this.#stored(place);
    if (stored.size === 0) return new Set();
    const named = await this.#named(place);
    const kept = new Set([...named].filter((digest) => stored.has(digest)));
    const left = new Set(parts.map(({ digest }) => digest).filter((digest) => stored.has(digest) && !kept.has(digest)));
    if (left.size === 0) return kept;
    const rows = [...left].map((digest) => [number, issuerId, scope, digest, number]);
    for (let from = 0; from < rows.length; from += mostMarked)
      await this.deps.database.writeSql([guard, { sql: markPart, rows: rows.slice(from, from + mostMarked) }]);
    for (const row of await this.deps.database.readAnew(markedParts, [issuerId, scope, number])) {
      const digest = text(row['digest']);
      if (left.has(digest)) kept.add(digest);
    }
    return kept;
  }

  async #stored({ issuerId, scope }: PartsPlace): Promise<ReadonlySet<string>> {
    const rows = await this.deps.database.readAnew(storedParts, [issuerId, scope]);
    return new Set(rows.map((row) => text(row['digest'])));
  }

  /** The parts of current CRLs. */
  async #named({ issuerId, scope }: PartsPlace): Promise<Set<string>> {
    const { database, table } = this.deps;
    const rows = await database.readSql(listsOf[table], table === 'Crl' ? [issuerId] : [issuerId, scope]);
    const lists = rows.map((row) => listOf(text(row['entryParts']))?.parts ?? []);
    return new Set(lists.flat().map(({ digest }) => digest));
  }
}
