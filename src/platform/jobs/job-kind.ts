import type { Job } from './job.store.js';

/**
 * Does the work of one kind of job. It may be called again for work that it did, or half did, before a crash: so it must be idempotent.
 * @returns when the job is due again, or nothing when it is done
 */
export type JobHandler = (job: Job, signal: AbortSignal) => Promise<Date | undefined>;

/** A kind of job: what is done, and how long its rows may wait. */
export interface JobKind {
  readonly run: JobHandler;
  /** For work that comes back by itself; `null` for work that is done once, when its row says. */
  readonly recurs: Recurrence | null;
}

export interface Recurrence {
  /** Milliseconds that pass at the most from one time to the next: a row that says more was written by a clock that was wrong. */
  readonly atMostMs: number;
  /** Whether each start of a server makes it due: for what costs little when there is nothing to do, and mends what a crash left. */
  readonly atStart: 'due' | 'as planned';
}

export const secondsBeforeRetry = [1, 5, 30, 120, 600, 3600] as const;

/** Milliseconds that work waits at the most after it failed. */
export const longestRetryMs = Math.max(...secondsBeforeRetry) * 1000;

/** Work that is done once. */
export const doneOnce = (run: JobHandler): JobKind => ({ run, recurs: null });
