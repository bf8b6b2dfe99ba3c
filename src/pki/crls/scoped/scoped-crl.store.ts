import type { CrlKind } from '../crl.store.js';
import { bigint, boolean, date, integer, text } from '../../../platform/database/columns.js';
import { ChangesMissing } from '../../../platform/database/database.js';
import type { Database, SqlParameter, SqlWrite } from '../../../platform/database/database.js';
import { rowReader } from '../../../platform/database/row-reader.js';
import type { RowOf } from '../../../platform/database/row-reader.js';
import type { NewEvent } from '../../../platform/events/event.js';
import { eventWrite } from '../../../platform/events/outbox.js';
import { ids } from '../../../platform/ids.js';
import { crlEvent } from '../../events/pki-events.js';
import { besideIssuerChanges } from '../../issuers/former-issuers.js';
import type { CrlOctets } from '../parts/crl-octets.js';
import { CrlParts } from '../parts/crl-parts.js';
import type { BuiltInParts, CrlStoreDeps } from '../parts/crl-parts.js';
import { unlessOvertaken } from '../parts/unless-overtaken.js';

/** In the place of a shard's number: the CRL of all mounts that have the issuer. */
export const unifiedScope = -1;

const headReader = rowReader({
  id: text,
  issuerId: text,
  shard: integer,
  delta: boolean,
  number: bigint,
  baseNumber: bigint.orNull,
  thisUpdate: date,
  nextUpdate: date,
  entryCount: bigint,
  through: bigint,
  parts: text,
  suppressed: boolean,
});

/** The stored fields of a CRL of a scope without its content. */
export type ScopedHead = RowOf<typeof headReader>;

export interface NewScopedCrl extends Omit<ScopedHead, 'id'>, BuiltInParts {
  readonly mountId: string;
}

const { names } = headReader;
const selected = headReader.selection('c');
const lastSql = `SELECT ${selected} FROM "ScopedCrl" c WHERE c."issuerId" = ? AND c."shard" = ? AND c."delta" = ?`;
const shardsSql = `SELECT ${selected} FROM "ScopedCrl" c WHERE c."issuerId" = ? AND c."shard" >= 0`;
const behindSql = `SELECT c."shard" AS "shard" FROM "ScopedCrl" c WHERE c."issuerId" = ? AND c."shard" >= 0 AND EXISTS
  (SELECT 1 FROM "Revocation" r WHERE r."issuerId" = ? AND r."shard" = c."shard" AND r."ordinal" > c."through")`;
const insertSql = `INSERT INTO "ScopedCrl" ("mountId", "content", "entryParts", ${names.map((name) => `"${name}"`).join(', ')})
  VALUES (?, ?, ?, ${names.map(() => '?').join(', ')})`;

const isThere = (issuerId: string): SqlWrite => ({
  sql: 'UPDATE "Issuer" SET "crlNumber" = "crlNumber" WHERE "id" = ?',
  rows: [[issuerId]],
  changes: 1,
});

/** The latest CRLs of shards and of authorities in all mounts. */
export class ScopedCrlStore {
  readonly #parts: CrlParts;

  constructor(private readonly deps: CrlStoreDeps) {
    this.#parts = new CrlParts({ ...deps, table: 'ScopedCrl' });
  }

  /** The latest of issuers that share one. */
  async last(issuerIds: readonly string[], shard: number, kind: CrlKind): Promise<ScopedHead | null> {
    const heads = await this.#heads(issuerIds, (issuerId) => [lastSql, [issuerId, shard, kind === 'delta']]);
    return newest(heads).get(shard) ?? null;
  }

