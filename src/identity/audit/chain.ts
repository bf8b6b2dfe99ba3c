import type { Clock } from '../../platform/clock.js';
import type { Database, SqlRow, SqlWrite } from '../../platform/database/database.js';
import { ChangesMissing } from '../../platform/database/database.js';
import { bigint, text } from '../../platform/database/columns.js';
import { rowReader } from '../../platform/database/row-reader.js';
import type { ChainKeys, SealState, SealedPlace } from './chain-seal.js';
import { ChainSeal } from './chain-seal.js';
import { beginning, factsReader, recordHash } from './chained-record.js';
import type { ChainedRecord } from './chained-record.js';
import { insertOf, rowOf } from './record-row.js';
import { system } from './actor.js';
import { allRecords, auditRecordEvents, siteRecords } from '../events/identity-events.js';
import { eventWriteOf } from '../../platform/events/outbox.js';

/** Records that get their positions in one transaction: a few milliseconds of the only writer on SQLite. */
const batchSize = 200;
/** Characters of records in memory at once. Records of versions without limits on texts may have millions each. */
const heldCharacters = 8_000_000;

const chainId = 'audit';

/** The events of records are written in the transaction that assigns their positions: one event for all records of an organization. */
const told = (after: bigint, through: bigint): SqlWrite => {
  const [kind] = auditRecordEvents.kinds;
  return eventWriteOf({
    select: `MAX(r."at"), '${kind}', COALESCE(r."organizationId", '${siteRecords}'), '${allRecords}', CAST(MIN(r."position") AS TEXT),
        '{"last":"' || MAX(r."position") || '","count":' || COUNT(*) || '}'
      FROM "AuditRecord" r WHERE r."position" > ? AND r."position" <= ? GROUP BY r."organizationId" ORDER BY MIN(r."position")`,
    parameters: [after, through],
  });
};

/** The ends of the chain. */
export interface ChainEnds {
  readonly position: bigint;
  readonly hash: string;
  /** Position and hash of the last record that is no longer kept; 0 and {@link beginning} if all are. */
  readonly removed: bigint;
  readonly removedHash: string;
  /** From {@link ChainSeal}; empty if nothing was sealed so far. */
  readonly endSeal: string;
  readonly beginningSeal: string;
}

const endsReader = rowReader<ChainEnds>({
  position: bigint,
  hash: text,
  removed: bigint,
  removedHash: text,
  endSeal: text,
  beginningSeal: text,
});
const readEnds = `SELECT ${endsReader.selection('c')} FROM "AuditChain" c WHERE c."id" = ?`;
const unchained = `FROM "AuditRecord" r WHERE r."position" IS NULL ORDER BY r."id" LIMIT ?`;
const chained = `FROM "AuditRecord" r
  WHERE r."position" >= ? AND (r."position" > ? OR r."id" > ?) ORDER BY r."position", r."id" LIMIT ?`;
const size = `1000 + length(r."targetId") + length(COALESCE(r."targetName", '')) + length(COALESCE(r."details", '')) AS "size"`;

/** The server that moves the end from its last position has the turn: another server finds it moved, and commits nothing. */
const moveEnd = 'UPDATE "AuditChain" SET "position" = ?, "hash" = ?, "endSeal" = ? WHERE "id" = ? AND "position" = ?';
/** Only if the seals are still those that were checked: a server that finds new ones of another server has nothing to record. */
const sealEnds = `UPDATE "AuditChain" SET "endSeal" = ?, "beginningSeal" = ?
  WHERE "id" = ? AND "position" = ? AND "removed" = ? AND "endSeal" = ? AND "beginningSeal" = ?`;

/** The record that the ends differed from what a server left, or were not sealed yet, when the chain continued from them. */
export const resealAction = 'audit.reseal';

