import { beforeEach, describe, expect, test } from 'vitest';
import type { JobStore } from '../../../src/platform/jobs/job.store.js';
import type { Database } from '../../../src/platform/database/database.js';
import type { HandClock } from '../../identity/world.js';
import { jobStores, lease } from './store-world.js';

let database: Database;
let clock: HandClock;
let store: JobStore;
const { opened, schedule, claim, inMs } = jobStores();
beforeEach(() => {
  ({ database, clock, store } = opened());
});

describe('scheduling', () => {
  test('twice is once, at the later word', async () => {
    await schedule('a', { dueAt: inMs(100), payload: '1' });
    await schedule('a', { dueAt: inMs(50), payload: '2' });
    expect(await database.client.job.findMany()).toMatchObject([{ payload: '2', dueAt: inMs(50) }]);
  });

  describe.each([
    ['in a transaction', (dueAt?: Date) => schedule('a', { payload: '2', ...(dueAt && { dueAt }) })],
    [
      'in a batch',
      async (dueAt?: Date) => {
        const job = { kind: 'k', subject: 'a', payload: '2', ...(dueAt && { dueAt }) };
        await database.writeSql([store.scheduling(job)]);
      },
    ],
  ])('what is being done, %s,', (_how, scheduleAgain) => {
    const begun = async () => {
      await schedule('a');
      const job = await claim();
      if (!job) throw new Error('not claimed');
      return job;
    };

    test('leaves it with its runner, and is done when that ends', async () => {
      const first = await begun();
      await scheduleAgain();
      await scheduleAgain();
      expect(await claim('other')).toBeNull();
      clock.advance(lease - 1);
      expect(await store.extend(first, lease)).toBe(true);
      clock.advance(lease - 1);
      expect(await claim('other')).toBeNull();
      await store.complete(first);
      const second = await claim('other');
      expect(second).toMatchObject({ subject: 'a', payload: '2', attempts: 1 });
      await store.complete(first);
      expect(await store.extend(first, lease)).toBe(false);
      if (second) await store.complete(second);
      expect(await database.client.job.count()).toBe(0);
    });

    test('is done at its own time, whatever that is to be done again at', async () => {
      const first = await begun();
      await scheduleAgain(inMs(10));
      expect(await store.postpone(first, inMs(99), 'why')).toBe(false);
      expect(await claim()).toBeNull();
      expect(await store.nextDue(['k'])).toEqual(inMs(10));
      clock.advance(10);
      expect(await claim()).toMatchObject({ payload: '2', attempts: 1 });
    });

    test('waits for its own time where its runner is gone before that', async () => {
      await begun();
      await scheduleAgain(inMs(3 * lease));
      const later = inMs(3 * lease);
      expect(await store.nextDue(['k'])).toEqual(later);
      clock.advance(lease + 1);
      expect(await claim('other')).toBeNull();
      expect(await store.nextDue(['k'])).toEqual(later);
      clock.advance(2 * lease);
      expect(await claim('other')).toMatchObject({ payload: '2' });
    });

    test('is brought forward where the clock was wrong, once its runner is gone', async () => {
      await begun();
      await scheduleAgain(inMs(1_000 * lease));
      const bring = () => store.bringForward([{ kind: 'k', latest: inMs(lease) }]);
      await bring();
      expect(await store.nextDue(['k'])).toEqual(inMs(1_000 * lease));
      clock.advance(lease + 1);
      await bring();
      expect(await claim('other')).toMatchObject({ payload: '2' });
    });

    test('ends with no other that ends at the same moment', async () => {
      const first = await begun();
      await schedule('b');
      const other = await claim();
      await scheduleAgain();
      if (!other) throw new Error('not claimed');
      await Promise.all([first, other].map((job) => store.complete(job)));
      expect(await database.client.job.findMany()).toMatchObject([{ subject: 'a', leasedBy: null }]);
    });

    test('is done when its runner gives no sign of life, or is known to be gone', async () => {
      await begun();
      await scheduleAgain();
      clock.advance(lease + 1);
      expect(await claim('other')).toMatchObject({ payload: '2' });
      await scheduleAgain();
      await store.release(null);
      expect(await claim('third')).toMatchObject({ payload: '2' });
    });
  });

  test('is undone with its transaction', async () => {
    const work = database.transaction(async (tx) => {
      await store.schedule(tx, { kind: 'k', subject: 'a' });
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await claim()).toBeNull();
  });

  test('ensuring leaves alone what is there', async () => {
    await store.ensure({ kind: 'k', subject: 'all', dueAt: inMs(10) });
    await store.ensure({ kind: 'k', subject: 'all', dueAt: inMs(99) });
    await Promise.all([1, 2, 3].map((n) => store.ensure({ kind: 'k', subject: 'new', dueAt: inMs(n) })));
    expect(await database.client.job.count()).toBe(2);
    // One of the three was first.
    expect([1, 2, 3].map((n) => inMs(n))).toContainEqual(await store.nextDue(['k']));
  });
});
