import { expect, test } from 'vitest';
import { BatchedReads } from '../../src/platform/batched-reads.js';

/** Reads of a value that changes; `began` has what each of them saw. */
function changing() {
  const state = { value: 1, began: [] as number[] };
  const reads = new BatchedReads<string, number>((key) => {
    state.began.push(state.value);
    return Promise.resolve(key.length * state.value);
  });
  return { state, reads };
}

test('what is asked for in one turn is read once for each key', async () => {
  const { state, reads } = changing();
  expect(await Promise.all([reads.get('a'), reads.get('bb'), reads.get('a')])).toEqual([1, 2, 1]);
  expect(state.began).toHaveLength(2);
});

test('nobody gets what was true before it asked', async () => {
  const { state, reads } = changing();
  const before = reads.get('a');
  state.value = 2;
  const after = reads.get('a');
  expect(await Promise.all([before, after])).toEqual([2, 2]);
  state.value = 3;
  expect(await reads.get('a')).toBe(3);
});

test('a read that fails fails for those who asked, and the next is tried anew', async () => {
  let fails = true;
  const reads = new BatchedReads<string, string>((key) =>
    fails ? Promise.reject(new Error('down')) : Promise.resolve(key),
  );
  const asked = [reads.get('a'), reads.get('a')];
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await reads.get('a')).toBe('a');
});