const giveOnePlace = 'UPDATE "AuditRecord" SET "position" = ?, "hash" = ? WHERE "id" = ? AND "position" IS NULL';
const givePlaces = `UPDATE "AuditRecord" SET "position" = given."position", "hash" = given."hash"
  FROM jsonb_to_recordset(CAST(? AS jsonb)) AS given("id" bigint, "position" bigint, "hash" text)
  WHERE "AuditRecord"."id" = given."id" AND "AuditRecord"."position" IS NULL`;

/**
 * The chain of audit records. A record is written without a position, in the transaction of its change. After the commit, a server assigns the next position,
 * and the hash that includes the previous one. So writers do not wait for each other, a rollback leaves no gap, and the order is the same for all processes.
 */
export class AuditChain {
  readonly #seal: ChainSeal;

  constructor(
    private readonly deps: {
      database: Pick<Database, 'provider' | 'readSql' | 'writeSql'>;
      clock: Clock;
      keys: ChainKeys;
    },
  ) {
    this.#seal = new ChainSeal(deps.keys);
  }

  /** The master keys that sealed the ends, as far as they are configured: at most two, one for each end. */
  async sealedUnder(): Promise<readonly string[]> {
    const ends = await chainEnds(this.deps.database);
    const { position, hash, removed, removedHash, endSeal, beginningSeal } = ends;
    const found = [
      this.#seal.keyId('end', { position, hash }, endSeal),
      this.#seal.keyId('beginning', { position: removed, hash: removedHash }, beginningSeal),
    ];
    return found.filter((keyId) => keyId !== null);
  }

