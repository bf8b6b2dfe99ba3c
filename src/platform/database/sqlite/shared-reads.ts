import type { SqlParameter, SqlRow } from '../engine.js';
import { HeldAnswers, keyOf } from '../held-answers.js';
import type { SqliteDatabase } from './driver.js';
import type { SqliteRows } from './rows.js';

interface Asked {
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
  readonly resolve: (rows: readonly SqlRow[]) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Reads that are asked for in one turn of the event loop are answered together, after it: in one transaction, so that locking the file is paid
 * once, and nobody gets an answer older than the question.
 *
 * Answers are held for as long as nothing is committed: SQLite's `data_version` changes with every commit of any other connection, in this
 * process or another, and it is read in the same transaction. So a held answer is the one that the statement would give.
 */
export class SharedReads {
  #waiting: Asked[] = [];
  readonly #held = new HeldAnswers<unknown>();
  readonly #begin: () => void;
  readonly #commit: () => void;
  readonly #readVersion: () => unknown;

  constructor(
    driver: SqliteDatabase,
    private readonly rows: SqliteRows,
  ) {
    const statements = { begin: driver.prepare('BEGIN'), commit: driver.prepare('COMMIT') };
    const version = driver.prepare('PRAGMA data_version');
    this.#begin = () => void statements.begin.run();
    this.#commit = () => void statements.commit.run();
    this.#readVersion = () => version.value();
  }

  /** The rows are shared with others that asked the same, and frozen. */
  read(sql: string, parameters: readonly SqlParameter[]): Promise<readonly SqlRow[]> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ sql, parameters, resolve, reject }) === 1) setImmediate(() => this.#answer());
    });
  }

  #answer(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      this.#begin();
      try {
        this.#held.at(this.#readVersion());
        for (const asked of waiting) this.#one(asked);
      } finally {
        this.#commit();
      }
    } catch (reason) {
      for (const { reject } of waiting) reject(reason);
    }
  }

  #one({ sql, parameters, resolve, reject }: Asked): void {
    try {
      const key = keyOf(sql, parameters);
      const held = key === null ? undefined : this.#held.get(key);
      if (held) resolve(held);
      else resolve(this.#held.hold(key, this.rows.read(sql, parameters)));
    } catch (error) {
      reject(error);
    }
  }
}
