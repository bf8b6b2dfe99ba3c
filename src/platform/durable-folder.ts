import { mkdir, open } from 'node:fs/promises';
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
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const above = dirname(resolve(first));
  for (let folder = resolve(path); folder !== above; folder = dirname(folder)) await syncFolder(dirname(folder));
}

/** Whether an error is the operating system's refusal with this code (`ENOENT`, `EEXIST`, …). */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
