import { accessSync, constants, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolders } from './durable-folder.js';
import { lockFile } from './locked-file.js';
import type { FileLock } from './locked-file.js';
import { OperatorError, errorCode, systemReason } from './operator-error.js';
import { outageOf } from './outage.js';

const lockName = 'server.lock';
const pidName = 'server.pid';

/** A data folder that this process alone may write to, until it closes it or ends, however it ends. */
export interface DataFolder {
  readonly path: string;
  close(): void;
}

/**
 * Makes the folder when it is missing (readable by its owner alone) and takes it for this process, by the lock of a file in it.
 * @throws OperatorError when the folder cannot be written to or another server has it
 */
export function openDataFolder(folder: string): DataFolder {
  ensureWritable(folder);
  const lock = locked(folder);
  let open = true;
  unlessFull(() => {
    // For people: nothing depends on it.
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

/** @throws OperatorError */
export function ensureWritable(folder: string): void {
  try {
    makeFolders(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    // Permissions alone reveal neither root nor a read-only mount.
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

/** What is there on a full disk can still be read and served. */
function unlessFull(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (outageOf(error) !== 'full') throw error;
  }
}

/** Whether a folder is missing or holds nothing but what taking it leaves there. */
export function isEmptyFolder(folder: string): boolean {
  try {
    return readdirSync(folder).every((name) => name.startsWith(lockName) || name === pidName);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    throw error;
  }
}

/** @throws OperatorError */
function locked(folder: string): FileLock {
  let lock: FileLock | null;
  try {
    lock = lockFile(path.join(folder, lockName));
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
