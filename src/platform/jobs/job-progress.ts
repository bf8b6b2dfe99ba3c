import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Database } from '../database/database.js';
import type { NewEvent } from '../events/event.js';
import { eventWrite } from '../events/outbox.js';

/** Reports about background work; each domain defines for which work. */
export const jobEvents = {
  kinds: ['job.started', 'job.progressed', 'job.completed', 'job.failed'],
  facts: ['job', 'progress'],
} as const;
export type JobEventKind = (typeof jobEvents.kinds)[number];

export interface TrackedJob extends Pick<NewEvent, 'topic' | 'scope' | 'subject'> {
  /** The name of the work, in terms of the domain. */
  readonly job: string;
}

/** Reports how far the work is, in any unit, as often as it likes. */
export type Report = (done: number, total: number) => void;

export interface JobProgressDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds of work before anything is reported. */
  readonly quietMs?: number;
  /** The shortest time between two reports, in milliseconds. */
  readonly everyMs?: number;
}

/**
 * Reports the progress of long work to subscribers. Short work costs nothing and is not reported, only its result. After a crash the work starts again and is
 * reported again. A report that fails is logged, and the work continues.
 */
export class JobProgress {
  constructor(private readonly deps: JobProgressDeps) {}

  /** @param signal aborts the work early; this is not a failure, and not reported */
  async during<T>(about: TrackedJob, work: (report: Report) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const telling = new Telling(about, this.deps);
    try {
      const result = await work((done, total) => telling.report(done, total));
      await telling.end('job.completed');
      return result;
    } catch (error) {
      await telling.end(signal?.aborted ? null : 'job.failed');
      throw error;
    }
  }
}

/** The reports of one piece of work, one after the other. */
class Telling {
  readonly #timer: NodeJS.Timeout;
  #told: Promise<void> = Promise.resolve();
  #started = false;
  #lastAt = 0;
  #progress: number | null = null;

  constructor(
    private readonly about: TrackedJob,
    private readonly deps: JobProgressDeps,
  ) {
    this.#timer = setTimeout(() => {
      this.#started = true;
      this.#tell('job.started');
    }, deps.quietMs ?? 500).unref();
  }

  report(done: number, total: number): void {
    this.#progress = total > 0 ? Math.min(1, done / total) : null;
    if (this.#started && performance.now() - this.#lastAt >= (this.deps.everyMs ?? 1_000)) this.#tell('job.progressed');
  }

  /** Resolves when everything is reported. */
  async end(kind: 'job.completed' | 'job.failed' | null): Promise<void> {
    clearTimeout(this.#timer);
    if (kind === 'job.completed') this.#progress = 1;
    if (kind !== null && (this.#started || kind === 'job.failed')) this.#tell(kind);
    await this.#told;
  }

  #tell(kind: JobEventKind): void {
    const { database, clock, log } = this.deps;
    const { job, ...place } = this.about;
    this.#lastAt = performance.now();
    const event = { ...place, kind, at: clock.now(), facts: { job, progress: this.#progress } };
    this.#told = this.#told
      .then(() => database.writeSql([eventWrite(event)]))
      .catch((error: unknown) => {
        log.warn({ err: error, job }, 'the progress of a job could not be reported');
      });
  }
}

/** The same bytes, with a count of those that have passed. */
export async function* counted<Chunk extends Uint8Array>(
  bytes: AsyncIterable<Chunk> | Iterable<Chunk>,
  total: number,
  report: Report,
): AsyncGenerator<Chunk> {
  let done = 0;
  for await (const chunk of bytes) {
    done += chunk.length;
    report(done, total);
    yield chunk;
  }
}
