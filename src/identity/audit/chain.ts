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

/** Records that get their places in one transaction: a few milliseconds of the one who writes on SQLite. */
const batchSize = 200;
/** Characters of records that are held at once. Those of versions that bounded no text may have millions each. */
const heldCharacters = 8_000_000;

const chainId = 'audit';

/** Records are told of in the transaction that gives them their places: those of an organization by one event, however many somebody writes. */
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
  /** Place and hash of the last record that is no longer kept; 0 and {@link beginning} where all are. */
  readonly removed: bigint;
  readonly removedHash: string;
  /** As {@link ChainSeal} makes them; empty where nothing was sealed so far. */
  readonly endSeal: string;
  readonly beginningSeal: string;
}

const endsReader = rowReader<ChainEnds>({
  ...{ position: bigint, hash: text, removed: bigint, removedHash: text },
  ...{ endSeal: text, beginningSeal: text },
});
const readEnds = `SELECT ${endsReader.selection('c')} FROM "AuditChain" c WHERE c."id" = ?`;
const unchained = `FROM "AuditRecord" r WHERE r."position" IS NULL ORDER BY r."id" LIMIT ?`;
const chained = `FROM "AuditRecord" r
  WHERE r."position" >= ? AND (r."position" > ? OR r."id" > ?) ORDER BY r."position", r."id" LIMIT ?`;
const size = `1000 + length(r."targetId") + length(COALESCE(r."targetName", '')) + length(COALESCE(r."details", '')) AS "size"`;

/** The server that moves the end from its last position has the turn: another one finds it moved, and commits nothing. */
const moveEnd = 'UPDATE "AuditChain" SET "position" = ?, "hash" = ?, "endSeal" = ? WHERE "id" = ? AND "position" = ?';
/** Only from the seals that were looked at: who finds them as another one has just made them has nothing to record. */
const sealEnds = `UPDATE "AuditChain" SET "endSeal" = ?, "beginningSeal" = ?
  WHERE "id" = ? AND "position" = ? AND "removed" = ? AND "endSeal" = ? AND "beginningSeal" = ?`;

/** The record of ends that were not as a server left them, or not sealed so far, when the chain went on from them. */
export const resealAction = 'audit.reseal';

const giveOnePlace = 'UPDATE "AuditRecord" SET "position" = ?, "hash" = ? WHERE "id" = ? AND "position" IS NULL';
const givePlaces = `UPDATE "AuditRecord" SET "position" = given."position", "hash" = given."hash"
  FROM jsonb_to_recordset(CAST(? AS jsonb)) AS given("id" bigint, "position" bigint, "hash" text)
  WHERE "AuditRecord"."id" = given."id" AND "AuditRecord"."position" IS NULL`;

/**
 * The chain of audit records. A record is written without a place, in the transaction of what it tells of; after the commit somebody gives it the next one and the
 * hash that follows from the one before. So nobody who writes waits for another, what is rolled back leaves no hole, and the order is one for all processes.
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

  /** The master keys that the ends are sealed with, as far as they are configured: two at most, one for each end. */
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
   * Chains every record that was committed when it was called. What comes meanwhile waits for the next time: chained as it comes, each few records would
   * take a commit of their own.
   * @returns whether there was any
   */
  async run(signal?: AbortSignal): Promise<boolean> {
    const { database } = this.deps;
    let any = false;
    let ends = await this.#sealedEnds();
    for (let more = true; more && signal?.aborted !== true;) {
      const most = await fitting(database, unchained, [], batchSize);
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
        // Another process has chained them meanwhile.
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

  /** The ends, which are sealed from then on. If somebody else moved them, a record says so before the chain continues. */
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
          ...{ at: this.deps.clock.now(), actor: system('audit-chain'), action: resealAction },
          target: { type: 'audit-record', id: String(position) },
          ...{ outcome: 'success', problem: null },
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

/** Where the chain begins and ends now; as one that is empty before the first record is chained. */
export async function chainEnds(database: Pick<Database, 'readSql'>): Promise<ChainEnds> {
  const [row] = await database.readSql(readEnds, [chainId]);
  if (row) return endsReader.read(row);
  return { position: 0n, hash: beginning, removed: 0n, removedHash: beginning, endSeal: '', beginningSeal: '' };
}

/** Moves the beginning, for records that are no longer kept; only from where it was. */
export const moveBeginning = (before: bigint, { position, hash }: SealedPlace, seal: ChainSeal): SqlWrite => ({
  sql: 'UPDATE "AuditChain" SET "removed" = ?, "removedHash" = ?, "beginningSeal" = ? WHERE "id" = ? AND "removed" = ?',
  rows: [[position, hash, seal.of('beginning', { position, hash }), chainId, before]],
  changes: 1,
});

/**
 * The next records after one, by place and then by id: no two have one place unless somebody gave it to them.
 * @param most as many at most; fewer, but at least two where there are, of records that are large
 */
export async function recordsAfter(
  database: Pick<Database, 'readSql'>,
  after: { readonly position: bigint; readonly id: bigint },
  most: number,
): Promise<readonly ChainedRecord[]> {
  const from = [after.position, after.position, after.id];
  const limit = await fitting(database, chained, from, most);
  const columns = `${factsReader.selection('r')}, r."position" AS "position", r."hash" AS "hash"`;
  const rows = await database.readSql(`SELECT ${columns} ${chained}`, [...from, limit]);
  return rows.map(chainedOf);
}

/** How many records may be read at once, of those that a statement would find. */
async function fitting(
  database: Pick<Database, 'readSql'>,
  statement: string,
  values: readonly bigint[],
  most: number,
): Promise<number> {
  if (most <= 2) return most;
  const sizes = await database.readSql(`SELECT ${size} ${statement}`, [...values, most]);
  let sum = 0n;
  const fits = sizes.findIndex((row) => (sum += bigint(row['size'])) > heldCharacters);
  return fits === -1 ? most : Math.max(2, fits);
}

const chainedOf = (row: SqlRow): ChainedRecord => ({
  facts: factsReader.read(row),
  position: bigint(row['position']),
  hash: text.orNull(row['hash']) ?? '',
});
