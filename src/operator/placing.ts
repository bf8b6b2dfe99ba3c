import { createHash } from 'node:crypto';
import { closeSync, linkSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { errorCode, namingFile } from '../platform/operator-error.js';

/*
 * Most files are small and there may be a million of them: each is made by system calls one after the other, without turns of the event loop in between, and none of
 * them waits for the disk.
 */

/** The content of a file. */
export interface Content {
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** A file to place, whose folder exists. */
export interface Placing {
  readonly from: string;
  readonly to: string;
  /** The same content in an earlier backup, to be linked if possible. */
  readonly earlier: { readonly file: string; readonly content: Content } | null;
  /** Whether the target may exist: a complete file is kept, anything else is replaced. */
  readonly again: boolean;
}

export interface Placed {
  readonly content: Content;
  readonly how: 'copied' | 'linked' | 'kept';
}

const piece = Buffer.allocUnsafeSlow(1 << 20);
/** Another file system, one without links, too many links, or the file is gone. */
const noLink = new Set(['EXDEV', 'EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'ENOENT']);

export function hashFile(file: string): Content {
  return reading(file, (source) => readThrough(source, () => undefined));
}

/** A new file, readable only by its owner, with the content of another. */
export function copyFile(from: string, to: string): Content {
  return reading(from, (source) => copyInto(source, to));
}

/** @returns `null` if it was swept after it was listed: no row refers to it any more */
export function place({ from, to, earlier, again }: Placing): Placed | null {
  if (again) {
    const kept = earlier && isLinked(to, earlier) ? earlier.content : sameContent(from, to);
    if (kept) return { content: kept, how: 'kept' };
    // Removed and not overwritten, because it may also belong to the earlier backup.
    rmSync(to, { force: true });
  }
  if (earlier && linkOf(earlier.file, to, earlier.content)) return { content: earlier.content, how: 'linked' };
  const source = opened(from);
  if (source === null) return null;
  try {
    return { content: copyInto(source, to), how: 'copied' };
  } finally {
    closeSync(source);
  }
}

/** A link to a file with the expected size. @returns false if that is not possible */
export function linkOf(from: string, to: string, { size }: Content): boolean {
  try {
    if (statSync(from).size !== size) return false;
    linkSync(from, to);
    return true;
  } catch (error) {
    if (noLink.has(errorCode(error) ?? '')) return false;
    throw error;
  }
}

/** Whether it is a link to that file with the expected size. */
function isLinked(file: string, { file: other, content: { size } }: NonNullable<Placing['earlier']>): boolean {
  const [one, two] = [file, other].map((name) => statSync(name, { bigint: true, throwIfNoEntry: false }));
  return one !== undefined && two?.ino === one.ino && two.dev === one.dev && one.size === BigInt(size);
}

/** Both are read: after a power loss, a file may have the expected size but other content. */
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
    // The disk is full: nobody should mistake the incomplete file for a complete one.
    rmSync(to, { force: true });
    throw namingFile(error, to);
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
