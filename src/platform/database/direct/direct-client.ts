import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { Provider } from '../engine.js';
import type { DatabaseClient, TransactionClient } from '../client.js';
import type { SqlParameter } from '../engine.js';
import { untilKept } from '../lost-race.js';
import { Calls } from './calls.js';
import type { Statements } from './calls.js';
import { DirectDelegates } from './delegates.js';
import { ClientsWithinTransactions } from './clients-within-transactions.js';
import type { MakeClient } from './clients-within-transactions.js';
import { beginWithin } from './open-transaction.js';
import type { Bounds } from './open-transaction.js';
import { tables } from './tables.js';

interface Deps {
  readonly provider: Provider;
  readonly adapter: SqlDriverAdapterFactory;
  readonly makePrisma: MakeClient;
}

/** The client, which answers most calls with one statement that it writes itself and leaves the others to Prisma; and its transactions. */
export class DirectClient {
  readonly client: DatabaseClient;
  readonly #provider: Provider;
  readonly #adapter: SqlDriverAdapter;
  readonly #prismaWithin: ClientsWithinTransactions;
  readonly #running = new Set<Promise<unknown>>();
  #prisma: Promise<object> | undefined;
  readonly #within = new WeakMap<object, Calls>();
  #closed = false;

  private constructor(deps: Deps, adapter: SqlDriverAdapter) {
    this.#provider = deps.provider;
    this.#adapter = adapter;
    this.#prismaWithin = new ClientsWithinTransactions(deps.makePrisma, adapter);
    // Nothing of a call on its own is kept if the database ends it in favour of another, whoever writes its statements.
    const statements: Statements = {
      queryRaw: (query) => this.#run(() => untilKept(() => adapter.queryRaw(query))),
      executeRaw: (query) => this.#run(() => untilKept(() => adapter.executeRaw(query))),
    };
    this.client = asClient(
      new DirectDelegates(new Calls(deps.provider, statements), (call) =>
        this.#run(async () => {
          const prisma = await this.#loaded(deps);
          return untilKept(() => call(prisma));
        }),
      ),
    );
  }

  static async open(deps: Deps): Promise<DirectClient> {
    return new DirectClient(deps, await deps.adapter.connect());
  }

  /** Runs the work in a transaction: it is committed if the work resolves, and rolled back if it rejects. */
  transaction<T>(work: (tx: TransactionClient) => Promise<T>, bounds: Bounds): Promise<T> {
    return this.#run(async () => {
      const transaction = await beginWithin(() => this.#adapter.startTransaction(), bounds);
      const prisma = this.#prismaWithin.lentTo(transaction);
      try {
        const calls = new Calls(this.#provider, transaction);
        const tx = asClient(new DirectDelegates(calls, prisma.run));
        this.#within.set(tx, calls);
        const result = await work(tx);
        await transaction.commit();
        return result;
      } catch (error) {
        await transaction.rollback().catch(() => undefined);
        throw error;
      } finally {
        prisma.giveBack();
      }
    });
  }

  /** Runs a statement of our own within a transaction. @returns the number of rows changed */
  executeWithin(tx: TransactionClient, sql: string, values: readonly SqlParameter[]): Promise<number> {
    const executing = this.#within.get(tx)?.executeRaw(sql, values);
    if (!executing) throw new Error('not a transaction of this client, or a value that cannot be stored');
    return executing;
  }

  /** Refuses new calls and resolves when all accepted ones have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
    const prisma = await this.#prisma?.catch(() => undefined);
    const disconnect: unknown = prisma && Reflect.get(prisma, '$disconnect');
    if (prisma && typeof disconnect === 'function') await Reflect.apply(disconnect, prisma, []);
  }

  /** Its code may be missing for a moment only: too many files were open. */
  #loaded({ makePrisma, adapter }: Deps): Promise<object> {
    this.#prisma ??= makePrisma(adapter).catch((error: unknown) => {
      this.#prisma = undefined;
      throw error;
    });
    return this.#prisma;
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('the database is closed');
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }
}

/** A test compares the models and operations with those of the generated client. */
function asClient(client: object): DatabaseClient {
  if (!isClient(client)) throw new Error('the client has not all of the models');
  return client;
}

const isClient = (client: object): client is DatabaseClient => tables.every(({ key }) => key in client);
