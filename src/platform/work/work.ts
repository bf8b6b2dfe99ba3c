import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

export interface WorkOptions {
  /** Parent of the spans of this work; absent if nothing is traced. */
  readonly span?: Span | undefined;
  /** Work that must be completed once it has begun to write: after its first commit it cannot be cancelled. */
  readonly whole?: boolean;
  /** Another work that counts these statements too. */
  readonly countedFor?: Work | undefined;
  /** Who has it done: an account or an address, or a part of one after its name and a space. Accounts take turns for what is short, such as connections to the database. */
  readonly account?: string | undefined;
}

/** A piece of work that somebody waits for, however deep its calls are. Its statements belong to it, and are cancelled when nobody waits any more. */
export class Work {
  readonly span: Span | undefined;
  /** Another work that counts these statements too: the request of an operation, the first who asked for what several share. */
  readonly countedFor: Work | undefined;
  readonly account: string | undefined;
  /** SQL statements so far. */
  statements = 0;
  /** Sum of the times of its statements, in milliseconds: concurrent statements count twice. */
  databaseMs = 0;
  readonly #whole: boolean;
  #kept = false;
  #cancelled: Error | null = null;
  /** Functions that end a running statement, one for each connection of the work. */
  readonly #stops = new Set<(reason: Error) => void>();

  constructor({ span, whole = false, countedFor, account }: WorkOptions = {}) {
    this.span = span;
    this.#whole = whole;
    this.countedFor = countedFor;
    this.account = account;
  }

  /** Ends running statements and refuses further ones. No effect on work that must be completed. */
  cancel(reason: Error): void {
    if (this.#cancelled || (this.#whole && this.#kept)) return;
    this.#cancelled = reason;
    for (const stop of this.#stops) stop(reason);
  }

  /** The work that this one is counted for in the end: itself where it is counted for no other. */
  get first(): Work {
    return this.countedFor?.first ?? this;
  }

  get cancelled(): boolean {
    return this.#cancelled !== null;
  }

  /** @throws the reason of the cancellation */
  throwIfCancelled(): void {
    if (this.#cancelled) throw this.#cancelled;
  }

  /** Something of the work was committed. */
  kept(): void {
    this.#kept = true;
  }

  ran(milliseconds: number): void {
    this.statements += 1;
    this.databaseMs += milliseconds;
    this.countedFor?.ran(milliseconds);
  }

  /** @returns a function to call when there is nothing to stop any more */
  stoppable(stop: (reason: Error) => void): () => void {
    this.#stops.add(stop);
    return () => this.#stops.delete(stop);
  }
}

/** Created only when somebody needs to know the work of a statement: following calls costs time for every promise. */
let following: AsyncLocalStorage<Work | undefined> | null = null;

/** From now on, calls are followed in the whole process. */
export function followWork(): void {
  following ??= new AsyncLocalStorage();
}

export function followsWork(): boolean {
  return following !== null;
}

/** The work of this call, if calls are followed. */
export function currentWork(): Work | undefined {
  return following?.getStore();
}

/** Runs the call as part of the work. */
export function within<T>(work: Work, call: () => T): T {
  return following ? following.run(work, call) : call();
}

/** Runs the call without a caller: for work that outlives the caller that started it. */
export function outsideWork<T>(call: () => T): T {
  return following ? following.run(undefined, call) : call();
}

/** Runs the call for others too, who wait for the same result: it is traced where it began, and is not cancelled with that work. */
export function sharedWork<T>(call: () => T): T {
  const work = currentWork();
  return work ? within(new Work({ span: work.span, countedFor: work }), call) : call();
}
