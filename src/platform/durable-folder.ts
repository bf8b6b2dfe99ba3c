import { open } from 'node:fs/promises';

/** Makes the names in a folder (a new file, a rename, a removal) survive a loss of power. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Whether an error is the operating system's refusal with this code (`ENOENT`, `EEXIST`, …). */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
