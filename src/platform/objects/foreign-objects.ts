import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isSystemError } from '../durable-folder.js';
import { pathOfFileUrl } from '../file-url.js';
import { partsOfFolderStore } from './folder-store.js';
import { isMadeBySystem } from './made-by-systems.js';
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
  keeps(name: string, path = name): boolean {
    if (!isMadeBySystem(name)) return true;
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
    return await store.foreign((name) => !found.keeps(basename(name), name));
  } finally {
    store.close();
  }
}

async function keptInFolder(root: string, found: Found): Promise<string | null> {
  const names = await namesIn(root);
  const other = names.find((name) => !partsOfFolderStore.has(name) && found.keeps(name));
  if (other !== undefined) return other;
  for (const [folder, isOwn] of partsOfFolderStore) {
    if (!names.includes(folder)) continue;
    const within = await namesIn(join(root, folder));
    const foreign = within.find((name) => !isOwn(name) && found.keeps(name, join(folder, name)));
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
