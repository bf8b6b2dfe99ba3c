import { databaseFile } from '../operator/files.js';
import type { Database, MigrationStatus } from '../platform/database/database.js';
import { databaseStatus, openDatabase } from '../platform/database/database.js';
import { OperatorError } from '../platform/operator-error.js';
import type { Config } from '../settings/config.js';

/**
 * Opens the database of an installation, which a command neither makes nor migrates: it may have been called with the settings of nobody, and a server of an
 * earlier version may be at work.
 * @throws OperatorError
 */
export async function openExisting(config: Config): Promise<Database> {
  const { applied } = await migratedStatus(config);
  const file = databaseFile(config);
  if (applied.length === 0)
    throw new OperatorError(
      `There is no Trustate in ${file ?? 'the PostgreSQL database'} yet. Set ${file === null ? '' : 'TRUSTATE_DATA_DIR or '}TRUSTATE_DATABASE_URL as the server has it, or start the server first.`,
    );
  return openDatabase({ url: config.databaseUrl });
}

/** The same for what may be done before the first start: it makes a database where there is none. @throws OperatorError */
export async function openOrMake(config: Config): Promise<Database> {
  await migratedStatus(config);
  return openDatabase({ url: config.databaseUrl });
}

/** @throws OperatorError for a database of an earlier version */
async function migratedStatus({ databaseUrl: url }: Config): Promise<MigrationStatus> {
  const status = await databaseStatus({ url });
  const { applied, pending } = status;
  if (applied.length > 0 && pending.length > 0)
    throw new OperatorError(
      `The database is of an earlier version (${pending.length} migrations are pending): use the commands of that version, start the server of this one, or run "trustate migrate apply" first.`,
    );
  return status;
}
