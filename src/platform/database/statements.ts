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

/** One SQL statement that ran, or failed. */
export interface Statement {
  readonly sql: string;
  /** Milliseconds, by the clock of `performance.now()`. */
  readonly startedAt: number;
  /** From the call to the answer, waiting for the writer included. */
  readonly durationMs: number;
  readonly failed: boolean;
  /** What it is a part of, where that is known. */
  readonly work: Work | undefined;
}

export type StatementListener = (statement: Statement) => void;

/** Whose the statements of a connection or transaction are, and which of them are kept as soon as they are done. */
interface Owning {
  readonly owner: () => Work | undefined;
  readonly keeps: (sql: string) => boolean;
}

/** Tells listeners of every statement; costs nothing while there are none. A statement of work that was cancelled does not begin. */
export class StatementObserver {
  readonly #listeners = new Set<StatementListener>();
  readonly writes = new WriteHealth();
  #damage: unknown = null;

  /** Rejects once a statement has found the database damaged: what it did not read may be. */
  checkContent(): Promise<void> {
    return this.#damage === null
      ? Promise.resolve()
      : Promise.reject(new Error('the database is damaged: restore it from a backup', { cause: this.#damage }));
  }

  /** @returns what stops the listening */
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
        // Prisma gathers reads of one turn, also those of several transactions: the call of one may come out of the work of another.
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
      // Optional in the interface; both adapters here have them.
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

/** Outside of transactions a statement that writes is its own commit. */
const writes = (sql: string): boolean => !/^\s*select\b/i.test(sql);
