import { expect, test, vi } from 'vitest';
import { DeferredRecords } from '../../../src/identity/audit/deferred-records.js';
import { eventually } from '../../eventually.js';

/** Records in a place that takes none at first. */
function deferred(most?: number) {
  const written: number[] = [];
  const told: [row: number, kept: boolean][] = [];
  const place = { full: true };
  const records = new DeferredRecords<number>({
    write: (rows) => {
      if (place.full) return Promise.reject(new Error('full'));
      written.push(...rows);
      return Promise.resolve();
    },
    waits: (row, kept) => told.push([row, kept]),
    everyMs: 5,
    ...(most !== undefined && { most }),
  });
  return { records, written, told, place };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test('ten thousand wait; each is told of at once, and those beyond are only told of', async () => {
  const { records, written, told, place } = deferred();
  records.add(upTo(10_000), new Error('full'));
  records.add([10_000, 10_001], new Error('full'));
  expect(records.waiting).toBe(10_000);
  expect(told).toHaveLength(10_002);
  expect(told.filter(([, kept]) => !kept)).toEqual([
    [10_000, false],
    [10_001, false],
  ]);
  place.full = false;
  await records.flush();
  expect(written).toEqual(upTo(10_000));
  expect(records.waiting).toBe(0);
});

test('they are written by themselves when there is room, in their order, and then there is room for others', async () => {
  const { records, written, place } = deferred(3);
  records.add([1, 2, 3, 4], new Error('full'));
  await expect(records.flush()).rejects.toThrow('full');
  expect(records.waiting).toBe(3);
  place.full = false;
  await vi.waitFor(() => expect(written).toEqual([1, 2, 3]), eventually);
  place.full = true;
  records.add([5], new Error('full'));
  place.full = false;
  await records.flush();
  expect(written).toEqual([1, 2, 3, 5]);
});
