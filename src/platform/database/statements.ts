import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
  Transaction,
} from '@prisma/driver-adapter-utils';
import { currentWork } from '../work/work.js';
import { outageOf } from '../outage.js';
import { WriteHealth } from '../write-health.js';
import type { Work } from '../work/work.js';

/** One SQL statement that succeeded or failed. */
export interface Statement {
  readonly sql: string;
  /** Milliseconds, by the clock of `performance.now()`. */
  readonly startedAt: number;
  /** From the call to the result, including the wait for the writer. */
  readonly durationMs: number;
  readonly failed: boolean;
  /** The work that it belongs to, if known. */
  readonly work: Work | undefined;
}

export type StatementListener = (statement: Statement) => void;

/** The owner of the statements of a connection or transaction, and whether each is committed as soon as it ends. */
interface Owning {
  readonly owner: () => Work | undefined;
  readonly keeps: (sql: string) => boolean;
}

/** Reports every statement to listeners; costs nothing without listeners. Statements of cancelled work do not start. */
export class StatementObserver {
  readonly #listeners = new Set<StatementListener>();
  readonly writes = new WriteHealth();
  #damage: unknown = null;

  /** Rejects after a statement has found damage in the database: the rest may be damaged too. */
  checkContent(): Promise<void> {
    return this.#damage === null
      ? Promise.resolve()
      : Promise.reject(new Error('the database is damaged: restore it from a backup', { cause: this.#damage }));
  }

  /** @returns a function that stops it */
  listen(listener: StatementListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async observe<T>(sql: string, work: () => Promise<T>, owner = currentWork(), keeps = false): Promise<T> {
    try {
      return await this.#observed(sql, work, owner, keeps);
    } catch (error) {
      if (outageOf(error) === 'damaged') this.#damage ??= error;
      throw error;
    }
  }

  async #observed<T>(sql: string, work: () => Promise<T>, owner: Work | undefined, keeps: boolean): Promise<T> {
    owner?.throwIfCancelled();
    if (this.#listeners.size === 0 && !owner) return work();
    const startedAt = performance.now();
    let failed = true;
    try {
      const value = await work();
      failed = false;
      if (keeps) owner?.kept();
      return value;
    } finally {
      const durationMs = performance.now() - startedAt;
      owner?.ran(durationMs);
      const statement = { sql, startedAt, durationMs, failed, work: owner };
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
      ...this.#queryable(inner, { owner: currentWork, keeps: writes }),
      executeScript: (script) => this.observe(script, () => inner.executeScript(script)),
      startTransaction: async (level) => {
        // Prisma combines reads of one turn, also those of several transactions: a read of one may run in the context of another.
        const owner = currentWork();
        return this.#transaction(await this.writes.watch(() => inner.startTransaction(level), false), owner);
      },
      dispose: () => inner.dispose(),
      ...(connectionInfo === undefined ? {} : { getConnectionInfo: () => connectionInfo }),
    };
  }

  #transaction(inner: Transaction, owner: Work | undefined): Transaction {
    return {
      ...this.#queryable(inner, { owner: () => owner, keeps: () => false }),
      options: inner.options,
      commit: async () => {
        await this.writes.watch(() => inner.commit());
        owner?.kept();
      },
      rollback: () => inner.rollback(),
      // Optional in the interface, but both adapters here implement them.
      createSavepoint: async (name) => inner.createSavepoint?.(name),
      rollbackToSavepoint: async (name) => inner.rollbackToSavepoint?.(name),
      releaseSavepoint: async (name) => inner.releaseSavepoint?.(name),
    };
  }

  #queryable(inner: SqlQueryable, { owner, keeps }: Owning): SqlQueryable {
    const observed = <T>(sql: string, run: () => Promise<T>) => {
      const work = owner();
      const watched = writes(sql) ? () => this.writes.watch(run, keeps(sql)) : run;
      return this.observe(sql, watched, work, work !== undefined && keeps(sql));
    };
    return {
      provider: inner.provider,
      adapterName: inner.adapterName,
      queryRaw: (query: SqlQuery) => observed(query.sql, () => inner.queryRaw(query)),
      executeRaw: (query: SqlQuery) => observed(query.sql, () => inner.executeRaw(query)),
    };
  }
}

/** Outside a transaction, a writing statement commits by itself. */
const writes = (sql: string): boolean => !/^\s*select\b/i.test(sql);
