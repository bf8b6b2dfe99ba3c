import { createWriteStream, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { digestIn, hashing } from '../../platform/objects/copy-objects.js';
import type { ObjectBytes } from '../../platform/objects/copy-objects.js';
import type { ObjectId } from '../../platform/objects/object-id.js';
import type { ObjectStore } from '../../platform/objects/object-store.js';
import { namingFullFile } from '../../platform/operator-error.js';
import { pipelined } from '../../platform/objects/pipeline.js';
import { hashFile, linkOf } from '../placing.js';
import type { Placed, Placing } from '../placing.js';

/** Objects on their way at one time: most of the time is spent waiting. */
const atOnce = 16;
/** What comes with opening an object: most are no larger. */
const tailBytes = 256 * 1024;

/** Where an object of a store goes; `from` has no meaning. */
export interface PlacedObject extends Omit<Placing, 'from'> {
  readonly id: ObjectId;
}

/** Places objects of a store that is no folder into files, as they are stored. */
export async function placeObjects(
  store: ObjectStore,
  placings: AsyncIterable<PlacedObject>,
  each: (placing: PlacedObject, placed: Placed | null) => void,
): Promise<void> {
  const placed = pipelined(placings, atOnce, async (placing) => ({
    placing,
    placed: await placeObject(store, placing),
  }));
  for await (const { placing, placed: how } of placed) each(placing, how);
}

/** @returns `null` if it was swept after it was listed */
async function placeObject(store: ObjectStore, { id, to, earlier, again }: PlacedObject): Promise<Placed | null> {
  if (again && existsSync(to)) {
    const [there, stored] = [hashFile(to), await digestIn(store, id)];
    if (stored?.sha256 === there.sha256) return { content: there, how: 'kept' };
    // Removed and not overwritten, because it may also belong to the earlier backup.
    rmSync(to);
  }
  if (earlier && linkOf(earlier.file, to, earlier.content)) return { content: earlier.content, how: 'linked' };
  const stored = await store.open(id, tailBytes);
  if (stored === null) return null;
  let content: ObjectBytes | undefined;
  try {
    await pipeline(
      hashing(stored, (digest) => (content = digest)),
      createWriteStream(to, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    // The disk is full, or the store failed: nobody should mistake the incomplete file for a complete one.
    rmSync(to, { force: true });
    throw namingFullFile(error, to);
  }
  return content ? { content, how: 'copied' } : null;
}

/** The path of an object in a backup, as a folder of objects has it too. */
export const objectPath = (id: ObjectId): string => path.posix.join('objects', id.slice(0, 2), id);
