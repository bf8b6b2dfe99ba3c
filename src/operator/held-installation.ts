import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../settings/config.js';
import { openDataFolder, serverLock } from '../platform/data-folder.js';
import type { DataFolder } from '../platform/data-folder.js';
import { isThere } from '../platform/is-there.js';
import { lockFile } from '../platform/locked-file.js';
import type { FileLock } from '../platform/locked-file.js';
import { OperatorError, systemReason } from '../platform/operator-error.js';
import { databaseFile } from './files.js';

/** What follows the name of a database in that of the file that is locked for it. */
export const besideDatabase = '-lock';

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
    for (const file of database === null ? [] : otherLocks(real(database), config.dataDir)) {
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

/**
 * The files whose locks say that a database is in use, besides that of the data folder. Each is looked for once the one before is locked: of two servers that
 * begin at the same time, one sees the other.
 */
function* otherLocks(database: string, dataDir: string): Generator<string> {
  const beside = `${database}${besideDatabase}`;
  const folder = path.dirname(database);
  const mayBeOwn = path.basename(database) === 'trustate.db';
  // A data folder's own database may be that of a server with another one, and the other way round.
  if (mayBeOwn && real(folder) === real(dataDir)) {
    if (isThere(beside)) yield beside;
    return;
  }
  yield beside;
  const ofFolder = path.join(folder, serverLock);
  if (mayBeOwn && isThere(ofFolder)) yield ofFolder;
}

function real(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    return place;
  }
}

/**
 * Where no file can be made, opening the database says so, and why.
 * @returns `null` if another process has locked it
 * @throws OperatorError for one that is there and cannot be locked
 */
function lockUnlessImpossible(file: string): FileLock | null {
  try {
    return lockFile(file);
  } catch (cause) {
    if (!isThere(file)) return { close: () => undefined };
    throw new OperatorError(
      `${file}, which says whether a server uses the database, cannot be locked: ${systemReason(cause)}. Give this user the right to write it.`,
      { cause },
    );
  }
}
