import type { Database, SqlWrite } from '../database/database.js';
import { relayId } from './event-log.js';

/** Tells the other processes on PostgreSQL that there are new numbers. */
export const eventsChannel = 'trustate_events';

/** Events that get their numbers in one transaction. */
const batchSize = 1_000;

/** The relay holds this row until the numbers are committed. So there is one relay at a time, and its end, even a crash, releases the row. */
const takeTurn: SqlWrite = {
  sql: 'UPDATE "EventRelay" SET "turns" = "turns" + 1 WHERE "id" = ?',
  rows: [[relayId]],
};

const giveNumbers: SqlWrite = {
  sql: `UPDATE "Event" SET "number" = given."number" FROM (
      SELECT e."id" AS "id", r."last" + ROW_NUMBER() OVER (ORDER BY e."id") AS "number"
        FROM "Event" e CROSS JOIN "EventRelay" r
        WHERE e."number" IS NULL AND r."id" = ? ORDER BY e."id" LIMIT ${batchSize}
    ) AS given WHERE "Event"."id" = given."id"`,
  rows: [[relayId]],
};

/** The newest numbers are never removed with the oldest: where no event is left, the last number stands. */
const keepCount: SqlWrite = {
  sql: `UPDATE "EventRelay" SET "last" = COALESCE((SELECT MAX("number") FROM "Event"), "last") WHERE "id" = ?`,
  rows: [[relayId]],
};

const wakeOthers: SqlWrite = { sql: `SELECT pg_notify('${eventsChannel}', '')`, rows: [[]] };

/**
 * Gives numbers to events, in the order in which they can be read from then on. Ids would not do: on PostgreSQL a transaction may take its id early and
 * commit late, and a reader that went on from a later id would miss what it wrote.
 */
export class Relay {
  #hasRow = false;

  constructor(private readonly deps: { database: Pick<Database, 'provider' | 'readSql' | 'writeSql'> }) {}

  /** Numbers everything that is committed by now. @returns whether there was anything */
  async run(signal?: AbortSignal): Promise<boolean> {
    const { database } = this.deps;
    let any = false;
    while (!signal?.aborted) {
      const [waiting] = await database.readSql('SELECT "id" FROM "Event" WHERE "number" IS NULL LIMIT 1');
      if (!waiting) break;
      await this.#ensureRow();
      const numbering = [takeTurn, giveNumbers, keepCount];
      await database.writeSql(database.provider === 'postgresql' ? [...numbering, wakeOthers] : numbering);
      any = true;
    }
    return any;
  }

  async #ensureRow(): Promise<void> {
    if (this.#hasRow) return;
    const sql = 'INSERT INTO "EventRelay" ("id") VALUES (?) ON CONFLICT DO NOTHING';
    await this.deps.database.writeSql([{ sql, rows: [[relayId]] }]);
    this.#hasRow = true;
  }
}
