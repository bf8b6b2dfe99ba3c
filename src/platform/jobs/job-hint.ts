import type { Database } from '../database/database.js';
import { outsideWork } from '../work/work.js';
import type { JobStore } from './job.store.js';

/**
 * Hints that gather: rows say themselves what is to be done with them, and the job only says that there may be something to do. Much that happens at once makes it due
 * once.
 */
export class JobHint {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly deps: {
      database: Database;
      jobs: JobStore;
      /** Wakes the runner of the jobs. */
      wake: () => void;
      failed: (error: unknown) => void;
    },
    private readonly options: {
      readonly kind: string;
      /** From the first hint to when the job is due. */
      readonly gatheringMs: number;
    },
  ) {}

  /** Costs nothing while a hint is pending. */
  give(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      outsideWork(() => this.schedule()).catch(this.deps.failed);
    }, this.options.gatheringMs);
    this.#timer.unref();
  }

  /** Makes the job due now. */
  async schedule(): Promise<void> {
    const { database, jobs, wake } = this.deps;
    await database.transaction((tx) => jobs.schedule(tx, { kind: this.options.kind, subject: 'all' }));
    wake();
  }

  /** A pending hint is dropped: the next start schedules. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
