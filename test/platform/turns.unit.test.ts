import { expect, test } from 'vitest';
import { inTurns } from '../../src/platform/turns.js';
import { followWork, within, Work } from '../../src/platform/work/work.js';

function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until) Math.random();
}

test('everybody else has a turn between long steps', async () => {
  let others = 0;
  let next = setImmediate(function again() {
    others += 1;
    next = setImmediate(again);
  });
  const seen: number[] = [];
  for await (const item of inTurns([1, 2, 3, 4])) {
    busy(12);
    seen.push(item);
  }
  clearImmediate(next);
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(others).toBeGreaterThanOrEqual(3);
});

test('what is left early is let go of', async () => {
  let ended = false;
  const items = (function* () {
    try {
      yield* [1, 2, 3];
    } finally {
      ended = true;
    }
  })();
  for await (const item of inTurns(items)) if (item === 2) break;
  expect(ended).toBe(true);
});

test('nothing goes on for which nobody waits any more', async () => {
  followWork();
  const reason = new Error('nobody waits any more');
  const seen: number[] = [];
  const all = async (work: Work) => {
    for await (const item of inTurns([1, 2, 3])) {
      seen.push(item);
      busy(12);
      if (item === 2) work.cancel(reason);
    }
  };
  const [reading, changing] = [new Work(), new Work({ whole: true })];
  await expect(within(reading, () => all(reading))).rejects.toBe(reason);
  expect(seen).toEqual([1, 2]);
  // What was begun to be kept is completed.
  changing.kept();
  await within(changing, () => all(changing));
  expect(seen).toEqual([1, 2, 1, 2, 3]);
});
