import type { Database } from '../database/database.js';
import { outsideWork } from '../work/work.js';
import type { JobStore } from './job.store.js';

/**
 * Combines hints. The rows themselves say what has to be done, and the job only says that there may be something to do. Many hints at once make it due only
 * once.
 */
export class JobHint {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly deps: {
      database: Database;
      jobs: JobStore;
      /** Wakes the job runner. */
      wake: () => void;
      failed: (error: unknown) => void;
    },
    private readonly options: {
      readonly kind: string;
      /** Milliseconds from the first hint until the job is due. */
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

  /** Drops a pending hint: the next start schedules the job. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
