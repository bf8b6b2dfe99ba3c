import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type { ColumnType } from '@prisma/driver-adapter-utils';
import type { SqlParameter, SqlRow } from '../engine.js';
import { OperatorError } from '../../operator-error.js';
import { placeholders } from '../placeholders.js';
import type { SqliteDatabase } from './driver.js';
import { keptStatements } from './statement.js';
import type { SqliteStatement } from './statement.js';
import { asBuffer, declaredColumnType, toSqlite } from './values.js';

type Convert = (value: unknown) => unknown;

/** Columns whose stored form is not the one handed out. */
const conversions: ReadonlyMap<ColumnType, Convert> = new Map<ColumnType, Convert>([
  [ColumnTypeEnum.Boolean, (value) => Number(value) !== 0],
  [ColumnTypeEnum.DateTime, (value) => new Date(typeof value === 'string' ? value : Number(value))],
  [ColumnTypeEnum.Json, (value): unknown => JSON.parse(String(value))],
  [ColumnTypeEnum.Numeric, String],
  [ColumnTypeEnum.Int32, Number],
  [ColumnTypeEnum.Bytes, (value) => (value instanceof Uint8Array ? asBuffer(value) : value)],
]);

interface Prepared {
  readonly statement: SqliteStatement;
  readonly positions: readonly number[];
  readonly columns: readonly (readonly [name: string, convert: Convert | undefined])[];
}

/** Reads past Prisma, on the connection that reads, as plain rows. */
export class SqliteRows {
  readonly #prepared = keptStatements<Prepared>(200);

  constructor(private readonly driver: SqliteDatabase) {}

  read(sql: string, parameters: readonly SqlParameter[]): SqlRow[] {
    const { statement, positions, columns } = this.#prepare(sql);
    const stored = statement.all(...positions.map((position) => toSqlite(parameters[position - 1], undefined)));
    return stored.map((values) => {
      const row: Record<string, unknown> = {};
      let index = 0;
      for (const [name, convert] of columns) {
        const value = values[index++];
        row[name] = convert === undefined || value === null ? value : convert(value);
      }
      return row;
    });
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    // The driver takes numbered ones for names.
    const placed = placeholders(sql, () => '?');
    const statement = this.driver.prepare(placed.sql);
    if (!statement.isReader || this.driver.writes(placed.sql))
      throw new OperatorError(`not a read-only statement: ${sql}`);
    const types = statement.columns.map(({ name, type }) => [name, declaredColumnType(type)] as const);
    const bigIntegers = types.some(([, type]) => type === undefined || type === ColumnTypeEnum.Int64);
    if (bigIntegers) statement.withBigIntegers();
    const columns = types.map(([name, type]) => {
      const convert =
        type === undefined || (type === ColumnTypeEnum.Int32 && !bigIntegers) ? undefined : conversions.get(type);
      return [name, convert] as const;
    });
    const prepared = { statement, positions: placed.positions, columns };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
