import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.js';
import { OperatorError } from '../../operator-error.js';
import { migrationLock } from '../advisory-locks.js';
import { isWriteConflict } from '../conflicts.js';
import { untilKept } from '../lost-race.js';
import type { Migration, MigrationLedger, RecordedMigration } from '../migrations.js';
import { patientConnection } from './connections.js';
import type { Connection } from './connections.js';
import { unreachable } from './unreachable.js';

/** Prisma's own table, so that `prisma migrate deploy` and `status` agree with what happened here. */
const createTable = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum"              VARCHAR(64) NOT NULL,
    "finished_at"           TIMESTAMPTZ,
    "migration_name"        VARCHAR(255) NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        TIMESTAMPTZ,
    "started_at"            TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count"   INTEGER NOT NULL DEFAULT 0
)`;

interface LedgerRow {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/** Migrations of a PostgreSQL database, which must exist. */
export class PostgresqlLedger implements MigrationLedger {
  constructor(private readonly deps: { url: string; clock: Clock }) {}

  recorded(): Promise<readonly RecordedMigration[]> {
    return this.#connected(recorded);
  }

  /**
   * Running servers may hold locks that a migration needs and wait for locks that it holds. The database then ends one of them, and the migration is tried
   * again.
   */
  apply(choose: (recorded: readonly RecordedMigration[]) => readonly Migration[]): Promise<readonly Migration[]> {
    return untilKept(() => this.#attempt(choose));
  }

  #attempt(choose: (recorded: readonly RecordedMigration[]) => readonly Migration[]): Promise<readonly Migration[]> {
    return this.#connected(async (client) => {
      await client.query('BEGIN');
      try {
        await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
        const chosen = choose(await recorded(client));
        await client.query(createTable);
        for (const migration of chosen) await this.#applyOne(client, migration);
        await client.query('COMMIT');
        return chosen;
      } catch (error) {
        // If the connection broke, the server has rolled back already.
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  }

  async #applyOne(client: Connection, migration: Migration): Promise<void> {
    const startedAt = this.deps.clock.now();
    try {
      await client.query(migration.sql);
    } catch (error) {
      if (isWriteConflict(error)) throw error;
      throw new OperatorError(`migration ${migration.name} failed and nothing was changed: ${String(error)}`, {
        cause: error,
      });
    }
    await client.query(
      'INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, started_at, applied_steps_count) VALUES ($1, $2, $3, $4, $5, 1)',
      [randomUUID(), migration.checksum, this.deps.clock.now(), migration.name, startedAt],
    );
  }

  async #connected<T>(work: (client: Connection) => Promise<T>): Promise<T> {
    const client = patientConnection(this.deps.url);
    try {
      await client.connect();
    } catch (error) {
      throw unreachable(this.deps.url, error);
    }
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function recorded(client: Connection): Promise<readonly RecordedMigration[]> {
  const tables = await client.query<{ name: string }>(
    // Of all users: information_schema has only what this one may use.
    `SELECT relname AS name FROM pg_catalog.pg_class
     WHERE relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = current_schema()) AND relkind IN ('r', 'p', 'v', 'm', 'f')`,
  );
  if (tables.rows.length === 0) return [];
  if (!tables.rows.some(({ name }) => name === '_prisma_migrations')) {
    throw new OperatorError('the PostgreSQL database contains other tables and is not a Trustate database');
  }
  const { rows } = await client.query<LedgerRow>(
    'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY migration_name',
  );
  return rows.map((row) => ({ name: row.migration_name, checksum: row.checksum, finishedAt: row.finished_at }));
}
