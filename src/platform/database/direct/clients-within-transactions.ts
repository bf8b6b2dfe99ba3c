import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import type { Statements } from './calls.js';
import type { Otherwise } from './delegates.js';
import type { OpenTransaction } from './open-transaction.js';

/** Makes a client of Prisma. */
export type MakeClient = (adapter: SqlDriverAdapterFactory) => Promise<Lent['client']>;

interface Lent {
  readonly client: object;
  readonly adapter: AdapterWithinTransaction;
}

/**
 * Clients of Prisma for single calls within a transaction that is not Prisma's: each sees the transaction of its host as if it were the whole database.
 * There are as many as transactions need one at the same time.
 */
export class ClientsWithinTransactions {
  readonly #make: MakeClient;
  readonly #like: SqlDriverAdapter;
  readonly #free: Lent[] = [];

  /** @param like the adapter of the database, for what does not depend on a transaction */
  constructor(make: MakeClient, like: SqlDriverAdapter) {
    this.#make = make;
    this.#like = like;
  }

  /** @returns what runs calls within this transaction, one after the other, and what ends that */
  lentTo(transaction: OpenTransaction): { run: Otherwise; giveBack: () => void } {
    let borrowed: Promise<Lent> | undefined;
    let last: Promise<unknown> = Promise.resolve();
    const borrow = async (): Promise<Lent> => {
      const lent = this.#free.pop() ?? (await this.#another());
      lent.adapter.use(transaction);
      return lent;
    };
    const inTurn = async <T>(call: (client: object) => Promise<T>): Promise<T> => {
      transaction.requireOpen();
      // The parts of two calls cannot lie across one another.
      const running = last.then(async () => {
        transaction.requireOpen();
        return call((await (borrowed ??= borrow())).client);
      });
      last = running.catch(() => undefined);
      return running;
    };
    return {
      run: inTurn,
      giveBack: () => {
        // Whoever failed has not waited for the others: what they still do must not happen in the next transaction.
        void last.then(async () => {
          const lent = await borrowed?.catch(() => undefined);
          if (!lent) return;
          lent.adapter.use(null);
          this.#free.push(lent);
        });
      },
    };
  }

  async #another(): Promise<Lent> {
    const adapter = new AdapterWithinTransaction(this.#like);
    const factory = {
      provider: this.#like.provider,
      adapterName: this.#like.adapterName,
      connect: () => Promise.resolve(adapter),
    };
    return { adapter, client: await this.#make(factory) };
  }
}

/** One name for all, which do not overlap: PostgreSQL's driver prepares each statement that it has not seen. */
const part = 'part';

/** An adapter whose statements are those of another's transaction. What Prisma does in several statements is a part of that one, between savepoints. */
class AdapterWithinTransaction implements SqlDriverAdapter {
  readonly provider: SqlDriverAdapter['provider'];
  readonly adapterName: string;
  readonly getConnectionInfo: NonNullable<SqlDriverAdapter['getConnectionInfo']>;
  #transaction: OpenTransaction | null = null;

  constructor(like: SqlDriverAdapter) {
    this.provider = like.provider;
    this.adapterName = like.adapterName;
    this.getConnectionInfo = () => like.getConnectionInfo?.() ?? { supportsRelationJoins: false };
  }

  use(transaction: OpenTransaction | null): void {
    this.#transaction = transaction;
  }

  readonly queryRaw: Statements['queryRaw'] = async (query) => this.#open().queryRaw(query);
  readonly executeRaw: Statements['executeRaw'] = async (query) => this.#open().executeRaw(query);

  executeScript(): Promise<void> {
    return Promise.reject(
      new DriverAdapterError({ kind: 'InvalidInputValue', message: 'a transaction runs no scripts' }),
    );
  }

  async startTransaction(): Promise<Transaction> {
    const transaction = this.#open();
    await transaction.savepoint('SAVEPOINT', part);
    const { provider, adapterName } = this;
    return {
      provider,
      adapterName,
      options: { usePhantomQuery: true },
      queryRaw: (query) => transaction.queryRaw(query),
      executeRaw: (query) => transaction.executeRaw(query),
      commit: () => transaction.savepoint('RELEASE', part),
      rollback: async () => {
        await transaction.savepoint('ROLLBACK TO', part);
        await transaction.savepoint('RELEASE', part);
      },
      createSavepoint: (within) => transaction.savepoint('SAVEPOINT', within),
      releaseSavepoint: (within) => transaction.savepoint('RELEASE', within),
      rollbackToSavepoint: (within) => transaction.savepoint('ROLLBACK TO', within),
    };
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  #open(): OpenTransaction {
    if (this.#transaction === null)
      throw new DriverAdapterError({ kind: 'TransactionAlreadyClosed', cause: 'the transaction has ended' });
    return this.#transaction;
  }
}
