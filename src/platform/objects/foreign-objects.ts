import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isSystemError } from '../durable-folder.js';
import { pathOfFileUrl } from '../file-url.js';
import { partsOfFolderStore } from './folder-store.js';
import { isMadeBySystem } from './made-by-systems.js';
import type { Named } from './made-by-systems.js';
import { isObjectId } from './object-id.js';

/** What is where an object store is to be, and is no part of one. */
export interface Foreign {
  /** What somebody keeps: its name, or `null`. */
  readonly kept: string | null;
  /** What a system has made by itself. */
  readonly dropped: readonly string[];
}

/** Sorts names as they come, until one is of something that somebody keeps. */
class Found {
  readonly dropped: string[] = [];

  /** @returns whether somebody keeps it */
  keeps(entry: Named, path = entry.name): boolean {
    if (!isMadeBySystem(entry)) return true;
    this.dropped.push(path);
    return false;
  }
}

/**
 * A server would leave alone what somebody else keeps there, but whoever removes the store later would not know of it. Nothing is changed, and of a store that has
 * objects already, not all of them are read.
 */
export async function foreignAt(url: string): Promise<Foreign> {
  const found = new Found();
  return { kept: await keptAt(url, found), dropped: found.dropped };
}

async function keptAt(url: string, found: Found): Promise<string | null> {
  if (url.startsWith('file:')) return keptInFolder(pathOfFileUrl(url), found);
  const { S3ObjectStore, parseS3Url } = await import('./s3-store.js');
  const store = new S3ObjectStore(parseS3Url(url));
  try {
    return await store.foreign(
      (name) => !found.keeps({ name: basename(name), isFile: () => !name.endsWith('/') }, name),
    );
  } finally {
    store.close();
  }
}

async function keptInFolder(root: string, found: Found): Promise<string | null> {
  const entries = await entriesIn(root);
  const other = entries.find((entry) => !partsOfFolderStore.has(entry.name) && found.keeps(entry));
  if (other) return other.name;
  for (const [folder, isOwn] of partsOfFolderStore) {
    if (!entries.some(({ name }) => name === folder)) continue;
    const within = await entriesIn(join(root, folder));
    const foreign = within.find((entry) => !isOwn(entry.name) && found.keeps(entry, join(folder, entry.name)));
    if (foreign) return join(folder, foreign.name);
    if (within.some(({ name }) => isObjectId(name))) return null;
  }
  return null;
}

async function entriesIn(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}
