import { fileURLToPath } from 'node:url';
import { createClient } from './client.js';
import type { DatabaseClient, TransactionClient } from './client.js';
import type { Engine, Provider, SqlParameter, SqlRow } from './engine.js';
import { DatabaseUnusable } from './failure.js';
import { openPostgresql } from './postgresql/engine.js';
import { openSqlite } from './sqlite/engine.js';
import { StatementObserver } from './statements.js';
import type { StatementListener } from './statements.js';

export type { DatabaseClient, TransactionClient } from './client.js';
export type { Provider, SqlParameter, SqlRow } from './engine.js';
export type { Statement, StatementListener } from './statements.js';

export interface DatabaseOptions {
  /** `postgres://` or `postgresql://` for PostgreSQL; `file:` or a plain path for SQLite. */
  readonly url: string;
}

export interface TransactionOptions {
  /** Milliseconds the work may take, from when it begins. Then it is rolled back and the call rejects. */
  readonly timeoutMs?: number;
}

/** How long a transaction waits for its turn, in milliseconds: writes queue, so this is longer than Prisma's two seconds. */
const maxWaitMs = 30_000;
const defaultTimeoutMs = 10_000;

/** The database: the typed client, and what goes past it. */
export class Database {
  readonly provider: Provider;
  readonly client: DatabaseClient;
  readonly #engine: Engine;
  readonly #observer: StatementObserver;

  constructor(deps: { engine: Engine; client: DatabaseClient; observer: StatementObserver }) {
    this.provider = deps.engine.provider;
    this.client = deps.client;
    this.#engine = deps.engine;
    this.#observer = deps.observer;
  }

  /**
   * Runs `work` in one transaction: all of it is kept when it resolves, none when it rejects. On SQLite it holds the only writer, so nothing slow
   * belongs in it, and everything in it goes through `tx`: the outer client would wait for the transaction it is in.
   */
  transaction<T>(work: (tx: TransactionClient) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    return this.client.$transaction(work, { maxWait: maxWaitMs, timeout: options.timeoutMs ?? defaultTimeoutMs });
  }

  /**
   * Reads past Prisma: a prepared statement of our own for the few hottest paths.
   * @param sql a SELECT that both databases understand, with `?` (or `?1`, `?2`) placeholders and "Quoted" names
   */
  readSql(sql: string, parameters: readonly SqlParameter[] = []): Promise<SqlRow[]> {
    return this.#observer.observe(sql, () => this.#engine.read(sql, parameters));
  }

  /** Hears of every SQL statement, for counting and tracing. @returns what stops it */
  onStatement(listener: StatementListener): () => void {
    return this.#observer.listen(listener);
  }

  /** Resolves when the database answers. */
  ping(): Promise<void> {
    return this.#engine.ping();
  }

  /** Copies the database, as it is at one moment, into a new file while it stays in use. SQLite only. @throws DatabaseUnusable */
  backup(toFile: string): Promise<void> {
    return this.#engine.backup(toFile);
  }

  /** Finishes what is in flight, then lets go of the database. */
  async close(): Promise<void> {
    await this.client.$disconnect();
    await this.#engine.close();
  }
}

/**
 * Opens the database that the URL names.
 * @throws DatabaseUnusable with one line for the operator
 */
export async function openDatabase({ url }: DatabaseOptions): Promise<Database> {
  const engine = openEngine(url);
  const observer = new StatementObserver();
  const client = await createClient(engine.provider, observer.wrap(engine.adapter));
  return new Database({ engine, client, observer });
}

function openEngine(url: string): Engine {
  return isPostgresql(url) ? openPostgresql(url) : openSqlite(sqliteFile(url));
}

export function isPostgresql(url: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(url);
}

/** The file of a `file:` URL (absolute, or relative as Prisma writes it) or of a plain path. */
export function sqliteFile(url: string): string {
  if (url.startsWith('file://')) return fileURLToPath(url);
  const file = url.replace(/^file:/, '');
  if (file === '' || file === ':memory:' || /^[a-z][a-z0-9+.-]+:/i.test(file)) {
    throw new DatabaseUnusable(`"${url}" is not a database: give a path, a file: URL or a postgresql:// URL`);
  }
  return file;
}
