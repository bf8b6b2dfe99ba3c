import { open } from 'node:fs/promises';
import path from 'node:path';
import type { ObjectId } from '../../platform/objects/object-id.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import type { ObjectStore, StoredObject, StoredObjectName } from '../../platform/objects/object-store.js';
import { OperatorError } from '../../platform/operator-error.js';
import type { HashedFile } from '../files.js';
import { notesPath } from './manifest.js';

const pieceBytes = 256 * 1024;

/** The objects of a backup, to be copied from. */
export class BackupObjects implements Pick<ObjectStore, 'list' | 'open'> {
  /** By their ids. */
  readonly files: ReadonlyMap<ObjectId, HashedFile>;

  /** @throws OperatorError for a file that is no object of an installation */
  constructor(
    private readonly folder: string,
    files: readonly HashedFile[],
  ) {
    const objects = files.filter(({ path: name }) => name.startsWith('objects/') && !name.startsWith(notesPath));
    this.files = new Map(
      objects.map((file) => {
        const id = path.posix.basename(file.path);
        if (!isObjectId(id)) throw new OperatorError(`The backup is damaged: ${file.path} is no object.`);
        return [id, file];
      }),
    );
  }

  async *list(): AsyncGenerator<StoredObjectName, void, undefined> {
    for (const id of this.files.keys()) yield await Promise.resolve({ id, writtenAt: new Date(0) });
  }

  async open(id: ObjectId, tailBytes: number): Promise<StoredObject | null> {
    const file = this.files.get(id);
    if (!file) return null;
    const handle = await open(path.join(this.folder, file.path), 'r');
    const { size } = await handle.stat();
    const read = async function* (start: number, end: number): AsyncGenerator<Buffer, void, undefined> {
      for (let at = start; at < end;) {
        const { bytesRead, buffer } = await handle.read(
          Buffer.allocUnsafe(Math.min(pieceBytes, end - at)),
          0,
          null,
          at,
        );
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    };
    const pieces: Buffer[] = [];
    for await (const piece of read(Math.max(0, size - tailBytes), size)) pieces.push(piece);
    return { size, tail: Buffer.concat(pieces), read, close: () => handle.close() };
  }
}
