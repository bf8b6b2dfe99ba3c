import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { secondsLeft, Windows } from '../../../src/gateway/admission/windows.js';
import { noSiblings } from '../../../src/platform/processes/siblings.js';

const alone = { siblings: noSiblings, name: 'events' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a window', () => {
  test('counts what happens by key, and nothing else does', async () => {
    const windows = new Windows({ limit: 2, seconds: 10, ...alone });
    expect([windows.knows('a'), await windows.look('a'), windows.size]).toEqual([false, null, 0]);
    expect(await windows.count('a')).toEqual({ limit: 2, used: 1, resetMs: 10_000 });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await windows.count('a')).toEqual({ limit: 2, used: 2, resetMs: 6_000 });
    // Beyond the limit too.
    expect(await windows.count('a')).toMatchObject({ used: 3 });
    expect(await windows.look('a')).toEqual({ limit: 2, used: 3, resetMs: 6_000 });
    expect(await windows.count('b')).toMatchObject({ used: 1, resetMs: 10_000 });
    expect([windows.knows('a'), windows.knows('b'), windows.knows('c'), windows.size]).toEqual([true, true, false, 2]);
  });

  test('begins with the first event and ends by itself, however often it is counted', async () => {
    const windows = new Windows({ limit: 2, seconds: 10, ...alone });
    await windows.count('a');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(await windows.count('a')).toMatchObject({ used: 2, resetMs: 1 });
    await vi.advanceTimersByTimeAsync(2);
    expect(await windows.look('a')).toBeNull();
    expect(await windows.count('a')).toEqual({ limit: 2, used: 1, resetMs: 10_000 });
  });

  test('of the oldest key goes where there are too many, and its count with it', async () => {
    const windows = new Windows({ limit: 2, seconds: 10, ...alone, mostKeys: 2 });
    for (const key of ['a', 'a', 'b', 'c']) await windows.count(key);
    expect([windows.size, windows.knows('a'), windows.knows('b')]).toEqual([2, false, true]);
    expect(await windows.look('a')).toBeNull();
    expect(await windows.count('a')).toMatchObject({ used: 1 });
    expect(await windows.count('c')).toMatchObject({ used: 2 });
  });

  test('twenty thousand keys are counted at once', async () => {
    const windows = new Windows({ limit: 2, seconds: 10, ...alone });
    for (let n = 0; n <= 20_000; n++) await windows.count(String(n));
    expect([windows.size, windows.knows('0'), windows.knows('1')]).toEqual([20_000, false, true]);
  });
});

test.each([
  [0, 1],
  [1, 1],
  [1_000, 1],
  [1_001, 2],
  [60_000, 60],
])('%i ms are %i s to wait', (resetMs, seconds) => {
  expect(secondsLeft({ resetMs })).toBe(seconds);
});
