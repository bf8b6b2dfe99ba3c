import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
  Transaction,
} from '@prisma/driver-adapter-utils';

/** One SQL statement that ran, or failed. */
export interface Statement {
  readonly sql: string;
  /** From the call to the answer, waiting for the writer included. */
  readonly durationMs: number;
  readonly failed: boolean;
}

export type StatementListener = (statement: Statement) => void;

/** Tells listeners of every statement; costs nothing while there are none. */
export class StatementObserver {
  readonly #listeners = new Set<StatementListener>();

  /** @returns what stops the listening */
  listen(listener: StatementListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async observe<T>(sql: string, work: () => Promise<T>): Promise<T> {
    if (this.#listeners.size === 0) return work();
    const startedAt = performance.now();
    let failed = true;
    try {
      const value = await work();
      failed = false;
      return value;
    } finally {
      const statement = { sql, durationMs: performance.now() - startedAt, failed };
      for (const listener of this.#listeners) listener(statement);
    }
  }

  /** The same adapter, observed. */
  wrap(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
    return {
      provider: factory.provider,
      adapterName: factory.adapterName,
      connect: async () => this.#adapter(await factory.connect()),
    };
  }

  #adapter(inner: SqlDriverAdapter): SqlDriverAdapter {
    const connectionInfo = inner.getConnectionInfo?.();
    return {
      ...this.#queryable(inner),
      executeScript: (script) => this.observe(script, () => inner.executeScript(script)),
      startTransaction: async (level) => this.#transaction(await inner.startTransaction(level)),
      dispose: () => inner.dispose(),
      ...(connectionInfo === undefined ? {} : { getConnectionInfo: () => connectionInfo }),
    };
  }

  #transaction(inner: Transaction): Transaction {
    return {
      ...this.#queryable(inner),
      options: inner.options,
      commit: () => inner.commit(),
      rollback: () => inner.rollback(),
      // Optional in the interface; both adapters here have them.
      createSavepoint: async (name) => inner.createSavepoint?.(name),
      rollbackToSavepoint: async (name) => inner.rollbackToSavepoint?.(name),
      releaseSavepoint: async (name) => inner.releaseSavepoint?.(name),
    };
  }

  #queryable(inner: SqlQueryable): SqlQueryable {
    return {
      provider: inner.provider,
      adapterName: inner.adapterName,
      queryRaw: (query: SqlQuery) => this.observe(query.sql, () => inner.queryRaw(query)),
      executeRaw: (query: SqlQuery) => this.observe(query.sql, () => inner.executeRaw(query)),
    };
  }
}
