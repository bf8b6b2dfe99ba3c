import { Worker } from 'node:worker_threads';
import { threadEntry } from '../../thread-entry.js';
import type { CheckpointAnswer, CheckpointOrder } from './checkpoint.worker.js';
import type { Commits } from './commits.js';
import type { Readers } from './readers.js';

/** Pages in the log from which they are copied into the database: 16 MiB. */
export const defaultPagesEnough = 4_000;
/** How many times something is committed until the log is looked at again. */
const looksEvery = 16;
const defaultIdleMs = 30_000;

const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

/** Where more than what is copied keeps the log from being begun anew, it grows by this part before that is tried again: trying makes writers wait. */
const growth = 0.5;

interface Deps {
  readonly file: string;
  readonly readers: Pick<Readers, 'frames' | 'withoutLingering'>;
  /** Runs work while this process writes nothing. */
  readonly between: (work: () => Promise<void>) => Promise<void>;
  readonly commits: Pick<Commits, 'shown' | 'inDoubt'>;
  /** Shows readers what is committed, whatever that takes. */
  readonly shown: () => Promise<void>;
  /** Pages in the log from which they are copied. */
  readonly pagesEnough: number;
  /** Milliseconds after which a thread that nobody asks ends. */
  readonly idleMs?: number;
  readonly startThread?: (file: string) => Worker;
}

/**
 * Copies the write-ahead log into the database, in a thread that has a connection of its own and waits for the disk there. Most is copied while everybody writes
 * and reads. Then writers pause for the rest and for the beginning of a new log, which is written over the old one: two or three syncs for 16 MiB of commits.
 * Other processes pause because the lock is taken then.
 *
 * Nothing is copied while it is not known what of the log is on disk: if the power went, the rest of a page that is half copied would be there alone.
 */
export class Checkpoints {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #committed = 0;
  #closed = false;
  /** Pages in the log from which it is begun anew: more after that could not be done. */
  #enough: number;

  constructor(private readonly deps: Deps) {
    this.#enough = deps.pagesEnough;
  }

  /** To be called after commits. */
  consider(): void {
    this.#committed += 1;
    if (this.#closed || this.#running || this.#committed < looksEvery) return;
    this.#committed = 0;
    const { frames } = this.deps.readers;
    // Somebody else has begun it anew.
    if (frames < this.deps.pagesEnough) this.#enough = this.deps.pagesEnough;
    if (frames < this.#enough) return;
    this.#alone(() => this.#run(frames));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await this.#end();
  }

  /** The thread is asked one thing after the other. What fails is tried again after the next commits: until then the log is longer, and nothing is lost. */
  #alone(work: () => Promise<void>): void {
    clearTimeout(this.#idle);
    this.#running = work()
      .catch(() => undefined)
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #run(frames: number): Promise<void> {
    const { between, readers, commits, shown, pagesEnough, idleMs = defaultIdleMs } = this.deps;
    await commits.shown();
    if ((await this.#ask('copy')) === 'failed') return;
    await between(() =>
      readers.withoutLingering(async () => {
        if (commits.inDoubt) return;
        const begun = (await this.#ask('begin anew')) === 'done';
        this.#enough = begun ? pagesEnough : frames + Math.max(pagesEnough, frames * growth);
      }),
    );
    await shown();
    this.#idle = setTimeout(() => {
      if (!this.#running) this.#alone(() => this.#end());
    }, idleMs).unref();
  }

  #ask(order: CheckpointOrder): Promise<CheckpointAnswer> {
    const worker = (this.#worker ??= this.#begin());
    worker.ref();
    return new Promise<CheckpointAnswer>((resolve) => {
      const settle = (answer: CheckpointAnswer) => {
        worker.off('message', settle).off('exit', exited);
        worker.unref();
        resolve(answer);
      };
      const exited = () => {
        settle('failed');
      };
      worker.on('message', settle).on('exit', exited);
      worker.postMessage(order);
    });
  }

  #begin(): Worker {
    const { file, startThread = started } = this.deps;
    // Whoever asks it learns from its end that it failed.
    const worker = startThread(file).on('error', () => undefined);
    // One that ends while nobody asks it would never answer whoever asks it next.
    return worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
  }

  /** Lets it close its connection: the last one of a database removes the log. */
  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#worker) await this.#ask('end');
    await this.#worker?.terminate();
  }
}

function started(file: string): Worker {
  return new Worker(threadEntry('platform/database/sqlite/checkpoint.worker'), { workerData: file, resourceLimits });
}
