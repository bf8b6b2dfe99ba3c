import { backup, DatabaseSync } from '@photostructure/sqlite';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { sqliteError } from './driver-error.js';
import { SqliteStatement } from './statement.js';
import { findTemporaryFolder } from './temporary-files.js';
import type { SqliteValue } from './values.js';

/** How long a statement waits for another process that holds the database, in milliseconds. */
export const busyTimeoutMs = 5_000;

export interface OpenOptions {
  /** The file must be there, and cannot be written. */
  readonly readOnly?: boolean;
  /** Milliseconds that a statement waits for another process; {@link busyTimeoutMs} where nothing is said. */
  readonly timeout?: number;
}

/** First words of statements that always or never write. */
const firstWords: ReadonlyMap<string, boolean> = new Map([
  ['select', false],
  // Cannot be explained itself.
  ['explain', false],
  ['insert', true],
  ['update', true],
  ['delete', true],
  ['replace', true],
]);
const firstWord = /^\s*(\w+)/;

/** Operations of a program that EXPLAIN prints (sqlite.org/opcode.html) which change the file without a transaction that says so. */
const writingOperations: ReadonlySet<SqliteValue | undefined> = new Set(['Vacuum', 'JournalMode', 'Checkpoint']);

const allPages = 2 ** 31 - 1;

/**
 * A connection to a SQLite file, or to a database in memory (`:memory:`). Everything on it is synchronous. Nothing else in the project knows which library
 * it is: what it refuses is a SqliteError.
 */
export class SqliteDatabase {
  readonly #library: DatabaseSyncInstance;

  /** @throws SqliteError */
  constructor(file: string, { readOnly = false, timeout = busyTimeoutMs }: OpenOptions = {}) {
    findTemporaryFolder(file);
    this.#library = translated(() => new DatabaseSync(file, { readOnly, timeout }));
  }

  get inTransaction(): boolean {
    return this.#library.isTransaction;
  }

  /** Runs any number of statements that hand out no rows. */
  exec(sql: string): void {
    translated(() => this.#library.exec(sql));
  }

  prepare(sql: string): SqliteStatement {
    return translated(() => new SqliteStatement(this.#library.prepare(sql)));
  }

  /** Asks or sets; `name`, `name = value` or `name(argument)`. */
  pragma(text: string): Record<string, SqliteValue>[] {
    return this.rowsOf(`PRAGMA ${text}`);
  }

  /** The rows of a statement that is asked once. */
  rowsOf(sql: string): Record<string, SqliteValue>[] {
    return this.#once(sql, (statement) => statement.rows());
  }

  /** What a pragma that has one value says. */
  setting(name: string): SqliteValue | undefined {
    return this.#once(`PRAGMA ${name}`, (statement) => statement.value());
  }

  /** Whether a statement changes what is stored: by its first word, or by the program that SQLite makes of it. */
  writes(sql: string): boolean {
    const known = firstWords.get(firstWord.exec(sql)?.[1]?.toLowerCase() ?? '');
    if (known !== undefined) return known;
    const program = this.rowsOf(`EXPLAIN ${sql}`);
    return program.some(
      // The second operand of a transaction says whether it writes.
      ({ opcode, p2 }) => writingOperations.has(opcode) || (opcode === 'Transaction' && p2 !== 0),
    );
  }

  /** What `work` does is kept as a whole or not at all; it waits for the lock before it begins. */
  immediately<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // Some failures end the transaction by themselves.
      if (this.inTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Writes the database, as it is at one moment, to another file. It happens in a thread, which holds this connection for as long as the copy takes: one that
   * others use would make them wait. All pages are one step: by turns, each commit of a server at work would make it begin again.
   * @throws SqliteError
   */
  async copyTo(file: string): Promise<void> {
    try {
      await backup(this.#library, file, { rate: allPages });
    } catch (error) {
      throw sqliteError(error);
    }
  }

  /** With it end its statements, its transaction and its locks. Closing it again does nothing. */
  close(): void {
    if (!this.#library.isOpen) return;
    translated(() => {
      this.#library.close();
    });
  }

  #once<T>(sql: string, ask: (statement: SqliteStatement) => T): T {
    const statement = this.prepare(sql);
    try {
      return ask(statement);
    } finally {
      statement.finalize();
    }
  }
}

function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sqliteError(error);
  }
}
