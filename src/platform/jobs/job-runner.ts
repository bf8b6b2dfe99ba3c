import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import { expectListeners } from '../expected-listeners.js';
import { randomLetters } from '../ids.js';
import { isDeletedMeanwhile } from '../database/conflicts.js';
import { outageOf } from '../outage.js';
import { endSpan, startSpan } from '../tracing/spans.js';
import { outsideWork, Work, within } from '../work/work.js';
import { withinDeadline } from './job-deadline.js';
import { DueTimes } from './due-times.js';
import { secondsBeforeRetry } from './job-kind.js';
import type { JobKind } from './job-kind.js';
import type { Job, JobStore } from './job.store.js';
import { WorkElsewhere } from './work-elsewhere.js';

export interface JobRunnerDeps {
  readonly store: JobStore;
  readonly kinds: Readonly<Record<string, JobKind>>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Jobs done at the same time. */
  readonly concurrency?: number;
  /** Milliseconds without a sign of life after which others may take a job. */
  readonly leaseMs?: number;
  /** Milliseconds in which a job must stop after its deadline. */
  readonly graceMs?: number;
  /** Longest time between two searches for work of other processes, in milliseconds. */
  readonly pollMs?: number;
}

/** A lease has ended when its last millisecond is over. */
const afterEndMs = 2;

/** Runners of a process that nobody wakes look at the same moments, so that one statement answers all of them ({@link DueLooks}). */
function untilNextSearch(everyMs: number): number {
  // Whoever computes this a moment before or after another one gets the same.
  const left = everyMs - Math.floor((performance.now() % everyMs) / (everyMs / 100)) * (everyMs / 100);
  return left < everyMs / 10 ? left + everyMs : left;
}

/** Runs due jobs as long as it is open. All its state is in the database: killing it loses nothing. */
export class JobRunner {
  readonly #worker = `${String(process.pid)}-${randomLetters(8)}`;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  /** What has not ended, with what stops it when its lease is lost. */
  readonly #atWork = new Map<Job, AbortController>();
  readonly #kinds: readonly string[];
  readonly #leaseMs: number;
  readonly #concurrency: number;
  readonly #times: DueTimes;
  readonly #elsewhere: WorkElsewhere;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  /** Nobody said that there is work: whether there is any costs less to ask than to claim it. */
  #unasked = false;
  /** A sibling said so, and knows that more may be due. */
  #told = false;
  /** What the last look found, if it left nothing that is due: when the next job is, and what this process had asked for until then. */
  #seen: { readonly next: Date | null; readonly asked: number } | null = null;
  /** Why the last search failed: logged once, not every few seconds. */
  #trouble: string | undefined;

  constructor(private readonly deps: JobRunnerDeps) {
    this.#kinds = Object.keys(deps.kinds);
    this.#leaseMs = deps.leaseMs ?? 60_000;
    this.#concurrency = deps.concurrency ?? 2;
    // Each job at work listens.
    expectListeners(this.#stop.signal, this.#concurrency + 1);
    this.#times = new DueTimes({ ...deps, leaseMs: this.#leaseMs });
    this.#elsewhere = new WorkElsewhere(deps.store.siblings, this.#kinds, () => {
      // With its own hands full, it looks again when it has done something.
      if (this.#free() <= 0) return;
      this.#unasked = true;
      this.#told = true;
      this.wake();
    });
  }

  start(): void {
    this.wake();
  }

