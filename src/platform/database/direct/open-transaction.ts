import { setTimeout as pause } from 'node:timers/promises';
import type { SqlQuery, SqlResultSet, Transaction } from '@prisma/driver-adapter-utils';
import { transactionFailure } from './failures.js';

export interface Bounds {
  /** Milliseconds until it must have begun. */
  readonly maxWaitMs: number;
  /** Milliseconds that it may take from its beginning. */
  readonly timeoutMs: number;
}

/**
 * Begins a transaction.
 * @throws PrismaClientKnownRequestError P2028 if it does not begin in time; it is rolled back then when it begins
 */
export async function beginWithin(begin: () => Promise<Transaction>, bounds: Bounds): Promise<OpenTransaction> {
  const waiting = new AbortController();
  const beginning = begin();
  try {
    const late = pause(bounds.maxWaitMs, null, { signal: waiting.signal, ref: false }).catch(() => null);
    const begun = await Promise.race([beginning, late]);
    if (begun) return new OpenTransaction(begun, bounds.timeoutMs);
    void beginning
      .then(
        (unwanted) => end(unwanted, 'ROLLBACK'),
        () => undefined,
      )
      .catch(() => undefined);
    throw transactionFailure(`a transaction could not begin within ${bounds.maxWaitMs} ms`);
  } finally {
    waiting.abort();
  }
}

/** A transaction that ends by itself when it takes too long. */
export class OpenTransaction {
  readonly inner: Transaction;
  readonly #expiry: NodeJS.Timeout;
  #ended: string | null = null;
  #rollback: Promise<void> | null = null;

  constructor(inner: Transaction, timeoutMs: number) {
    this.inner = inner;
    this.#expiry = setTimeout(() => {
      this.#end(`the transaction took longer than ${timeoutMs} ms`);
      // Whoever waits for it learns from its next statement; a connection that is gone has rolled it back.
      this.#rollback = end(inner, 'ROLLBACK').catch(() => undefined);
    }, timeoutMs);
    this.#expiry.unref();
  }

  async queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    this.#requireOpen();
    return this.inner.queryRaw(query);
  }

  async executeRaw(query: SqlQuery): Promise<number> {
    this.#requireOpen();
    return this.inner.executeRaw(query);
  }

  /** Resolves when it is on disk. */
  async commit(): Promise<void> {
    this.#requireOpen();
    this.#end('the transaction was committed');
    await end(this.inner, 'COMMIT');
  }

  async rollback(): Promise<void> {
    if (this.#ended !== null) return (await this.#rollback) ?? undefined;
    this.#end('the transaction was rolled back');
    await end(this.inner, 'ROLLBACK');
  }

  #requireOpen(): void {
    if (this.#ended !== null) throw transactionFailure(`the transaction is closed: ${this.#ended}`);
  }

  #end(how: string): void {
    clearTimeout(this.#expiry);
    this.#ended = how;
  }
}

/** Some adapters leave the statement to their caller, and release the connection. */
async function end(transaction: Transaction, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  try {
    if (!transaction.options.usePhantomQuery) await transaction.executeRaw({ sql: how, args: [], argTypes: [] });
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
  await (how === 'COMMIT' ? transaction.commit() : transaction.rollback());
}
