import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './durable-folder.js';
import { namingFile } from './operator-error.js';

/**
 * Writes a file, or another in its place: it is complete or as it was before, also after a crash. A process writes a file once at a time.
 * @param mode its permissions, whatever the umask takes away
 */
export async function replaceFile(file: string, content: string | Uint8Array, mode: number): Promise<void> {
  const temporary = `${file}.${process.pid}.new`;
  // Of a process that ended here.
  await rm(temporary, { force: true });
  try {
    await writeSynced(temporary, content, mode);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw namingFile(error, file);
  }
  await syncFolder(dirname(file));
}

async function writeSynced(file: string, content: string | Uint8Array, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
