import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../settings/config.js';
import { isStarted } from '../identity/first-start.js';
import { databaseFile } from '../operator/files.js';
import type { Database } from '../platform/database/database.js';
import { holdsObjects, storeNotEmpty, StoreOwner } from '../platform/installation/store-owner.js';
import type { ObjectStore } from '../platform/objects/object-store.js';
import { OperatorError } from '../platform/operator-error.js';
import { namedObjects } from '../state/backing-data/named-objects.js';

/** The text of the log and of `doctor` if a store was used with a later state of the database. */
export const olderDatabase =
  'the object store has been used with a later state of this database, or with a copy of it: nothing is swept from it until you run "trustate objects adopt" to say that they belong together';

/** Keeps the configured database and store together. */
export function storeOwner(config: Config, database: Database, store: ObjectStore): StoreOwner {
  return new StoreOwner({
    database,
    store,
    storeName: config.objectStore,
    isNew: async () => !(await isStarted(database)),
    named: () => namedObjects(() => Promise.resolve(database)),
  });
}

/** Files of a data folder that a first start creates after the database. */
const laterFiles = ['root-token', 'ca.pem'];

/**
 * Refuses to create a new database in place of a lost one: its file is missing or empty, but its other files exist. It is refused before the file is created,
 * so that it can still be restored.
 * @throws OperatorError
 */
export async function refuseLostDatabase(config: Config, store: ObjectStore): Promise<void> {
  const file = databaseFile(config);
  if (file === null) return;
  const size = sizeOf(file);
  if (size !== null && size > 0) return;
  const beside = laterFiles.map((name) => path.join(config.dataDir, name)).find((name) => existsSync(name));
  const log = `${file}-wal`;
  const left = (sizeOf(log) ?? 0) > 0 ? log : size === 0 ? beside : undefined;
  if (left !== undefined) {
    throw new OperatorError(
      `The database ${file} is ${size === null ? 'missing' : 'empty (0 bytes)'}, but ${left} next to it belongs to a database: restore that database ("trustate restore" needs a new data folder), or set TRUSTATE_DATA_DIR to a new folder.`,
    );
  }
  if ((await store.notes()).length > 0 || (await holdsObjects(store))) throw storeNotEmpty(config.objectStore);
}

function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}
