import { SqliteDatabase } from './database/sqlite/driver.js';
import { errorCode } from './operator-error.js';
import { createPrivately } from './private-files.js';

export interface FileLock {
  close(): void;
}

/**
 * Takes a file, which is made if it is missing and stays empty, for this process.
 *
 * The lock is SQLite's exclusive lock: the system drops it with the process, so nothing stale is left after a kill, and it holds between containers that share
 * the folder.
 * @returns `null` where another process has it
 * @throws what SQLite says where the file cannot be locked at all
 */
export function lockFile(file: string): FileLock | null {
  createPrivately(file);
  const lock = new SqliteDatabase(file, { timeout: 0 });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (errorCode(error)?.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return { close: () => lock.close() };
}
