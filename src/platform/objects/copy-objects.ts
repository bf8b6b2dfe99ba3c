import { createHash } from 'node:crypto';
import type { ObjectId } from './object-id.js';
import type { ObjectStore, StoredObject } from './object-store.js';
import { pipelined } from './pipeline.js';

/** Objects on their way at one time: most of the time is spent waiting. */
const atOnce = 16;
/** What comes with opening an object: most are no larger. */
const tailBytes = 256 * 1024;

/** The bytes of an object as they are stored: compressed and sealed. */
export interface ObjectBytes {
  readonly size: number;
  /** SHA-256, hex. */
  readonly sha256: string;
}

export interface CopiedObject extends ObjectBytes {
  readonly id: ObjectId;
  /** It was there already, of an earlier attempt. */
  readonly kept: boolean;
}

/**
 * Copies the objects of a store as they are stored, and reads each one back: a copy has the digest of what was read from the store, or this fails.
 * @param again whether the target may have some already: those are kept if their digest is that of the store
 * @param each called for each object
 */
export async function copyObjects(
  source: Pick<ObjectStore, 'list' | 'open'>,
  target: ObjectStore,
  again: boolean,
  each: (copied: CopiedObject) => void,
): Promise<void> {
  const copies = pipelined(source.list(), atOnce, ({ id }) => copyObject(id, source, target, again));
  for await (const copied of copies) if (copied) each(copied);
}

/** @returns `null` if the object was deleted after it was listed */
async function copyObject(
  id: ObjectId,
  source: Pick<ObjectStore, 'open'>,
  target: ObjectStore,
  again: boolean,
): Promise<CopiedObject | null> {
  if (again) {
    const [here, there] = [await digestIn(source, id), await digestIn(target, id)];
    if (here && here.sha256 === there?.sha256) return { id, ...here, kept: true };
  }
  const stored = await source.open(id, tailBytes);
  if (stored === null) return null;
  let written: ObjectBytes | undefined;
  const hashed = hashing(stored, (digest) => (written = digest));
  await target.put(id, hashed);
  const there = await digestIn(target, id);
  if (!written || there?.sha256 !== written.sha256)
    throw new Error(`the object ${id} is not in the target as it was written`);
  return { id, ...written, kept: false };
}

/** Reads an object to its end; `null` if it is not there. */
export async function digestIn(store: Pick<ObjectStore, 'open'>, id: ObjectId): Promise<ObjectBytes | null> {
  const stored = await store.open(id, tailBytes);
  if (stored === null) return null;
  let found: ObjectBytes | undefined;
  for await (const piece of hashing(stored, (digest) => (found = digest))) void piece;
  return found ?? null;
}

/** All bytes of an object, which is closed at the end. @param done called when the last piece was taken */
export async function* hashing(
  stored: StoredObject,
  done: (digest: ObjectBytes) => void,
): AsyncGenerator<Buffer, void, undefined> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    const pieces = stored.size <= stored.tail.length ? [stored.tail] : stored.read(0, stored.size);
    for await (const piece of pieces) {
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
    done({ size, sha256: hash.digest('hex') });
  } finally {
    await stored.close();
  }
}
