import { afterEach, expect, test, vi } from 'vitest';
import { SqliteError } from '../../../src/platform/database/sqlite/driver-error.js';
import { WriterLock } from '../../../src/platform/database/sqlite/writer-lock.js';
import { longestTransactionMs } from '../../../src/platform/database/transaction-bounds.js';
import { noSiblings } from '../../../src/platform/processes/siblings.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A lock that others hold for so long, by a clock that goes on by half a second with each attempt. */
function held(heldMs: number, giveUpMs?: number) {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const told: unknown[] = [];
  let [attempts, letGo, long] = [0, 0, 0];
  const lock = new WriterLock({
    siblings: { ...noSiblings, tell: (_topic, message) => void told.push(message) },
    giveUpMs,
    waitsLong: () => (long += 1),
    withoutLingering: async (work) => {
      letGo += 1;
      await work();
    },
  });
  const taken = lock.take(() => {
    attempts += 1;
    if (now >= heldMs) return;
    now += 500;
    throw new SqliteError('database is locked', 'SQLITE_BUSY');
  });
  return { lock, taken, told, seen: () => ({ attempts, letGo }), long: () => long };
}

test('a write waits for as long as the longest transaction of another process may last', async () => {
  const { taken, told } = held(longestTransactionMs + 1_000);
  await taken;
  expect(told).toEqual([{ is: 'after me' }, { is: 'taken' }]);
});

test('but not for ever', async () => {
  await expect(held(longestTransactionMs * 2).taken).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  await expect(held(longestTransactionMs, 2_000).taken).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
});

test('a long wait is told once, a short one is not', async () => {
  const short = held(2_000);
  await short.taken;
  expect(short.long()).toBe(0);
  const long = held(longestTransactionMs);
  await long.taken;
  expect(long.long()).toBe(1);
  const inVain = held(longestTransactionMs, 2_000);
  await expect(inVain.taken).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  expect(inVain.long()).toBe(1);
});

test('the time that a process waited for others is counted, and no other', async () => {
  const free = held(0);
  await free.taken;
  expect(free.lock.waitedMs).toBe(0);
  const waited = held(2_000);
  await waited.taken;
  expect(waited.lock.waitedMs).toBe(2_000);
  const inVain = held(longestTransactionMs, 2_000);
  await expect(inVain.taken).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  expect(inVain.lock.waitedMs).toBeGreaterThanOrEqual(2_000);
});

test('readers keep no place in the log while a write waits for long', async () => {
  const free = held(0);
  await free.taken;
  expect(free.seen()).toEqual({ attempts: 1, letGo: 0 });
  const taken = held(5_000);
  await taken.taken;
  expect(taken.seen().letGo).toBe(1);
});

test('what is not about the lock is thrown at once', async () => {
  const lock = new WriterLock({ siblings: noSiblings, withoutLingering: (work) => work() });
  const full = new SqliteError('database or disk is full', 'SQLITE_FULL');
  let attempts = 0;
  const taken = lock.take(() => {
    attempts += 1;
    throw full;
  });
  await expect(taken).rejects.toBe(full);
  expect(attempts).toBe(1);
});