  /** The latest of each shard. */
  async shards(issuerIds: readonly string[]): Promise<ReadonlyMap<number, ScopedHead>> {
    return newest(await this.#heads(issuerIds, (issuerId) => [shardsSql, [issuerId]]));
  }

  /** The shards with a revocation that their CRL does not contain. */
  async behind(issuerIds: readonly string[]): Promise<ReadonlySet<number>> {
    const shards = new Set<number>();
    for (const published of issuerIds)
      for (const revoked of issuerIds)
        for (const row of await this.deps.database.readSql(behindSql, [published, revoked]))
          shards.add(integer(row['shard']));
    return shards;
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
  lack(heads: readonly (Pick<ScopedHead, 'id' | 'entryCount'> | null)[]): Promise<boolean> {
    return this.#parts.lack(heads);
  }

  /**
   * Publishes unified CRLs with one number, if no CRL of these issuers was published since `seen` was the last number. They replace those before: a delta only
   * the delta.
   * @param members with their mounts
   * @returns the first; null if another process was faster, or an issuer was deleted
   */
  async publish(
    members: readonly { readonly id: string; readonly mountId: string }[],
    seen: bigint,
    crl: NewScopedCrl,
    beside?: NewScopedCrl,
  ): Promise<ScopedHead | null> {
    const { provider } = this.deps.database;
    const [head, ...others] = (beside ? [crl, beside] : [crl]).map((each) => ({ ...each, id: ids.crl.make() }));
    if (!head) return null;
    const { shard, delta } = crl;
    const whose = members.map(({ id }) => id);
    const guard = await unlessOvertaken(this.deps.database, crl.issuerId, seen);
    return this.#written([head, ...others], guard, whose, (inserted) => [
      ...besideIssuerChanges(provider, ...new Set(members.map(({ mountId }) => mountId))),
      guard,
      {
        sql: 'UPDATE "Issuer" SET "crlNumber" = ? WHERE "id" = ? AND "crlNumber" <= ?',
        rows: members.map(({ id }) => [crl.number, id, seen]),
        changes: 1,
      },
      {
        sql: `DELETE FROM "ScopedCrl" WHERE "issuerId" = ? AND "shard" = ?${delta ? ' AND "delta" = ?' : ''}`,
        rows: members.map(({ id }) => (delta ? [id, shard, true] : [id, shard])),
      },
      inserted,
      eventWrite(...[head, ...others].flatMap((each) => unifiedEvents(each, members))),
    ]);
  }

  /**
   * Publishes the CRL of a shard. It has numbers of its own: those of the issuer would make all shards, and its complete CRL, wait for one another.
   * @param replaced the one before; null if there is none
   * @returns null if another process was faster, or the issuer was deleted
   */
  async publishShard(crl: NewScopedCrl, replaced: ScopedHead | null): Promise<ScopedHead | null> {
    const head = { ...crl, id: ids.crl.make() };
    const guard = isThere(crl.issuerId);
    return this.#written(
      [head],
      guard,
      [...new Set([crl.issuerId, replaced?.issuerId ?? crl.issuerId])],
      ({ sql, rows }) => [
        ...besideIssuerChanges(this.deps.database.provider, crl.mountId),
        guard,
        ...(replaced ? [{ sql: 'DELETE FROM "ScopedCrl" WHERE "id" = ?', rows: [[replaced.id]], changes: 1 }] : []),
        { sql: `${sql} ON CONFLICT ("issuerId", "shard", "delta") DO NOTHING`, rows, changes: 1 },
        eventWrite(crlEvent(head, { shard: head.shard })),
      ],
    );
  }

  /**
   * @param guard what must be so while parts are written
   * @param whose the issuers that share it
   * @param batch publishes what it is given to insert
   */
  async #written(
    crls: readonly (NewScopedCrl & Pick<ScopedHead, 'id'>)[],
    guard: SqlWrite,
    whose: readonly string[],
    batch: (inserted: SqlWrite) => readonly SqlWrite[],
  ): Promise<ScopedHead | null> {
    const [head] = crls;
    if (!head) return null;
    const places = whose.map((issuerId) => ({ issuerId, scope: head.shard }));
    const rows: SqlParameter[][] = [];
    try {
      for (const each of crls) {
        const place = { issuerId: each.issuerId, scope: each.shard };
        const { content, entryParts } = await this.#parts.write(place, each, guard);
        rows.push([each.mountId, content, entryParts, ...names.map((name) => each[name])]);
      }
      const ahead = await this.#parts.withPublication(places, head.number, crls);
      await this.deps.database.writeSql([...batch({ sql: insertSql, rows }), ...ahead]);
    } catch (error) {
      if (error instanceof ChangesMissing) return null;
      throw error;
    }
    await this.#parts.removeLeft(places, head.number);
    return head;
  }

  async #heads(
    issuerIds: readonly string[],
    query: (issuerId: string) => Parameters<Database['readSql']>,
  ): Promise<readonly ScopedHead[]> {
    const heads: ScopedHead[] = [];
    for (const issuerId of issuerIds)
      for (const row of await this.deps.database.readSql(...query(issuerId))) heads.push(headReader.read(row));
    return heads;
  }
}

/** For the followers of each mount, about its own issuer. */
function unifiedEvents(
  crl: NewScopedCrl,
  members: readonly { readonly id: string; readonly mountId: string }[],
): readonly NewEvent[] {
  const issuers = new Map<string, string>();
  for (const { id, mountId } of members) if (!issuers.has(mountId)) issuers.set(mountId, id);
  return [...issuers].map(([mountId, issuerId]) => crlEvent({ ...crl, mountId, issuerId }, { unified: true }));
}

/** The newest of each shard. */
function newest(heads: readonly ScopedHead[]): ReadonlyMap<number, ScopedHead> {
  const found = new Map<number, ScopedHead>();
  for (const head of heads) {
    const before = found.get(head.shard);
    if (!before || before.number < head.number) found.set(head.shard, head);
  }
  return found;
}
