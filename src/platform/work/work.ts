import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

export interface WorkOptions {
  /** Parent of the spans of what it does; left out where nothing is traced. */
  readonly span?: Span | undefined;
  /** What it began to keep it finishes: from its first commit on it cannot be cancelled. */
  readonly whole?: boolean;
  /** Whose statements these are as well. */
  readonly countedFor?: Work;
}

/**
 * A piece of work that somebody waits for, wherever the calls of it have got to: its statements belong to it, and when nobody waits any more they end
 * with it.
 */
export class Work {
  readonly span: Span | undefined;
  /** SQL statements so far. */
  statements = 0;
  /** Milliseconds from their calls to their answers, added up: concurrent ones count twice. */
  databaseMs = 0;
  readonly #whole: boolean;
  readonly #countedFor: Work | undefined;
  #kept = false;
  #cancelled: Error | null = null;
  /** What ends a statement that is running, for each connection that the work holds. */
  readonly #stops = new Set<() => void>();

  constructor({ span, whole = false, countedFor }: WorkOptions = {}) {
    this.span = span;
    this.#whole = whole;
    this.#countedFor = countedFor;
  }

  /** Ends what runs and refuses what would come next. Without effect on what has to be finished. */
  cancel(reason: Error): void {
    if (this.#cancelled || (this.#whole && this.#kept)) return;
    this.#cancelled = reason;
    for (const stop of this.#stops) stop();
  }

  get cancelled(): boolean {
    return this.#cancelled !== null;
  }

  /** @throws the reason it was cancelled for */
  throwIfCancelled(): void {
    if (this.#cancelled) throw this.#cancelled;
  }

  /** Something of it is in the database now. */
  kept(): void {
    this.#kept = true;
  }

  ran(milliseconds: number): void {
    this.statements += 1;
    this.databaseMs += milliseconds;
    this.#countedFor?.ran(milliseconds);
  }

  /** @returns what is to be called when there is nothing to stop any more */
  stoppable(stop: () => void): () => void {
    this.#stops.add(stop);
    return () => this.#stops.delete(stop);
  }
}

/** Not there until somebody needs to know whose work a statement is: following calls costs a part of every promise. */
let following: AsyncLocalStorage<Work | undefined> | null = null;

/** From now on, for the whole process, calls are followed. */
export function followWork(): void {
  following ??= new AsyncLocalStorage();
}

export function followsWork(): boolean {
  return following !== null;
}

/** The work that this call is part of, where calls are followed. */
export function currentWork(): Work | undefined {
  return following?.getStore();
}

/** Calls as a part of the work. */
export function within<T>(work: Work, call: () => T): T {
  return following ? following.run(work, call) : call();
}

/** Calls for no particular caller: for work that outlives the caller that started it. */
export function outsideWork<T>(call: () => T): T {
  return following ? following.run(undefined, call) : call();
}

/** Calls for others too, who wait for the same: it shows where it was begun, and is not cancelled with it. */
export function sharedWork<T>(call: () => T): T {
  const work = currentWork();
  return work ? within(new Work({ span: work.span, countedFor: work }), call) : call();
}
