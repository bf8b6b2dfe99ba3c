import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isObjectId, newObjectId, type ObjectId } from '../../../src/platform/objects/object-id.js';
import type { ObjectStore, StoredObject } from '../../../src/platform/objects/object-store.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { collected } from '../../../src/platform/objects/pipeline.js';
import { SealedObjects } from '../../../src/platform/objects/sealed-objects.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { bytesLike, inPieces } from './content.js';
import { FakeS3 } from './fake-s3.js';

process.env['AWS_ACCESS_KEY_ID'] = 'test';
process.env['AWS_SECRET_ACCESS_KEY'] = 'test';

const seal = new Seal({ current: Buffer.alloc(32, 7), earlier: [] });
const KIB = 1024;
const MIB = 1024 * KIB;

describe.each(['folder', 's3'])('objects in a %s', (kind) => {
  let folder: string;
  let s3: FakeS3;
  let store: ObjectStore;
  let objects: SealedObjects;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'objects-'));
    s3 = await FakeS3.start();
    store = await openObjectStore(kind === 's3' ? s3.url : `file:${folder}`);
    objects = new SealedObjects({ store, seal });
  });
  afterEach(async () => {
    store.close();
    await s3.stop();
    await rm(folder, { recursive: true });
  });

  const readAll = async (id: ObjectId): Promise<Buffer> => buffer((await objects.read(id)).content);
  const leftovers = async (): Promise<number> =>
    (await collected(store.list())).length + (await collected(store.temporary())).length;

  test.each([
    ['state', 0],
    ['state', 1],
    ['noise', 63],
    ['state', 5 * KIB],
    ['noise', 33 * KIB],
    ['state', 512 * KIB - 1],
    ['state', 512 * KIB],
    ['noise', 512 * KIB + 1],
    ['state', 3 * MIB],
    ['noise', 21 * MIB],
  ] as const)('%s of %i bytes comes back as it was', async (like, size) => {
    const bytes = bytesLike(like, size);
    const id = newObjectId();
    const written = await objects.write(id, inPieces(bytes, 50_000));

    expect(written).toMatchObject({ id, size });
    expect(await objects.stat(id)).toEqual({ size, storedSize: written.storedSize });
    const read = await objects.read(id);
    expect(read).toMatchObject({ size, start: 0, end: size });
    expect((await buffer(read.content)).equals(bytes)).toBe(true);
    const found = await objects.find(id);
    expect(found).toMatchObject({ size, storedSize: written.storedSize });
    const again = await found?.read();
    expect(again && (await buffer(again.content)).equals(bytes)).toBe(true);
    expect((await found?.bytes())?.equals(bytes) ?? null).toBe(size <= 32 * KIB ? true : null);
  });

  test('a small object that was found is read without the store, one that is not small is looked for again', async () => {
    const [small, large] = [newObjectId(), newObjectId()];
    await objects.write(small, inPieces(bytesLike('noise', 5 * KIB)));
    await objects.write(large, inPieces(bytesLike('noise', 100 * KIB)));
    const found = [await objects.find(small), await objects.find(large)];
    for (const id of [small, large]) await objects.delete(id);
    expect(await found[0]?.bytes()).toEqual(bytesLike('noise', 5 * KIB));
    const range = { start: 7, end: 5000 };
    expect(await found[0]?.bytes(range)).toEqual(bytesLike('noise', 5 * KIB).subarray(7, 5001));
    expect(found[1]?.bytes()).toBeNull();
    await expect(found[1]?.read()).rejects.toMatchObject({ name: 'ObjectMissing' });
  });

  test('what is stored has nothing of the content, and is another thing each time', async () => {
    const bytes = bytesLike('noise', 2 * KIB);
    const stored: Buffer[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { id } = await objects.write(newObjectId(), inPieces(bytes, 500));
      const { storedSize } = (await objects.stat(id)) ?? { storedSize: 0 };
      const raw = await store.open(id, 64);
      stored.push(Buffer.concat(raw ? await collected(raw.read(0, storedSize)) : []));
      await raw?.close();
    }
    const [one = Buffer.of(), other = Buffer.of()] = stored;
    expect(one.length).toBeGreaterThan(bytes.length);
    for (let from = 0; from < bytes.length; from += 256)
      expect(one.includes(bytes.subarray(from, from + 16))).toBe(false);
    expect(one.includes(other.subarray(64, 96))).toBe(false);
  });

  test('a state file takes less room than it has bytes', async () => {
    const { storedSize } = await objects.write(newObjectId(), inPieces(bytesLike('state', MIB)));
    expect(storedSize).toBeLessThan(MIB / 2);
  });

  test('content may reuse the memory of its pieces', async () => {
    const id = newObjectId();
    const reused = Buffer.alloc(10);
    async function* content(): AsyncGenerator<Buffer> {
      for (const letter of ['a', 'b', 'c']) yield await Promise.resolve(reused.fill(letter));
    }
    await objects.write(id, content());
    expect((await readAll(id)).toString()).toBe('a'.repeat(10) + 'b'.repeat(10) + 'c'.repeat(10));
  });

  test('ranges are what subarray gives', async () => {
    const bytes = bytesLike('state', 100_000);
    const id = newObjectId();
    const small = new SealedObjects({ store, seal, frameBytes: 1000 });
    await small.write(id, inPieces(bytes, 7777));
    const offset = fc.nat(bytes.length - 1);
    await fc.assert(
      fc.asyncProperty(offset, fc.nat(120_000), async (start, length) => {
        const end = start + length;
        const range = await objects.read(id, { start, end });
        const expected = bytes.subarray(start, end + 1);
        expect(range).toMatchObject({ size: bytes.length, start, end: start + expected.length });
        expect((await buffer(range.content)).equals(expected)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('ranges of a large object are read without the rest', async () => {
    const bytes = bytesLike('noise', 2 * MIB);
    const id = newObjectId();
    await objects.write(id, inPieces(bytes));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(700_000), async (start, length) => {
        const { content } = await objects.read(id, { start, end: start + length });
        expect((await buffer(content)).equals(bytes.subarray(start, start + length + 1))).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  test.each([
    [10, 20],
    [-1, 3],
    [5, 4],
    [0.5, 4],
  ])('the range %d to %d of 10 bytes is refused', async (start, end) => {
    const id = newObjectId();
    await objects.write(id, inPieces(Buffer.alloc(10)));
    const invalid = { name: 'ObjectRangeInvalid', size: 10 };
    await expect(objects.read(id, { start, end })).rejects.toMatchObject(invalid);
    const found = await objects.find(id);
    await expect(found?.bytes({ start, end })).rejects.toMatchObject(invalid);
    await expect(found?.read({ start, end })).rejects.toMatchObject(invalid);
  });

  test('what is not there is missing', async () => {
    const id = newObjectId();
    await expect(objects.read(id)).rejects.toMatchObject({ name: 'ObjectMissing', id });
    expect([await objects.stat(id), await objects.find(id)]).toEqual([null, null]);
    await objects.delete(id);
  });

  test('what was deleted is gone', async () => {
    const [kept, deleted] = [newObjectId(), newObjectId()];
    for (const id of [kept, deleted]) await objects.write(id, inPieces(Buffer.from(id)));
    await objects.delete(deleted);
    await objects.delete(deleted);
    await expect(objects.read(deleted)).rejects.toMatchObject({ name: 'ObjectMissing' });
    expect((await readAll(kept)).toString()).toBe(kept);
  });

  test('all are listed, with the time they were written', async () => {
    const ids = Array.from({ length: 5 }, () => newObjectId());
    const before = Date.now();
    for (const id of ids) await objects.write(id, inPieces(Buffer.from(id)));
    const listed = await collected(objects.list());
    expect(listed.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const { writtenAt } of listed) expect(Math.abs(writtenAt.getTime() - before)).toBeLessThan(60_000);
  });

  test('an object written again is the new one', async () => {
    const id = newObjectId();
    await objects.write(id, inPieces(Buffer.from('old')));
    await objects.write(id, inPieces(Buffer.from('newer')));
    expect((await readAll(id)).toString()).toBe('newer');
  });

  describe.each([100, 700 * KIB, 20 * MIB])('a write that fails after %i bytes leaves nothing', (size) => {
    const bytes = bytesLike('noise', size);

    test('when the source fails', async () => {
      let closed = false;
      async function* content(): AsyncGenerator<Buffer> {
        try {
          yield* inPieces(bytes);
          throw new Error('the caller hung up');
        } finally {
          closed = true;
        }
      }
      const id = newObjectId();
      await expect(objects.write(id, content())).rejects.toThrow('the caller hung up');
      expect(closed).toBe(true);
      expect(await leftovers()).toBe(0);
    });

    test('when it is larger than allowed', async () => {
      const id = newObjectId();
      const content = Readable.from(inPieces(bytes));
      const write = objects.write(id, content, { maxBytes: size - 1 });
      await expect(write).rejects.toMatchObject({ name: 'ObjectTooLarge', id, limit: size - 1 });
      expect(content.destroyed).toBe(true);
      expect(await leftovers()).toBe(0);
    });

    test('when it is aborted while the source is silent', async () => {
      const controller = new AbortController();
      const content = new PassThrough();
      const write = objects.write(newObjectId(), content, { signal: controller.signal });
      const aborted = expect(write).rejects.toThrow('no longer wanted');
      await new Promise((resolve) => content.write(bytes, resolve));
      controller.abort(new Error('no longer wanted'));
      await aborted;
      expect(content.destroyed).toBe(true);
      expect(await leftovers()).toBe(0);
    });
  });

  test('as much as is allowed is taken', async () => {
    const { size } = await objects.write(newObjectId(), inPieces(Buffer.alloc(1000)), { maxBytes: 1000 });
    expect(size).toBe(1000);
  });

  test('a signal that has aborted already stops a write before it reads', async () => {
    const content = inPieces(Buffer.alloc(10));
    await expect(objects.write(newObjectId(), content, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect((await content.next()).done).toBe(false);
  });

  test('many writes and reads at once do not mix', async () => {
    const contents = Array.from({ length: 24 }, (_, n) => bytesLike('state', 1000 + n * 30_000, String(n)));
    const written = await Promise.all(contents.map((bytes) => objects.write(newObjectId(), inPieces(bytes))));
    const read = await Promise.all(written.map(({ id }) => readAll(id)));
    expect(read.every((bytes, n) => bytes.equals(contents[n]!))).toBe(true);
  });

  test.each(['read to its end', 'left early', 'destroyed before it began', 'damaged'])(
    'an object that was %s is closed',
    async (how) => {
      const id = newObjectId();
      await objects.write(id, inPieces(bytesLike('noise', 3 * MIB)));
      const open = store.open.bind(store);
      const opened: StoredObject[] = [];
      vi.spyOn(store, 'open').mockImplementation(async (...named) => {
        const stored = await open(...named);
        if (stored) opened.push(stored);
        return stored;
      });
      const { content } = await objects.read(id);
      const [stored] = opened;
      const close = vi.spyOn(stored!, 'close');
      const closed = new Promise((resolve) => content.once('close', resolve));
      if (how === 'damaged') vi.spyOn(stored!, 'read').mockReturnValue(inPieces(Buffer.alloc(3 * MIB)));
      if (how === 'destroyed before it began') content.destroy();
      else if (how === 'left early') for await (const piece of content) if (piece) break;
      if (how === 'read to its end') await buffer(content);
      if (how === 'damaged') await expect(buffer(content)).rejects.toMatchObject({ name: 'ObjectCorrupt' });
      await closed;
      expect(close).toHaveBeenCalled();
    },
  );

  test('an index that does not open closes the object', async () => {
    const id = newObjectId();
    await objects.write(id, inPieces(bytesLike('noise', MIB)));
    const open = vi.spyOn(store, 'open');
    const other = new SealedObjects({ store, seal: new Seal({ current: Buffer.alloc(32, 8), earlier: [] }) });
    const close = vi.fn();
    open.mockResolvedValue({ size: MIB, tail: Buffer.alloc(100), read: () => inPieces(Buffer.alloc(0)), close });
    await expect(other.read(id)).rejects.toMatchObject({ name: 'ObjectCorrupt' });
    expect(close).toHaveBeenCalledOnce();
  });

  test('under another master key it does not open, and says so', async () => {
    const id = newObjectId();
    await objects.write(id, inPieces(Buffer.from('secret')));
    const other = new SealedObjects({ store, seal: new Seal({ current: Buffer.alloc(32, 8), earlier: [] }) });
    await expect(other.read(id)).rejects.toMatchObject({ name: 'SealError', reason: 'wrong-master-key' });
  });
});

test('a write takes no more than a few frames ahead of the store', async () => {
  const frameBytes = 1000;
  let [given, stored, most] = [0, 0, 0];
  async function* content(): AsyncGenerator<Buffer> {
    for (; given < 200; given += 1) yield await Promise.resolve(bytesLike('noise', frameBytes));
  }
  const slow: Pick<ObjectStore, 'put'> = {
    async put(_, pieces) {
      for await (const piece of pieces) {
        stored += Math.floor(piece.length / frameBytes);
        await new Promise(setImmediate);
        most = Math.max(most, given - stored);
      }
    },
  };
  const folder = await mkdtemp(join(tmpdir(), 'objects-'));
  const store = Object.assign(await openObjectStore(`file:${folder}`), slow);
  await new SealedObjects({ store, seal, frameBytes }).write(newObjectId(), content());
  await rm(folder, { recursive: true });
  expect([given, stored]).toEqual([200, 200]);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(5);
});

test('ids are hard to guess and safe as names', () => {
  expect(isObjectId(newObjectId())).toBe(true);
  expect(newObjectId()).not.toBe(newObjectId());
  for (const text of ['', '..', 'A'.repeat(32), `${newObjectId()}/`, `../${newObjectId()}`])
    expect(isObjectId(text)).toBe(false);
});

test.each([
  ['ftp://host/path', 'neither'],
  ['file:', 'names no path'],
  ['s3://bucket/?secret=x', 'unknown settings: secret'],
  ['s3:///prefix', 'names no bucket'],
  ['s3://bucket?endpoint=127.0.0.1:9000', 'no http:// or https:// URL'],
  ['s3://bucket?endpoint=localhost:9000', 'no http:// or https:// URL'],
  ['s3://bucket?pathStyle=yes', 'neither true nor false'],
])('the store %s is refused', async (url, message) => {
  await expect(openObjectStore(url)).rejects.toThrow(message);
});
