import { accessSync, constants, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import path from 'node:path';
import { makeFolders } from './durable-folder.js';
import { lockFile } from './locked-file.js';
import type { FileLock } from './locked-file.js';
import { OperatorError, errorCode, systemReason } from './operator-error.js';
import { outageOf } from './outage.js';

/** Locked by the server that uses the folder. */
export const serverLock = 'server.lock';
const pidName = 'server.pid';
/** There while the folder holds a part of what a restore puts into it. */
export const restoreMark = 'restore.unfinished';

/** A data folder that only this process may write to, until it closes the folder or ends in any way. */
export interface DataFolder {
  readonly path: string;
  close(): void;
}

/**
 * Creates the folder if it is missing (readable only by its owner) and locks a file in it for this process.
 * @param restoring whether this is for a restore, which goes on where it was interrupted
 * @throws OperatorError if the folder is not writable, another server uses it, or a restore has not ended
 */
export function openDataFolder(folder: string, { restoring = false } = {}): DataFolder {
  ensureWritable(folder);
  const lock = locked(folder);
  if (!restoring && existsSync(path.join(folder, restoreMark))) {
    lock.close();
    throw new OperatorError(unfinishedRestore(folder));
  }
  let open = true;
  unlessFull(() => {
    // Only for people: no code reads it.
    writeFileSync(path.join(folder, pidName), `${process.pid}\n`, { mode: 0o600 });
  });
  return {
    path: folder,
    close() {
      if (!open) return;
      open = false;
      rmSync(path.join(folder, pidName), { force: true });
      lock.close();
    },
  };
}

export const unfinishedRestore = (folder: string): string =>
  `The data folder ${folder} holds an unfinished restore: run the same "trustate restore" again, or delete the folder.`;

/** @throws OperatorError */
export function ensureWritable(folder: string): void {
  try {
    makeFolders(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    // Permissions do not show whether the user is root or the mount is read-only.
    const probe = path.join(folder, `.probe-${process.pid}`);
    unlessFull(() => {
      writeFileSync(probe, '', { mode: 0o600 });
      rmSync(probe);
    });
  } catch (error) {
    throw new OperatorError(
      `The data folder ${folder} cannot be written to: ${systemReason(error)}. Set TRUSTATE_DATA_DIR to another or change its owner.`,
      { cause: error },
    );
  }
}

/** A server with a full disk can still read and serve its data. */
function unlessFull(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (outageOf(error) !== 'full') throw error;
  }
}

/** Whether a folder is missing, or contains only what locking leaves there, and what may be there. */
export function isEmptyFolder(folder: string, mayBe: (entry: Dirent) => boolean = () => false): boolean {
  try {
    return readdirSync(folder, { withFileTypes: true }).every(
      (entry) => entry.name.startsWith(serverLock) || entry.name === pidName || mayBe(entry),
    );
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    throw error;
  }
}

/** @throws OperatorError */
function locked(folder: string): FileLock {
  let lock: FileLock | null;
  try {
    lock = lockFile(path.join(folder, serverLock));
  } catch (error) {
    const why = systemReason(error);
    throw new OperatorError(`The data folder ${folder} cannot be locked: ${why}.`, { cause: error });
  }
  if (lock !== null) return lock;
  throw new OperatorError(
    `The data folder ${folder} is in use by another Trustate server${holder(folder)}. Stop it, or set TRUSTATE_DATA_DIR to another folder.`,
  );
}

function holder(folder: string): string {
  try {
    const pid = readFileSync(path.join(folder, pidName), 'utf8').trim();
    return /^\d+$/.test(pid) ? ` (process ${pid})` : '';
  } catch {
    return '';
  }
}
