import type { SqlParameter, SqlRow } from '../engine.js';
import { HeldAnswers, keyOf } from '../held-answers.js';
import type { Reader } from './open-reader.js';
import type { Readers } from './readers.js';

interface Asked {
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
  readonly resolve: (rows: readonly SqlRow[]) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Reads that are asked for in one turn of the event loop are answered together, after it, so that looking for what others wrote is paid once, and nobody gets an
 * answer older than the question.
 *
 * Answers are held for as long as readers are shown nothing new: so a held answer is the one that the statement would give.
 */
export class SharedReads {
  #waiting: Asked[] = [];
  readonly #held = new HeldAnswers<unknown>();

  constructor(private readonly readers: Readers) {}

  /** The rows are shared with others that asked the same, and frozen. */
  read(sql: string, parameters: readonly SqlParameter[]): Promise<readonly SqlRow[]> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ sql, parameters, resolve, reject }) === 1) setImmediate(() => void this.#answer());
    });
  }

  async #answer(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const answers = await this.readers.read((reader) => {
        this.#held.at(this.readers.epoch);
        return waiting.map((asked) => this.#one(reader, asked));
      });
      for (const answer of answers) answer();
    } catch (reason) {
      for (const { reject } of waiting) reject(reason);
    }
  }

  #one({ rows: table }: Reader, { sql, parameters, resolve, reject }: Asked): () => void {
    try {
      const key = keyOf(sql, parameters);
      const held = key === null ? undefined : this.#held.get(key);
      const found = held ?? this.#held.hold(key, table.read(sql, parameters));
      return () => {
        resolve(found);
      };
    } catch (error) {
      return () => {
        reject(error);
      };
    }
  }
}
