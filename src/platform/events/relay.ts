import type { Database, SqlWrite } from '../database/database.js';
import { relayId } from './event-log.js';

/** Notifies the other processes on PostgreSQL of new numbers. */
export const eventsChannel = 'trustate_events';

/** Events that get their numbers in one transaction. */
const batchSize = 1_000;

/** The relay locks this row until the numbers are committed. So there is only one relay at a time, and its end, even by a crash, releases the row. */
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

/** The newest number is never removed: if no event is left, it is still known. */
const keepCount: SqlWrite = {
  sql: `UPDATE "EventRelay" SET "last" = COALESCE((SELECT MAX("number") FROM "Event"), "last") WHERE "id" = ?`,
  rows: [[relayId]],
};

/**
 * The same in one round trip to PostgreSQL, and a word to the other processes if anything got a number. Each of its statements sees what was committed when it
 * begins, so what another relay numbered while this one waited for its turn is not numbered again.
 */
const relayOnPostgresql: SqlWrite = {
  sql: `DO $relay$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM "Event" WHERE "number" IS NULL) THEN RETURN; END IF;
      INSERT INTO "EventRelay" ("id") VALUES ('${relayId}') ON CONFLICT DO NOTHING;
      UPDATE "EventRelay" SET "turns" = "turns" + 1 WHERE "id" = '${relayId}';
      UPDATE "Event" SET "number" = given."number" FROM (
          SELECT e."id" AS "id", r."last" + ROW_NUMBER() OVER (ORDER BY e."id") AS "number"
            FROM "Event" e CROSS JOIN "EventRelay" r
            WHERE e."number" IS NULL AND r."id" = '${relayId}' ORDER BY e."id"
        ) AS given WHERE "Event"."id" = given."id";
      UPDATE "EventRelay" SET "last" = COALESCE((SELECT MAX("number") FROM "Event"), "last") WHERE "id" = '${relayId}';
      PERFORM pg_notify('${eventsChannel}', '');
    END $relay$`,
  rows: [[]],
};

/**
 * Assigns numbers to events, in the order in which they can be read. Row ids are not sufficient: on PostgreSQL a transaction may get its id early and commit
 * late, and a reader who continued after a later id would miss its events.
 */
export class Relay {
  #hasRow = false;

  constructor(private readonly deps: { database: Pick<Database, 'provider' | 'readSql' | 'writeSql'> }) {}

  /** Numbers everything that is committed by now. */
  async run(signal?: AbortSignal): Promise<void> {
    const { database } = this.deps;
    if (database.provider === 'postgresql') {
      if (!signal?.aborted) await database.writeSql([relayOnPostgresql]);
      return;
    }
    while (!signal?.aborted) {
      const [waiting] = await database.readSql('SELECT "id" FROM "Event" WHERE "number" IS NULL LIMIT 1');
      if (!waiting) return;
      await this.#ensureRow();
      await database.writeSql([takeTurn, giveNumbers, keepCount]);
    }
  }

  async #ensureRow(): Promise<void> {
    if (this.#hasRow) return;
    const sql = 'INSERT INTO "EventRelay" ("id") VALUES (?) ON CONFLICT DO NOTHING';
    await this.deps.database.writeSql([{ sql, rows: [[relayId]] }]);
    this.#hasRow = true;
  }
}
