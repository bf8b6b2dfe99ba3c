import { rmSync } from 'node:fs';
import type { Clock } from '../../clock.js';
import { namingDatabase } from '../database-code.js';
import { lockFile } from '../../locked-file.js';
import type { FileLock } from '../../locked-file.js';
import { OperatorError } from '../../operator-error.js';
import { openWriter } from '../sqlite/connection.js';
import type { SqliteConnection } from '../sqlite/connection.js';
import { LogFile, settleLog } from '../sqlite/log-file.js';
import { SqliteLedger } from '../sqlite/ledger.js';
import type { SqliteStatement } from '../sqlite/statement.js';
import { toSqlite } from '../sqlite/values.js';
import type { Table } from '../direct/table.js';
import type { CopiedRow, CopiedValue } from './copied-row.js';
import type { NumberedColumn } from './copied-tables.js';
import type { Obstacle, TargetDatabase } from './target-database.js';

/** A SQLite file that is being filled. References are checked at the end. */
export class SqliteTarget implements TargetDatabase {
  readonly provider = 'sqlite';
  readonly ledger: SqliteLedger;
  #connection: SqliteConnection | undefined;
  #lock: FileLock | undefined;

  constructor(
    private readonly file: string,
    clock: Clock,
  ) {
    this.ledger = new SqliteLedger({ file, clock });
  }

  async open(): Promise<void> {
    const lock = lockFile(this.#lockName);
    if (lock === null) throw new OperatorError(`Another process is filling the database ${this.file}.`);
    this.#lock = lock;
    this.#connection = openWriter(this.file);
    await settleLog(this.#driver, () => new LogFile(this.file));
    this.#driver.pragma('foreign_keys = OFF');
  }

  async within(work: () => Promise<void>): Promise<void> {
    const driver = this.#driver;
    driver.exec('BEGIN IMMEDIATE');
    try {
      await work();
      driver.exec('COMMIT');
    } catch (error) {
      if (driver.inTransaction) driver.exec('ROLLBACK');
      throw namingDatabase(error, this.file);
    }
  }

  ask(sql: string, values: readonly CopiedValue[] = []): Promise<readonly (readonly unknown[])[]> {
    return this.#prepared(sql, (statement) => statement.all(...values.map(stored)));
  }

  run(sql: string, values: readonly CopiedValue[] = []): Promise<void> {
    return this.#prepared(sql, (statement) => {
      statement.run(...values.map(stored));
    });
  }

  insert({ name, columns }: Table, rows: readonly CopiedRow[]): Promise<void> {
    const names = columns.map((column) => `"${column.name}"`).join(', ');
    const sql = `INSERT INTO "${name}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`;
    return this.#prepared(sql, (statement) => {
      for (const row of rows) statement.run(...row.map(stored));
    });
  }

  async obstacles(): Promise<readonly Obstacle[]> {
    const triggers = await this.ask(`SELECT "name", "sql" FROM sqlite_schema WHERE "type" = 'trigger' ORDER BY "name"`);
    return triggers.map(([name, sql]) => ({ remove: `DROP TRIGGER "${String(name)}"`, restore: String(sql) }));
  }

  async setLastNumber({ table }: NumberedColumn, last: bigint): Promise<void> {
    await this.run('DELETE FROM "sqlite_sequence" WHERE "name" = ?', [table]);
    await this.run('INSERT INTO "sqlite_sequence" ("name", "seq") VALUES (?, ?)', [table, last]);
  }

  fault(): Promise<string | null> {
    const orphans = this.#driver.pragma('foreign_key_check').length;
    return Promise.resolve(orphans === 0 ? null : `${orphans} rows refer to rows that are missing`);
  }

  settle(): Promise<void> {
    return this.run('ANALYZE');
  }

  close(): Promise<void> {
    this.#connection?.close();
    this.#connection = undefined;
    if (this.#lock) {
      rmSync(this.#lockName, { force: true });
      this.#lock.close();
      this.#lock = undefined;
    }
    return Promise.resolve();
  }

  get #lockName(): string {
    return `${this.file}-filling`;
  }

  get #driver() {
    if (!this.#connection) throw new Error('the database is not open');
    return this.#connection.driver;
  }

  /** A promise also for what is thrown. */
  #prepared<T>(sql: string, use: (statement: SqliteStatement) => T): Promise<T> {
    return new Promise((resolve) => {
      try {
        const statement = this.#driver.prepare(sql);
        try {
          resolve(use(statement));
        } finally {
          statement.finalize();
        }
      } catch (error) {
        throw namingDatabase(error, this.file);
      }
    });
  }
}

const stored = (value: CopiedValue) => toSqlite(value, undefined);
