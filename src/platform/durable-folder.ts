import { existsSync, mkdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Makes the names in a folder (a new file, a rename, a removal) survive a loss of power. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder, and those above it, if they are not there; for their owner alone. They survive a loss of power. */
export async function makeFolder(path: string): Promise<void> {
  for (const folder of makeFolders(path).reverse()) await syncFolder(dirname(folder));
}

/**
 * Makes a folder, and those above it, if they are not there; for their owner alone. Where the system says of a folder that is there that it is not, as /proc
 * does when it refuses to make one in it, Node's own way of doing this never ends.
 * @returns what was not there, outermost first
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
    // There already, or made by somebody else just now.
    if (!isSystemError(error, 'EEXIST') || !statSync(folder).isDirectory()) throw error;
  }
}

/** Whether an error is the operating system's refusal with this code (`ENOENT`, `EEXIST`, …). */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
