import { transactionClosed } from './errors.js';
import type { Ended, Member } from './member.js';

/** The writer, held by one transaction from its begin to its end. */
export interface Hold {
  /** Runs on the writer, now. @throws what the work throws, or a TransactionAlreadyClosed */
  run<T>(work: () => T): T;
  /** Resolves when the transaction is on disk. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

interface Deps {
  readonly isOpen: () => boolean;
  readonly holdMs: number;
  readonly synced: boolean;
  readonly begun: (hold: Hold) => void;
  readonly refused: (reason: unknown) => void;
}

/** A transaction's place in the queue, and then its hold on the writer. */
export class HeldTransaction implements Member, Hold {
  readonly repeatable = false;
  readonly trailing = [];
  #end: ((ended: Ended) => void) | undefined;
  #expiry: NodeJS.Timeout | undefined;
  /** Whom a lost group concerns: the caller of `begin`, then of `commit` or `rollback`. */
  #refused: (reason: unknown) => void;
  #whyClosed = 'it has ended';

  constructor(private readonly deps: Deps) {
    this.#refused = deps.refused;
  }

  get synced(): boolean {
    return this.deps.synced;
  }

  perform(): Promise<Ended> {
    return new Promise<Ended>((resolve) => {
      this.#end = resolve;
      this.#refused = () => undefined;
      this.#expiry = setTimeout(() => {
        this.#whyClosed = `nobody ended it within ${this.deps.holdMs} ms`;
        this.#finish({ keep: false, tell: () => undefined });
      }, this.deps.holdMs);
      this.#expiry.unref();
      this.deps.begun(this);
    });
  }

  run<T>(work: () => T): T {
    if (this.#end === undefined) throw transactionClosed(this.#whyClosed);
    if (!this.deps.isOpen()) throw transactionClosed('the database rolled it back');
    return work();
  }

  commit(): Promise<void> {
    return this.#endWith(true);
  }

  rollback(): Promise<void> {
    return this.#end === undefined ? Promise.resolve() : this.#endWith(false);
  }

  fail(reason: unknown): void {
    this.#refused(reason);
  }

  #endWith(keep: boolean): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      if (this.#end === undefined) throw transactionClosed(this.#whyClosed);
      // A rollback has what it wanted when the group is lost.
      this.#refused = keep ? reject : resolve.bind(undefined, undefined);
      this.#finish({ keep, tell: resolve });
    });
  }

  #finish(ended: Ended): void {
    clearTimeout(this.#expiry);
    const end = this.#end;
    this.#end = undefined;
    end?.(ended);
  }
}
