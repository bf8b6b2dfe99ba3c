import type { SqlParameter, SqlRow } from '../engine.js';
import { HeldAnswers, keyOf } from '../held-answers.js';
import { text } from '../columns.js';
import { currentWork, outsideWork, within } from '../../work/work.js';
import type { Work } from '../../work/work.js';
import type { NamedStatement, StatementAnswer, StatementRun } from './exchange.js';

interface Deps {
  /** Runs statements in one round trip. */
  readonly run: (runs: readonly StatementRun[]) => Promise<readonly StatementAnswer[]>;
  readonly named: (sql: string) => NamedStatement;
}

interface Waiting {
  readonly resolve: (rows: readonly SqlRow[]) => void;
  readonly reject: (reason: unknown) => void;
}

interface Asked {
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
  /** Of the first who asks. */
  readonly work: Work | undefined;
  readonly waiting: Waiting[];
}

/**
 * Which transactions a statement sees: those that had ended below a number, and which of them were still running. If two statements say the same, nothing was
 * committed between them, on any connection of any server, and everything between them saw the same database too.
 */
const snapshotSql = 'SELECT CAST(pg_current_snapshot() AS text) AS "snapshot"';

/** So many looks must have found nothing new before one is tried alone, without the statements: a request that follows a write makes about so many. */
const quietEnough = 4;

/**
 * As on SQLite, reads of one turn of the event loop share their answers, and answers are held for as long as nothing is committed. Whether anything was, the
 * database says after the question, once for all who ask in that turn: so a held answer is the one that the statement would give. What is not held is read
 * together with the snapshot that it will be held at, in one round trip; so is everything while others write, since what is held would be outdated.
 */
export class SharedReads {
  readonly #held = new HeldAnswers<string>();
  #asked = new Map<string, Asked>();
  /** How many looks in succession have found nothing new. */
  #quiet = quietEnough;

  constructor(private readonly deps: Deps) {}

  /** The rows are shared with others that asked the same, and frozen. */
  read(sql: string, parameters: readonly SqlParameter[]): Promise<readonly SqlRow[]> {
    const key = keyOf(sql, parameters);
    if (key === null) return this.readAnew(sql, parameters);
    return new Promise((resolve, reject) => {
      const known = this.#asked.get(key);
      if (known) {
        known.waiting.push({ resolve, reject });
        return;
      }
      if (this.#asked.size === 0) outsideWork(() => setImmediate(() => this.#answer()));
      this.#asked.set(key, { sql, parameters, work: currentWork(), waiting: [{ resolve, reject }] });
    });
  }

  #answer(): void {
    const asked = this.#asked;
    this.#asked = new Map();
    const held: (readonly [key: string, asked: Asked, rows: readonly SqlRow[]])[] = [];
    for (const [key, each] of asked) {
      const rows = this.#quiet >= quietEnough ? this.#held.get(key) : undefined;
      if (rows) held.push([key, each, rows]);
      else this.#fetch(key, each);
    }
    if (held.length > 0) void this.#confirm(held);
  }

  /** Answers with what is held, unless something was committed since. */
  async #confirm(held: readonly (readonly [string, Asked, readonly SqlRow[]])[]): Promise<void> {
    const { version } = this.#held;
    try {
      const [answer] = await this.deps.run([this.#snapshot]);
      const now = snapshotOf(answer);
      if (now !== version) {
        this.#noted(now);
        for (const [key, asked] of held) this.#fetch(key, asked);
        return;
      }
      for (const [, { waiting }, rows] of held) for (const { resolve } of waiting) resolve(rows);
    } catch (reason) {
      for (const [, { waiting }] of held) for (const { reject } of waiting) reject(reason);
    }
  }

  /** Runs the statement, for the one who asks: if several do, none of them can cancel it. */
  #fetch(key: string, { sql, parameters, work, waiting }: Asked): void {
    const read = () => this.#readToHold(key, sql, parameters);
    const reading = work && waiting.length === 1 ? within(work, read) : read();
    reading.then(
      (rows) => {
        for (const { resolve } of waiting) resolve(rows);
      },
      (reason: unknown) => {
        for (const { reject } of waiting) reject(reason);
      },
    );
  }

  async #readToHold(key: string, sql: string, parameters: readonly SqlParameter[]): Promise<readonly SqlRow[]> {
    const statement = this.deps.named(sql);
    const [before, answer] = await this.deps.run([this.#snapshot, { statement, values: parameters }]);
    this.#noted(snapshotOf(before));
    return this.#held.hold(key, answer?.rows ?? []);
  }

  /** Answers overtake each other: an earlier snapshot after a later one forgets more than it had to, and nothing is held wrongly. */
  #noted(snapshot: string): void {
    const { version = snapshot } = this.#held;
    this.#quiet = snapshot === version ? this.#quiet + 1 : 0;
    this.#held.at(snapshot);
  }

  /** What depends on more than rows, such as the time, and what has parameters that are not texts. */
  async readAnew(sql: string, parameters: readonly SqlParameter[]): Promise<readonly SqlRow[]> {
    const [answer] = await this.deps.run([{ statement: this.deps.named(sql), values: parameters }]);
    return this.#held.hold(null, answer?.rows ?? []);
  }

  get #snapshot(): StatementRun {
    return { statement: this.deps.named(snapshotSql), values: [] };
  }
}

const snapshotOf = (answer: StatementAnswer | undefined): string => text(answer?.rows[0]?.['snapshot']);
