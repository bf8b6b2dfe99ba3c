import { SqliteDatabase } from './database/sqlite/driver.js';
import { errorCode } from './operator-error.js';
import { createPrivately } from './private-files.js';

export interface FileLock {
  close(): void;
}

/**
 * Locks a file for this process. The file is created if it is missing, and stays empty.
 *
 * The lock is SQLite's exclusive lock. The system releases it when the process ends, so nothing remains after a kill, and it works between containers that
 * share the folder.
 * @returns `null` if another process has locked it
 * @throws SQLite's error if the file cannot be locked at all
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
