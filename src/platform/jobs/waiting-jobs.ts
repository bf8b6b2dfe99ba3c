import { setImmediate as pause } from 'node:timers/promises';
import { date, text } from '../database/columns.js';
import { tableBy } from '../database/conditions.js';
import type { Database, SqlParameter } from '../database/database.js';
import { epoch } from './due-looks.js';
import { unleasedSql, waitLongerSql } from './due-sql.js';

/** Rows that are looked at in one piece: milliseconds of the thread on SQLite. */
const defaultPiece = 2_000;

/** A place in the order of the jobs of a kind. */
interface Place {
  readonly dueAt: Date;
  readonly id: string;
}

/** Of a job that failed and is to be tried again: the opposite of what is looked for. */
const notFailed = 'NOT ("attempts" > 0 AND "lastError" IS NOT NULL)';

/**
 * Makes rows due that wait beyond a time, though they have not failed. There may be hundreds of thousands that have: so these are passed over in pieces, between
 * which others have their turn.
 */
export async function beginWaiting(
  database: Database,
  { kinds, latest, now, piece = defaultPiece }: BeginWaiting,
): Promise<void> {
  const parameters = kinds.flatMap((kind) => [kind, kind, latest, now]);
  // There is rarely one.
  const rows = await database.background.readSql(waitLongerSql(kinds.length), parameters);
  for (const row of rows) {
    const kind = text(row['kind']);
    let after: Place | null = { dueAt: latest, id: '' };
    while (after !== null) {
      after = await beginPiece(database, { kind, after, now, piece });
      if (after !== null) await pause();
    }
  }
}

export interface BeginWaiting {
  readonly kinds: readonly string[];
  readonly latest: Date;
  readonly now: Date;
  /** {@link defaultPiece} where nothing is said. */
  readonly piece?: number | undefined;
}

/** @returns where the next piece begins; `null` after the last one */
async function beginPiece(
  database: Database,
  {
    kind,
    after,
    now,
    piece,
  }: { readonly kind: string; readonly after: Place; readonly now: Date; readonly piece: number },
): Promise<Place | null> {
  const { background } = database;
  const table = tableBy('Job', database.provider === 'sqlite' ? 'Job_kind_dueAt_id_idx' : undefined);
  const behind = `"kind" = ? AND ("dueAt", "id") > (?, ?)`;
  const start: readonly SqlParameter[] = [kind, after.dueAt, after.id];
  const [last] = await background.readSql(
    `SELECT "dueAt", "id" FROM ${table} WHERE ${behind} ORDER BY "dueAt", "id" LIMIT 1 OFFSET ${piece - 1}`,
    start,
  );
  const end = last ? { dueAt: date(epoch(last['dueAt'])), id: text(last['id']) } : null;
  const within = end === null ? behind : `${behind} AND ("dueAt", "id") <= (?, ?)`;
  const where = `${within} AND ${notFailed} AND ${unleasedSql}`;
  const parameters = [...start, ...(end === null ? [] : [end.dueAt, end.id]), now];
  // Reading costs less than writing.
  const found = await background.readSql(`SELECT "id" FROM ${table} WHERE ${where} LIMIT 1`, parameters);
  if (found.length > 0)
    await background.writeSql([
      { sql: `UPDATE ${table} SET "dueAt" = ? WHERE ${where}`, rows: [[now, ...parameters]] },
    ]);
  return end;
}
