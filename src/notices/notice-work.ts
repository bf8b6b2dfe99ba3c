import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.js';
import type { EventFeed } from '../platform/events/event-feed.js';
import type { JobKind } from '../platform/jobs/job-kind.js';
import { JobRunner } from '../platform/jobs/job-runner.js';
import type { JobStore } from '../platform/jobs/job.store.js';
import { outageOf } from '../platform/outage.js';
import { outsideWork } from '../platform/work/work.js';
import { deliverJobKind } from './delivery.job.js';
import type { DeliveryJob } from './delivery.job.js';
import type { DeliveryStore } from './delivery.store.js';
import type { NoticeReader } from './notice-reader.js';
import type { WebhookStore } from './webhook.store.js';

export interface NoticeWorkDeps {
  readonly feed: EventFeed;
  readonly reader: NoticeReader;
  readonly job: DeliveryJob;
  readonly webhooks: Pick<WebhookStore, 'any'>;
  readonly deliveries: Pick<DeliveryStore, 'prune'>;
  readonly jobs: JobStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** Milliseconds that ended deliveries are kept. */
  readonly keepMs: number;
}

/** Milliseconds between the searches for what nobody spoke of: what a process left that ended. */
const watchEveryMs = 60_000;
/** Milliseconds between two readings of events. */
const apartMs = 100;
/** Receivers that are sent something at the same time, by one process. */
export const receiversAtOnce = 64;
const deadlineMs = 300_000;

/** {@link NoticeWork.watch} for a runner that was made before. It is asked for nothing while nobody has a webhook. */
export const watchingLater = (work: () => NoticeWork | undefined, clock: Clock): JobKind => ({
  run: (_job, signal) => work()?.watch(signal) ?? Promise.resolve(new Date(clock.now().getTime() + 1_000)),
  deadlineMs: watchEveryMs * 10,
  recurs: null,
  planned: true,
});

/** The work in the background. Where nobody has a webhook there is none, and nothing is asked of the database. */
export class NoticeWork {
  readonly #runner: JobRunner;
  readonly #stop = new AbortController();
  #awake = false;
  #stopWatching: (() => void) | undefined;
  #reading: Promise<void> | null = null;
  #again = false;

  constructor(private readonly deps: NoticeWorkDeps) {
    const deliver: JobKind = {
      run: ({ subject }, signal) => deps.job.run(subject, signal),
      deadlineMs,
      recurs: null,
      planned: true,
    };
    const kinds = { [deliverJobKind]: deliver };
    this.#runner = new JobRunner({ ...deps, store: deps.jobs, kinds, concurrency: receiversAtOnce });
  }

  async start(): Promise<void> {
    if (await this.deps.webhooks.any()) this.wake();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#stopWatching?.();
    await this.#reading;
    if (this.#awake) await this.#runner.close();
  }

  /** Somebody has a webhook: reads events as they come, and sends what is due. */
  wake(): void {
    if (this.#stop.signal.aborted) return;
    if (!this.#awake) {
      this.#awake = true;
      this.#stopWatching = this.deps.feed.watch(() => {
        this.#read();
      });
      this.#runner.start();
    } else this.#runner.wake();
    this.#read();
  }

  /** Finds what others left, removes what is old. @returns when to run again; nothing if nobody has a webhook */
  async watch(signal: AbortSignal): Promise<Date | undefined> {
    const { webhooks, reader, deliveries, clock, feed, keepMs } = this.deps;
    if (!(await webhooks.any()) && (await reader.end())) return undefined;
    this.wake();
    await feed.end();
    if (await reader.read(signal)) this.#runner.wake();
    const now = clock.now().getTime();
    await deliveries.prune(new Date(now - keepMs), signal);
    return new Date(now + watchEveryMs);
  }

  #read(): void {
    if (this.#stop.signal.aborted) return;
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = outsideWork(() => this.#readSoon())
      .catch((error: unknown) => {
        if (this.#stop.signal.aborted) return;
        this.deps.log.error({ err: outageOf(error) ?? error }, 'could not read events for webhooks');
      })
      .finally(() => {
        this.#reading = null;
        if (!this.#again) return;
        this.#again = false;
        this.#read();
      });
  }

  async #readSoon(): Promise<void> {
    if (await this.deps.reader.read(this.#stop.signal)) this.#runner.wake();
    await new Promise((resolve) => setTimeout(resolve, apartMs).unref());
  }
}
