import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/platform/clock.js';
import type { Database } from '../../../src/platform/database/database.js';
import { ObjectKeys } from '../../../src/platform/objects/object-keys.js';
import { newObjectId } from '../../../src/platform/objects/object-id.js';
import type { ObjectStore } from '../../../src/platform/objects/object-store.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { collected } from '../../../src/platform/objects/pipeline.js';
import { SealedObjects } from '../../../src/platform/objects/sealed-objects.js';
import { SmallObjects } from '../../../src/platform/objects/small-objects.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { scratchDatabase } from '../database/scratch.js';
import { bytesLike, inPieces } from './content.js';

const most = 4_096;
const seal = new Seal({ current: Buffer.alloc(32, 7), earlier: [] });

let folder: string;
let database: Database;
let files: ObjectStore;
let store: SmallObjects;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'small-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  database = await scratchDatabase();
  files = await openObjectStore(`file:${join(folder, `objects-${newObjectId()}`)}`);
  store = withMost(most);
});
afterEach(() => {
  files.close();
});

const withMost = (mostBytes: number) => new SmallObjects({ database, store: files, clock: systemClock, mostBytes });
const rows = () => database.client.smallObject.count();
const inFiles = async () => (await collected(files.list())).length;
const where = async () => ({ rows: await rows(), files: await inFiles() });
const put = async (bytes: Buffer, into: ObjectStore = store, pieces = 1_000) => {
  const id = newObjectId();
  await into.put(id, inPieces(bytes, pieces));
  return id;
};
/** What an object holds, read from its end and by ranges. */
async function held(id: Awaited<ReturnType<typeof put>>, tailBytes = 9) {
  const stored = await store.open(id, tailBytes);
  if (!stored) return null;
  const whole = await buffer(Readable.from(stored.read(0, stored.size)));
  expect(stored.tail).toEqual(whole.subarray(Math.max(0, whole.length - tailBytes)));
  expect(await buffer(Readable.from(stored.read(1, Math.min(3, stored.size))))).toEqual(whole.subarray(1, 3));
  await stored.close();
  return whole;
}

test.each([
  [1, { rows: 1, files: 0 }],
  [most - 1, { rows: 1, files: 0 }],
  [most, { rows: 1, files: 0 }],
  [most + 1, { rows: 0, files: 1 }],
  [10 * most, { rows: 0, files: 1 }],
])('%d bytes come back as they were', async (size, place) => {
  const bytes = bytesLike('noise', size);
  const id = await put(bytes);
  expect(await where()).toEqual(place);
  expect(await held(id, 0)).toEqual(bytes);
  expect((await collected(store.list())).map((listed) => listed.id)).toEqual([id]);
  await store.delete(id);
  expect(await where()).toEqual({ rows: 0, files: 0 });
  expect(await store.open(id, 10)).toBeNull();
});

test('what was small is found when nothing is, and what was large when it is', async () => {
  const bytes = bytesLike('noise', 1_000);
  const [small, large] = [await put(bytes), await put(bytes, withMost(0))];
  expect(await where()).toEqual({ rows: 1, files: 1 });
  store = withMost(0);
  expect([await held(small), await held(large)]).toEqual([bytes, bytes]);
  store = withMost(most);
  expect([await held(small), await held(large)]).toEqual([bytes, bytes]);
});

describe('content that fails', () => {
  test.each([
    ['early', 500],
    ['late', most + 500],
  ])('%s leaves nothing', async (_, after) => {
    const failing = async function* () {
      yield await Promise.resolve(bytesLike('noise', after));
      throw new Error('cut off');
    };
    await expect(store.put(newObjectId(), failing())).rejects.toThrow('cut off');
    expect(await where()).toEqual({ rows: 0, files: 0 });
  });

  test('is closed when the store fails', async () => {
    const closed = vi.fn();
    const endless = async function* () {
      try {
        for (;;) yield await Promise.resolve(Buffer.alloc(1_000));
      } finally {
        closed();
      }
    };
    vi.spyOn(files, 'put').mockImplementation(async (_, content) => {
      for await (const piece of content) if (piece.length > 0) throw new Error('no space');
    });
    await expect(store.put(newObjectId(), endless())).rejects.toThrow('no space');
    expect(closed).toHaveBeenCalledTimes(1);
  });
});

test('an object that is put again is what was put last, wherever each is', async () => {
  const [small, large, other] = [bytesLike('noise', 10), bytesLike('noise', 2 * most), bytesLike('noise', 20)];
  const id = await put(small);
  for (const bytes of [large, other]) {
    await store.put(id, inPieces(bytes));
    expect(await held(id)).toEqual(bytes);
  }
});

test('is replaced by bytes of the size that was said, and only where it is there', async () => {
  for (const size of [100, 2 * most]) {
    const [old, next] = [bytesLike('noise', size), bytesLike('noise', size, 'b')];
    const id = await put(old);
    await expect(store.replace(id, inPieces(next), size + 1)).rejects.toThrow();
    expect(await held(id)).toEqual(old);
    expect(await store.replace(id, inPieces(next), size)).toBe(true);
    expect(await held(id)).toEqual(next);
    await store.delete(id);
    expect(await store.replace(id, inPieces(next), size)).toBe(false);
    expect(await store.open(id, 10)).toBeNull();
  }
});

test('lists more than one page of rows, each once, and what is in files', async () => {
  const ids = Array.from({ length: 1_203 }, () => newObjectId());
  const content = Uint8Array.from([1]);
  await database.client.smallObject.createMany({
    data: ids.map((id) => ({ id, content, writtenAt: systemClock.now() })),
  });
  const large = await put(bytesLike('noise', 2 * most));
  const listed = (await collected(store.list())).map(({ id }) => id);
  expect(listed.toSorted()).toEqual([...ids, large].sort());
});

test('holds nothing that can be read without the master key, and changes keys where it is', async () => {
  const objects = new SealedObjects({ store, seal });
  const bytes = bytesLike('state', 3_000);
  const id = newObjectId();
  await objects.write(id, inPieces(bytes));
  expect(await where()).toEqual({ rows: 1, files: 0 });
  expect((await held(id))?.includes('aws_instance')).toBe(false);
  const next = new Seal({ current: Buffer.alloc(32, 8), earlier: [Buffer.alloc(32, 7)] });
  const keys = new ObjectKeys({ store, seal: next });
  expect(await keys.rewrap(() => undefined)).toEqual({ wrapped: 1, failures: [] });
  const only = new SealedObjects({ store, seal: new Seal({ current: Buffer.alloc(32, 8), earlier: [] }) });
  expect(await buffer((await only.read(id)).content)).toEqual(bytes);
});

test('asks the store whether it can be written to', async () => {
  await expect(new SealedObjects({ store, seal }).checkWrites()).resolves.toBeUndefined();
  vi.spyOn(files, 'put').mockRejectedValue(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  const objects = new SealedObjects({ store, seal });
  await expect(objects.write(newObjectId(), inPieces(bytesLike('noise', 2 * most)))).rejects.toThrow('no space');
  await expect(objects.checkWrites()).rejects.toThrow('nothing could be written');
});
