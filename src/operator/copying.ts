import { execFile } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolders, syncFolder } from '../platform/durable-folder.js';
import { copyFile, hashFile } from './placing.js';
import type { Content } from './placing.js';

const syncsAtOnce = 16;

/** New files, readable only by their owner. They are only guaranteed to be on disk after `settled`. */
export class NewFiles {
  readonly #files: string[] = [];
  readonly #folders = new Set<string>();

  /** @returns the content that was copied */
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

  /** A file that other code creates; its folder exists afterwards. */
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

  /** Resolves when all files are on disk. @param below the folder that contains them */
  async settled(below: string): Promise<void> {
    try {
      // One system call (syncfs) instead of one for each file.
      await promisify(execFile)('sync', ['-f', below]);
    } catch {
      // For a system without that program.
      for (let at = 0; at < this.#files.length; at += syncsAtOnce)
        await Promise.all(this.#files.slice(at, at + syncsAtOnce).map(syncFile));
      for (const folder of this.#foldersUpTo(below)) await syncFolder(folder);
    }
  }

  /** The folders of the files, and all between them and the folder that contains them: an earlier run that was killed may have created some. */
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
