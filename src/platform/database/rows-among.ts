import { oneOf } from './conditions.js';
import type { SqlCondition } from './conditions.js';
import type { Database, SqlRow } from './database.js';

/** Values that one statement names: far from what either database takes, and some milliseconds of the thread on SQLite. */
const namedTogether = 1_000;

/**
 * Rows by values, of which there may be as many as a response can name: in parts, between which others get the thread. No order goes further than a part.
 * @param statement reads the rows that meet a condition on the column, which may stand anywhere in it
 * @returns of one part the list of {@link Database.readSql} itself, of which objects may be kept
 */
export async function rowsAmong(
  database: Pick<Database, 'readSql'>,
  column: string,
  values: readonly string[],
  statement: (among: SqlCondition) => SqlCondition,
  together = namedTogether,
): Promise<readonly SqlRow[]> {
  const distinct = [...new Set(values)];
  const read = ({ sql, parameters }: SqlCondition) => database.readSql(sql, parameters);
  if (distinct.length === 0) return [];
  if (distinct.length <= together) return read(statement(oneOf(column, distinct)));
  const rows: SqlRow[] = [];
  for (let start = 0; start < distinct.length; start += together)
    for (const row of await read(statement(oneOf(column, distinct.slice(start, start + together))))) rows.push(row);
  return rows;
}

/** The same for rows by their keys, which go with what else the request reads beside them: see {@link Database.readBeside}. */
export function rowsBeside(
  database: Pick<Database, 'readBeside'>,
  column: string,
  values: readonly string[],
  statement: (among: SqlCondition) => SqlCondition,
): Promise<readonly SqlRow[]> {
  const readSql: Database['readSql'] = (sql, parameters) => database.readBeside(sql, parameters);
  return rowsAmong({ readSql }, column, values, statement);
}
