import type { Clock } from '../clock.js';
import { systemClock } from '../clock.js';
import { createPrisma } from './client.js';
import type { DatabaseClient, TransactionClient } from './client.js';
import { DirectClient } from './direct/direct-client.js';
import { requireChanges } from './engine.js';
import type { Engine, Provider, Rider, SqlParameter, SqlRow, SqlWrite } from './engine.js';
import { pathOfFileUrl } from '../file-url.js';
import { OperatorError } from '../operator-error.js';
import { noSiblings } from '../processes/siblings.js';
import type { Siblings } from '../processes/siblings.js';
import { untilKept } from './lost-race.js';
import { placeholders } from './placeholders.js';
import { applyMigrations, bundledMigrations, migrationStatus } from './migrations.js';
import type { Migration, MigrationLedger, MigrationStatus } from './migrations.js';
import { openSqlite } from './sqlite/engine.js';
import { SqliteLedger } from './sqlite/ledger.js';
import { StatementObserver } from './statements.js';
import { longestTransactionMs } from './transaction-bounds.js';
import { currentWork } from '../work/work.js';
import type { WriteHealth } from '../write-health.js';
import type { StatementListener } from './statements.js';

export type { DatabaseClient, TransactionClient } from './client.js';
export { ChangesMissing } from './engine.js';
export type { Provider, Rider, SqlParameter, SqlRow, SqlWrite } from './engine.js';
export type { Migration, MigrationStatus } from './migrations.js';
export type { Statement, StatementListener } from './statements.js';

export interface DatabaseOptions {
  /** `postgres://` or `postgresql://` for PostgreSQL; `file:` or a plain path for SQLite. */
  readonly url: string;
  readonly clock?: Clock;
  /** Milliseconds that PostgreSQL may be silent while a statement runs. */
  readonly silenceMs?: number;
  /** Milliseconds that a write waits for another process that holds the lock of a SQLite file. */
  readonly lockMs?: number;
  /** Called when a write to a SQLite file waits for long for another program that holds its lock. */
  readonly lockHeld?: () => void;
  /** Processes that use it too, beside other servers. */
  readonly siblings?: Siblings;
  /** Called with the migrations that opening applied; not called if there were none. */
  readonly onMigrated?: (names: readonly string[]) => void;
}

export interface TransactionOptions {
  /** Milliseconds that the work may take from its beginning, {@link longestTransactionMs} at most. After that it is rolled back, and the call rejects. */
  readonly timeoutMs?: number;
  /** Milliseconds that it may wait for its turn. After that the call rejects. */
  readonly maxWaitMs?: number;
}

/** Gets the transaction, or the statements of the batch. It must be quick and must not throw. */
export type CommitListener = (committed: readonly object[]) => void;

/** Writes queue, so this is long. */
const defaultMaxWaitMs = 30_000;
const defaultTimeoutMs = 10_000;

/** Changes a row that has no meaning. */
const attempt: SqlWrite = {
  sql: 'INSERT INTO "InstallationFact" ("key", "value") VALUES (?, ?) ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"',
  rows: [['database.written', 'yes']],
};

/** The database: the typed client, and statements without it. */
export class Database {
  readonly provider: Provider;
  readonly client: DatabaseClient;
  /** Whether writing works. */
  readonly writes: WriteHealth;
  /** The processes of this server that use it too. */
  readonly siblings: Siblings;
  readonly #engine: Engine;
  readonly #observer: StatementObserver;
  readonly #direct: DirectClient;
  readonly #committed: Set<CommitListener>;
  /** What was written past the client in open transactions. */
  readonly #within = new WeakMap<TransactionClient, SqlWrite[]>();
  /**
   * The same database for work that goes on by itself and is repeated after a crash, and for records of what is given away and not kept: on SQLite its commits do
   * not wait for the disk, and are synced with the next commit of anything else. What the power takes is the end of what happened: then the job is due again, and
   * does it again. Never for what a caller is told is kept, or for what leaves the server before another commit follows.
   */
  readonly background: Database;

