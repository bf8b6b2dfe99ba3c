import type { Database, SqlRow, SqlWrite } from '../../platform/database/database.js';
import { ChangesMissing } from '../../platform/database/database.js';
import { bigint, text } from '../../platform/database/columns.js';
import { rowReader } from '../../platform/database/row-reader.js';
import { beginning, factsReader, recordHash } from './chained-record.js';
import type { ChainedRecord } from './chained-record.js';

/** Records that get their places in one transaction: a few milliseconds of the one who writes on SQLite. */
const batchSize = 200;

const chainId = 'audit';

/** The ends of the chain. */
export interface ChainEnds {
  readonly position: bigint;
  readonly hash: string;
  /** Place and hash of the last record that is no longer kept; 0 and {@link beginning} where all are. */
  readonly removed: bigint;
  readonly removedHash: string;
}

const endsReader = rowReader<ChainEnds>({ position: bigint, hash: text, removed: bigint, removedHash: text });
const readEnds = `SELECT ${endsReader.selection('c')} FROM "AuditChain" c WHERE c."id" = ?`;
const readUnchained = `SELECT ${factsReader.selection('r')} FROM "AuditRecord" r WHERE r."position" IS NULL ORDER BY r."id" LIMIT ${batchSize}`;
const readChained = `SELECT ${factsReader.selection('r')}, r."position" AS "position", r."hash" AS "hash" FROM "AuditRecord" r
  WHERE r."position" >= ? AND (r."position" > ? OR r."id" > ?) ORDER BY r."position", r."id" LIMIT ?`;

/** Whoever moves the end from where the last one left it has the turn: another one finds it moved, and keeps nothing. */
const moveEnd = 'UPDATE "AuditChain" SET "position" = ?, "hash" = ? WHERE "id" = ? AND "position" = ?';

const giveOnePlace = 'UPDATE "AuditRecord" SET "position" = ?, "hash" = ? WHERE "id" = ? AND "position" IS NULL';
const givePlaces = `UPDATE "AuditRecord" SET "position" = given."position", "hash" = given."hash"
  FROM jsonb_to_recordset(CAST(? AS jsonb)) AS given("id" bigint, "position" bigint, "hash" text)
  WHERE "AuditRecord"."id" = given."id" AND "AuditRecord"."position" IS NULL`;

/**
 * The chain of audit records. A record is written without a place, in the transaction of what it tells of; after the commit somebody gives it the next one and the
 * hash that follows from the one before. So nobody who writes waits for another, what is rolled back leaves no hole, and the order is one for all processes.
 */
export class AuditChain {
  #hasRow = false;

  constructor(private readonly deps: { database: Pick<Database, 'provider' | 'readSql' | 'writeSql'> }) {}

  /** Chains every record that is committed by now. @returns whether there was any */
  async run(signal?: AbortSignal): Promise<boolean> {
    const { database } = this.deps;
    let any = false;
    while (signal?.aborted !== true) {
      const facts = (await database.readSql(readUnchained)).map((row) => factsReader.read(row));
      if (facts.length === 0) break;
      any = true;
      const ends = await this.#ensureEnds();
      let { position, hash } = ends;
      const records = facts.map((each): ChainedRecord => {
        position += 1n;
        hash = recordHash(hash, position, each);
        return { facts: each, position, hash };
      });
      const end = { sql: moveEnd, rows: [[position, hash, chainId, ends.position]], changes: 1 };
      try {
        await database.writeSql([end, this.#places(records)]);
      } catch (error) {
        // Another process has chained them meanwhile.
        if (!(error instanceof ChangesMissing)) throw error;
      }
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

  async #ensureEnds(): Promise<ChainEnds> {
    if (!this.#hasRow) {
      const sql = 'INSERT INTO "AuditChain" ("id", "hash", "removedHash") VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
      await this.deps.database.writeSql([{ sql, rows: [[chainId, beginning, beginning]] }]);
      this.#hasRow = true;
    }
    return chainEnds(this.deps.database);
  }
}

/** Where the chain begins and ends now; as one that is empty before the first record is chained. */
export async function chainEnds(database: Pick<Database, 'readSql'>): Promise<ChainEnds> {
  const [row] = await database.readSql(readEnds, [chainId]);
  return row ? endsReader.read(row) : { position: 0n, hash: beginning, removed: 0n, removedHash: beginning };
}

/** Moves the beginning, for records that are no longer kept; only from where it was. */
export const moveBeginning = (
  before: bigint,
  { position, hash }: Pick<ChainedRecord, 'position' | 'hash'>,
): SqlWrite => ({
  sql: 'UPDATE "AuditChain" SET "removed" = ?, "removedHash" = ? WHERE "id" = ? AND "removed" = ?',
  rows: [[position, hash, chainId, before]],
  changes: 1,
});

/** The next records after one, by place and then by id: no two have one place unless somebody gave it to them. */
export async function recordsAfter(
  database: Pick<Database, 'readSql'>,
  after: { readonly position: bigint; readonly id: bigint },
  most: number,
): Promise<readonly ChainedRecord[]> {
  const rows = await database.readSql(readChained, [after.position, after.position, after.id, most]);
  return rows.map(chainedOf);
}

const chainedOf = (row: SqlRow): ChainedRecord => ({
  facts: factsReader.read(row),
  position: bigint(row['position']),
  hash: text.orNull(row['hash']) ?? '',
});
