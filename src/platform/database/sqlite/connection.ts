import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ArgType, ColumnType, SqlQuery, SqlResultSet } from '@prisma/driver-adapter-utils';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import { text } from '../columns.js';
import { busyTimeoutMs, SqliteDatabase } from './driver.js';
import { SqliteError } from './driver-error.js';
import type { SqlParameter } from '../engine.js';
import { OperatorError } from '../../operator-error.js';
import { createPrivately } from '../../private-files.js';
import { keptStatements } from './statement.js';
import type { SqliteStatement } from './statement.js';
import { declaredColumnType, fromSqlite, inferredColumnType, toSqlite } from './values.js';
import type { SqliteValue } from './values.js';
import { WholeBatches } from './whole-batches.js';

/** Kibibytes of pages that a connection keeps. With SQLite's default of 2,000, pages of a large database are read again and again. */
const cacheKibibytes = 16_000;
/** Prepared statements kept for each connection. Prisma's `IN` lists make many texts, so there must be a bound. */
const preparedStatements = 500;

interface Prepared {
  readonly statement: SqliteStatement;
  readonly writes: boolean;
  readonly columnNames: string[];
  /** `undefined` for an expression: its values tell. */
  readonly columnTypes: readonly (ColumnType | undefined)[];
}

/** One connection with its prepared statements. Everything on it is synchronous: a statement runs to its end before the next. */
export class SqliteConnection {
  readonly #prepared = keptStatements<Prepared>(preparedStatements);
  /** Those of batches, by what they are without their form. */
  readonly #parts = keptStatements<Prepared>(preparedStatements);
  #batches: WholeBatches | undefined;

  constructor(readonly driver: SqliteDatabase) {}

  /** Whether the statement leaves the database as it is and hands out rows: a SELECT, an EXPLAIN, a reading PRAGMA. */
  isRead(sql: string): boolean {
    const { statement, writes } = this.#prepare(sql);
    return statement.isReader && !writes;
  }

  /**
   * Whether the statement moves transaction borders or settings of the connection (BEGIN, COMMIT, SAVEPOINT, ATTACH, ...): those
   * neither write nor hand out rows.
   */
  isControl(sql: string): boolean {
    const { statement, writes } = this.#prepare(sql);
    return (!writes && !statement.isReader) || /^\s*begin\b/i.test(sql);
  }

  query({ sql, args, argTypes }: SqlQuery): SqlResultSet {
    const { statement, columnNames, columnTypes } = this.#prepare(sql);
    const values = bound(args, argTypes);
    if (!statement.isReader) {
      statement.run(...values);
      return { columnNames: [], columnTypes: [], rows: [] };
    }
    const stored = statement.all(...values);
    const types = columnTypes.map((type, index) => type ?? inferredColumnType(column(stored, index)));
    const rows = stored.map((row) => row.map((value, index) => fromSqlite(value, types[index] ?? ColumnTypeEnum.Text)));
    return { columnNames, columnTypes: types, rows };
  }

  /** @returns the number of rows changed */
  execute({ sql, args, argTypes }: SqlQuery): number {
    return this.#prepare(sql).statement.run(...bound(args, argTypes));
  }

  /** The same for a statement of our own, whose values say their types, in a batch that is undone when it fails. */
  run(sql: string, values: readonly SqlParameter[]): number {
    let prepared = this.#parts.get(sql);
    if (prepared === undefined) {
      prepared = this.#prepareNew((this.#batches ??= this.#wholeBatches()).formOf(sql));
      this.#parts.set(sql, prepared);
    }
    return prepared.statement.run(...bound(values, []));
  }

  #wholeBatches(): WholeBatches {
    const rows = this.driver.rowsOf(`SELECT "tbl_name", "sql" FROM sqlite_schema WHERE "type" = 'trigger'`);
    return new WholeBatches(rows.map((row) => ({ table: text(row['tbl_name']), sql: text(row['sql']) })));
  }

  #prepare(sql: string): Prepared {
    let known = this.#prepared.get(sql);
    if (known === undefined) {
      known = this.#prepareNew(sql);
      this.#prepared.set(sql, known);
    }
    return known;
  }

  #prepareNew(sql: string): Prepared {
    const statement = this.driver.prepare(sql);
    const { columns } = statement;
    const columnTypes = columns.map(({ type }) => declaredColumnType(type));
    if (columnTypes.some(mayExceedDoubles)) statement.withBigIntegers();
    return {
      statement,
      writes: this.driver.writes(sql),
      columnNames: columns.map(({ name }) => name),
      columnTypes,
    };
  }

  close(): void {
    this.#prepared.clear();
    this.#parts.clear();
    this.driver.close();
  }
}

