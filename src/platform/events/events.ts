import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Database } from '../database/database.js';
import { usualDeadlineMs } from '../jobs/job-kind.js';
import type { JobKind } from '../jobs/job-kind.js';
import { JobRunner } from '../jobs/job-runner.js';
import { JobStore } from '../jobs/job.store.js';
import { noSiblings } from '../processes/siblings.js';
import type { Siblings } from '../processes/siblings.js';
import { EventFeed } from './event-feed.js';
import { EventLog } from './event-log.js';
import type { FollowerLimits } from './follower.js';
import { Relay } from './relay.js';

export interface EventsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Milliseconds that events are kept. */
  readonly keepMs: number;
  /** The largest number of events that are kept. */
  readonly keepCount: number;
  readonly limits?: Partial<FollowerLimits>;
  /** Absent for none. */
  readonly siblings?: Siblings;
  /** Other work that is looked for together with the removal of events, so that looking for it costs nothing. */
  readonly kinds?: Readonly<Record<string, JobKind>>;
}

/** Kind of the job that removes events. There is one such job, and it schedules itself again. */
const pruneJobKind = 'events.prune';

const pruneEveryMs = 60_000;

const defaultLimits: FollowerLimits = { queueLength: 256, stallMs: 30_000 };

/** Events for followers: the feed, and the job that limits the log. */
export class Events {
  readonly feed: EventFeed;
  readonly log: EventLog;
  readonly #relay: Relay;
  readonly #jobs: JobStore;
  readonly #runner: JobRunner;

  constructor(private readonly deps: EventsDeps) {
    const { database, clock, log, siblings = noSiblings } = deps;
    this.log = new EventLog({ database });
    this.#relay = new Relay({ database });
    const limits = { ...defaultLimits, ...deps.limits };
    this.feed = new EventFeed({ database, events: this.log, relay: this.#relay, log, limits, siblings });
    this.#jobs = new JobStore({ database, clock });
    this.#runner = new JobRunner({
      store: this.#jobs,
      clock,
      log,
      kinds: {
        ...deps.kinds,
        [pruneJobKind]: {
          run: (_job, signal) => this.prune(signal),
          deadlineMs: usualDeadlineMs,
          recurs: { atMostMs: pruneEveryMs, atStart: 'as planned' },
        },
      },
    });
  }

  async start(): Promise<void> {
    const { clock } = this.deps;
    await this.#jobs.ensure({ kind: pruneJobKind, subject: 'all', dueAt: clock.now() });
    this.feed.start();
    this.#runner.start();
  }

  async close(): Promise<void> {
    await this.#runner.close();
    await this.feed.close();
  }

  /** Looks for due work now. */
  wake(): void {
    this.#runner.wake();
  }

  /** Numbers events that nobody waited for, and removes old ones. @returns when to run again */
  async prune(signal?: AbortSignal): Promise<Date> {
    const { clock, keepMs, keepCount } = this.deps;
    await this.#relay.run(signal);
    const now = clock.now().getTime();
    await this.log.prune({ before: new Date(now - keepMs), keep: keepCount }, signal);
    return new Date(now + pruneEveryMs);
  }
}
