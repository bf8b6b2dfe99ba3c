import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type { ColumnType } from '@prisma/driver-adapter-utils';
import type SqliteDriver from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { SqlParameter, SqlRow } from '../engine.js';
import { OperatorError } from '../../operator-error.js';
import { placeholders } from '../placeholders.js';
import { declaredColumnType, toSqlite } from './values.js';
import type { SqliteValue } from './values.js';

type Convert = (value: unknown) => unknown;

/** Columns whose stored form is not the one handed out. */
const conversions: ReadonlyMap<ColumnType, Convert> = new Map<ColumnType, Convert>([
  [ColumnTypeEnum.Boolean, (value) => Number(value) !== 0],
  [ColumnTypeEnum.DateTime, (value) => new Date(typeof value === 'string' ? value : Number(value))],
  [ColumnTypeEnum.Json, (value): unknown => JSON.parse(String(value))],
  [ColumnTypeEnum.Numeric, String],
  [ColumnTypeEnum.Int32, Number],
]);

interface Prepared {
  readonly statement: SqliteDriver.Statement<SqliteValue[], SqlRow>;
  readonly positions: readonly number[];
  readonly converted: readonly (readonly [column: string, convert: Convert])[];
}

/** Reads past Prisma, on the connection that reads, as plain rows. */
export class SqliteRows {
  readonly #prepared = new LRUCache<string, Prepared>({ max: 200 });

  constructor(private readonly driver: SqliteDriver.Database) {}

  read(sql: string, parameters: readonly SqlParameter[]): SqlRow[] {
    const { statement, positions, converted } = this.#prepare(sql);
    const rows = statement.all(...positions.map((position) => toSqlite(parameters[position - 1], undefined)));
    for (const row of rows) {
      for (const [column, convert] of converted) if (row[column] !== null) row[column] = convert(row[column]);
    }
    return rows;
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    // The driver takes numbered ones for names.
    const placed = placeholders(sql, () => '?');
    const statement = this.driver.prepare<SqliteValue[], SqlRow>(placed.sql);
    if (!statement.readonly || !statement.reader) throw new OperatorError(`not a statement that reads: ${sql}`);
    const types = statement.columns().map(({ name, type }) => [name, declaredColumnType(type)] as const);
    const bigIntegers = types.some(([, type]) => type === undefined || type === ColumnTypeEnum.Int64);
    statement.safeIntegers(bigIntegers);
    const converted = types.flatMap(([name, type]) => {
      const convert =
        type === undefined || (type === ColumnTypeEnum.Int32 && !bigIntegers) ? undefined : conversions.get(type);
      return convert === undefined ? [] : [[name, convert] as const];
    });
    const prepared = { statement, positions: placed.positions, converted };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
