import type { Job } from './job.store.js';

/**
 * Does the work of one kind of job. It may be called again for work that it did, or half did, before a crash: so it must be idempotent.
 * @returns when the job is due again, or nothing when it is done
 */
export type JobHandler = (job: Job, signal: AbortSignal) => Promise<Date | undefined>;

interface TimedWork {
  readonly run: JobHandler;
  /** Milliseconds after which it is told to stop and, a little later, given up: work that hangs must not keep others waiting forever. */
  readonly deadlineMs: number;
}

/** A kind of job: what is done, and how long its rows may wait. */
export type JobKind = TimedWork &
  /** Work that comes back by itself. */
  (
    | { readonly recurs: Recurrence }
    /** Work that is done once. */
    | {
        readonly recurs: null;
        /** Whether its rows may be due at any later time; otherwise it is due as soon as it is there, and a row that says more was written by a clock that was wrong. */
        readonly planned: boolean;
      }
  );

export interface Recurrence {
  /** Milliseconds that pass at the most from one time to the next: a row that says more was written by a clock that was wrong. */
  readonly atMostMs: number;
  /** Whether each start of a server makes it due: for what costs little when there is nothing to do, and mends what a crash left. */
  readonly atStart: 'due' | 'as planned';
}

export const secondsBeforeRetry = [1, 5, 30, 120, 600, 3600] as const;

/** Milliseconds that work waits at the most after it failed. */
export const longestRetryMs = Math.max(...secondsBeforeRetry) * 1000;

/** For what takes seconds when all is well, and minutes when there is much of it. */
export const usualDeadlineMs = 3_600_000;

/** Work that is done once, as soon as it can be. */
export const doneOnce = (
  run: (...given: Parameters<JobHandler>) => Promise<undefined>,
  deadlineMs = usualDeadlineMs,
): JobKind => ({ run, deadlineMs, recurs: null, planned: false });

/** Work that is done once, when its row says: that may be far ahead. */
export const doneWhenPlanned = (run: JobHandler): JobKind => ({
  ...{ run, deadlineMs: usualDeadlineMs },
  ...{ recurs: null, planned: true },
});
