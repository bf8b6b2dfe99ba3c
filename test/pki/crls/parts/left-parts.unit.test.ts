import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../eventually.js';
import { LeftParts, RemovalFailures } from '../../../../src/pki/crls/parts/left-parts.js';
import type { CrlDatabase, PartsPlace } from '../../../../src/pki/crls/parts/place.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const placeOf = (issuerId: string): PartsPlace => ({ issuerId, scope: -2 });

/** One part of each issuer, which cannot be removed while its issuer is among `full`. */
function storing(...issuers: readonly string[]) {
  const stored = new Set(issuers);
  const full = new Set(issuers);
  const warnings: string[] = [];
  let failures = 0;
  const removals = new RemovalFailures({
    log: { warn: (_about: unknown, text?: string) => void warnings.push(`${text}`) },
  });
  removals.listen(() => (failures += 1));
  const none = () => Promise.resolve([]);
  const database: CrlDatabase = {
    provider: 'sqlite',
    readSql: (_sql, asked) => Promise.resolve(stored.has(String(asked?.[0])) ? [{ digest: 'one' }] : []),
    readAnew: none,
    writeSql: () => Promise.resolve(),
    background: {
      writeSql: ([write]) => {
        const issuerId = String(write?.rows[0]?.[0]);
        if (full.has(issuerId)) return Promise.reject(new Error('no room'));
        stored.delete(issuerId);
        return Promise.resolve();
      },
    },
  };
  const left = new LeftParts({ database, named: () => Promise.resolve(new Set()), removals });
  return { left, stored, full, warnings, removals, failures: () => failures };
}

/** Half a minute, and what is done then until so much has come of it. */
async function later(isDone: () => boolean): Promise<void> {
  await vi.advanceTimersByTimeAsync(30_000);
  await vi.waitUntil(isDone, eventually);
}

test('what could not be removed in one place is no success while another waits', async () => {
  const { left, full, stored, warnings, failures, removals } = storing('a', 'b');
  const succeeded = vi.spyOn(removals, 'succeeded');
  await left.remove([placeOf('a'), placeOf('b')], 1n);
  full.delete('a');
  await later(() => failures() === 3);
  expect([...stored]).toEqual(['b']);
  expect([failures(), warnings.length]).toEqual([3, 1]);
  full.delete('b');
  await later(() => succeeded.mock.calls.length > 0);
  expect([...stored]).toEqual([]);
  expect([failures(), warnings.length]).toEqual([3, 1]);
  // Nothing is left to try.
  await nextTurn();
  expect(vi.getTimerCount()).toBe(0);
});

test('closed, it tries nothing again, and tells of nothing', async () => {
  const { left, full, stored, failures } = storing('a', 'b');
  await left.remove([placeOf('a'), placeOf('b')], 1n);
  expect(vi.getTimerCount()).toBe(1);
  left.close();
  expect(vi.getTimerCount()).toBe(0);
  await left.remove([placeOf('a')], 1n);
  expect(vi.getTimerCount()).toBe(0);
  full.clear();
  await vi.advanceTimersByTimeAsync(30_000);
  expect([...stored]).toEqual(['a', 'b']);
  expect(failures()).toBe(2);
});

test('closed amid several, it tries no further one', async () => {
  const { left, full, stored, removals } = storing('a', 'b');
  await left.remove([placeOf('a'), placeOf('b')], 1n);
  full.delete('b');
  removals.listen(() => left.close());
  await vi.advanceTimersByTimeAsync(30_000);
  expect([...stored]).toEqual(['a', 'b']);
  expect(vi.getTimerCount()).toBe(0);
});

test('no more places wait than a thousand', async () => {
  const issuers = Array.from({ length: 1_001 }, (_, n) => `issuer-${n}`);
  const { left, full, stored } = storing(...issuers);
  await left.remove(issuers.map(placeOf), 1n);
  full.clear();
  await later(() => stored.size <= 1);
  expect([...stored]).toEqual(['issuer-1000']);
});
