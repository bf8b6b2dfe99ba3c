import { existsSync, mkdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Makes changes of names in a folder (a new file, a rename, a removal) survive a power loss. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Creates a folder and its parents if they are missing, for their owner only. They survive a power loss.
 * @returns the created folders, outermost first
 */
export async function makeFolder(path: string): Promise<readonly string[]> {
  const made = makeFolders(path);
  for (const folder of made.toReversed()) await syncFolder(dirname(folder));
  return made;
}

/**
 * Creates a folder and its parents if they are missing, for their owner only. Node's own function for this never ends if the system reports an existing folder
 * as missing, as /proc does when it refuses to create one in it.
 * @returns the created folders, outermost first
 */
export function makeFolders(path: string): string[] {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing.length > 0 ? missing : [path]) makeOne(folder);
  return missing;
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // It exists already, or somebody else just created it.
    if (!isSystemError(error, 'EEXIST') || !statSync(folder).isDirectory()) throw error;
  }
}

/** Whether the operating system refused with this code (`ENOENT`, `EEXIST`, …). */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
