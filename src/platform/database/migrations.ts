import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../operator-error.js';
import { projectFolder } from '../project-folder.js';
import type { Provider } from './engine.js';

/** One folder of `migrations/<provider>`: forward only, never edited once it has left this repository. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, hex: what Prisma records too. */
  readonly checksum: string;
}

/** A row of `_prisma_migrations`, as far as it matters here. */
export interface RecordedMigration {
  readonly name: string;
  readonly checksum: string;
  /** Null when it was begun by a tool that did not finish. */
  readonly finishedAt: Date | null;
}

export interface MigrationStatus {
  readonly applied: readonly { readonly name: string; readonly at: Date }[];
  readonly pending: readonly Migration[];
}

/** What a provider does for migrations; see the folders of the providers. */
export interface MigrationLedger {
  /** What is recorded; nothing when the database is new. @throws OperatorError when it holds something else */
  recorded(): Promise<readonly RecordedMigration[]>;
  /**
   * Has `choose` pick from what is recorded, then runs and records what it picked, all in one transaction that no other process is in at the same time.
   * @returns what was applied
   */
  apply(choose: (recorded: readonly RecordedMigration[]) => readonly Migration[]): Promise<readonly Migration[]>;
}

/** The migrations that this program brings, in order. */
export function bundledMigrations(provider: Provider): readonly Migration[] {
  return readMigrations(fileURLToPath(new URL(`migrations/${provider}`, projectFolder)));
}

export function readMigrations(folder: string): readonly Migration[] {
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
 * Compares what this program brings with what the database has seen.
 * @throws OperatorError when the database is of a newer program, or when the two disagree about the past
 */
export function compareMigrations(
  bundled: readonly Migration[],
  recorded: readonly RecordedMigration[],
): MigrationStatus {
  const known = new Map(bundled.map((migration) => [migration.name, migration]));
  const applied = recorded.map(({ name, checksum, finishedAt }) => {
    const migration = known.get(name);
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
 * Applies what is pending: all of it or, when one fails, nothing. Two processes may do this at once; one of them finds nothing left to do.
 * @returns what was applied
 * @throws OperatorError as {@link compareMigrations}
 */
export async function applyMigrations(
  ledger: MigrationLedger,
  bundled: readonly Migration[],
): Promise<readonly Migration[]> {
  // Looking first spares every start but the one after an update a write transaction.
  if ((await migrationStatus(ledger, bundled)).pending.length === 0) return [];
  return ledger.apply((recorded) => compareMigrations(bundled, recorded).pending);
}
