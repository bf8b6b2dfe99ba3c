import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Siblings } from '../../processes/siblings.js';
import { longestTransactionMs } from '../transaction-bounds.js';
import { SqliteError } from './driver-error.js';

const told = z.object({ is: z.enum(['after me', 'taken']) });

/** Milliseconds between two attempts to take the lock, at most. */
const pauseMs = 2;

/** Milliseconds after which a process asks its siblings to let it go first. */
const patienceMs = 4;

/** Milliseconds that a process lets another go first. It is told when that has what it wanted. */
const courtesyMs = 20;

/** Milliseconds after which the lock counts as held by something that never lets it go: no transaction of a sibling lasts as long. */
const defaultGiveUpMs = longestTransactionMs + 5_000;

/** Milliseconds after which an operator is told that somebody else holds the lock. */
const longMs = 3_000;

/**
 * SQLite's lock for writing, among the processes that write to one file. Nobody waits for it on the thread that serves: who finds it taken tries again, and who
 * has tried in vain for some milliseconds asks the siblings to let it go first. Other programs (a command of the operator) only hold it for moments.
 */
export class WriterLock {
  #others: { until: number } | null = null;
  #go: (() => void) | undefined;
  #waitedMs = 0;

  constructor(
    private readonly deps: {
      readonly siblings: Siblings;
      readonly giveUpMs?: number | undefined;
      /** Called once for each wait that is long. */
      readonly waitsLong?: (() => void) | undefined;
      /** Runs work while readers keep no place in the log: who holds the lock may be waiting for that, to begin it anew. */
      readonly withoutLingering: (work: () => Promise<void>) => Promise<void>;
    },
  ) {
    deps.siblings.hear('writer', (message) => {
      const asked = told.parse(message).is === 'after me';
      this.#others = asked ? { until: performance.now() + courtesyMs } : null;
      if (!asked) this.#go?.();
    });
  }

  /** Milliseconds that this process has waited for other ones, also where it let them go first. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /**
   * Begins a transaction when nobody else has one.
   * @param begin fails at once with SQLITE_BUSY where somebody has
   * @throws what `begin` throws
   */
  async take(begin: () => void): Promise<void> {
    const from = performance.now();
    const isAsked = this.#others !== null;
    if (isAsked) await this.#letOthersGo();
    const since = performance.now();
    const isFree = isDone(begin);
    if (isFree && !isAsked) return;
    try {
      if (!isFree) await this.#waitFor(begin, since);
    } finally {
      this.#waitedMs += performance.now() - from;
    }
  }

  /** @param since when it was first found taken */
  async #waitFor(begin: () => void, since: number): Promise<void> {
    if (await this.#tryUntil(since + patienceMs, begin)) return;
    this.#tell('after me');
    await this.deps.withoutLingering(async () => {
      const { giveUpMs = defaultGiveUpMs, waitsLong } = this.deps;
      const until = since + giveUpMs;
      if (await this.#tryUntil(Math.min(since + longMs, until), begin)) return;
      waitsLong?.();
      if (!(await this.#tryUntil(until, begin))) begin();
    });
    this.#tell('taken');
  }

  async #tryUntil(until: number, begin: () => void): Promise<boolean> {
    while (performance.now() < until) {
      // Two that try at the same moments would meet again and again.
      await pause(Math.random() * pauseMs);
      if (isDone(begin)) return true;
    }
    return false;
  }

  async #letOthersGo(): Promise<void> {
    const others = this.#others;
    this.#others = null;
    const left = (others?.until ?? 0) - performance.now();
    if (left <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left);
      this.#go = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #tell(is: z.output<typeof told>['is']): void {
    this.deps.siblings.tell('writer', { is });
  }
}

/** @returns whether the lock was free */
function isDone(begin: () => void): boolean {
  try {
    begin();
    return true;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return false;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');
}
