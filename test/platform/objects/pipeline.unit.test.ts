import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collected, pipelined, untilAborted } from '../../../src/platform/objects/pipeline.js';

async function* counting(to: number, ended?: () => void): AsyncGenerator<number, void, undefined> {
  try {
    for (let n = 0; n < to; n += 1) yield await Promise.resolve(n);
  } finally {
    ended?.();
  }
}

test('results come in order, with so many under work at once and never more', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(3), { maxLength: 20 }), async (depth, delays) => {
      let [now, most] = [0, 0];
      const results = pipelined(counting(delays.length), depth, async (n) => {
        most = Math.max(most, (now += 1));
        await sleep(delays[n]);
        now -= 1;
        return n * 2;
      });
      expect(await collected(results)).toEqual(delays.map((_, n) => n * 2));
      expect(most).toBe(Math.min(depth, delays.length));
    }),
    { numRuns: 30 },
  );
});

test('a failure comes in its turn, ends the source, and waits for what is under work', async () => {
  let [ended, underway] = [false, 0];
  const results = pipelined(
    counting(10, () => (ended = true)),
    3,
    async (n) => {
      underway += 1;
      await sleep(n);
      underway -= 1;
      if (n === 4) throw new Error('four');
      return n;
    },
  );
  const taken: number[] = [];
  await expect(
    (async () => {
      for await (const n of results) taken.push(n);
    })(),
  ).rejects.toThrow('four');
  expect(taken).toEqual([0, 1, 2, 3]);
  expect([ended, underway]).toEqual([true, 0]);
});

test('a failure behind one that is never asked for is not unhandled', async () => {
  const results = pipelined(counting(3), 3, (n) => (n === 0 ? sleep(5, n) : Promise.reject(new Error('later'))));
  expect((await results.next()).value).toBe(0);
  await results.return();
});

test('items pass until the signal aborts, with its reason', async () => {
  const controller = new AbortController();
  const passed: number[] = [];
  const passing = async (): Promise<void> => {
    for await (const n of untilAborted(counting(10), controller.signal)) {
      passed.push(n);
      if (n === 3) controller.abort(new Error('enough'));
    }
  };
  await expect(passing()).rejects.toThrow('enough');
  expect(passed).toEqual([0, 1, 2, 3]);
});

test('without an abort all items pass', async () => {
  expect(await collected(untilAborted(counting(3), new AbortController().signal))).toEqual([0, 1, 2]);
});
