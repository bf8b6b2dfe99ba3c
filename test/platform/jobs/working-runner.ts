import pino from 'pino';
import type { Clock } from '../../../src/platform/clock.js';
import { doneWhenPlanned } from '../../../src/platform/jobs/job-kind.js';
import type { JobHandler } from '../../../src/platform/jobs/job-kind.js';
import { JobRunner } from '../../../src/platform/jobs/job-runner.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { HandClock } from '../../identity/world.js';
import { afterwards, scratchDatabase } from '../database/scratch.js';

export const log = pino({ level: 'silent' });

/** A runner of one kind of work, with a database of its own. */
export async function working(work: JobHandler, clock: Clock = new HandClock(), more: { concurrency?: number } = {}) {
  const database = await scratchDatabase();
  const store = new JobStore({ database, clock });
  const runner = new JobRunner({ store, clock, log, kinds: { work: doneWhenPlanned(work) }, ...more });
  afterwards(() => runner.close());
  return { database, store, runner };
}

export const done = () => Promise.resolve(undefined);
