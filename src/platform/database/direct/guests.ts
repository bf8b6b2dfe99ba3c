import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import type { Statements } from './calls.js';
import type { Otherwise } from './delegates.js';
import type { OpenTransaction } from './open-transaction.js';

/** Makes a client of Prisma. */
export type MakeClient = (adapter: SqlDriverAdapterFactory) => Promise<Guest['client']>;

interface Guest {
  readonly client: object;
  readonly seat: Seat;
}

/**
 * Clients of Prisma for single calls within a transaction that is not Prisma's: each sees the transaction of its host as if it were the whole database.
 * There are as many as transactions need one at the same time.
 */
export class Guests {
  readonly #make: MakeClient;
  readonly #like: SqlDriverAdapter;
  readonly #free: Guest[] = [];

  /** @param like the adapter of the database, for what does not depend on a transaction */
  constructor(make: MakeClient, like: SqlDriverAdapter) {
    this.#make = make;
    this.#like = like;
  }

  /** @returns what runs calls within this transaction, one after the other, and what ends that */
  host(transaction: OpenTransaction): { run: Otherwise; leave: () => void } {
    let invited: Promise<Guest> | undefined;
    let last: Promise<unknown> = Promise.resolve();
    const invite = async (): Promise<Guest> => {
      const guest = this.#free.pop() ?? (await this.#another());
      guest.seat.take(transaction);
      return guest;
    };
    const inTurn = async <T>(call: (client: object) => Promise<T>): Promise<T> => {
      transaction.requireOpen();
      // The parts of two calls cannot lie across one another.
      const running = last.then(async () => {
        transaction.requireOpen();
        return call((await (invited ??= invite())).client);
      });
      last = running.catch(() => undefined);
      return running;
    };
    return {
      run: inTurn,
      leave: () => {
        // Whoever failed has not waited for the others: what they still do must not happen in the next transaction.
        void last.then(async () => {
          const guest = await invited?.catch(() => undefined);
          if (!guest) return;
          guest.seat.take(null);
          this.#free.push(guest);
        });
      },
    };
  }

  async #another(): Promise<Guest> {
    const seat = new Seat(this.#like);
    const factory = {
      provider: this.#like.provider,
      adapterName: this.#like.adapterName,
      connect: () => Promise.resolve(seat),
    };
    return { seat, client: await this.#make(factory) };
  }
}

/** One name for all, which do not overlap: PostgreSQL's driver prepares each statement that it has not seen. */
const part = 'part';

/** An adapter whose statements are those of another's transaction. What Prisma does in several statements is a part of that one, between savepoints. */
class Seat implements SqlDriverAdapter {
  readonly provider: SqlDriverAdapter['provider'];
  readonly adapterName: string;
  readonly getConnectionInfo: NonNullable<SqlDriverAdapter['getConnectionInfo']>;
  #host: OpenTransaction | null = null;

  constructor(like: SqlDriverAdapter) {
    this.provider = like.provider;
    this.adapterName = like.adapterName;
    this.getConnectionInfo = () => like.getConnectionInfo?.() ?? { supportsRelationJoins: false };
  }

  take(host: OpenTransaction | null): void {
    this.#host = host;
  }

  readonly queryRaw: Statements['queryRaw'] = async (query) => this.#hosted().queryRaw(query);
  readonly executeRaw: Statements['executeRaw'] = async (query) => this.#hosted().executeRaw(query);

  executeScript(): Promise<void> {
    return Promise.reject(
      new DriverAdapterError({ kind: 'InvalidInputValue', message: 'a transaction runs no scripts' }),
    );
  }

  async startTransaction(): Promise<Transaction> {
    const host = this.#hosted();
    await host.savepoint('SAVEPOINT', part);
    const { provider, adapterName } = this;
    return {
      ...{ provider, adapterName, options: { usePhantomQuery: true } },
      queryRaw: (query) => host.queryRaw(query),
      executeRaw: (query) => host.executeRaw(query),
      commit: () => host.savepoint('RELEASE', part),
      rollback: async () => {
        await host.savepoint('ROLLBACK TO', part);
        await host.savepoint('RELEASE', part);
      },
      createSavepoint: (within) => host.savepoint('SAVEPOINT', within),
      releaseSavepoint: (within) => host.savepoint('RELEASE', within),
      rollbackToSavepoint: (within) => host.savepoint('ROLLBACK TO', within),
    };
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  #hosted(): OpenTransaction {
    if (this.#host === null)
      throw new DriverAdapterError({ kind: 'TransactionAlreadyClosed', cause: 'the transaction has ended' });
    return this.#host;
  }
}
