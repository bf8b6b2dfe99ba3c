import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { eventually } from '../../eventually.js';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/platform/clock.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { doneOnce } from '../../../src/platform/jobs/job-kind.js';
import { JobRunner } from '../../../src/platform/jobs/job-runner.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import type { Job } from '../../../src/platform/jobs/job.store.js';
import { HandClock } from '../../identity/world.js';
import { afterwards, scratchDatabase, scratchUrl } from '../database/scratch.js';
import { Together } from '../processes/together.js';
import { shortLived } from '../../short-lived.js';
import { schedule } from './scheduled.js';

const log = pino({ level: 'silent' });

test('two processes on one database do each job once', async () => {
  const url = await scratchUrl();
  const clock = new HandClock();
  const seen: string[] = [];
  const one = await scratchDatabase(url);
  const other = await scratchDatabase(url);
  const subjects = Array.from({ length: 40 }, (_, n) => `s${n}`);
  await schedule(one, new JobStore({ database: one, clock }), ...subjects);
  const runners = [one, other].map((database) => {
    const store = new JobStore({ database, clock });
    const runner = new JobRunner({
      store,
      clock,
      log,
      kinds: { work: doneOnce(({ subject }) => (seen.push(subject), Promise.resolve(undefined))) },
    });
    afterwards(() => runner.close());
    return runner;
  });
  await Promise.all(runners.map((runner) => runner.idle()));
  expect(seen.sort()).toEqual(subjects.sort());
});

test('a sibling helps at once who has more than it may begin, and hears nothing otherwise', async () => {
  const url = await scratchUrl();
  const clock = new HandClock();
  const together = new Together();
  const ends: (() => void)[] = [];
  const seen: string[] = [];
  const [one, other] = await Promise.all(
    [1, 2].map(async (place) => {
      const database = await openDatabase({ url, siblings: together.join() });
      afterwards(() => database.close());
      const store = new JobStore({ database, clock });
      const work = async ({ subject }: Job) => {
        seen.push(`${subject} by ${place}`);
        await new Promise<void>((resolve) => ends.push(resolve));
        return undefined;
      };
      // Nobody waits for a look that comes by itself.
      const runner = new JobRunner({
        store,
        clock,
        log,
        kinds: { work: doneOnce(work) },
        concurrency: 1,
        pollMs: 600_000,
      });
      afterwards(() => runner.close());
      runner.start();
      await runner.idle();
      return { database, store, runner };
    }),
  );
  if (!one || !other) throw new Error('there are two');
  const written = together.messages;
  await schedule(one.database, one.store, 'first', 'second');
  one.runner.wake();
  await expect.poll(() => seen, eventually).toHaveLength(2);
  expect(seen.map((line) => line.replace(/^\w+/, ''))).toEqual([' by 1', ' by 2']);
  for (const end of ends) end();
  await Promise.all([one.runner.idle(), other.runner.idle()]);
  const told = together.messages;
  expect(told).toBeGreaterThan(written);
  one.runner.wake();
  await one.runner.idle();
  await pause(50);
  expect(together.messages).toBe(told);
});

test('SIGKILL in the middle loses no work', async () => {
  const url = await scratchUrl();
  const database = await scratchDatabase(url);
  const store = new JobStore({ database, clock: systemClock });
  const subjects = Array.from({ length: 60 }, (_, n) => `s${n}`);
  await schedule(database, store, ...subjects);
  const child = fileURLToPath(new URL('jobs-child.ts', import.meta.url));
  for (const killedAfter of [1, 9, 20]) {
    // It ends no more than that: it would end all of them before it is killed, where much else is to do.
    const worker = spawn(process.execPath, [...shortLived, '--import', 'tsx', child, url, String(killedAfter)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(worker, 'exit');
    let heard = 0;
    createInterface({ input: worker.stdout }).on('line', () => {
      if (++heard === killedAfter) worker.kill('SIGKILL');
    });
    await exit;
  }
  expect(await database.client.job.count()).toBeGreaterThan(0);
  const kinds = {
    work: doneOnce(async ({ subject }) => {
      const key = `done ${subject}`;
      await database.client.installationFact.upsert({ where: { key }, create: { key, value: '1' }, update: {} });
      return undefined;
    }),
  };
  const runner = new JobRunner({ store, clock: systemClock, log, kinds, leaseMs: 300, pollMs: 50 });
  afterwards(() => runner.close());
  runner.start();
  await expect.poll(() => database.client.job.count()).toBe(0);
  for (const subject of subjects) {
    expect(await database.client.installationFact.findUnique({ where: { key: `done ${subject}` } })).not.toBeNull();
  }
});
