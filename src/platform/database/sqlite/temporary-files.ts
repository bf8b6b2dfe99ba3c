import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';

/** Where SQLite looks for a folder that it may write to (sqlite.org/tempfiles.html, 5). */
const usual = [process.env['TMPDIR'], '/var/tmp', '/usr/tmp', '/tmp'];

/**
 * What of a statement outgrows memory goes to a file of the system's temporary folder. Where everything but the data folder is read-only there is none, and
 * SQLite would tell that as a disk that fails. It then uses the folder of the database that is opened first: SQLite reads the variable at that time.
 */
export function findTemporaryFolder(file: string): void {
  if (process.env['SQLITE_TMPDIR'] !== undefined || file === ':memory:' || usual.some(takesFiles)) return;
  process.env['SQLITE_TMPDIR'] = dirname(file);
}

function takesFiles(folder: string | undefined): boolean {
  if (folder === undefined) return false;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
