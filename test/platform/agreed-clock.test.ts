import { expect, test, vi } from 'vitest';
import { AgreedClock } from '../../src/platform/agreed-clock.js';
import { afterwards } from './database/scratch.js';

const second = 1000;
const day = 86_400 * second;
const noon = new Date('2026-03-01T12:00:00.000Z').getTime();

/** This machine, whose clock is so far ahead of the database's; time goes on for both. */
async function machine(aheadMs: number) {
  let elapsed = 0;
  let ahead = aheadMs;
  let reachable = true;
  const warn = vi.fn();
  const ask = vi.fn(() => (reachable ? Promise.resolve(new Date(noon + elapsed)) : Promise.reject(new Error('gone'))));
  const local = { now: () => new Date(noon + elapsed + ahead), elapsed: () => elapsed };
  const clock = await AgreedClock.open({ local, ask, log: { warn } });
  afterwards(() => clock.close());
  return {
    clock,
    warn,
    ask,
    advance: (ms: number) => (elapsed += ms),
    set: (ms: number) => (ahead += ms),
    lose: () => (reachable = false),
    find: () => (reachable = true),
  };
}

test.each([
  [0, 0],
  [1_500, 1_500],
  [-1_500, -1_500],
  [day, 0],
  [-day, 0],
])('a clock that is %i ms ahead counts as %i', async (ahead, agreed) => {
  const { clock, warn } = await machine(ahead);
  expect(clock.now().getTime() - noon).toBe(agreed);
  expect(warn).toHaveBeenCalledTimes(Math.abs(ahead) > 2_000 ? 1 : 0);
});

test.each([day, -day])('a clock that is set by %i ms while the server runs changes nothing', async (ms) => {
  const { clock, advance, set, ask } = await machine(0);
  advance(10 * second);
  set(ms);
  expect(clock.now().getTime()).toBe(noon + 10 * second);
  // It is compared at once, and again when the next one asks.
  await vi.waitUntil(() => ask.mock.calls.length === 2);
  advance(10 * second);
  expect(clock.now().getTime()).toBe(noon + 20 * second);
});

test('a clock that was set while the database is away is compared now and then, and that is said once', async () => {
  const { clock, advance, set, lose, find, ask, warn } = await machine(0);
  lose();
  set(day);
  for (let n = 0; n < 100; n += 1) {
    expect(clock.now().getTime()).toBe(noon + n * 100);
    await new Promise((resolve) => setImmediate(resolve));
    advance(100);
  }
  // At once, and five seconds later.
  expect([ask.mock.calls.length, warn.mock.calls.length]).toEqual([1 + 2, 1]);
  find();
  advance(5 * second);
  expect(clock.now().getTime()).toBe(noon + 15 * second);
  await vi.waitUntil(() => warn.mock.calls.length === 2);
  expect(warn.mock.calls[1]).toEqual([{ aheadMs: day }, expect.stringContaining('differs')]);
  expect(clock.now().getTime()).toBe(noon + 15 * second);
  expect(ask).toHaveBeenCalledTimes(4);
});

test('while the database cannot be asked time goes on', async () => {
  const { clock, advance, set, lose } = await machine(0);
  lose();
  set(day);
  advance(100 * second);
  expect(clock.now().getTime()).toBe(noon + 100 * second);
});

test('two servers, one of them a day ahead, agree', async () => {
  const [one, other] = [await machine(0), await machine(day)];
  expect(other.clock.now()).toEqual(one.clock.now());
});
