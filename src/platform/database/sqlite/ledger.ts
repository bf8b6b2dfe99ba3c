import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Clock } from '../../clock.js';
import { isThere } from '../../is-there.js';
import { OperatorError } from '../../operator-error.js';
import type { Migration, MigrationLedger, RecordedMigration } from '../migrations.js';
import { date, text } from '../columns.js';
import { rowReader } from '../row-reader.js';
import { openReader, openWriter } from './connection.js';
import type { SqliteDatabase } from './driver.js';
import { LogFile, settleLog } from './log-file.js';
import type { DurableLog } from './log-file.js';

/** Prisma's own table, so that `prisma migrate deploy` and `status` agree with what happened here. */
const createTable = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`;

const row = rowReader({
  migration_name: text,
  checksum: text,
  /** Prisma's engine writes milliseconds since 1970; a person may have written text. */
  finished_at: date.orNull,
});

/** Migrations of a SQLite file, which need not exist yet. */
export class SqliteLedger implements MigrationLedger {
  constructor(private readonly deps: { file: string; clock: Clock; openLog?: (file: string) => DurableLog }) {}

  recorded(): Promise<readonly RecordedMigration[]> {
    const { file } = this.deps;
    return new Promise((resolve) => {
      if (!isThere(file) || statSync(file).size === 0) {
        resolve([]);
        return;
      }
      const reader = openReader(file);
      try {
        resolve(recorded(reader.driver, file));
      } finally {
        reader.close();
      }
    });
  }

  async apply(choose: (recorded: readonly RecordedMigration[]) => readonly Migration[]): Promise<readonly Migration[]> {
    const { file, openLog = (of) => new LogFile(of) } = this.deps;
    const writer = openWriter(file);
    try {
      const { driver } = writer;
      await settleLog(driver, () => openLog(file));
      // A migration that rebuilds a table drops the old one, which must not cascade; what it leaves behind is checked below.
      driver.pragma('foreign_keys = OFF');
      return driver.immediately(() => this.#applyWithin(driver, choose(recorded(driver, file))));
    } finally {
      writer.close();
    }
  }

  #applyWithin(driver: SqliteDatabase, chosen: readonly Migration[]): readonly Migration[] {
    driver.exec(createTable);
    const record = driver.prepare(
      'INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, started_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)',
    );
    for (const migration of chosen) {
      const startedAt = this.deps.clock.now().getTime();
      try {
        driver.exec(migration.sql);
      } catch (error) {
        throw new OperatorError(`migration ${migration.name} failed and nothing was changed: ${String(error)}`, {
          cause: error,
        });
      }
      record.run(randomUUID(), migration.checksum, this.deps.clock.now().getTime(), migration.name, startedAt);
    }
    if (driver.pragma('foreign_key_check').length > 0) {
      throw new OperatorError('a migration left references to rows that do not exist; nothing was changed');
    }
    return chosen;
  }
}

function recorded(driver: SqliteDatabase, file: string): readonly RecordedMigration[] {
  const tables = driver.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").column();
  if (tables.length === 0) return [];
  if (!tables.includes('_prisma_migrations')) throw new OperatorError(`${file} is not a Trustate database`);
  return driver
    .prepare(
      `SELECT ${row.selection('m')} FROM "_prisma_migrations" m WHERE rolled_back_at IS NULL ORDER BY migration_name`,
    )
    .rows()
    .map(row.read)
    .map(({ migration_name: name, checksum, finished_at: finishedAt }) => ({ name, checksum, finishedAt }));
}
