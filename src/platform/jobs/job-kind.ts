import type { Job } from './job.store.js';

/**
 * Does the work of one kind of job. It may be called again for work that was done or half done before a crash, so it must be idempotent.
 * @returns when the job is due again; nothing if it is complete
 */
export type JobHandler = (job: Job, signal: AbortSignal) => Promise<Date | undefined>;

interface TimedWork {
  readonly run: JobHandler;
  /** After this many milliseconds it is told to stop, and a little later it is given up: work that hangs must not block others forever. */
  readonly deadlineMs: number;
}

/** A kind of job: its work, and how long its rows may wait. */
export type JobKind = TimedWork &
  /** Recurring work. */
  (
    | { readonly recurs: Recurrence }
    /** Work that is done only once. */
    | {
        readonly recurs: null;
        /** Whether its rows may be due at any later time. Otherwise a row is due as soon as it exists, and a later time was written by a wrong clock. */
        readonly planned: boolean;
      }
  );

export interface Recurrence {
  /** The longest time between two runs, in milliseconds. A later time in a row was written by a wrong clock. */
  readonly atMostMs: number;
  /** Whether each start of a server makes it due: for work that costs little if there is nothing to do, and that repairs what a crash left. */
  readonly atStart: 'due' | 'as planned';
}

export const secondsBeforeRetry = [1, 5, 30, 120, 600, 3600] as const;

/** The longest wait after a failure, in milliseconds. */
export const longestRetryMs = Math.max(...secondsBeforeRetry) * 1000;

/** For work that usually takes seconds, and minutes if there is much of it. */
export const usualDeadlineMs = 3_600_000;

/** Work that is done once, as soon as possible. */
export const doneOnce = (
  run: (...given: Parameters<JobHandler>) => Promise<undefined>,
  deadlineMs = usualDeadlineMs,
): JobKind => ({ run, deadlineMs, recurs: null, planned: false });

/** Work that is done once at a planned time, which may be far in the future. */
export const doneWhenPlanned = (run: JobHandler): JobKind => ({
  run,
  deadlineMs: usualDeadlineMs,
  recurs: null,
  planned: true,
});
