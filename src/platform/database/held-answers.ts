import { LRUCache } from 'lru-cache';
import type { SqlParameter, SqlRow } from './engine.js';

/**
 * Characters and fields that are held in memory, about; answers above the second number are not held. What is made of rows (made-of-rows.ts) stays as
 * long as they do, and takes about as much again.
 */
const heldWeight = 32 * 2 ** 20;
const mostForOne = 256 * 2 ** 10;

/** Answers of statements that are held for as long as the database stays at the version that they were read at. */
export class HeldAnswers<Version> {
  #version: Version | undefined;
  readonly #held = new LRUCache<string, readonly SqlRow[]>({ maxSize: heldWeight, maxEntrySize: mostForOne });

  /** What they were read at. */
  get version(): Version | undefined {
    return this.#version;
  }

  /** Forgets them if the database has changed. */
  at(version: Version): void {
    if (version !== this.#version) this.#held.clear();
    this.#version = version;
  }

  get(key: string): readonly SqlRow[] | undefined {
    return this.#held.get(key);
  }

  /**
   * @param key `null` for what is not held
   * @returns the rows, frozen: they may be shared
   */
  hold(key: string | null, rows: readonly SqlRow[]): readonly SqlRow[] {
    for (const row of rows) Object.freeze(row);
    Object.freeze(rows);
    if (key !== null) this.#held.set(key, rows, { size: weightOf(rows) + key.length });
    return rows;
  }
}

/** Characters of the statements that have a number at a time, about: those used longest ago lose theirs first. A longer one than the second number has none. */
const numberedWeight = 4 * 2 ** 20;
const mostForStatement = 64 * 2 ** 10;
/** What a short statement takes besides its text. */
const statementWeight = 64;
const numbers = new LRUCache<string, number>({ maxSize: numberedWeight, maxEntrySize: mostForStatement });
let numbered = 0;

/** A number of its own for each text; one that was forgotten gets another. `null` for a text that is too long to be kept. */
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
 * `null` for parameters that are not texts, and for a very long statement: such statements are run each time. The key has the number of the statement and not its text, which may be of 5 KB: V8 knows the
 * hash of a text that is always the same one, but not of one that is put together.
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
