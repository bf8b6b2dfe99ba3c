import { brotliCompressSync, constants } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FRAME_BYTES } from '../../../src/platform/objects/envelope.js';
import { compressed, decompressed } from '../../../src/platform/objects/frames.js';
import { bytesLike } from './content.js';

const KIB = 1024;

/** Around the sizes at which another way is taken: uncompressed, on this thread, one and several rooms of output. */
const size = fc
  .tuple(fc.constantFrom(64, KIB, 32 * KIB, 128 * KIB, 256 * KIB, FRAME_BYTES), fc.integer({ min: -2, max: 2 }))
  .map(([near, by]) => Math.min(near + by, FRAME_BYTES));

/** A frame of which a share is noise: that share is how much smaller it becomes. */
const frame = fc.tuple(size, fc.double({ min: 0, max: 1, noNaN: true }), fc.string()).map(([length, share, seed]) => {
  const noise = bytesLike('noise', Math.round(length * share), seed);
  return Buffer.concat([noise, bytesLike('state', length - noise.length, seed)]);
});

describe('frames', () => {
  test('come back as they were, whatever they are made of', async () => {
    await fc.assert(
      fc.asyncProperty(frame, async (plain) => {
        const small = await compressed(plain);
        if (small === null) return;
        expect(small.length).toBeLessThan(plain.length);
        expect((await decompressed(small, plain.length)).equals(plain)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('come back with any window that they were compressed with', async () => {
    const plain = bytesLike('state', FRAME_BYTES);
    for (const window of [10, 16, 19, 24]) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: window };
      const small = brotliCompressSync(plain, { params });
      expect((await decompressed(small, plain.length)).equals(plain)).toBe(true);
    }
  });

  test.each([8 * KIB, FRAME_BYTES])('of %i bytes are refused if they hold more or fewer', async (length) => {
    const small = await compressed(bytesLike('state', length));
    if (!small) throw new Error('not compressed');
    await expect(decompressed(small, length - 1)).rejects.toThrow();
    await expect(decompressed(small, length + 1)).rejects.toThrow(`holds ${length}`);
  });

  test('hold only the room that their bytes need', async () => {
    const plain = bytesLike('state', FRAME_BYTES);
    const small = (await compressed(plain)) ?? plain;
    expect(small.buffer.byteLength).toBeLessThan(FRAME_BYTES / 2);
    expect((await decompressed(small, plain.length)).buffer.byteLength).toBe(FRAME_BYTES + 1);
  });
});
