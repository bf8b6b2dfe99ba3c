import { execFile } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolders, syncFolder } from '../platform/durable-folder.js';
import { copyFile, hashFile } from './placing.js';
import type { Content } from './placing.js';

const syncsAtOnce = 16;

/** New files, readable by their owner alone. None of them is sure to be on disk before `settled`. */
export class NewFiles {
  readonly #files: string[] = [];
  readonly #folders = new Set<string>();

  /** @returns what was copied */
  copy(from: string, to: string): Content {
    this.add(to);
    return copyFile(from, to);
  }

  /** A file without content. */
  empty(to: string): Content {
    this.add(to);
    closeSync(openSync(to, 'wx', 0o600));
    return hashFile(to);
  }

  /** A file that somebody else makes, or has made; its folder is there afterwards. */
  add(file: string): void {
    this.makeFolderOf(file);
    this.#files.push(file);
  }

  makeFolderOf(file: string): void {
    const folder = path.dirname(file);
    if (this.#folders.has(folder)) return;
    for (const made of makeFolders(folder)) this.#folders.add(path.dirname(made));
    this.#folders.add(folder);
  }

  /** Resolves when all of it is on disk. @param below the folder that it is in */
  async settled(below: string): Promise<void> {
    try {
      // One call of the system (syncfs) instead of one for each file.
      await promisify(execFile)('sync', ['-f', below]);
    } catch {
      // A system without that program.
      for (let at = 0; at < this.#files.length; at += syncsAtOnce)
        await Promise.all(this.#files.slice(at, at + syncsAtOnce).map(syncFile));
      for (const folder of this.#foldersUpTo(below)) await syncFolder(folder);
    }
  }

  /** Those that files are in, and what is between them and the one below which they are: an earlier run that was killed may have made it. */
  #foldersUpTo(below: string): ReadonlySet<string> {
    const folders = new Set([...this.#folders, below]);
    for (const folder of this.#folders) {
      let above = folder;
      while (above.startsWith(below + path.sep)) folders.add((above = path.dirname(above)));
    }
    return folders;
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
