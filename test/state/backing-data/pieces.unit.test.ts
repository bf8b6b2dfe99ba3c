import { expect, test } from 'vitest';
import { contentOf } from '../../../src/state/backing-data/intake.js';

test.each([
  [0, 1],
  [10, 1],
  [512 * 1024, 1],
  [512 * 1024 + 1, 2],
  [12 * 1024 * 1024, 24],
])('%i bytes at hand are read in %i pieces, with turns for others in between', async (length, pieces) => {
  const bytes = Buffer.alloc(length, 'x');
  let others = 0;
  let next = setImmediate(function again() {
    others += 1;
    next = setImmediate(again);
  });
  const found: Uint8Array[] = [];
  for await (const piece of contentOf(bytes)) found.push(piece);
  clearImmediate(next);
  expect(found).toHaveLength(pieces);
  expect(Buffer.concat(found).equals(bytes)).toBe(true);
  expect(others).toBeGreaterThanOrEqual(pieces - 1);
});
