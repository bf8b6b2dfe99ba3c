import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import type { Statements } from './calls.js';

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

  /** @returns a client for this transaction, and what ends that */
  host(transaction: Statements & { readonly inner: Transaction }): {
    client: () => Promise<object>;
    leave: () => void;
  } {
    let invited: Promise<Guest> | undefined;
    const invite = async (): Promise<Guest> => {
      const guest = this.#free.pop() ?? (await this.#another());
      guest.seat.take(transaction);
      return guest;
    };
    return {
      client: async () => (await (invited ??= invite())).client,
      leave: () => {
        void invited?.then(
          (guest) => {
            guest.seat.take(null);
            this.#free.push(guest);
          },
          () => undefined,
        );
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

/** An adapter whose statements are those of another's transaction. What Prisma does in several statements is a part of that one, between savepoints. */
class Seat implements SqlDriverAdapter {
  readonly provider: SqlDriverAdapter['provider'];
  readonly adapterName: string;
  readonly getConnectionInfo: NonNullable<SqlDriverAdapter['getConnectionInfo']>;
  #host: (Statements & { readonly inner: Transaction }) | null = null;
  #savepoints = 0;

  constructor(like: SqlDriverAdapter) {
    this.provider = like.provider;
    this.adapterName = like.adapterName;
    this.getConnectionInfo = () => like.getConnectionInfo?.() ?? { supportsRelationJoins: false };
  }

  take(host: (Statements & { readonly inner: Transaction }) | null): void {
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
    const { inner } = this.#hosted();
    const name = `part_${(this.#savepoints += 1)}`;
    await inner.createSavepoint?.(name);
    const { provider, adapterName, queryRaw, executeRaw } = this;
    return {
      ...{ provider, adapterName, queryRaw, executeRaw, options: { usePhantomQuery: true } },
      commit: async () => inner.releaseSavepoint?.(name),
      rollback: async () => inner.rollbackToSavepoint?.(name),
      createSavepoint: async (within) => inner.createSavepoint?.(within),
      releaseSavepoint: async (within) => inner.releaseSavepoint?.(within),
      rollbackToSavepoint: async (within) => inner.rollbackToSavepoint?.(within),
    };
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  #hosted(): Statements & { readonly inner: Transaction } {
    if (this.#host === null)
      throw new DriverAdapterError({ kind: 'TransactionAlreadyClosed', cause: 'the transaction has ended' });
    return this.#host;
  }
}