  /**
   * Adds every record to the chain that was committed when it was called. Newer ones wait for the next call: otherwise every few records would need a commit.
   * @returns whether there was any
   */
  async run(signal?: AbortSignal): Promise<boolean> {
    const { database } = this.deps;
    let any = false;
    let ends = await this.#sealedEnds();
    for (let more = true; more && signal?.aborted !== true;) {
      const most = await fitting(database, unchained, [], batchSize);
      if (most === 0) break;
      const found = await database.readSql(`SELECT ${factsReader.selection('r')} ${unchained}`, [most]);
      const facts = found.map((row) => factsReader.read(row));
      if (facts.length === 0) break;
      any = true;
      let { position, hash } = ends;
      const records = facts.map((each): ChainedRecord => {
        position += 1n;
        hash = recordHash(hash, position, each);
        return { facts: each, position, hash };
      });
      const seal = this.#seal.of('end', { position, hash });
      const end = { sql: moveEnd, rows: [[position, hash, seal, chainId, ends.position]], changes: 1 };
      try {
        await database.writeSql([end, this.#places(records), told(ends.position, position)]);
        more = facts.length === most;
      } catch (error) {
        // Another process has added them in the meantime.
        if (!(error instanceof ChangesMissing)) throw error;
      }
      if (more) ends = await this.#sealedEnds();
    }
    return any;
  }

  #places(records: readonly ChainedRecord[]): SqlWrite {
    if (this.deps.database.provider === 'sqlite') {
      return {
        sql: giveOnePlace,
        rows: records.map(({ facts, position, hash }) => [position, hash, facts.id]),
        changes: 1,
      };
    }
    const given = records.map(({ facts, position, hash }) => ({
      id: String(facts.id),
      position: String(position),
      hash,
    }));
    return { sql: givePlaces, rows: [[JSON.stringify(given)]], changes: records.length };
  }

  /** The ends; they are sealed from then on. If somebody else moved them, a record says so before the chain continues. */
  async #sealedEnds(): Promise<ChainEnds> {
    const { database } = this.deps;
    for (;;) {
      const ends = await chainEnds(database);
      const states = endStates(this.#seal, ends);
      if (states.end === 'sound' && states.beginning === 'sound') return ends;
      const sql = 'INSERT INTO "AuditChain" ("id", "hash", "removedHash") VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
      await database.writeSql([{ sql, rows: [[chainId, beginning, beginning]] }]);
      try {
        await database.writeSql([this.#reseal(ends), ...this.#resealed(ends, states)]);
      } catch (error) {
        // Another process was first.
        if (!(error instanceof ChangesMissing)) throw error;
      }
    }
  }

  #reseal({ position, hash, removed, removedHash, endSeal, beginningSeal }: ChainEnds): SqlWrite {
    const end = this.#seal.of('end', { position, hash });
    const start = this.#seal.of('beginning', { position: removed, hash: removedHash });
    return { sql: sealEnds, rows: [[end, start, chainId, position, removed, endSeal, beginningSeal]], changes: 1 };
  }

  #resealed({ position, hash, removed, removedHash }: ChainEnds, states: EndStates): SqlWrite[] {
    const known = (state: SealState) => state === 'sound' || state === 'earlier';
    const isNew = position === 0n && states.end === 'missing' && states.beginning === 'missing';
    if (isNew || (known(states.end) && known(states.beginning))) return [];
    return [
      insertOf(
        rowOf({
          at: this.deps.clock.now(),
          actor: system('audit-chain'),
          action: resealAction,
          target: { type: 'audit-record', id: String(position) },
          outcome: 'success',
          problem: null,
          details: { ...states, upTo: String(position), hash, removed: String(removed), removedHash },
        }),
      ),
    ];
  }
}

export interface EndStates {
  readonly end: SealState;
  readonly beginning: SealState;
}

export const endStates = (seal: ChainSeal, ends: ChainEnds): EndStates => ({
  end: seal.state('end', ends, ends.endSeal),
  beginning: seal.state('beginning', { position: ends.removed, hash: ends.removedHash }, ends.beginningSeal),
});

/** The present beginning and end of the chain; those of an empty chain before the first record. */
export async function chainEnds(database: Pick<Database, 'readSql'>): Promise<ChainEnds> {
  const [row] = await database.readSql(readEnds, [chainId]);
  if (row) return endsReader.read(row);
  return { position: 0n, hash: beginning, removed: 0n, removedHash: beginning, endSeal: '', beginningSeal: '' };
}

/** Moves the beginning after records that are no longer kept; only from its last position. */
export const moveBeginning = (before: bigint, { position, hash }: SealedPlace, seal: ChainSeal): SqlWrite => ({
  sql: 'UPDATE "AuditChain" SET "removed" = ?, "removedHash" = ?, "beginningSeal" = ? WHERE "id" = ? AND "removed" = ?',
  rows: [[position, hash, seal.of('beginning', { position, hash }), chainId, before]],
  changes: 1,
});

/**
 * The next records after one, by position and then by id: positions are unique unless somebody manipulated them.
 * @param most the largest number; fewer for large records, but at least two if there are: the export reads the one again that it has
 */
export async function recordsAfter(
  database: Pick<Database, 'readSql'>,
  after: { readonly position: bigint; readonly id: bigint },
  most: number,
): Promise<readonly ChainedRecord[]> {
  const from = [after.position, after.position, after.id];
  const limit = await fitting(database, chained, from, most);
  if (limit === 0) return [];
  const columns = `${factsReader.selection('r')}, r."position" AS "position", r."hash" AS "hash"`;
  const rows = await database.readSql(`SELECT ${columns} ${chained}`, [...from, limit]);
  return rows.map(chainedOf);
}

/** How many of the records that a statement would find may be read at once; 0 if it would find none. */
async function fitting(
  database: Pick<Database, 'readSql'>,
  statement: string,
  values: readonly bigint[],
  most: number,
): Promise<number> {
  if (most <= 2) return most;
  const sizes = await database.readSql(`SELECT ${size} ${statement}`, [...values, most]);
  if (sizes.length === 0) return 0;
  let sum = 0n;
  const fits = sizes.findIndex((row) => (sum += bigint(row['size'])) > heldCharacters);
  return fits === -1 ? most : Math.max(2, fits);
}

const chainedOf = (row: SqlRow): ChainedRecord => ({
  facts: factsReader.read(row),
  position: bigint(row['position']),
  hash: text.orNull(row['hash']) ?? '',
});
