import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeFooter, KEY_PURPOSE, ObjectCipher } from '../../../src/platform/objects/envelope.js';
import { newObjectId, type ObjectId } from '../../../src/platform/objects/object-id.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { SealedObjects } from '../../../src/platform/objects/sealed-objects.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { bytesLike, inPieces } from './content.js';

const FRAME = 1000;
const seal = new Seal({ current: Buffer.alloc(32, 7), earlier: [] });

/** Two objects of several frames; those of `noise` are not compressed. */
describe.each(['state', 'noise'] as const)('a damaged object of %s', (like) => {
  const [bytes, otherBytes] = [bytesLike(like, 12_345, 'one'), bytesLike(like, 12_345, 'other')];
  const [id, otherId] = [newObjectId(), newObjectId()];
  let folder: string;
  let objects: SealedObjects;
  let whole: Buffer;
  let other: Buffer;

  const pathOf = (of: ObjectId): string => join(folder, of.slice(0, 2), of);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'corruption-'));
    objects = new SealedObjects({ store: await openObjectStore(`file:${folder}`), seal, frameBytes: FRAME });
    await objects.write(id, inPieces(bytes));
    await objects.write(otherId, inPieces(otherBytes));
    whole = await readFile(pathOf(id));
    other = await readFile(pathOf(otherId));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  /** Stores bytes in the object's place and reads it: what came before the failure, which must be a clear one. */
  async function readDamaged(stored: Buffer): Promise<Buffer> {
    await writeFile(pathOf(id), stored);
    const read: Buffer[] = [];
    try {
      for await (const piece of (await objects.read(id)).content) read.push(piece as Buffer);
    } catch (error) {
      expect(error).toMatchObject({ name: 'ObjectCorrupt', id });
      return Buffer.concat(read);
    }
    throw new Error('The damage was not noticed');
  }

  /** Nothing wrong comes out: what was read is how the content begins. */
  async function expectNoticed(stored: Buffer): Promise<Buffer> {
    const read = await readDamaged(stored);
    expect(read.equals(bytes.subarray(0, read.length))).toBe(true);
    return read;
  }

  /** Where each frame begins as stored, and where the last one ends. */
  function frameOffsets(): number[] {
    const footer = decodeFooter(id, whole, whole.length);
    if (typeof footer === 'number') throw new Error('The footer is not in the file');
    const key = seal.unwrap(KEY_PURPOSE, footer.wrappedKey, id);
    const offsets = [0];
    for (const { length } of new ObjectCipher(id, key).openIndex(footer.sealedIndex).frames) {
      offsets.push((offsets.at(-1) ?? 0) + length);
    }
    return offsets;
  }

  test('undamaged, it is read', async () => {
    await expect(readDamaged(whole)).rejects.toThrow('was not noticed');
  });

  test('any flipped bit is noticed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length * 8 - 1), async (bit) => {
        const damaged = Buffer.from(whole);
        damaged[bit >> 3]! ^= 1 << (bit & 7);
        await expectNoticed(damaged);
      }),
      { numRuns: 300 },
    );
  });

  test('any bit flipped in what follows the frames is noticed before anything is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 150 * 8 }), async (back) => {
        const bit = whole.length * 8 - back;
        const damaged = Buffer.from(whole);
        damaged[bit >> 3]! ^= 1 << (bit & 7);
        expect(await expectNoticed(damaged)).toHaveLength(0);
      }),
      { numRuns: 200 },
    );
  });

  test('any cut is noticed, from either end or the middle', async () => {
    const length = fc.integer({ min: 1, max: whole.length });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), length, async (start, removed) => {
        fc.pre(start < whole.length);
        await expectNoticed(Buffer.concat([whole.subarray(0, start), whole.subarray(start + removed)]));
      }),
      { numRuns: 200 },
    );
    for (const cut of [0, 1, 23, 24, 100, whole.length - 1]) {
      expect(await expectNoticed(whole.subarray(0, cut))).toHaveLength(0);
      expect(await expectNoticed(whole.subarray(whole.length - cut))).toHaveLength(0);
    }
  });

  test('anything put in is noticed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), fc.uint8Array({ minLength: 1, maxLength: 40 }), async (at, added) => {
        await expectNoticed(Buffer.concat([whole.subarray(0, at), added, whole.subarray(at)]));
      }),
      { numRuns: 100 },
    );
  });

  test("another object's file is noticed, whole or in parts", async () => {
    expect(await expectNoticed(other)).toHaveLength(0);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(2000), async (at, length) => {
        const end = Math.min(at + length + 1, whole.length, other.length);
        fc.pre(!whole.subarray(at, end).equals(other.subarray(at, end)));
        await expectNoticed(Buffer.concat([whole.subarray(0, at), other.subarray(at, end), whole.subarray(end)]));
      }),
      { numRuns: 100 },
    );
  });

  test('renamed, it is noticed', async () => {
    await writeFile(pathOf(id), whole);
    const renamed = newObjectId();
    await mkdir(dirname(pathOf(renamed)), { recursive: true });
    await copyFile(pathOf(id), pathOf(renamed));
    await expect(objects.read(renamed)).rejects.toMatchObject({ name: 'ObjectCorrupt', id: renamed });
    await expect(objects.stat(renamed)).rejects.toMatchObject({ name: 'ObjectCorrupt', id: renamed });
  });

  test('swapped frames are noticed, and neither they nor what follows is read', async () => {
    const at = frameOffsets();
    const frame = fc.nat(at.length - 2);
    await fc.assert(
      fc.asyncProperty(frame, frame, async (one, another) => {
        const [a, b] = [Math.min(one, another), Math.max(one, another)];
        fc.pre(a < b);
        const between = (from: number, to: number): Buffer => whole.subarray(at[from], at[to]);
        const swapped = [
          between(0, a),
          between(b, b + 1),
          between(a + 1, b),
          between(a, a + 1),
          whole.subarray(at[b + 1]),
        ];
        const read = await expectNoticed(Buffer.concat(swapped));
        expect(read.length).toBeLessThanOrEqual(a * FRAME);
      }),
      { numRuns: 60 },
    );
  });

  test('a range that does not touch the damage is read', async () => {
    const damaged = Buffer.from(whole);
    damaged[0]! ^= 1;
    await writeFile(pathOf(id), damaged);
    const pieces: Buffer[] = [];
    const { content } = await objects.read(id, { start: FRAME, end: 3 * FRAME });
    for await (const piece of content) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces).equals(bytes.subarray(FRAME, 3 * FRAME + 1))).toBe(true);
  });
});