  constructor(deps: {
    engine: Engine;
    direct: DirectClient;
    observer: StatementObserver;
    background?: { readonly engine: Engine; readonly direct: DirectClient } | null;
    siblings: Siblings;
    committed?: Set<CommitListener>;
  }) {
    this.#committed = deps.committed ?? new Set();
    const { background, observer, siblings } = deps;
    this.siblings = siblings;
    this.background = background
      ? new Database({ ...background, observer, siblings, committed: this.#committed })
      : this;
    this.provider = deps.engine.provider;
    this.client = deps.direct.client;
    this.#direct = deps.direct;
    this.writes = deps.observer.writes;
    this.#engine = deps.engine;
    this.#observer = deps.observer;
  }

  /**
   * Runs `work` in one transaction: all changes are kept if it resolves, and none if it rejects. On SQLite it holds the only writer, so it must not do anything
   * slow. Everything in it must use `tx`: the outer client would wait for this transaction. On PostgreSQL it runs again after a conflict with another
   * transaction, so it must have no effects outside of `tx`.
   */
  async transaction<T>(work: (tx: TransactionClient) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    let used: TransactionClient | undefined;
    const result = await untilKept(() =>
      this.#direct.transaction(
        async (tx) => {
          used = tx;
          const done = await work(tx);
          // Rolls back if the work was cancelled after its last statement.
          currentWork()?.throwIfCancelled();
          return done;
        },
        {
          maxWaitMs: options.maxWaitMs ?? defaultMaxWaitMs,
          timeoutMs: Math.min(options.timeoutMs ?? defaultTimeoutMs, longestTransactionMs),
        },
      ),
    );
    if (used) this.#tell([used, ...(this.#within.get(used) ?? [])]);
    return result;
  }

  /**
   * Reads without Prisma: a prepared statement of our own for the few hottest paths. The result is never older than the call, even if others write. A repeated
   * read is answered from memory as long as nothing is committed, so the result must depend on rows alone.
   * @param sql a SELECT that both databases understand, with `?` (or `?1`, `?2`) placeholders and "Quoted" names
   */
  readSql(sql: string, parameters: readonly SqlParameter[] = []): Promise<readonly SqlRow[]> {
    return this.#observer.observe(sql, () => this.#engine.read(sql, parameters));
  }

  /**
   * The same for a few rows by their keys, which take no time. On PostgreSQL, what one request asks for so in one turn of the event loop goes in one round trip,
   * one statement after the other, and fails together.
   */
  readBeside(sql: string, parameters: readonly SqlParameter[] = []): Promise<readonly SqlRow[]> {
    const engine = this.#engine;
    return this.#observer.observe(sql, () => engine.readBeside?.(sql, parameters) ?? engine.read(sql, parameters));
  }

  /** The same for what depends on more than rows, such as the time of the server. */
  readAnew(sql: string, parameters: readonly SqlParameter[] = []): Promise<readonly SqlRow[]> {
    return this.#observer.observe(sql, () => this.#engine.readAnew(sql, parameters));
  }

  /**
   * Writes without Prisma, for the few hottest paths. Either the whole batch is kept or nothing. It is on disk when this resolves. Batches that wait at the
   * same time are committed together.
   * @throws ChangesMissing
   */
  async writeSql(batch: readonly SqlWrite[]): Promise<void> {
    await this.#observer.observe(batch.map(({ sql }) => sql).join('; '), () =>
      this.writes.watch(() => untilKept(() => this.#engine.write(batch))),
    );
    currentWork()?.kept();
    this.#tell(batch);
  }

  /** The same within a transaction, one statement after the other. @throws ChangesMissing; what was written before that is there */
  async writeWithin(tx: TransactionClient, batch: readonly SqlWrite[]): Promise<void> {
    const written = this.#within.get(tx) ?? [];
    this.#within.set(tx, written);
    for (const each of batch) {
      const placed = placeholders(each.sql, (position) => (this.provider === 'postgresql' ? `$${position}` : '?'));
      for (const row of each.rows) {
        const values =
          this.provider === 'postgresql' ? row : placed.positions.map((position) => row[position - 1] ?? null);
        requireChanges(each, await this.#direct.executeWithin(tx, placed.sql, values));
      }
      written.push(each);
    }
  }

  /** Listens to every committed `transaction` and `writeSql` of this process. @returns a function that stops it */
  onCommitted(listener: CommitListener): () => void {
    this.#committed.add(listener);
    return () => this.#committed.delete(listener);
  }

  #tell(committed: readonly object[]): void {
    for (const listener of this.#committed) listener(committed);
  }

  /**
   * Adds statements to commits of this process with batches that they concern: once for all that commit together, after everything else, and kept with it. Where
   * they fail, the rest is kept, unless SQLite gives up the whole transaction. A transaction has none, nor has what is written in the background. Does nothing on
   * PostgreSQL, where each batch is a commit.
   * @returns a function that stops it
   */
  rideAlong(rider: Rider): () => void {
    return this.#engine.rideAlong?.(rider) ?? (() => undefined);
  }

  /**
   * Listens to what other processes send to a channel. Messages are lost while the connection is down. Does nothing on SQLite.
   * @returns a function that stops it
   */
  listen(channel: string, heard: () => void): () => Promise<void> {
    return this.#engine.listen?.(channel, heard) ?? (() => Promise.resolve());
  }

  /** Listens to every SQL statement, for counting and tracing. @returns a function that stops it */
  onStatement(listener: StatementListener): () => void {
    return this.#observer.listen(listener);
  }

  /** Milliseconds that this process has waited for SQLite's lock while others wrote; 0 on PostgreSQL, where they write at the same time. */
  get waitedToWriteMs(): number {
    return this.#engine.waitedToWriteMs?.() ?? 0;
  }

  /** Resolves when the database answers. Rejects while a file of it is not what was opened, though reads go on. */
  ping(): Promise<void> {
    return this.#engine.ping();
  }

  /** Rejects after a read has found damaged data. */
  checkContent(): Promise<void> {
    return this.#observer.checkContent();
  }

  /** Rejects while nothing can be written. */
  checkWrites(): Promise<void> {
    return this.writes.check(() => this.#engine.write([attempt]));
  }

  /** Finishes running work, then closes the database. */
  async close(): Promise<void> {
    if (this.background !== this) await this.background.#direct.close();
    await this.#direct.close();
    await this.#engine.close();
  }
}

/**
 * Opens the database of the URL, and creates or migrates it.
 * @throws OperatorError with one line: unwritable folder, not a database, a database of a newer program
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const migrated = await migrateDatabase(options);
  if (migrated.length > 0) options.onMigrated?.(migrated.map(({ name }) => name));
  const engine = await openEngine(options);
  const observer = new StatementObserver();
  const { provider } = engine;
  const clientOf = ({ adapter }: Pick<Engine, 'adapter'>) =>
    DirectClient.open({
      provider,
      adapter: observer.wrap(adapter),
      makePrisma: (made) => createPrisma(provider, made),
    });
  const { background } = engine;
  return new Database({
    engine,
    observer,
    direct: await clientOf(engine),
    siblings: options.siblings ?? noSiblings,
    background: background ? { engine: { ...engine, ...background }, direct: await clientOf(background) } : null,
  });
}

/** What speaks to PostgreSQL is loaded where it is used: a start on SQLite, and each command of an operator, is shorter without it. */
async function openEngine({ url, silenceMs, siblings = noSiblings, ...lock }: DatabaseOptions): Promise<Engine> {
  const { lockMs, lockHeld } = lock;
  if (!isPostgresql(url)) return openSqlite(sqliteFile(url), { siblings, lockMs, lockHeld });
  const { openPostgresql } = await import('./postgresql/engine.js');
  return openPostgresql(url, { processes: siblings.of, ...(silenceMs !== undefined && { silenceMs }) });
}

/** Applies pending migrations without opening the database for use. @returns the applied ones @throws OperatorError */
export async function migrateDatabase(options: DatabaseOptions): Promise<readonly Migration[]> {
  return applyMigrations(await ledgerOf(options), bundledMigrations(providerOf(options.url)));
}

/** The applied and the pending migrations; changes nothing. @throws OperatorError */
export async function databaseStatus(options: DatabaseOptions): Promise<MigrationStatus> {
  return migrationStatus(await ledgerOf(options), bundledMigrations(providerOf(options.url)));
}

export function providerOf(url: string): Provider {
  return isPostgresql(url) ? 'postgresql' : 'sqlite';
}

async function ledgerOf({ url, clock = systemClock }: DatabaseOptions): Promise<MigrationLedger> {
  if (!isPostgresql(url)) return new SqliteLedger({ file: sqliteFile(url), clock });
  const { PostgresqlLedger } = await import('./postgresql/ledger.js');
  return new PostgresqlLedger({ url, clock });
}

function isPostgresql(url: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(url);
}

/** The file of a `file:` URL (see `pathOfFileUrl`) or of a plain path. */
export function sqliteFile(url: string): string {
  const file = url.startsWith('file:') ? pathOfFileUrl(url) : url;
  if (file === '' || file === ':memory:' || /^[a-z][a-z0-9+.-]+:/i.test(file)) {
    throw new OperatorError(`"${url}" is not a database: give a path, a file: URL or a postgresql:// URL`);
  }
  return file;
}
