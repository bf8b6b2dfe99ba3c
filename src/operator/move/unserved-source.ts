import type { Config } from '../../settings/config.js';
import { databaseStatus } from '../../platform/database/database.js';
import { storeFact } from '../../platform/installation/store-owner.js';
import { readRecord, relationOf } from '../../platform/installation/store-record.js';
import type { StoreRecord } from '../../platform/installation/store-record.js';
import { isThere } from '../../platform/is-there.js';
import type { ObjectStore } from '../../platform/objects/object-store.js';
import { OperatorError } from '../../platform/operator-error.js';
import { databaseFile, objectFolder } from '../files.js';
import { holdInstallation } from '../held-installation.js';
import { refuseServed } from '../served-database.js';

/**
 * Keeps servers from starting on an embedded database, and finds those that are at work on PostgreSQL.
 * @returns what lets servers start again
 * @throws OperatorError if it is being served, or cannot be moved
 */
export async function unservedSource(config: Config, lookMs?: number): Promise<{ close(): void }> {
  const file = databaseFile(config);
  if (file !== null && !isThere(file)) throw new OperatorError(`There is no database ${file} to move.`);
  const folder = objectFolder(config);
  if (folder !== null && !isThere(folder)) throw new OperatorError(`There is no object store ${folder}.`);
  const held = file === null ? null : holdInstallation(config);
  try {
    const { applied, pending } = await databaseStatus({ url: config.databaseUrl });
    if (applied.length === 0) throw new OperatorError('The database is empty: there is nothing to move.');
    if (pending.length > 0)
      throw new OperatorError(
        `The database is of an earlier version (${pending.length} migrations are pending): run "trustate migrate apply" first. A move changes nothing in it.`,
      );
    if (file === null) await refuseServed(config.databaseUrl, lookMs);
    return { close: () => held?.close() };
  } catch (error) {
    held?.close();
    throw error;
  }
}

/**
 * What a database says of its object store, which has to be this one.
 * @throws OperatorError
 */
export async function recordOfPair(config: Config, fact: string | null, store: ObjectStore): Promise<StoreRecord> {
  if (fact === null) throw new OperatorError('No server has ever started on the database: there is nothing to move.');
  const record = readRecord(fact);
  const relation = relationOf(record, await store.notes());
  if (relation === 'ours') return record;
  throw new OperatorError(
    `The object store ${config.objectStore} and the database do not belong together ("${relation}"): set TRUSTATE_OBJECT_STORE and TRUSTATE_DATABASE_URL to a pair that does. "trustate doctor" says more.`,
  );
}

/** The fact that says which store belongs to a database, and how often servers have used both. */
export const pairFact = storeFact;
