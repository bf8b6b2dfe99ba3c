import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../settings/config.js';
import { openDataFolder, serverLock } from '../platform/data-folder.js';
import type { DataFolder } from '../platform/data-folder.js';
import { isThere } from '../platform/is-there.js';
import { lockFile } from '../platform/locked-file.js';
import type { FileLock } from '../platform/locked-file.js';
import { OperatorError } from '../platform/operator-error.js';
import { databaseFile } from './files.js';

/**
 * Locks what one server may use at a time, until this process ends or closes it: the data folder, and an embedded database that is somewhere else, where another
 * server may have it too.
 * @throws OperatorError if a server uses one of them
 */
export function holdInstallation(config: Config): DataFolder {
  const folder = openDataFolder(config.dataDir);
  const locks: FileLock[] = [];
  const close = () => {
    for (const lock of locks) lock.close();
    folder.close();
  };
  try {
    const database = databaseFile(config);
    for (const file of database === null ? [] : locksElsewhere(database, config.dataDir)) {
      const lock = lockUnlessImpossible(file);
      if (lock === null)
        throw new OperatorError(
          `The database ${database} is in use by another Trustate server. Stop it, or set TRUSTATE_DATABASE_URL to another.`,
        );
      locks.push(lock);
    }
    return { path: folder.path, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The files whose locks say that a database is in use, besides that of the data folder; none for the data folder's own database. */
function locksElsewhere(database: string, dataDir: string): string[] {
  const [folder, name] = [path.dirname(database), path.basename(database)];
  const own = name === 'trustate.db';
  if (own && real(folder) === real(dataDir)) return [];
  const ofFolder = path.join(folder, serverLock);
  // It may be the own database of another data folder.
  return [`${database}-lock`, ...(own && isThere(ofFolder) ? [ofFolder] : [])];
}

function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Where no file can be made or opened, opening the database says so, and why. @returns `null` if another process has locked it */
function lockUnlessImpossible(file: string): FileLock | null {
  try {
    return lockFile(file);
  } catch {
    return { close: () => undefined };
  }
}
