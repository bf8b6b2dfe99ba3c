import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../durable-folder.js';
import { pathOfFileUrl } from '../file-url.js';
import { partsOfFolderStore } from './folder-store.js';
import { isObjectId } from './object-id.js';

/** In the root of a file system of its own. */
const ofFileSystem = new Set(['lost+found']);

/**
 * What somebody else keeps where an object store is to be: its name, or `null`. A server would leave it alone, but whoever removes the store later would not know
 * of it. Nothing is changed, and of a store that has objects already, not all of them are read.
 */
export async function foreignAt(url: string): Promise<string | null> {
  if (url.startsWith('file:')) return foreignInFolder(pathOfFileUrl(url));
  const { S3ObjectStore, parseS3Url } = await import('./s3-store.js');
  const store = new S3ObjectStore(parseS3Url(url));
  try {
    return await store.foreign();
  } finally {
    store.close();
  }
}

async function foreignInFolder(root: string): Promise<string | null> {
  const names = await namesIn(root);
  const other = names.find((name) => !partsOfFolderStore.has(name) && !ofFileSystem.has(name));
  if (other !== undefined) return other;
  for (const [folder, isOwn] of partsOfFolderStore) {
    if (!names.includes(folder)) continue;
    const within = await namesIn(join(root, folder));
    const foreign = within.find((name) => !isOwn(name));
    if (foreign !== undefined) return join(folder, foreign);
    if (within.some(isObjectId)) return null;
  }
  return null;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}
