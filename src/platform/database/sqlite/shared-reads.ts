import { LRUCache } from 'lru-cache';
import type { SqlParameter, SqlRow } from '../engine.js';
import type { SqliteDatabase } from './driver.js';
import type { SqliteRows } from './rows.js';

interface Asked {
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
  readonly resolve: (rows: readonly SqlRow[]) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Characters and fields that are held in memory, about; answers above the second number are not held. What is made of rows (made-of-rows.ts) stays as
 * long as they do, and takes about as much again.
 */
const heldWeight = 32 * 2 ** 20;
const mostForOne = 256 * 2 ** 10;

/**
 * Reads that are asked for in one turn of the event loop are answered together, after it: in one transaction, so that locking the file is paid
 * once, and nobody gets an answer older than the question.
 *
 * Answers are held for as long as nothing is committed: SQLite's `data_version` changes with every commit of any other connection, in this
 * process or another, and it is read in the same transaction. So a held answer is the one that the statement would give.
 */
export class SharedReads {
  #waiting: Asked[] = [];
  #version: unknown;
  readonly #held = new LRUCache<string, readonly SqlRow[]>({ maxSize: heldWeight, maxEntrySize: mostForOne });
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
        this.#forgetWhatChanged();
        for (const asked of waiting) this.#one(asked);
      } finally {
        this.#commit();
      }
    } catch (reason) {
      for (const { reject } of waiting) reject(reason);
    }
  }

  #forgetWhatChanged(): void {
    const version = this.#readVersion();
    if (version !== this.#version) this.#held.clear();
    this.#version = version;
  }

  #one({ sql, parameters, resolve, reject }: Asked): void {
    try {
      const key = keyOf(sql, parameters);
      let rows = key === null ? undefined : this.#held.get(key);
      if (rows === undefined) {
        rows = this.rows.read(sql, parameters);
        for (const row of rows) Object.freeze(row);
        Object.freeze(rows);
        if (key !== null) this.#held.set(key, rows, { size: weightOf(rows) + key.length });
      }
      resolve(rows);
    } catch (error) {
      reject(error);
    }
  }
}

/** `null` for parameters that are not texts: such statements are run each time. */
function keyOf(sql: string, parameters: readonly SqlParameter[]): string | null {
  let key = sql;
  for (const parameter of parameters) {
    if (typeof parameter !== 'string') return null;
    // With its length, so that no two lists of parameters read the same.
    key += `\0${parameter.length}\0${parameter}`;
  }
  return key;
}

function weightOf(rows: readonly SqlRow[]): number {
  let weight = 0;
  for (const row of rows) {
    for (const value of Object.values(row)) {
      weight += typeof value === 'string' ? value.length : value instanceof Uint8Array ? value.byteLength : 8;
    }
    weight += 64;
  }
  return Math.max(1, weight);
}
