import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type {
  ConnectionInfo,
  IsolationLevel,
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlResultSet,
  Transaction,
  TransactionOptions,
} from '@prisma/driver-adapter-utils';
import type { SqliteConnection } from './connection.js';
import { toDriverAdapterError } from './errors.js';
import type { Hold } from './held-transaction.js';
import type { Readers } from './readers.js';
import type { WriteQueue } from './write-queue.js';

/** SQLite takes 32,766 parameters; Prisma would split lists of ids at 999, and one statement be several. */
const connectionInfo: ConnectionInfo = { maxBindValues: 32_000, supportsRelationJoins: false };

const identity = { provider: 'sqlite', adapterName: 'trustate-sqlite' } as const;

interface Deps {
  readonly writer: SqliteConnection;
  readonly readers: Pick<Readers, 'connection' | 'read'>;
  readonly queue: WriteQueue;
  /** Whether writes wait until they are on disk. */
  readonly synced: boolean;
}

/**
 * Prisma's door to SQLite. Reads outside transactions use a connection of their own and never wait; every write and every
 * transaction goes through the one queue, so that no statement of one request can fall into the open transaction of another.
 */
class SqliteAdapter implements SqlDriverAdapter {
  readonly provider = identity.provider;
  readonly adapterName = identity.adapterName;

  constructor(private readonly deps: Deps) {}

  getConnectionInfo(): ConnectionInfo {
    return connectionInfo;
  }

  async queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    const { readers, writer, queue, synced } = this.deps;
    return prismaErrors(() =>
      isRead(readers.connection, query.sql)
        ? readers.read(({ connection }) => connection.query(query))
        : queue.write(() => writer.query(query), synced),
    );
  }

  async executeRaw(query: SqlQuery): Promise<number> {
    const { readers, writer, queue, synced } = this.deps;
    return prismaErrors(() =>
      isRead(readers.connection, query.sql)
        ? readers.read(({ connection }) => connection.execute(query))
        : queue.write(() => writer.execute(query), synced),
    );
  }

  async executeScript(script: string): Promise<void> {
    const { writer, queue } = this.deps;
    return prismaErrors(() =>
      queue.write(() => {
        writer.driver.exec(script);
      }),
    );
  }

  async startTransaction(isolationLevel?: IsolationLevel): Promise<Transaction> {
    if (isolationLevel !== undefined && isolationLevel !== 'SERIALIZABLE') {
      throw new DriverAdapterError({ kind: 'InvalidIsolationLevel', level: isolationLevel });
    }
    return prismaErrors(
      async () => new SqliteTransaction(this.deps.writer, await this.deps.queue.begin(this.deps.synced)),
    );
  }

  /** The connections belong to the code that opened them. */
  async dispose(): Promise<void> {
    await this.deps.queue.close();
  }
}

class SqliteTransaction implements Transaction {
  readonly provider = identity.provider;
  readonly adapterName = identity.adapterName;
  /** `commit` and `rollback` do the whole work: Prisma sends no COMMIT or ROLLBACK of its own. */
  readonly options: TransactionOptions = { usePhantomQuery: true };

  constructor(
    private readonly writer: SqliteConnection,
    private readonly hold: Hold,
  ) {}

  async queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    return prismaErrors(() => this.hold.run(() => allowed(this.writer, query.sql).query(query)));
  }

  async executeRaw(query: SqlQuery): Promise<number> {
    return prismaErrors(() => this.hold.run(() => allowed(this.writer, query.sql).execute(query)));
  }

  async commit(): Promise<void> {
    return prismaErrors(() => this.hold.commit());
  }

  async rollback(): Promise<void> {
    return prismaErrors(() => this.hold.rollback());
  }

  async createSavepoint(name: string): Promise<void> {
    return this.#border(`SAVEPOINT ${name}`);
  }

  async rollbackToSavepoint(name: string): Promise<void> {
    return this.#border(`ROLLBACK TO ${name}`);
  }

  async releaseSavepoint(name: string): Promise<void> {
    return this.#border(`RELEASE ${name}`);
  }

  async #border(sql: string): Promise<void> {
    return prismaErrors(() => {
      this.hold.run(() => this.writer.execute({ sql, args: [], argTypes: [] }));
    });
  }
}

/** Where an adapter comes from: Prisma connects through it. */
export class SqliteAdapterFactory implements SqlDriverAdapterFactory {
  readonly provider = identity.provider;
  readonly adapterName = identity.adapterName;

  constructor(private readonly deps: Deps) {}

  connect(): Promise<SqlDriverAdapter> {
    return Promise.resolve(new SqliteAdapter(this.deps));
  }
}

function isRead(connection: SqliteConnection, sql: string): boolean {
  return allowed(connection, sql).isRead(sql);
}

/** The queue alone moves transaction borders: a COMMIT in between would end the transactions of others. */
function allowed(connection: SqliteConnection, sql: string): SqliteConnection {
  if (connection.isControl(sql)) {
    throw new DriverAdapterError({
      kind: 'InvalidInputValue',
      message: `"${sql}" is not for a statement: use a transaction of the database`,
    });
  }
  return connection;
}

async function prismaErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDriverAdapterError(error);
  }
}
