import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../operator-error.js';
import { projectFolder } from '../project-folder.js';
import type { Provider } from './engine.js';
import { unfinishedCopy } from './unfinished-copy.js';

/** One folder of `migrations/<provider>`. Migrations only go forward, and a released one is never edited. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hex, which Prisma records too. */
  readonly checksum: string;
}

/** The used columns of a row of `_prisma_migrations`. */
export interface RecordedMigration {
  readonly name: string;
  readonly checksum: string;
  /** Null if another tool started it and did not finish. */
  readonly finishedAt: Date | null;
}

export interface MigrationStatus {
  readonly applied: readonly { readonly name: string; readonly at: Date }[];
  readonly pending: readonly Migration[];
}

/** What each provider implements for migrations; see the folders of the providers. */
export interface MigrationLedger {
  /** The recorded migrations; none if the database is new. @throws OperatorError if it contains something else */
  recorded(): Promise<readonly RecordedMigration[]>;
  /**
   * Lets `choose` select migrations from the recorded state, then runs and records them, in one transaction that excludes all other processes.
   * @returns the applied migrations
   */
  apply(choose: (recorded: readonly RecordedMigration[]) => readonly Migration[]): Promise<readonly Migration[]>;
}

/** The migrations of this program, in order. */
export function bundledMigrations(provider: Provider): readonly Migration[] {
  return readMigrations(fileURLToPath(new URL(`migrations/${provider}`, projectFolder)));
}

function readMigrations(folder: string): readonly Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name, 'migration.sql'));
      return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') };
    });
}

/**
 * Compares the migrations of this program with those of the database.
 * @throws OperatorError if the database belongs to a newer program, or if an applied migration differs
 */
function compareMigrations(bundled: readonly Migration[], recorded: readonly RecordedMigration[]): MigrationStatus {
  const known = new Map(bundled.map((migration) => [migration.name, migration]));
  const applied = recorded.map(({ name, checksum, finishedAt }) => {
    const migration = known.get(name);
    if (name === unfinishedCopy) {
      throw new OperatorError(
        'the database is not complete: "trustate move" or "trustate restore" was interrupted while it was filled; run the same command again, which continues',
      );
    }
    if (migration === undefined) {
      throw new OperatorError(
        `the database is newer than this program: it has migration ${name}; start the newer version, or restore an older backup`,
      );
    }
    if (finishedAt === null) {
      throw new OperatorError(`another tool started migration ${name} and did not finish it: restore a backup`);
    }
    if (migration.checksum !== checksum) {
      throw new OperatorError(
        `migration ${name} differs from the one that was applied to this database: it was edited since`,
      );
    }
    return { name, at: finishedAt };
  });
  const done = new Set(applied.map(({ name }) => name));
  return { applied, pending: bundled.filter(({ name }) => !done.has(name)) };
}

/** @throws OperatorError as {@link compareMigrations} */
export async function migrationStatus(
  ledger: MigrationLedger,
  bundled: readonly Migration[],
): Promise<MigrationStatus> {
  return compareMigrations(bundled, await ledger.recorded());
}

/**
 * Applies the pending migrations: all of them, or none if one fails. If two processes do this at once, one finds nothing left to do.
 * @returns the applied migrations
 * @throws OperatorError as {@link compareMigrations}
 */
export async function applyMigrations(
  ledger: MigrationLedger,
  bundled: readonly Migration[],
): Promise<readonly Migration[]> {
  // Checking first saves a write transaction at every start except the one after an update.
  if ((await migrationStatus(ledger, bundled)).pending.length === 0) return [];
  return ledger.apply((recorded) => compareMigrations(bundled, recorded).pending);
}
