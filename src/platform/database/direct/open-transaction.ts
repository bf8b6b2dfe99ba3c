import type { SqlQuery, SqlResultSet, Transaction } from '@prisma/driver-adapter-utils';
import { failureOf, transactionFailure } from './failures.js';

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
  const beginning = begin();
  let timer: NodeJS.Timeout | undefined;
  try {
    // A plain timer: the end of a signal takes a stack trace, in every transaction.
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, bounds.maxWaitMs, null).unref();
    });
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
    clearTimeout(timer);
  }
}

const borders = {
  SAVEPOINT: (inner: Transaction, name: string) => inner.createSavepoint?.(name),
  RELEASE: (inner: Transaction, name: string) => inner.releaseSavepoint?.(name),
  'ROLLBACK TO': (inner: Transaction, name: string) => inner.rollbackToSavepoint?.(name),
};

/** A transaction that ends by itself when it takes too long. */
export class OpenTransaction {
  readonly #inner: Transaction;
  readonly #expiry: NodeJS.Timeout;
  #ended: string | null = null;
  #failed = false;
  #rollback: Promise<void> | null = null;

  constructor(inner: Transaction, timeoutMs: number) {
    this.#inner = inner;
    this.#expiry = setTimeout(() => {
      this.#end(`the transaction took longer than ${timeoutMs} ms`);
      // Whoever waits for it learns from its next statement; a connection that is gone has rolled it back.
      this.#rollback = end(inner, 'ROLLBACK').catch(() => undefined);
    }, timeoutMs);
    this.#expiry.unref();
  }

  async queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    return this.#answer(() => this.#inner.queryRaw(query));
  }

  async executeRaw(query: SqlQuery): Promise<number> {
    return this.#answer(() => this.#inner.executeRaw(query));
  }

  /** Begins or ends a part. */
  async savepoint(how: keyof typeof borders, name: string): Promise<void> {
    await this.#answer(async () => borders[how](this.#inner, name));
  }

  /** Resolves when it is on disk. */
  async commit(): Promise<void> {
    // PostgreSQL keeps nothing after a failed statement, and its COMMIT does not say so.
    if (this.#failed) await this.#requireKept();
    this.requireOpen();
    this.#end('the transaction was committed');
    await end(this.#inner, 'COMMIT');
  }

  async rollback(): Promise<void> {
    if (this.#ended !== null) return (await this.#rollback) ?? undefined;
    this.#end('the transaction was rolled back');
    await end(this.#inner, 'ROLLBACK');
  }

  async #requireKept(): Promise<void> {
    try {
      await this.queryRaw({ sql: 'SELECT 1', args: [], argTypes: [] });
    } catch (error) {
      throw failureOf(error);
    }
  }

  async #answer<T>(statement: () => Promise<T>): Promise<T> {
    this.requireOpen();
    try {
      return await statement();
    } catch (error) {
      this.#failed = true;
      throw error;
    }
  }

  /** @throws PrismaClientKnownRequestError P2028 */
  requireOpen(): void {
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