/** Only these columns pay for BigInts. */
function mayExceedDoubles(type: ColumnType | undefined): boolean {
  return (
    type === undefined ||
    type === ColumnTypeEnum.Int64 ||
    type === ColumnTypeEnum.Numeric ||
    type === ColumnTypeEnum.Json
  );
}

function bound(args: readonly unknown[], types: readonly ArgType[]): SqliteValue[] {
  return args.map((value, index) => toSqlite(value, types[index]));
}

function* column(rows: readonly SqliteValue[][], index: number): Generator<SqliteValue> {
  for (const row of rows) yield row[index] ?? null;
}

/**
 * The connection that writes: WAL, each commit synced to disk before it is acknowledged, foreign keys enforced.
 * @throws OperatorError
 */
export function openWriter(file: string): SqliteConnection {
  return unlessUnusable(file, () => {
    createPrivately(file);
    const driver = new SqliteDatabase(file);
    return configured(driver, file, [
      ['journal_mode', 'WAL', 'wal'],
      // NORMAL, which some builds of SQLite have as their default under WAL, loses acknowledged commits at a power cut.
      ['synchronous', 'FULL', 2],
      ['foreign_keys', 'ON', 1],
    ]);
  });
}

/**
 * A connection that cannot write and never waits for the one that does.
 * @throws OperatorError
 */
export function openReader(file: string): SqliteConnection {
  return unlessUnusable(file, () => {
    const driver = new SqliteDatabase(file, { readOnly: true });
    return configured(driver, file, [['query_only', 'ON', 1]]);
  });
}

type Setting = readonly [pragma: string, value: string, readsAs: string | number];

/** Sets, then reads back: SQLite ignores a setting that it cannot or will not take. */
function configured(driver: SqliteDatabase, file: string, settings: readonly Setting[]): SqliteConnection {
  try {
    for (const [pragma, value, readsAs] of [
      ...settings,
      ['busy_timeout', String(busyTimeoutMs), busyTimeoutMs],
      ['cache_size', String(-cacheKibibytes), -cacheKibibytes],
    ] as const) {
      driver.pragma(`${pragma} = ${value}`);
      const actual = driver.setting(pragma);
      if (actual !== readsAs) {
        throw new OperatorError(
          `the database ${file} does not accept ${pragma} = ${value} (it stays ${String(actual)})`,
        );
      }
    }
    // The first read of the file: only now is it known to be a database.
    driver.pragma('schema_version');
    return new SqliteConnection(driver);
  } catch (error) {
    driver.close();
    throw error;
  }
}

/** Result codes of an open that fails, each to the sentence that says what to do. */
const unusable: readonly (readonly [RegExp, (file: string) => string])[] = [
  [/^SQLITE_NOTADB$/, (file) => `${file} is not a Trustate database`],
  [/^SQLITE_CORRUPT/, (file) => `the database ${file} is damaged: restore it from a backup`],
  [
    /^SQLITE_READONLY/,
    (file) =>
      `the database ${file} cannot be written: give the user that the server runs as the right to write the file and its folder`,
  ],
  [
    /^SQLITE_CANTOPEN/,
    (file) =>
      `the database ${file} cannot be opened: check that its folder exists, that the user that the server runs as may write there, and that the disk takes more files (df -i)`,
  ],
  [/^SQLITE_BUSY/, (file) => `the database ${file} is held by another process`],
  [/^SQLITE_(FULL|IOERR)/, (file) => `the database ${file} cannot be written: the disk is full or failing`],
];

function unlessUnusable<T>(file: string, open: () => T): T {
  const folder = dirname(file);
  if (!existsSync(folder)) throw new OperatorError(`the folder ${folder} of the database does not exist`);
  if (existsSync(file) && !statSync(file).isFile()) throw new OperatorError(`${file} is not a Trustate database`);
  try {
    return open();
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    const sentence = unusable.find(([code]) => code.test(error.code))?.[1];
    throw new OperatorError(sentence?.(file) ?? `the database ${file} cannot be opened: ${error.message}`, {
      cause: error,
    });
  }
}
