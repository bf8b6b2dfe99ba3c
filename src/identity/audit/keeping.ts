import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { JobRunner } from '../../platform/jobs/job-runner.js';
import type { JobKind } from '../../platform/jobs/job-kind.js';
import { JobStore } from '../../platform/jobs/job.store.js';
import type { Log } from '../../platform/log/log.js';
import { outsideWork } from '../../platform/work/work.js';
import type { Audit } from './audit.js';
import { AuditChain } from './chain.js';
import { AuditRetention } from './retention.js';

export interface KeepingDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds that records are kept; `null` for as long as the database is. */
  readonly keepMs: number | null;
  /** Hears of work in the background that failed. */
  readonly failed: (error: unknown) => void;
}

/** Milliseconds that records gather before they are chained together. */
const gatheringMs = 1_000;
/** How often what nobody chained is looked for: what a process wrote that is gone, or a command without a server. */
const chainEveryMs = 60_000;
const removeEveryMs = 3_600_000;

/** What goes on with records after they are written: they are chained, and the old ones removed. */
export class AuditKeeping {
  readonly #chain: AuditChain;
  readonly #jobs: JobStore;
  readonly #runner: JobRunner;
  readonly #kinds: Readonly<Record<string, JobKind>>;
  #timer: NodeJS.Timeout | undefined;
  #chaining: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(private readonly deps: KeepingDeps) {
    const { audit, clock, database, keepMs, log } = deps;
    this.#chain = new AuditChain({ database });
    this.#jobs = new JobStore({ database, clock });
    const retention =
      keepMs === null
        ? null
        : new AuditRetention({ database, audit, clock, keepMs, exported: () => Promise.resolve(null) });
    this.#kinds = {
      'audit.chain': this.#every(chainEveryMs, (signal) => this.#chain.run(signal)),
      ...(retention && { 'audit.remove': this.#every(removeEveryMs, (signal) => retention.run(signal)) }),
    };
    this.#runner = new JobRunner({ store: this.#jobs, clock, log, kinds: this.#kinds });
  }

  async start(): Promise<void> {
    const { audit, clock } = this.deps;
    for (const kind of Object.keys(this.#kinds)) await this.#jobs.ensure({ kind, subject: 'all', dueAt: clock.now() });
    audit.listen(() => {
      this.#noticed();
    });
    this.#runner.start();
  }

  /** Chains what is left. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#runner.close();
    await this.#chaining;
    await this.#chain.run().catch(this.deps.failed);
  }

  #noticed(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#chaining = outsideWork(() => this.#chain.run()).then(() => undefined, this.deps.failed);
    }, gatheringMs).unref();
  }

  #every(ms: number, work: (signal: AbortSignal) => Promise<unknown>): JobKind {
    return {
      run: async (_job, signal) => {
        await work(signal);
        return new Date(this.deps.clock.now().getTime() + ms);
      },
      recurs: { atMostMs: ms, atStart: 'due' },
    };
  }
}
