import { getEventListeners } from 'node:events';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { JobRunner } from '../../../src/platform/jobs/job-runner.js';
import type { JobHandler } from '../../../src/platform/jobs/job-kind.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { jobMetrics } from '../../../src/platform/jobs/job-metrics.js';
import { JobOverrun, withinDeadline } from '../../../src/platform/jobs/job-deadline.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { HandClock } from '../../identity/world.js';
import { afterwards, scratchDatabase } from '../database/scratch.js';
import { eventually } from '../../eventually.js';
import { gate } from '../../gate.js';

const never = () => new Promise<never>(() => undefined);

test('work is told to stop, and not waited for when it does not', async () => {
  const stop = new AbortController().signal;
  const heard: unknown[] = [];
  const hanging = withinDeadline({ deadlineMs: 5, graceMs: 5, stops: [stop] }, (signal) => {
    signal.addEventListener('abort', () => heard.push(signal.reason));
    return never();
  });
  await expect(hanging).rejects.toThrow(JobOverrun);
  expect(heard).toEqual([expect.any(JobOverrun)]);
  const obedient = withinDeadline({ deadlineMs: 5, graceMs: 60_000, stops: [stop] }, (signal) => {
    return new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped half way')));
    });
  });
  await expect(obedient).rejects.toThrow('stopped half way');
  expect(await withinDeadline({ deadlineMs: 60_000, stops: [stop] }, () => Promise.resolve('done'))).toBe('done');
});

test('who stops the runner stops the work, also one that begins then', async () => {
  const control = new AbortController();
  const reasonSeen = withinDeadline({ deadlineMs: 60_000, stops: [control.signal] }, (signal) => {
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
  });
  control.abort('over');
  expect(await reasonSeen).toBe('over');
  const late = withinDeadline({ deadlineMs: 60_000, stops: [control.signal] }, ({ aborted }) =>
    Promise.resolve(aborted),
  );
  expect(await late).toBe(true);
});

test('of work that fails before it returns a promise nothing is left', async () => {
  const control = new AbortController();
  const broken = () => {
    throw new Error('its payload is no JSON');
  };
  const failing = withinDeadline({ deadlineMs: 60_000, stops: [control.signal] }, broken);
  await expect(failing).rejects.toThrow('its payload is no JSON');
  expect(getEventListeners(control.signal, 'abort')).toEqual([]);
});

test('a job that hangs frees its place, is done again, and what it ends with at last counts no longer', async () => {
  const database = await scratchDatabase();
  const clock = new HandClock();
  const store = new JobStore({ database, clock });
  let end: () => void = () => undefined;
  const begun: string[] = [];
  const run: JobHandler = async ({ subject, attempts }) => {
    begun.push(`${subject} ${attempts}`);
    if (subject === 'hangs' && attempts === 1) await new Promise<void>((resolve) => (end = resolve));
    return subject === 'hangs' && attempts > 1 ? new Date(clock.now().getTime() + 60_000) : undefined;
  };
  const work = { run, deadlineMs: 20, recurs: null, planned: true } as const;
  const log = pino({ level: 'silent' });
  const runner = new JobRunner({ store, clock, log, kinds: { work }, concurrency: 1, graceMs: 5 });
  afterwards(() => runner.close());
  const metrics = new Metrics({ process: false });
  jobMetrics(metrics, { database, clock });
  await database.transaction(async (tx) => {
    await store.schedule(tx, { kind: 'work', subject: 'hangs' });
    await store.schedule(tx, { kind: 'work', subject: 'waits', dueAt: new Date(clock.now().getTime() + 1) });
  });
  clock.advance(1);
  runner.start();
  await vi.waitFor(() => expect(begun).toEqual(['hangs 1', 'waits 1']), eventually);
  await vi.waitFor(async () => {
    expect(await database.client.job.findMany()).toMatchObject([
      { subject: 'hangs', leasedBy: null, lastError: 'it took longer than 0 s and was given up' },
    ]);
  }, eventually);
  // The first reading takes a while, and what is due again after a second would begin.
  await metrics.render();
  // Due again after a while: who looks after it is told when that is long ago.
  clock.advance(61_001 + 1_000);
  expect((await metrics.render()).body).toContain('trustate_jobs_overdue{kind="work"} 1');
  runner.wake();
  await vi.waitFor(() => expect(begun.at(-1)).toBe('hangs 2'), eventually);
  await runner.idle();
  end();
  await runner.idle();
  expect(await database.client.job.findMany()).toMatchObject([{ subject: 'hangs', attempts: 0, lastError: null }]);
  const { body } = await metrics.render();
  expect(body).toContain('trustate_jobs_overdue{kind="work"} 0');
});

test.each([
  ['fails', () => Promise.reject(new Error('stopped'))],
  ['plans itself again', () => Promise.resolve(new Date(0))],
  ['ends', () => Promise.resolve(undefined)],
])(
  'a job that another process has taken meanwhile is told to stop, and that it %s then counts no longer',
  async (_, end) => {
    const database = await scratchDatabase();
    const clock = new HandClock();
    const store = new JobStore({ database, clock });
    const begun = gate();
    let reason: unknown;
    const run: JobHandler = async (_job, signal) => {
      begun.open();
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      reason = signal.reason;
      return end();
    };
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    const work = { run, deadlineMs: 600_000, recurs: null, planned: true } as const;
    const runner = new JobRunner({ store, clock, log, kinds: { work } });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    afterwards(() => runner.close());
    afterwards(() => void vi.useRealTimers());
    await database.transaction((tx) => store.schedule(tx, { kind: 'work', subject: 'a' }));
    runner.start();
    await begun.opened;
    // No heartbeat came in time.
    clock.advance(61_000);
    const { jobs } = await store.claim(['work'], 'another', 60_000);
    const row = await database.client.job.findFirst();
    vi.advanceTimersByTime(60_000);
    await runner.idle();
    expect(jobs).toHaveLength(1);
    expect(reason).toEqual(new Error('its lease is lost'));
    expect(await database.client.job.findFirst()).toEqual(row);
    expect(lines.map((line) => z.object({ msg: z.string() }).parse(JSON.parse(line)).msg)).toEqual([
      'stops a job whose lease is lost: another process may do it',
    ]);
  },
);
