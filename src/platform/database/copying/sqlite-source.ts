import { SqliteDatabase } from '../sqlite/driver.js';
import { toSqlite } from '../sqlite/values.js';
import type { Table } from '../direct/table.js';
import type { CopiedRow, CopiedValue } from './copied-row.js';
import type { NumberedColumn } from './copied-tables.js';
import { batchesOf, beatsOf, beatsSql, factSql, namedObjectsSql, sealKeysSql } from './row-source.js';
import type { RowSource, ServerBeat } from './row-source.js';

/** The rows of a SQLite file, which may be in use: one transaction that reads. */
export class SqliteSource implements RowSource {
  readonly #database: SqliteDatabase;

  /** @throws SqliteError */
  constructor(file: string) {
    this.#database = new SqliteDatabase(file, { readOnly: true });
    try {
      this.#database.exec('BEGIN');
      // The transaction begins with the first read.
      this.#database.setting('schema_version');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  batches(table: Table, after: readonly CopiedValue[] | null): AsyncIterable<readonly CopiedRow[]> {
    return batchesOf(table, after, this.#ask);
  }

  fact(key: string): Promise<string | null> {
    const value = this.#ask(factSql, [key])[0]?.[0];
    return Promise.resolve(typeof value === 'string' ? value : null);
  }

  lastNumber({ table }: NumberedColumn): Promise<bigint> {
    const [row] = this.#ask('SELECT "seq" FROM "sqlite_sequence" WHERE "name" = ?', [table]);
    return Promise.resolve(typeof row?.[0] === 'bigint' ? row[0] : 0n);
  }

  namedObjects(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set(this.#ask(namedObjectsSql, []).map(([id]) => String(id))));
  }

  sealKeys(): Promise<readonly string[]> {
    return Promise.resolve(this.#ask(sealKeysSql, []).map(([id]) => String(id)));
  }

  serverBeats(): Promise<ReadonlyMap<string, ServerBeat>> {
    return Promise.resolve(beatsOf(this.#ask(beatsSql, [])));
  }

  close(): Promise<void> {
    this.#database.close();
    return Promise.resolve();
  }

  readonly #ask = (sql: string, values: readonly CopiedValue[]) => {
    const statement = this.#database.prepare(sql);
    try {
      return statement.withBigIntegers().all(...values.map((value) => toSqlite(value, undefined)));
    } finally {
      statement.finalize();
    }
  };
}
