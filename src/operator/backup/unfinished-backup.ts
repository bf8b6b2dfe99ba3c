import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isEmptyFolder } from '../../platform/data-folder.js';
import { makeFolders, syncFolder } from '../../platform/durable-folder.js';
import { lockFile } from '../../platform/locked-file.js';
import { OperatorError } from '../../platform/operator-error.js';

/** Exists and is locked while a backup is running. */
export const markName = 'backup.unfinished';

/** A folder in which only this process is making a backup. */
export interface UnfinishedBackup {
  /** A backup that was killed or failed began in it. */
  readonly again: boolean;
  /** The backup is complete. */
  done(): Promise<void>;
  close(): void;
}

/**
 * Takes a folder for a new backup: a missing or empty one, or one of a backup that was killed or failed. Any other content belongs to somebody.
 * @param manifestName a file that exists in complete backups
 * @throws OperatorError
 */
export async function unfinishedBackup(folder: string, manifestName: string): Promise<UnfinishedBackup> {
  const mark = path.join(folder, markName);
  if (existsSync(path.join(folder, manifestName)))
    throw new OperatorError(`The backup folder ${folder} has a complete backup already; name a new one.`);
  const again = existsSync(mark);
  if (!again && !isEmptyFolder(folder))
    throw new OperatorError(`The backup folder ${folder} is not empty; name a new one.`);
  makeFolders(folder);
  const lock = lockFile(mark);
  if (lock === null) throw new OperatorError(`Another backup is being made in ${folder}.`);
  await syncFolder(folder);
  return {
    again,
    done: async () => {
      await rm(mark, { force: true });
      await syncFolder(folder);
    },
    close: () => {
      lock.close();
    },
  };
}
