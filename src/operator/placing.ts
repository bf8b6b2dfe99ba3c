import { createHash } from 'node:crypto';
import { closeSync, linkSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { errorCode } from '../platform/operator-error.js';

/*
 * Most files are small and there may be a million of them: each is made by system calls one after the other, without turns of the event loop in between, and none of
 * them waits for the disk.
 */

/** What a file holds. */
export interface Content {
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** A file to be put into a new place, whose folder is there. */
export interface Placing {
  readonly from: string;
  readonly to: string;
  /** The same content in an earlier backup, to be linked instead of copied where that can be. */
  readonly earlier: { readonly file: string; readonly content: Content } | null;
  /** Whether something may be in the place: what is whole is kept, anything else makes room. */
  readonly again: boolean;
}

export interface Placed {
  readonly content: Content;
  readonly how: 'copied' | 'linked' | 'kept';
}

const piece = Buffer.allocUnsafeSlow(1 << 20);
/** Another file system, one without links, too many of them, or the file is gone. */
const noLink = new Set(['EXDEV', 'EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'ENOENT']);

export function hashFile(file: string): Content {
  return reading(file, (source) => readThrough(source, () => undefined));
}

/** A new file, readable by its owner alone, with what another holds. */
export function copyFile(from: string, to: string): Content {
  return reading(from, (source) => copyInto(source, to));
}

/** @returns `null` where it was swept since it was listed: no row names it any more */
export function place({ from, to, earlier, again }: Placing): Placed | null {
  if (again) {
    const kept = earlier && isLinked(to, earlier) ? earlier.content : sameContent(from, to);
    if (kept) return { content: kept, how: 'kept' };
    // Removed, not written over: it may be the earlier backup's too.
    rmSync(to, { force: true });
  }
  if (earlier && link(earlier.file, to, earlier.content)) return { content: earlier.content, how: 'linked' };
  const source = opened(from);
  if (source === null) return null;
  try {
    return { content: copyInto(source, to), how: 'copied' };
  } finally {
    closeSync(source);
  }
}

/** Another name for a file that is as large as it should be. @returns false where that cannot be */
function link(from: string, to: string, { size }: Content): boolean {
  try {
    if (statSync(from).size !== size) return false;
    linkSync(from, to);
    return true;
  } catch (error) {
    if (noLink.has(errorCode(error) ?? '')) return false;
    throw error;
  }
}

/** Whether it is another name for that file, which is as large as it should be. */
function isLinked(file: string, { file: other, content: { size } }: NonNullable<Placing['earlier']>): boolean {
  const [one, two] = [file, other].map((name) => statSync(name, { bigint: true, throwIfNoEntry: false }));
  return one !== undefined && two?.ino === one.ino && two.dev === one.dev && one.size === BigInt(size);
}

/** Both are read: after a loss of power a file may be as long as it should be, and hold something else. */
function sameContent(from: string, to: string): Content | null {
  const size = statSync(to, { throwIfNoEntry: false })?.size;
  if (size === undefined || statSync(from, { throwIfNoEntry: false })?.size !== size) return null;
  const there = hashFile(to);
  const source = opened(from);
  if (source === null) return null;
  try {
    return readThrough(source, () => undefined).sha256 === there.sha256 ? there : null;
  } finally {
    closeSync(source);
  }
}

function copyInto(source: number, to: string): Content {
  const target = openSync(to, 'wx', 0o600);
  try {
    return readThrough(source, (bytes) => {
      for (let at = 0; at < bytes.length;) at += writeSync(target, bytes, at);
    });
  } catch (error) {
    // A disk that is full: nobody is to take the half of it for something.
    rmSync(to, { force: true });
    throw error;
  } finally {
    closeSync(target);
  }
}

function opened(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function reading<T>(file: string, read: (source: number) => T): T {
  const source = openSync(file, 'r');
  try {
    return read(source);
  } finally {
    closeSync(source);
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
