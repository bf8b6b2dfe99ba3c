import { describe, expect, test, vi } from 'vitest';
import { AgreedClock } from '../../src/platform/agreed-clock.js';
import { afterwards } from './database/scratch.js';
import { eventually } from '../eventually.js';

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
  await vi.waitUntil(() => ask.mock.calls.length === 2, eventually);
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
  await vi.waitUntil(() => warn.mock.calls.length === 2, eventually);
  expect(warn.mock.calls[1]).toEqual([{ aheadMs: day }, expect.stringContaining('differs')]);
  expect(clock.now().getTime()).toBe(noon + 15 * second);
  expect(ask).toHaveBeenCalledTimes(4);
});

test('a clock that moves by two seconds is left to those who keep it, by more it is not', async () => {
  const { clock, set } = await machine(0);
  set(2_000);
  expect(clock.now().getTime()).toBe(noon + 2_000);
  set(1);
  expect(clock.now().getTime()).toBe(noon);
});

test('five seconds after it failed it is compared again, not earlier', async () => {
  const { clock, advance, set, lose, ask } = await machine(0);
  lose();
  set(day);
  for (const [ms, asked] of [
    [0, 2],
    [4_999, 2],
    [1, 3],
  ] as const) {
    advance(ms);
    clock.now();
    await new Promise((resolve) => setImmediate(resolve));
    expect(ask).toHaveBeenCalledTimes(asked);
  }
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

describe('a comparison', () => {
  /** As `machine`, where an answer takes its time, and differences are set between comparisons. */
  async function compared(aheadMs: number, answerTakesMs = 0) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    afterwards(() => void vi.useRealTimers());
    let elapsed = 0;
    let ahead = aheadMs;
    let reachable = true;
    const warn = vi.fn();
    const ask = vi.fn(() => {
      elapsed += answerTakesMs;
      // The database read its clock half way.
      return reachable
        ? Promise.resolve(new Date(noon + elapsed - answerTakesMs / 2))
        : Promise.reject(new Error('gone'));
    });
    const local = { now: () => new Date(noon + elapsed + ahead), elapsed: () => elapsed };
    const clock = await AgreedClock.open({ local, ask, log: { warn } });
    afterwards(() => clock.close());
    const agreed = () => clock.now().getTime() - noon - elapsed;
    /** A minute later, with another difference. */
    const later = async (aheadNow: number, isReachable = true) => {
      [ahead, reachable] = [aheadNow, isReachable];
      elapsed += 60_000;
      await vi.advanceTimersByTimeAsync(60_000);
      return agreed();
    };
    return { clock, warn, ask, agreed, later };
  }

  test('is made every minute until the clock is closed', async () => {
    const { clock, ask, later } = await compared(0);
    await later(0);
    await later(0);
    expect(ask).toHaveBeenCalledTimes(3);
    await clock.close();
    await later(0);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  test.each([
    // ahead   answer takes   counts as
    [2_000, 0, 2_000],
    [2_001, 0, 0],
    [-2_000, 0, -2_000],
    [-2_001, 0, 0],
    [2_400, 400, 2_400],
    [2_401, 400, 0],
    [10_000, 400, 0],
  ])('%i ms ahead, where an answer takes %i ms: %i', async (ahead, takes, counts) => {
    const { agreed, warn } = await compared(ahead, takes);
    expect(agreed()).toBe(counts);
    const said = [{ aheadMs: ahead }, "this machine's clock differs from the database's, which is used"];
    expect(warn.mock.calls).toEqual(counts === ahead ? [] : [said]);
  });

  test('goes back to the own clock at half of what made it leave', async () => {
    const { later } = await compared(3_000);
    expect([await later(1_001), await later(1_000), await later(2_000), await later(2_001)]).toEqual([
      0, 1_000, 2_000, 0,
    ]);
  });

  test('is told when the difference is another one, and not when it goes away', async () => {
    const { later, warn } = await compared(10_000);
    for (const ahead of [10_000, 12_000, 10_000, 8_000, 0, 0]) await later(ahead);
    expect(warn.mock.calls.map(([facts]) => facts as unknown)).toEqual([{ aheadMs: 10_000 }]);
    await later(-10_000);
    await later(10_000);
    expect(warn.mock.calls.map(([facts]) => facts as unknown)).toEqual(
      [10_000, -10_000, 10_000].map((aheadMs) => ({ aheadMs })),
    );
  });

  test('that fails is told once, until one was made', async () => {
    const { later, warn } = await compared(0);
    for (const reachable of [false, false, true, false]) await later(0, reachable);
    const said = [{ err: new Error('gone') }, "the clock could not be compared with the database's"];
    expect(warn.mock.calls).toEqual([said, said]);
  });
});
