import { date, text } from '../database/columns.js';
import type { Database } from '../database/database.js';
import type { SqlRow } from '../database/engine.js';
import { outsideWork } from '../work/work.js';
import { nextDueSql } from './due-sql.js';

interface Asking {
  readonly kinds: readonly string[];
  readonly resolve: (next: Date | null) => void;
  readonly reject: (reason: unknown) => void;
}

const ofDatabase = new WeakMap<Database, DueLooks>();

/** How long those wait for others who are in no hurry: timers of one moment come one after the other where there is much to do. */
const gatheringMs = 250;

/** When jobs are due next. The runners of a process look at the same moments, and all who ask in one turn of the event loop share a statement. */
export class DueLooks {
  #asking: Asking[] = [];
  #timer: NodeJS.Timeout | undefined;
  #hurried = false;

  private constructor(private readonly database: Database) {}

  /** One for all whose jobs are in the database. */
  static of(database: Database): DueLooks {
    const looks = ofDatabase.get(database) ?? new DueLooks(database);
    ofDatabase.set(database, looks);
    return looks;
  }

  /**
   * @param how `together` waits a moment for others
   * @returns `null` if no job of these kinds waits
   */
  next(kinds: readonly string[], how: 'now' | 'together'): Promise<Date | null> {
    return new Promise((resolve, reject) => {
      this.#asking.push({ kinds, resolve, reject });
      outsideWork(() => {
        if (how === 'together') this.#timer ??= setTimeout(() => void this.#answer(), gatheringMs);
        else if (!this.#hurried) {
          this.#hurried = true;
          setImmediate(() => void this.#answer());
        }
      });
    });
  }

  /** Those who wait for others are answered at once. */
  hurry(): void {
    if (this.#timer === undefined || this.#hurried) return;
    this.#hurried = true;
    outsideWork(() => setImmediate(() => void this.#answer()));
  }

  async #answer(): Promise<void> {
    const asking = this.#asking;
    this.#asking = [];
    this.#hurried = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (asking.length === 0) return;
    const kinds = [...new Set(asking.flatMap((each) => each.kinds))].sort();
    try {
      const parameters = kinds.flatMap((kind) => [kind, kind, kind]);
      const rows = await this.database.readAnew(nextDueSql(kinds), parameters);
      const times = new Map(rows.map((row) => [text(row['kind']), timesIn(row)]));
      for (const { kinds: own, resolve } of asking) resolve(earliest(own.flatMap((kind) => times.get(kind) ?? [])));
    } catch (error) {
      for (const { reject } of asking) reject(error);
    }
  }
}

const timesIn = ({ free, leased }: SqlRow): readonly Date[] =>
  [free, leased].flatMap((value) => (value === null || value === undefined ? [] : [date(epoch(value))]));

const earliest = (times: readonly Date[]): Date | null =>
  times.reduce<Date | null>((next, time) => (next === null || time < next ? time : next), null);

/** SQLite knows no type of what a statement puts together. */
export const epoch = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
