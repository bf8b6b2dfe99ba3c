import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isEmptyFolder } from '../platform/data-folder.js';
import { makeFolders, syncFolder } from '../platform/durable-folder.js';
import { lockFile } from '../platform/locked-file.js';
import { OperatorError } from '../platform/operator-error.js';

/** It is there, and locked, while a backup is made. */
const markName = 'backup.unfinished';

/** A folder that a backup is being made in, by this process alone. */
export interface UnfinishedBackup {
  /** One that was killed, or failed, began in it. */
  readonly again: boolean;
  /** It is no unfinished one any more. */
  done(): Promise<void>;
  close(): void;
}

/**
 * Takes a folder for a new backup: one that is missing, empty, or left by a backup that was killed or failed. What is in any other folder is somebody's.
 * @param manifestName what is in a folder that is a whole backup
 * @throws OperatorError
 */
export async function unfinishedBackup(folder: string, manifestName: string): Promise<UnfinishedBackup> {
  const mark = path.join(folder, markName);
  const again = existsSync(mark) && !existsSync(path.join(folder, manifestName));
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
