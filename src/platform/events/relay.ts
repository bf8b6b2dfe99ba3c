import type { Database, SqlWrite } from '../database/database.js';
import { makeRoomForWords, noRoomForWords } from '../database/words.js';
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

/** The same for whoever has SQLite's writer: nobody else numbers meanwhile. Does nothing before a relay has made its row. */
export const numbering: readonly SqlWrite[] = [giveNumbers, keepCount];

/**
 * The same in one round trip to PostgreSQL, batch after batch, and a word to the other processes if anything got a number. Each of its statements sees what was
 * committed when it begins, so what another relay numbered while this one waited for its turn is not numbered again.
 * @param mostMs when to begin no further batch: others wait for the row, and the connection may not be silent for ever
 * @param word whether to send it: others look by themselves too, only later
 */
const relayOnPostgresql = (mostMs: number, word: boolean): SqlWrite => ({
  sql: `DO $relay$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM "Event" WHERE "number" IS NULL) THEN RETURN; END IF;
      INSERT INTO "EventRelay" ("id") VALUES ('${relayId}') ON CONFLICT DO NOTHING;
      UPDATE "EventRelay" SET "turns" = "turns" + 1 WHERE "id" = '${relayId}';
      LOOP
        UPDATE "Event" SET "number" = given."number" FROM (
            SELECT e."id" AS "id", r."last" + ROW_NUMBER() OVER (ORDER BY e."id") AS "number"
              FROM "Event" e CROSS JOIN "EventRelay" r
              WHERE e."number" IS NULL AND r."id" = '${relayId}' ORDER BY e."id" LIMIT ${batchSize}
          ) AS given WHERE "Event"."id" = given."id";
        UPDATE "EventRelay" SET "last" = COALESCE((SELECT MAX("number") FROM "Event"), "last") WHERE "id" = '${relayId}';
        EXIT WHEN NOT EXISTS (SELECT 1 FROM "Event" WHERE "number" IS NULL)
          OR clock_timestamp() >= statement_timestamp() + INTERVAL '${mostMs} milliseconds';
      END LOOP;
      ${word ? `PERFORM pg_notify('${eventsChannel}', '');` : ''}
    END $relay$`,
  rows: [[]],
});

/**
 * Assigns numbers to events, in the order in which they can be read. Row ids are not sufficient: on PostgreSQL a transaction may get its id early and commit
 * late, and a reader who continued after a later id would miss its events.
 */
export class Relay {
  #hasRow = false;

  constructor(
    private readonly deps: {
      readonly database: Pick<Database, 'provider' | 'readAnew' | 'readSql' | 'writeSql'>;
      /** Milliseconds after which a transaction on PostgreSQL takes no further batch. */
      readonly mostMs?: number;
    },
  ) {}

  /**
   * Numbers everything that is committed by now.
   * @returns whether it wrote for that, or may have
   */
  async run(signal?: AbortSignal): Promise<boolean> {
    const { database } = this.deps;
    if (database.provider === 'postgresql') {
      await this.#runOnPostgresql(signal);
      return true;
    }
    let wrote = false;
    while (!signal?.aborted) {
      const [waiting] = await database.readSql('SELECT "id" FROM "Event" WHERE "number" IS NULL LIMIT 1');
      if (!waiting) break;
      await this.#ensureRow();
      await database.writeSql([takeTurn, giveNumbers, keepCount]);
      wrote = true;
    }
    return wrote;
  }

  /** A batch of writes answers with nothing. One that was back early has left nothing; after a long one it is asked again. */
  async #runOnPostgresql(signal: AbortSignal | undefined): Promise<void> {
    const { database, mostMs = 5_000 } = this.deps;
    const relay = [relayOnPostgresql(mostMs, true)];
    let isLong = true;
    while (isLong && !signal?.aborted) {
      const begun = performance.now();
      try {
        await database.writeSql(relay);
      } catch (error) {
        if (!noRoomForWords(error)) throw error;
        await makeRoomForWords(database);
        await database.writeSql([relayOnPostgresql(mostMs, false)]);
      }
      isLong = performance.now() - begun >= mostMs / 2;
    }
  }

  async #ensureRow(): Promise<void> {
    if (this.#hasRow) return;
    const sql = 'INSERT INTO "EventRelay" ("id") VALUES (?) ON CONFLICT DO NOTHING';
    await this.deps.database.writeSql([{ sql, rows: [[relayId]] }]);
    this.#hasRow = true;
  }
}
