import { bigint, date } from '../database/columns.js';
import type { Database, SqlParameter } from '../database/database.js';
import { eventTable } from '../database/generated/tables.js';
import type { RowOf } from '../database/row-reader.js';
import { problem } from '../problems.js';
import type { EventFacts, EventFilter, EventPosition, RecordedEvent } from './event.js';

/** The one row of `EventRelay`. */
export const relayId = 'events';

/** Numbers that one statement reads. There are few, so that SQLite does not block the thread. */
const stretch = 2_000n;

/** Events that are removed by one statement. */
const pruneBatch = 1_000;

/** One statement sees one moment: what is removed while it runs is there, or said to be removed. */
const nextSql = `SELECT r."last" AS "last", r."pruned" AS "pruned", ${eventTable.selection('e')}
  FROM "EventRelay" r LEFT JOIN "Event" e ON e."number" > ? AND e."number" <= ? WHERE r."id" = ? ORDER BY e."number"`;

/** Relayed events, in order of their numbers. */
export class EventLog {
  constructor(private readonly deps: { database: Database }) {}

  /** The last number that was assigned, the last one whose event was removed, and the last one that the reader of notices has read; null without one. */
  async bounds(): Promise<{ last: bigint; pruned: bigint; noticed: bigint | null }> {
    const [row] = await this.deps.database.readSql(
      'SELECT "last", "pruned", "noticed" FROM "EventRelay" WHERE "id" = ?',
      [relayId],
    );
    if (!row) return { last: 0n, pruned: 0n, noticed: null };
    return { last: bigint(row['last']), pruned: bigint(row['pruned']), noticed: bigint.orNull(row['noticed']) };
  }

  /**
   * The events after a number, so many at most, as they are at one moment.
   * @returns the events, up to which number they are complete, the last number that was assigned, and the last one whose event was removed
   */
  async next(
    after: bigint,
    most: number,
  ): Promise<{ events: readonly RecordedEvent[]; through: bigint; last: bigint; pruned: bigint }> {
    const upTo = after + BigInt(most);
    const rows = await this.deps.database.readSql(nextSql, [after, upTo, relayId]);
    const [first] = rows;
    if (!first) return { events: [], through: after, last: 0n, pruned: 0n };
    const last = bigint(first['last']);
    const events = rows.filter((row) => row['number'] !== null).map((row) => eventOf(eventTable.read(row)));
    return { events, through: upTo < last ? upTo : last, last, pruned: bigint(first['pruned']) };
  }

  /** The position of a reader who has seen everything so far. */
  async end(): Promise<EventPosition> {
    const { last } = await this.bounds();
    return { number: last, at: await this.#timeOf(last) };
  }

  /**
   * Checks that all events after a position still exist.
   * @throws EVENT_GONE
   */
  async requireKept({ number, at }: EventPosition): Promise<void> {
    const { last, pruned } = await this.bounds();
    if (number > last || number < pruned) throw problem('EVENT_GONE');
    const found = at === null ? null : await this.#timeOf(number);
    if (found !== null && found !== at) throw problem('EVENT_GONE');
  }

  /**
   * The events after one number and at most up to another that match the filter.
   * @returns the events, and up to which number they are complete
   */
  async page(
    filter: EventFilter,
    after: bigint,
    upTo: bigint,
  ): Promise<{ events: readonly RecordedEvent[]; through: bigint }> {
    const through = after + stretch < upTo ? after + stretch : upTo;
    // PostgreSQL does not allow an empty list.
    if (filter.kinds?.length === 0) return { events: [], through };
    const conditions = ['"number" > ?', '"number" <= ?'];
    const parameters: SqlParameter[] = [after, through];
    for (const column of ['topic', 'scope'] as const) {
      const wanted = filter[column];
      if (wanted === undefined) continue;
      conditions.push(`"${column}" = ?`);
      parameters.push(wanted);
    }
    if (filter.kinds) {
      conditions.push(`"kind" IN (${filter.kinds.map(() => '?').join()})`);
      parameters.push(...filter.kinds);
    }
    const rows = await this.deps.database.readSql(
      `SELECT ${eventTable.selection('"Event"')} FROM "Event" WHERE ${conditions.join(' AND ')} ORDER BY "number"`,
      parameters,
    );
    return { events: rows.map((row) => eventOf(eventTable.read(row))), through };
  }

  /**
   * Removes the oldest events: those before a time, and those beyond a count. What the reader of notices has not read stays.
   * @returns how many
   */
  async prune({ before, keep }: { before: Date; keep: number }, signal?: AbortSignal): Promise<number> {
    let removed = 0;
    while (!signal?.aborted) {
      const { last, pruned, noticed } = await this.bounds();
      const oldest = await this.deps.database.readSql(
        `SELECT "number", "at" FROM "Event" WHERE "number" > ? ORDER BY "number" LIMIT ${pruneBatch}`,
        [pruned],
      );
      const rows = oldest.map((row) => ({ number: bigint(row['number']), at: date(row['at']) }));
      const kept = rows.findIndex(
        ({ number, at }) => (noticed !== null && number > noticed) || (at >= before && number > last - BigInt(keep)),
      );
      const through = rows[(kept === -1 ? rows.length : kept) - 1]?.number;
      if (through === undefined) break;
      await this.deps.database.writeSql([
        { sql: 'DELETE FROM "Event" WHERE "number" <= ?', rows: [[through]] },
        {
          sql: 'UPDATE "EventRelay" SET "pruned" = ? WHERE "id" = ? AND "pruned" < ?',
          rows: [[through, relayId, through]],
        },
      ]);
      removed += kept === -1 ? rows.length : kept;
      if (kept !== -1 || rows.length < pruneBatch) break;
    }
    return removed;
  }

  async #timeOf(number: bigint): Promise<number | null> {
    const [row] = await this.deps.database.readSql('SELECT "at" FROM "Event" WHERE "number" = ?', [number]);
    return row ? date(row['at']).getTime() : null;
  }
}

function eventOf({ number, at, kind, topic, scope, subject, facts }: RowOf<typeof eventTable>): RecordedEvent {
  return { number: bigint(number), at, kind, topic, scope, subject, facts: readFacts(facts) };
}

function readFacts(json: string): EventFacts {
  const facts: unknown = JSON.parse(json);
  return isFacts(facts) ? facts : {};
}

/** Only `recordEvents` writes them, and its types define their content. */
function isFacts(value: unknown): value is EventFacts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
