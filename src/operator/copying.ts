import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, linkSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolders, syncFolder } from '../platform/durable-folder.js';
import { errorCode } from '../platform/operator-error.js';

/*
 * Most files are small and there may be a million of them. A command that does nothing else makes its system calls one after the other, without turns of the
 * event loop in between, and waits for the disk once, at the end.
 */

/** What a file holds. */
export interface Content {
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

const piece = Buffer.allocUnsafeSlow(1 << 20);
const syncsAtOnce = 16;
/** Another file system, one without links, too many of them, or the file is gone. */
const noLink = new Set(['EXDEV', 'EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'ENOENT']);

export function hashFile(file: string): Content {
  const source = openSync(file, 'r');
  try {
    return readThrough(source, () => undefined);
  } finally {
    closeSync(source);
  }
}

/** New files, readable by their owner alone. None of them is sure to be on disk before `settled`. */
export class NewFiles {
  readonly #files: string[] = [];
  readonly #folders = new Set<string>();

  /** @returns what was copied */
  copy(from: string, to: string): Content {
    const source = openSync(from, 'r');
    try {
      const target = this.#create(to);
      try {
        return readThrough(source, (bytes) => {
          for (let at = 0; at < bytes.length;) at += writeSync(target, bytes, at);
        });
      } finally {
        closeSync(target);
      }
    } finally {
      closeSync(source);
    }
  }

  /** Another name for a file that is as large as it should be. @returns false where that cannot be */
  link(from: string, to: string, { size }: Content): boolean {
    try {
      if (statSync(from).size !== size) return false;
      this.#makeFolderOf(to);
      linkSync(from, to);
      this.#files.push(to);
      return true;
    } catch (error) {
      if (noLink.has(errorCode(error) ?? '')) return false;
      throw error;
    }
  }

  /** A file without content. */
  empty(to: string): Content {
    closeSync(this.#create(to));
    return hashFile(to);
  }

  /** A file that somebody else made. */
  add(file: string): void {
    this.#files.push(file);
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
      for (const folder of [...this.#folders, below]) await syncFolder(folder);
    }
  }

  #create(to: string): number {
    this.#makeFolderOf(to);
    const target = openSync(to, 'wx', 0o600);
    this.#files.push(to);
    return target;
  }

  #makeFolderOf(file: string): void {
    const folder = path.dirname(file);
    if (this.#folders.has(folder)) return;
    for (const made of makeFolders(folder)) this.#folders.add(path.dirname(made));
    this.#folders.add(folder);
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

function readThrough(source: number, each: (bytes: Uint8Array) => void): Content {
  const hash = createHash('sha256');
  let size = 0;
  for (;;) {
    const count = readSync(source, piece, 0, piece.length, null);
    if (count === 0) return { size, sha256: hash.digest('hex') };
    const bytes = piece.subarray(0, count);
    hash.update(bytes);
    each(bytes);
    size += count;
  }
}
