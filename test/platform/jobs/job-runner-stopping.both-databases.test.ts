import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { doneWhenPlanned } from '../../../src/platform/jobs/job-kind.js';
import { JobRunner } from '../../../src/platform/jobs/job-runner.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { HandClock } from '../../identity/world.js';
import { scratchDatabase } from '../database/scratch.js';
import { gate } from '../../gate.js';
import { schedule } from './scheduled.js';
import { done, log, working } from './working-runner.js';

describe('a runner that is closed', () => {
  test('closed, it ends what it began and begins no more', async () => {
    const { opened, open } = gate();
    const begun = gate();
    let ended = false;
    const { database, store, runner } = await working(async () => {
      begun.open();
      await opened;
      ended = true;
      return undefined;
    });
    await schedule(database, store, 'a');
    runner.start();
    await begun.opened;
    const closed = runner.close();
    await schedule(database, store, 'b');
    runner.wake();
    open();
    await closed;
    expect(ended).toBe(true);
    expect(await database.client.job.findMany()).toMatchObject([{ subject: 'b', attempts: 0 }]);
  });

  test('what a stop interrupts is due at once', async () => {
    const begun = gate();
    const { database, store, runner } = await working((_job, signal) => {
      begun.open();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('stopped'));
        });
      });
    });
    await schedule(database, store, 'a');
    runner.start();
    await begun.opened;
    await runner.close();
    expect(await database.client.job.findMany()).toMatchObject([
      { subject: 'a', leasedBy: null, dueAt: new HandClock().now() },
    ]);
  });

  test('what a stop interrupts is no failure in the log', async () => {
    const database = await scratchDatabase();
    const clock = new HandClock();
    const store = new JobStore({ database, clock });
    const begun = gate();
    const lines: string[] = [];
    const work = doneWhenPlanned((_job, signal) => {
      begun.open();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    });
    const told = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    const runner = new JobRunner({ store, clock, log: told, kinds: { work } });
    await schedule(database, store, 'a');
    runner.start();
    await begun.opened;
    await runner.close();
    expect(lines).toEqual([]);
  });

  test('closed between a claim and what it is for, it gives the job back', async () => {
    const [claimed, heard] = [gate(), gate()];
    class SlowlyHeard extends JobStore {
      override async claim(...asked: Parameters<JobStore['claim']>) {
        const jobs = await super.claim(...asked);
        claimed.open();
        await heard.opened;
        return jobs;
      }
    }
    const database = await scratchDatabase();
    const clock = new HandClock();
    const store = new SlowlyHeard({ database, clock });
    let runs = 0;
    const work = doneWhenPlanned(() => {
      runs += 1;
      return done();
    });
    const runner = new JobRunner({ store, clock, log, kinds: { work } });
    await schedule(database, store, 'a');
    runner.start();
    await claimed.opened;
    const closed = runner.close();
    heard.open();
    await closed;
    expect(runs).toBe(0);
    expect(await database.client.job.findMany()).toMatchObject([{ leasedBy: null, attempts: 0, lastError: null }]);
  });

  test('closed while it looks for work, it has none in hand', async () => {
    let runs = 0;
    const { database, store, runner } = await working(() => {
      runs += 1;
      return done();
    });
    await schedule(database, store, 'a');
    runner.start();
    await runner.close();
    const rows = await database.client.job.findMany();
    expect(rows).toHaveLength(1 - runs);
    expect(rows.every(({ leasedBy }) => leasedBy === null)).toBe(true);
  });
});
