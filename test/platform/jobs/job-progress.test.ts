import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../src/platform/clock.js';
import type { Database } from '../../../src/platform/database/database.js';
import { JobProgress, counted } from '../../../src/platform/jobs/job-progress.js';
import type { JobProgressDeps, Report } from '../../../src/platform/jobs/job-progress.js';
import { scratchDatabase } from '../database/scratch.js';
import { eventually } from '../../eventually.js';

const work = { job: 'test', topic: 'ws-1', scope: 'org-1', subject: 'sv-1' };

/** A progress over a database of its own, and what it told. */
async function telling(options: Partial<JobProgressDeps> = {}) {
  const database = await scratchDatabase();
  const told = async () =>
    (await database.client.event.findMany({ orderBy: { id: 'asc' } })).map(({ kind, facts }) => ({
      kind,
      ...z.object({ job: z.literal('test'), progress: z.number().nullable() }).parse(JSON.parse(facts)),
    }));
  const log = pino({ level: 'silent' });
  return {
    database,
    told,
    progress: new JobProgress({ database, clock: systemClock, log, quietMs: 0, everyMs: 0, ...options }),
  };
}

/** Until so many events are there. */
const until = (database: Database, count: number) =>
  vi.waitUntil(async () => (await database.client.event.count()) >= count, eventually);

test('work is told of from its start to its end', async () => {
  const { database, progress, told } = await telling();
  const result = await progress.during(work, async (report) => {
    await until(database, 1);
    report(1, 4);
    report(2, 4);
    return 'done';
  });
  expect(result).toBe('done');
  expect(await told()).toEqual([
    { kind: 'job.started', job: 'test', progress: null },
    { kind: 'job.progressed', job: 'test', progress: 0.25 },
    { kind: 'job.progressed', job: 'test', progress: 0.5 },
    { kind: 'job.completed', job: 'test', progress: 1 },
  ]);
  expect(await database.client.event.findFirst()).toMatchObject({ topic: 'ws-1', scope: 'org-1', subject: 'sv-1' });
});

test('of work that is done before anybody would ask nothing is told', async () => {
  const { progress, told } = await telling({ quietMs: 60_000 });
  await progress.during(work, (report) => {
    report(1, 2);
    return Promise.resolve();
  });
  expect(await told()).toEqual([]);
});

test('words that come too soon after each other are left out', async () => {
  const { database, progress, told } = await telling({ everyMs: 60_000 });
  await progress.during(work, async (report) => {
    await until(database, 1);
    for (let done = 0; done < 1_000; done += 1) report(done, 1_000);
  });
  expect((await told()).map(({ kind }) => kind)).toEqual(['job.started', 'job.completed']);
});

test("a failure is told, however soon, and is the caller's", async () => {
  const { progress, told } = await telling({ quietMs: 60_000 });
  const failing = progress.during(work, (report) => {
    report(1, 4);
    return Promise.reject(new Error('the secret'));
  });
  await expect(failing).rejects.toThrow('the secret');
  expect(await told()).toEqual([{ kind: 'job.failed', job: 'test', progress: 0.25 }]);
});

test('who is stopped has not failed', async () => {
  const { progress, told } = await telling({ quietMs: 60_000 });
  const stop = new AbortController();
  const stopped = progress.during(
    work,
    () => {
      stop.abort();
      return Promise.reject(new Error('stopped'));
    },
    stop.signal,
  );
  await expect(stopped).rejects.toThrow('stopped');
  expect(await told()).toEqual([]);
});

test('what cannot be told is logged, and the work goes on', async () => {
  const warn = vi.fn();
  const { database, progress } = await telling({ log: { warn } });
  await database.client.$executeRawUnsafe('DROP TABLE "Event"');
  const result = await progress.during(work, async () => {
    await vi.waitUntil(() => warn.mock.calls.length > 0, eventually);
    return 'done';
  });
  expect(result).toBe('done');
});

test.each<[number, number, number | null]>([
  [0, 0, null],
  [1, 2, 0.5],
  [3, 2, 1],
])('%i of %i is %j', async (done, total, shown) => {
  const { database, progress, told } = await telling();
  await progress.during(work, async (report) => {
    report(done, total);
    await until(database, 1);
  });
  expect((await told())[0]).toMatchObject({ kind: 'job.started', progress: shown });
});

test('bytes are counted as they pass', async () => {
  const report = vi.fn<Report>();
  const passed: number[] = [];
  for await (const chunk of counted([new Uint8Array(3), new Uint8Array(4)], 7, report)) passed.push(chunk.length);
  expect(passed).toEqual([3, 4]);
  expect(report.mock.calls).toEqual([
    [3, 7],
    [7, 7],
  ]);
});
