import { LRUCache } from 'lru-cache';
import type { SqlParameter, SqlRow } from './engine.js';

/**
 * How much is held in memory in all, and of one answer, as `weightOf` counts: about one unit a byte. A larger answer is not held. What is made of rows
 * (made-of-rows.ts) stays as long as the rows do, and takes about as much again.
 */
const heldWeight = 32 * 2 ** 20;
const mostForOne = 256 * 2 ** 10;

/** Rows that statements have answered, by `keyOf` each statement. They are held as long as the database stays at the version at which they were read. */
export class HeldAnswers<Version> {
  #version: Version | undefined;
  readonly #held = new LRUCache<string, readonly SqlRow[]>({ maxSize: heldWeight, maxEntrySize: mostForOne });

  /** The version of the database at which they were read; `undefined` before the first. */
  get version(): Version | undefined {
    return this.#version;
  }

  /** To be called when the present version of the database is learned: if it is another one, all rows are forgotten. */
  at(version: Version): void {
    if (version !== this.#version) this.#held.clear();
    this.#version = version;
  }

  /** @returns the rows, frozen; `undefined` if they are not held */
  get(key: string): readonly SqlRow[] | undefined {
    return this.#held.get(key);
  }

  /**
   * Freezes rows, which several callers may share from now on, and holds them.
   * @param key from `keyOf`; `null` for rows that are not to be held
   * @returns the same rows
   */
  hold(key: string | null, rows: readonly SqlRow[]): readonly SqlRow[] {
    for (const row of rows) Object.freeze(row);
    Object.freeze(rows);
    if (key !== null) this.#held.set(key, rows, { size: weightOf(rows) + key.length });
    return rows;
  }
}

/**
 * How many characters all statements with a number have together, and how many one of them may have. The statements that were used longest ago lose their
 * numbers first.
 */
const numberedWeight = 4 * 2 ** 20;
const mostForStatement = 64 * 2 ** 10;
/** What a statement takes besides its text, in characters. */
const statementWeight = 64;
const numbers = new LRUCache<string, number>({ maxSize: numberedWeight, maxEntrySize: mostForStatement });
let numbered = 0;

/** The number of a statement, which no other one has or had; a statement that was forgotten gets a new one. `null` for a text that is too long. */
function numberOf(sql: string): number | null {
  const size = sql.length + statementWeight;
  if (size > mostForStatement) return null;
  const known = numbers.get(sql);
  if (known !== undefined) return known;
  numbered += 1;
  numbers.set(sql, numbered, { size });
  return numbered;
}

/**
 * The key under which the rows of a statement with these parameters are held. It has the number of the statement in place of its text, which may have 5,000
 * characters: V8 keeps the hash of a string that is used again, but computes that of one that was just put together.
 * @returns `null` if a parameter is not a text, or the statement is very long: such a statement is run each time
 */
export function keyOf(sql: string, parameters: readonly SqlParameter[]): string | null {
  const number = numberOf(sql);
  if (number === null) return null;
  let key = String(number);
  for (const parameter of parameters) {
    if (typeof parameter !== 'string') return null;
    // With its length, so that no two lists of parameters read the same.
    key += `\0${parameter.length}\0${parameter}`;
  }
  return key;
}

/** About the bytes of rows: one for each character or byte of their values, 8 for any other value, and 64 for each row. */
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
