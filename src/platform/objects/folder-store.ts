import { randomBytes } from 'node:crypto';
import {
  access,
  constants,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  stat,
  unlink,
  utimes,
  type FileHandle,
} from 'node:fs/promises';
import { rmdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { OperatorError, namingFullFile, systemReason } from '../operator-error.js';
import { isSystemError, makeFolder, syncFolder } from '../durable-folder.js';
import { ObjectStoreFailed } from './object-errors.js';
import { isFileOfSystem } from './made-by-systems.js';
import { isObjectId, type ObjectId } from './object-id.js';
import type { ObjectStore, StoredObject, StoredObjectName } from './object-store.js';
import { ofSize } from './pipeline.js';

const READ_BYTES = 256 * 1024;
const TEMPORARY = 'temporary';
/** The folder of the notes: empty files. */
export const NOTES = 'notes';
/** The beginning of the name of the permanent note (`installation/store-record.ts`). */
const LASTING = 'installation-';
/** `00` to `ff`. */
const FOLDERS = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'));
const isUnfinished = (name: string): boolean => /^[0-9a-f]{32}\.[0-9a-f]{16}$/.test(name);
const isNote = (name: string): boolean => /^(?:installation|turn|server|filling)-[A-Za-z0-9-]+$/.test(name);
/** The folders of a store, each with which names in it are the store's: the sweep removes whatever is in that of unfinished writes. */
export const partsOfFolderStore: ReadonlyMap<string, (name: string) => boolean> = new Map([
  [TEMPORARY, isUnfinished],
  [NOTES, isNote],
  ...FOLDERS.map((folder): [string, (name: string) => boolean] => [folder, isObjectId]),
]);

/**
 * Objects as files: `<root>/<first two digits>/<id>`. A file is written under `<root>/temporary`, synced, then renamed, and the folder is synced. So a file in
 * a folder of objects is always complete.
 */
export class FolderObjectStore implements ObjectStore {
  /**
   * The permanent notes, as last found. If none of them is there, this is another folder, such as the mount point of a file system that is no longer mounted.
   */
  private readonly known = new Set<string>();

  /** @param made the folders that were missing, outer ones first */
  private constructor(
    private readonly root: string,
    private readonly made: readonly string[],
  ) {}

  static async open(path: string): Promise<FolderObjectStore> {
    const root = resolve(path);
    const made: string[] = [];
    try {
      made.push(...(await makeFolder(root)));
      for await (const folder of makeMissing(root, [NOTES, TEMPORARY, ...FOLDERS])) made.push(folder);
      // Also if none was missing: the process that created them may have ended before this.
      await syncFolder(root);
    } catch (error) {
      takeBack(made, join(root, NOTES));
      const why = `${systemReason(error)}. Set TRUSTATE_OBJECT_STORE to another or change its owner.`;
      throw new OperatorError(`The object store ${root} cannot be written to: ${why}`, { cause: error });
    }
    return new FolderObjectStore(root, made);
  }

  async put(id: ObjectId, content: AsyncIterable<Buffer>): Promise<void> {
    await this.written(id, content, (temporary) => rename(temporary, this.pathOf(id)));
    try {
      await syncFolder(this.folderOf(id));
    } catch (error) {
      await removeFile(this.pathOf(id));
      throw error;
    }
  }

  async replace(id: ObjectId, content: AsyncIterable<Buffer>, size: number): Promise<boolean> {
    const replaced = await this.written(id, ofSize(size, content), async (temporary) => {
      const writtenAt = await modifiedAt(this.pathOf(id));
      // Between this check and the rename it may be deleted. The sweep then removes the rest, because no row refers to it.
      if (!writtenAt) return removeFile(temporary).then(() => false);
      await utimes(temporary, writtenAt, writtenAt);
      await rename(temporary, this.pathOf(id));
      return true;
    });
    if (replaced) await inPlace(() => syncFolder(this.folderOf(id)));
    return replaced;
  }

  /** Writes a durable file, and then moves it into place. */
  private async written<T>(id: ObjectId, content: AsyncIterable<Buffer>, place: (file: string) => Promise<T>) {
    const temporary = join(this.root, TEMPORARY, `${id}.${randomBytes(8).toString('hex')}`);
    const file = await inPlace(() => open(temporary, 'wx', 0o600));
    try {
      try {
        // Now that the file is open: it is in the folder that is checked here, and so is its replacement.
        await this.requirePlace();
        for await (const piece of content) await writeWhole(file, piece);
        await file.datasync();
      } finally {
        await file.close();
      }
      return await inPlace(() => place(temporary));
    } catch (error) {
      await removeFile(temporary);
      throw namingFullFile(error, temporary);
    }
  }

  async open(id: ObjectId, tailBytes: number): Promise<StoredObject | null> {
    let file: FileHandle;
    try {
      file = await open(this.pathOf(id), 'r');
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) throw error;
      await this.requirePlace();
      return null;
    }
    try {
      const { size } = await file.stat();
      const start = Math.max(0, size - tailBytes);
      const tail = await readAt(file, start, size - start);
      const stored = new StoredFile(file, size, tail);
      if (start === 0) await stored.close();
      return stored;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async notes(): Promise<string[]> {
    return (await this.requirePlace()).filter((name) => !isFileOfSystem(name));
  }

  async addNote(name: string): Promise<void> {
    await inPlace(async () => (await open(join(this.root, NOTES, name), 'a', 0o600)).close());
    await syncFolder(join(this.root, NOTES));
    if (name.startsWith(LASTING)) this.known.add(name);
  }

  async removeNote(name: string): Promise<void> {
    if (await removeFile(join(this.root, NOTES, name))) await syncFolder(join(this.root, NOTES));
    this.known.delete(name);
  }

  async ping(): Promise<void> {
    await inPlace(() => access(join(this.root, TEMPORARY), constants.W_OK | constants.X_OK));
    await this.requirePlace();
  }

  async delete(id: ObjectId): Promise<void> {
    if (await removeFile(this.pathOf(id))) await syncFolder(this.folderOf(id));
  }

  async *list(): AsyncIterable<StoredObjectName> {
    await this.requirePlace();
    for (const folder of FOLDERS) {
      // At once: in parts, an empty folder costs three turns of the event loop. A million objects are some 4,000 names a folder.
      for (const id of await inPlace(() => readdir(join(this.root, folder)))) {
        if (!isObjectId(id)) continue;
        const writtenAt = await modifiedAt(this.pathOf(id));
        if (writtenAt) yield { id, writtenAt };
      }
    }
  }

  async *temporary(): AsyncIterable<string> {
    for await (const { name } of await inPlace(() => opendir(join(this.root, TEMPORARY)))) yield name;
  }

  async removeTemporary(name: string): Promise<void> {
    await removeFile(join(this.root, TEMPORARY, basename(name)));
  }

  /** Whoever opened a file closes it. A folder in which nobody has left a note was the wrong one, and is left as it was found. */
  close(): void {
    takeBack(this.made, join(this.root, NOTES));
  }

  /**
   * A file may be missing because the whole store is missing.
   * @returns the notes, and what is among them
   * @throws ObjectStoreFailed if this is not the same folder as before
   */
  private async requirePlace(): Promise<string[]> {
    const names = await inPlace(() => readdir(join(this.root, NOTES)));
    if (this.known.size > 0 && !names.some((name) => this.known.has(name))) throw gone();
    this.known.clear();
    for (const name of names) if (name.startsWith(LASTING)) this.known.add(name);
    return names;
  }

  private folderOf(id: ObjectId): string {
    return join(this.root, id.slice(0, 2));
  }

  private pathOf(id: ObjectId): string {
    return join(this.folderOf(id), id);
  }
}

/**
 * Creates all folders now: a folder that is created during a write might be used by another write before it is durable. The root is listed once, because asking
 * for each folder took one turn of the event loop each.
 */
async function* makeMissing(root: string, folders: readonly string[]): AsyncGenerator<string, void, undefined> {
  const there = await readdir(root, { withFileTypes: true });
  const present = new Set(there.filter((entry) => entry.isDirectory()).map(({ name }) => name));
  for (const folder of folders)
    if (!present.has(folder) && (await makeFolderIn(root, folder))) yield join(root, folder);
}

/**
 * In an existing root. Another server may just have created it, and an operator's symbolic link to a folder is accepted.
 * @returns whether it was missing
 */
async function makeFolderIn(root: string, name: string): Promise<boolean> {
  const folder = join(root, name);
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (!isSystemError(error, 'EEXIST') || !(await stat(folder)).isDirectory()) throw error;
    return false;
  }
}

/** Removes empty folders, that of the notes before all others: with a note in it, somebody uses them. */
function takeBack(made: readonly string[], notes: string): void {
  try {
    if (made.includes(notes))
      for (const folder of [notes, ...made.filter((one) => one !== notes).toReversed()]) rmdirSync(folder);
  } catch {
    // Something is in it.
  }
}

/** An open file. A file that fits in its tail is closed already. */
class StoredFile implements StoredObject {
  private closing: Promise<void> | undefined;

  constructor(
    private readonly file: FileHandle,
    readonly size: number,
    readonly tail: Buffer,
  ) {}

  async *read(start: number, end: number): AsyncIterable<Buffer> {
    for (let from = start; from < end;) {
      const piece = await readAt(this.file, from, Math.min(READ_BYTES, end - from));
      if (piece.length === 0) return;
      from += piece.length;
      yield piece;
    }
  }

  close(): Promise<void> {
    this.closing ??= this.file.close();
    return this.closing;
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    written += (await file.write(bytes, written, bytes.length - written)).bytesWritten;
  }
}

/** Up to `length` bytes; fewer only at the end of the file. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

const gone = (cause?: unknown) => new ObjectStoreFailed('is not in its folder any more', cause);

/** The folders of the store exist since it was opened. */
async function inPlace<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isSystemError(error, 'ENOENT') || isSystemError(error, 'ENOTDIR') ? gone(error) : error;
  }
}

/** @returns whether there was a file to remove */
async function removeFile(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false;
    throw error;
  }
}

async function modifiedAt(path: string): Promise<Date | null> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw error;
  }
}