  /** Looks for work now. Call it after a transaction that made work due. */
  wake(): void {
    if (this.#stop.signal.aborted) return;
    this.#seen = null;
    if (this.#looking) {
      this.#lookAgain = true;
      this.deps.store.hurry();
      return;
    }
    this.#looking = outsideWork(() => this.#look()).finally(() => {
      this.#looking = null;
      if (this.#lookAgain) {
        this.#lookAgain = false;
        this.wake();
      }
    });
  }

  /** Takes no more work, and resolves when running work has ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    if (this.#timer) clearTimeout(this.#timer);
    this.deps.store.hurry();
    // A running search may still claim a job.
    await this.#looking;
    await Promise.allSettled([...this.#running]);
  }

  /** Resolves when nothing is due and nothing runs: for tests, and for a command that waits. */
  async idle(): Promise<void> {
    for (;;) {
      await Promise.allSettled([...this.#running]);
      const due = await this.deps.store.nextDue(this.#kinds);
      // A running search may have claimed a job that has not started: a leased job is not due.
      const nothingRuns = this.#running.size === 0 && this.#looking === null;
      if (nothingRuns && (due === null || due > this.deps.clock.now())) return;
      this.wake();
      await this.#looking;
      await new Promise((resolve) => setTimeout(resolve, this.#running.size === 0 ? 5 : 0));
    }
  }

  #stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Begins what is due, and sleeps until there is a reason to look again. */
  async #look(): Promise<void> {
    try {
      await this.#times.keep();
      const { asked } = this.deps.store;
      let [next, isAll]: [Date | null, boolean] = [null, false];
      if (this.#unasked) {
        next = await this.deps.store.nextDue(this.#kinds, this.#told ? 'now' : 'together');
        isAll = next === null || next > this.deps.clock.now();
      }
      const { told } = this.#heard();
      if (!isAll) ({ next, isAll } = await this.#take(told, next));
      if (isAll && !this.#lookAgain) this.#seen = { next, asked };
      this.#sleepUntil(next);
      this.#trouble = undefined;
    } catch (error) {
      const trouble = outageOf(error) ?? (error instanceof Error ? error.message : String(error));
      if (trouble !== this.#trouble) this.deps.log.error({ err: error }, 'could not look for due jobs');
      this.#trouble = trouble;
      this.#heard();
      this.#sleepUntil(null);
    }
  }

  /**
   * Begins as many jobs as may begin.
   * @param told whether a sibling knows that more may be due
   * @param next when the next one is due, if somebody has asked for that
   * @returns when the next one is due, if that is known, and whether everything has begun that is due now
   */
  async #take(told: boolean, next: Date | null): Promise<{ readonly next: Date | null; readonly isAll: boolean }> {
    const { store } = this.deps;
    let isAll = false;
    while (!isAll && this.#free() > 0 && !this.#stopped()) {
      const claimed = await store.claim(this.#kinds, this.#worker, this.#leaseMs, this.#free());
      for (const job of claimed.jobs) await this.#begin(job);
      [next, isAll] = [claimed.next, !claimed.more];
    }
    if (this.#free() <= 0 && !told && !this.#stopped()) this.#elsewhere.tell();
    // While something runs here, its end is a reason to look again. Where it is known what is due next, the claims of others can wait for the search that nobody asks for.
    if (this.#running.size === 0) next ??= await store.nextDue(this.#kinds);
    return { next, isAll };
  }

  #heard(): { readonly told: boolean } {
    const told = this.#told;
    this.#unasked = false;
    this.#told = false;
    return { told };
  }

  /** How many jobs may begin now. */
  #free(): number {
    return this.#concurrency - this.#running.size;
  }

  async #begin(job: Job): Promise<void> {
    if (this.#stopped()) {
      await this.deps.store.postpone(job, this.deps.clock.now(), null);
      return;
    }
    const { asked } = this.deps.store;
    let again: Date | null = null;
    const run: Promise<void> = this.#traced(job)
      .then((planned) => {
        again = planned;
      })
      .finally(() => {
        this.#running.delete(run);
        this.#goOn(again, asked);
      });
    this.#running.add(run);
  }

  /**
   * A job has ended. Where it is only planned again, and nothing was asked for since it began and since the last look, that look still says what is due when. One
   * amid the job does not see what the job asks for in a transaction that has not ended.
   */
  #goOn(again: Date | null, askedBefore: number): void {
    const seen = this.#seen;
    const { asked } = this.deps.store;
    if (again === null || askedBefore !== asked || seen?.asked !== asked) {
      this.wake();
      return;
    }
    const next = seen.next !== null && seen.next < again ? seen.next : again;
    this.#seen = { ...seen, next };
    this.#sleepUntil(next);
  }

  #sleepUntil(next: Date | null): void {
    if (this.#stop.signal.aborted) return;
    if (this.#timer) clearTimeout(this.#timer);
    const wait = next === null ? Infinity : Math.max(next.getTime() + afterEndMs - this.deps.clock.now().getTime(), 20);
    const search = untilNextSearch(this.deps.pollMs ?? 15_000);
    this.#timer = setTimeout(
      () => {
        this.#unasked = search < wait;
        this.wake();
      },
      Math.min(wait, search),
    );
    this.#timer.unref();
  }

  async #traced(job: Job): Promise<Date | null> {
    const attributes = { 'trustate.job.kind': job.kind, 'trustate.job.subject': job.subject };
    const span = startSpan(`job ${job.kind}`, { attributes });
    const { isDone, again } = await within(new Work({ span }), () => this.#run(job));
    endSpan(span, isDone ? {} : { failed: 'job' });
    return again;
  }

  /** A job that was given up after its deadline is done again as after a crash: it gets another lease, and results under the earlier lease do not count. */
  async #work(job: Job, lost: AbortController): Promise<Date | undefined> {
    const kind = this.deps.kinds[job.kind];
    if (!kind) return undefined;
    const { deadlineMs } = kind;
    const { graceMs } = this.deps;
    const bounds = { deadlineMs, stops: [this.#stop.signal, lost.signal], ...(graceMs !== undefined && { graceMs }) };
    this.#atWork.set(job, lost);
    try {
      return await withinDeadline(bounds, (signal) => kind.run(job, signal));
    } finally {
      this.#atWork.delete(job);
    }
  }

  /** @returns whether it succeeded, and when it is due again if it has planned that; a failure is logged, and the job is tried again */
  async #run(job: Job): Promise<{ readonly isDone: boolean; readonly again: Date | null }> {
    const { store, clock, log } = this.deps;
    const lost = new AbortController();
    const heartbeat = setInterval(() => {
      void this.#extend(job);
    }, this.#leaseMs / 3);
    try {
      const again = await this.#work(job, lost);
      const planned = again ? this.#times.again(job.kind, again) : null;
      const isPlanned = planned !== null && (await store.postpone(job, planned, null));
      if (planned === null) await store.complete(job);
      return { isDone: true, again: isPlanned ? planned : null };
    } catch (error) {
      const delay = secondsBeforeRetry[Math.min(job.attempts, secondsBeforeRetry.length) - 1] ?? 1;
      const stopped = this.#stop.signal.aborted || lost.signal.aborted;
      // The first time it may be that somebody deleted what it is about while it ran: the next attempt finds that gone.
      const level = isDeletedMeanwhile(error) && job.attempts === 1 ? 'warn' : 'error';
      if (!stopped)
        log[level]({ err: error, job: job.kind, subject: job.subject, attempts: job.attempts }, 'job failed');
      const dueAt = new Date(clock.now().getTime() + (stopped ? 0 : delay * 1000));
      const reason = error instanceof Error ? error.message : String(error);
      await store.postpone(job, dueAt, reason).catch((unrecorded: unknown) => {
        log.error({ err: unrecorded, job: job.kind }, 'could not record the failure of a job; its lease will expire');
      });
      return { isDone: stopped, again: null };
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** Keeps a job. One that another process may have begun, since this one was suspended or the clock was set, is told to stop. */
  async #extend(job: Job): Promise<void> {
    const { store, log } = this.deps;
    try {
      if (await store.extend(job, this.#leaseMs)) return;
      const lost = this.#atWork.get(job);
      // It may have ended meanwhile.
      if (!lost || lost.signal.aborted) return;
      log.warn({ job: job.kind, subject: job.subject }, 'stops a job whose lease is lost: another process may do it');
      lost.abort(new Error('its lease is lost'));
    } catch (error) {
      log.warn({ err: error, job: job.kind }, 'could not extend the lease of a job');
    }
  }
}
