import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ObjectKeys } from '../../../src/platform/objects/object-keys.js';
import { newObjectId } from '../../../src/platform/objects/object-id.js';
import type { ObjectId } from '../../../src/platform/objects/object-id.js';
import type { ObjectStore } from '../../../src/platform/objects/object-store.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { SealedObjects } from '../../../src/platform/objects/sealed-objects.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { bytesLike, inPieces } from './content.js';
import { FakeS3 } from './fake-s3.js';

process.env['AWS_ACCESS_KEY_ID'] = 'test';
process.env['AWS_SECRET_ACCESS_KEY'] = 'test';

const [old, anew] = [1, 2].map((n) => Buffer.alloc(32, n));
if (!old || !anew) throw new Error('two keys are needed');
const before = new Seal({ current: old, earlier: [] });
const both = new Seal({ current: anew, earlier: [old] });
const after = new Seal({ current: anew, earlier: [] });
const nothing = () => undefined;

let folder: string;
let s3: FakeS3;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trustate-keys-'));
  s3 = await FakeS3.start();
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await s3.stop();
});

/** A store whose methods can be replaced one by one. */
const bound = (store: ObjectStore): ObjectStore => ({
  put: (...given) => store.put(...given),
  replace: (...given) => store.replace(...given),
  open: (...given) => store.open(...given),
  delete: (id) => store.delete(id),
  list: () => store.list(),
  temporary: () => store.temporary(),
  removeTemporary: (name) => store.removeTemporary(name),
  notes: () => store.notes(),
  addNote: (name) => store.addNote(name),
  removeNote: (name) => store.removeNote(name),
  ping: () => store.ping(),
  close: () => {
    store.close();
  },
});

/** From nothing to more than the tail that an object is opened with, in one frame and in many. */
const sizes = [0, 10, 40_000, 200_000];

// S3 refuses the rest of an object that took the place of the one that was begun: the reader asks again.
test('what is read from a folder while it is replaced is what it was', async () => {
  const store = await openObjectStore(pathToFileURL(folder).href);
  const [id, bytes] = [newObjectId(), bytesLike('noise', 200_000)];
  await new SealedObjects({ store, seal: before, frameBytes: 20_000 }).write(id, inPieces(bytes));
  const { content } = await new SealedObjects({ store, seal: both }).read(id);
  expect(await new ObjectKeys({ store, seal: both }).rewrap(nothing)).toMatchObject({ wrapped: 1 });
  expect(Buffer.concat(await content.toArray()).equals(bytes)).toBe(true);
});

describe.each(['folder', 's3'])('in a %s', (kind) => {
  let store: ObjectStore;
  let contents: Map<ObjectId, Buffer>;
  beforeEach(async () => {
    store = await openObjectStore(kind === 's3' ? s3.url : pathToFileURL(folder).href);
    contents = new Map(sizes.map((size) => [newObjectId(), bytesLike('noise', size)]));
    const objects = new SealedObjects({ store, seal: before, frameBytes: 20_000 });
    for (const [id, content] of contents) await objects.write(id, inPieces(content));
  });
  afterEach(() => {
    store.close();
  });

  const contentOf = async (seal: Seal, id: ObjectId) => {
    const { content } = await new SealedObjects({ store, seal }).read(id);
    return Buffer.concat(await content.toArray());
  };

  test('keys are wrapped anew, and content stays what it is', async () => {
    const keys = new ObjectKeys({ store, seal: both });
    expect(await keys.count()).toEqual(new Map([[before.keyId, 4]]));
    expect(await keys.rewrap(nothing)).toEqual({ wrapped: 4, failures: [] });
    expect(await keys.count()).toEqual(new Map([[after.keyId, 4]]));
    for (const [id, content] of contents) expect((await contentOf(after, id)).equals(content)).toBe(true);
    expect(await keys.rewrap(nothing)).toEqual({ wrapped: 0, failures: [] });
  });

  test('what cannot be opened is named, and keeps nobody else waiting', async () => {
    const id = newObjectId();
    const other = new Seal({ current: Buffer.alloc(32, 3), earlier: [] });
    await new SealedObjects({ store, seal: other }).write(id, inPieces(Buffer.from('lost')));
    const { wrapped, failures } = await new ObjectKeys({ store, seal: both }).rewrap(nothing);
    expect(wrapped).toBe(4);
    expect(failures).toEqual([expect.stringContaining(`Object ${id} cannot be opened`)]);
    expect(failures[0]).toContain(other.keyId);
  });

  test('what a store cuts is not put in its place', async () => {
    const [id = newObjectId()] = [...contents.keys()].slice(-1);
    const cutting: ObjectStore = {
      ...bound(store),
      open: async (opened, tailBytes) => {
        const stored = await store.open(opened, tailBytes);
        const read = (start: number, end: number) => stored!.read(start, end - 1);
        return stored && { size: stored.size, tail: stored.tail, read, close: () => stored.close() };
      },
    };
    const { failures } = await new ObjectKeys({ store: cutting, seal: both }).rewrap(nothing);
    // Both that are longer than the tail they are opened with.
    expect(failures).toHaveLength(2);
    for (const line of failures) expect(line).toContain('bytes before the end can be read');
    expect((await contentOf(before, id)).equals(contents.get(id) ?? Buffer.alloc(0))).toBe(true);
  });

  test('a write that fails, and an object that is gone, change nothing', async () => {
    const [id = newObjectId()] = [...contents.keys()].slice(-1);
    const failing = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('half');
      await Promise.reject(new Error('the disk is full'));
    };
    await expect(store.replace(id, failing(), 8)).rejects.toThrow('the disk is full');
    await expect(store.replace(id, inPieces(Buffer.from('half')), 8)).rejects.toThrow('Only 4 of 8 bytes were given');
    await expect(store.replace(id, inPieces(Buffer.alloc(9)), 8)).rejects.toThrow('More than 8 bytes');
    expect((await contentOf(before, id)).equals(contents.get(id) ?? Buffer.alloc(0))).toBe(true);
    const gone = newObjectId();
    expect(await store.replace(gone, inPieces(Buffer.from('x')), 1)).toBe(false);
    expect(await store.open(gone, 1)).toBeNull();
    if (kind === 'folder') expect(readdirSync(join(folder, 'temporary'))).toEqual([]);
  });
});
