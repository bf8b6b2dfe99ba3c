import { eventually } from '../../eventually.js';
import { describe, expect, test, vi } from 'vitest';
import { missingRow } from '../../../src/platform/database/direct/failures.js';
import { doneWhenPlanned } from '../../../src/platform/jobs/job-kind.js';
import type { JobHandler } from '../../../src/platform/jobs/job-kind.js';
import { JobRunner } from '../../../src/platform/jobs/job-runner.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { createLog } from '../../../src/platform/log/log.js';
import { HandClock } from '../../identity/world.js';
import { afterwards, scratchDatabase } from '../database/scratch.js';
import { gate } from '../../gate.js';
import { schedule } from './scheduled.js';
import { done, log, working } from './working-runner.js';

describe('the runner', () => {
  test('does what is due and forgets it', async () => {
    const seen: string[] = [];
    const { database, store, runner } = await working(({ subject }) => {
      seen.push(subject);
      return done();
    });
    await schedule(database, store, 'a', 'b', 'c');
    await runner.idle();
    expect(seen.sort()).toEqual(['a', 'b', 'c']);
    expect(await database.client.job.count()).toBe(0);
  });

  test('asks once where nobody said that there is work, and sleeps again', async () => {
    const database = await scratchDatabase();
    const store = new JobStore({ database, clock: new HandClock() });
    const kinds = { work: doneWhenPlanned(done) };
    const runner = new JobRunner({ store, clock: new HandClock(), log, kinds, pollMs: 20 });
    afterwards(() => runner.close());
    runner.start();
    await runner.idle();
    const heard: string[] = [];
    const stop = database.onStatement(({ sql }) => heard.push(sql));
    await expect.poll(() => heard.length, eventually).toBeGreaterThan(4);
    stop();
    // One text: whether anything is due, at each look.
    expect([...new Set(heard)]).toEqual([heard[0]]);
    expect(heard[0]).toContain('AS "free"');
  });

  test('asks no second time after work that only plans itself again', async () => {
    const database = await scratchDatabase();
    const clock = new HandClock();
    const store = new JobStore({ database, clock });
    const planned = new Date(clock.now().getTime() + 60_000);
    const work: JobHandler = async ({ subject }) => {
      if (subject === 'all and more') await schedule(database, store, 'more');
      return planned;
    };
    const kinds = { work: { ...doneWhenPlanned(work), recurs: { atMostMs: 60_000, atStart: 'as planned' } } } as const;
    const runner = new JobRunner({ store, clock, log, kinds });
    afterwards(() => runner.close());
    await runner.idle();

    const heard: string[] = [];
    afterwards(database.onStatement(({ sql }) => heard.push(sql)));
    const turn = async (...subjects: string[]) => {
      await schedule(database, store, ...subjects);
      heard.length = 0;
      runner.wake();
      await expect.poll(() => database.client.job.count({ where: { dueAt: { not: planned } } }), eventually).toBe(0);
      return heard.filter((sql) => sql.includes('ORDER BY "dueAt", "id"') && !sql.includes('AS "free"')).length;
    };
    expect(await turn('all')).toBe(1);
    // Unless it asks for more while it runs.
    await turn('all and more');
    expect(await database.client.job.count({ where: { subject: 'more', dueAt: planned } })).toBe(1);
  });

  test('does what work asked for while it ran, also where somebody looked before that was committed', async () => {
    const looked = gate();
    class Heard extends JobStore {
      override async claim(...asked: Parameters<JobStore['claim']>) {
        const claimed = await super.claim(...asked);
        if (claimed.jobs.length === 0) looked.open();
        return claimed;
      }
    }
    const database = await scratchDatabase();
    const clock = new HandClock();
    const store = new Heard({ database, clock });
    const planned = new Date(clock.now().getTime() + 60_000);
    const work: JobHandler = async ({ subject }) => {
      if (subject === 'asks')
        await database.transaction(async (tx) => {
          await store.schedule(tx, { kind: 'work', subject: 'asked' });
          runner.wake();
          await looked.opened;
        });
      return planned;
    };
    const pollMs = 3_600_000;
    const runner: JobRunner = new JobRunner({ store, clock, log, kinds: { work: doneWhenPlanned(work) }, pollMs });
    afterwards(() => runner.close());
    await schedule(database, store, 'asks');
    runner.start();
    await expect.poll(() => database.client.job.count({ where: { dueAt: planned } }), eventually).toBe(2);
  });

  test('is not idle while it holds a job that it has not begun', async () => {
    const claimed = gate();
    const heard = gate();
    class SlowlyHeard extends JobStore {
      override async claim(...asked: Parameters<JobStore['claim']>) {
        const job = await super.claim(...asked);
        claimed.open();
        await heard.opened;
        return job;
      }
      override async nextDue(kinds: readonly string[]) {
        const due = await super.nextDue(kinds);
        // The answer to the claim comes after this one.
        setImmediate(heard.open);
        return due;
      }
    }
    const database = await scratchDatabase();
    const store = new SlowlyHeard({ database, clock: new HandClock() });
    const seen: string[] = [];
    const work: JobHandler = ({ subject }) => {
      seen.push(subject);
      return done();
    };
    const runner = new JobRunner({ store, clock: new HandClock(), log, kinds: { work: doneWhenPlanned(work) } });
    afterwards(() => runner.close());
    await schedule(database, store, 'a');
    runner.wake();
    await claimed.opened;
    await runner.idle();
    expect(seen).toEqual(['a']);
  });

  test('does no more at once than it may', async () => {
    let now = 0;
    let most = 0;
    const { database, store, runner } = await working(
      async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 3));
        now -= 1;
        return undefined;
      },
      new HandClock(),
      { concurrency: 3 },
    );
    await schedule(database, store, ...Array.from({ length: 12 }, (_, n) => `s${n}`));
    await runner.idle();
    expect(most).toBeLessThanOrEqual(3);
    expect(await database.client.job.count()).toBe(0);
  });

  test('may do many at once without a warning of listeners', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    afterwards(() => void process.off('warning', note));
    let now = 0;
    const many = gate();
    const { database, store, runner } = await working(
      async () => {
        if (++now > 10) many.open();
        await many.opened;
        return undefined;
      },
      new HandClock(),
      { concurrency: 32 },
    );
    await schedule(database, store, ...Array.from({ length: 32 }, (_, n) => `s${n}`));
    await runner.idle();
    expect(now).toBe(32);
    expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
  });

  test('warns of what was deleted while a job ran, and reports an error if that repeats itself', async () => {
    const database = await scratchDatabase();
    const clock = new HandClock();
    const levels: unknown[] = [];
    const to = { write: (line: string) => void levels.push((JSON.parse(line) as { level: number }).level) };
    const runner = new JobRunner({
      store: new JobStore({ database, clock }),
      clock,
      log: createLog({ level: 'warn', readable: false, to }),
      kinds: { work: doneWhenPlanned(() => Promise.reject(missingRow('Certificate'))) },
    });
    afterwards(() => runner.close());
    await schedule(database, new JobStore({ database, clock }), 'a');
    for (let round = 0; round < 2; round += 1) {
      await runner.idle();
      clock.advance(1_000);
    }
    expect(levels).toEqual([40, 50]);
  });

  test('tries again what failed, later and later', async () => {
    const clock = new HandClock();
    const times: number[] = [];
    const { database, store, runner } = await working(() => {
      times.push(clock.now().getTime());
      return times.length < 8 ? Promise.reject(new Error(`fault ${times.length}`)) : done();
    }, clock);
    await schedule(database, store, 'a');
    for (let round = 0; round < 8; round += 1) {
      await runner.idle();
      const row = await database.client.job.findFirst();
      if (!row) break;
      expect(row).toMatchObject({ lastError: `fault ${round + 1}`, attempts: round + 1, leasedBy: null });
      clock.advance(row.dueAt.getTime() - clock.now().getTime());
    }
    const waits = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1000);
    expect(waits).toEqual([1, 5, 30, 120, 600, 3600, 3600]);
    expect(await database.client.job.count()).toBe(0);
  });

  test('comes back when the work says so', async () => {
    const clock = new HandClock();
    let runs = 0;
    const { database, store, runner } = await working(
      () => Promise.resolve(new Date(clock.now().getTime() + 1_000 * ++runs)),
      clock,
    );
    await schedule(database, store, 'daily');
    await runner.idle();
    await runner.idle();
    expect(runs).toBe(1);
    clock.advance(1_000);
    await runner.idle();
    expect(runs).toBe(2);
    expect(await database.client.job.findMany()).toMatchObject([{ attempts: 0, leasedUntil: null }]);
  });

  test('does again what was made due while it was done', async () => {
    const { opened, open } = gate();
    const begun = gate();
    let runs = 0;
    const { database, store, runner } = await working(async () => {
      runs += 1;
      begun.open();
      if (runs === 1) await opened;
      return undefined;
    });
    await schedule(database, store, 'a');
    runner.start();
    await begun.opened;
    await schedule(database, store, 'a');
    open();
    await runner.idle();
    expect(runs).toBe(2);
    expect(await database.client.job.count()).toBe(0);
  });

  test('a job at work extends its lease well before it ends', async () => {
    const leaseMs = 60_000;
    const [begun, released] = [gate(), gate()];
    const database = await scratchDatabase();
    const clock = new HandClock();
    const store = new JobStore({ database, clock });
    const work = doneWhenPlanned(async () => {
      begun.open();
      await released.opened;
      return undefined;
    });
    const runner = new JobRunner({ store, clock, log, kinds: { work }, leaseMs });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await schedule(database, store, 'a');
      runner.start();
      await begun.opened;
      clock.advance(leaseMs / 2);
      vi.advanceTimersByTime(leaseMs / 2);
      const leasedUntil = new Date(clock.now().getTime() + leaseMs);
      await vi.waitFor(
        async () => expect(await database.client.job.findMany()).toMatchObject([{ leasedUntil }]),
        eventually,
      );
      released.open();
      await runner.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
