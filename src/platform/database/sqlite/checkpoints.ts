import { Worker } from 'node:worker_threads';
import { threadEntry } from '../../thread-entry.js';
import type { CheckpointAnswer, CheckpointOrder } from './checkpoint.worker.js';
import type { Readers } from './readers.js';

/** Pages in the log from which they are copied into the database: 16 MiB. */
export const defaultPagesEnough = 4_000;
/** How many times something is committed until the log is looked at again. */
const looksEvery = 16;
const idleMs = 30_000;

const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

interface Deps {
  readonly file: string;
  readonly readers: Pick<Readers, 'frames' | 'withoutLingering'>;
  /** Runs work while this process writes nothing. */
  readonly between: (work: () => Promise<void>) => Promise<void>;
  /** Shows readers what is committed. */
  readonly shown: () => Promise<void>;
  /** Pages in the log from which they are copied. */
  readonly pagesEnough: number;
}

/**
 * Copies the write-ahead log into the database, in a thread that has a connection of its own and waits for the disk there. Most is copied while everybody writes
 * and reads. Then writers pause for the rest and for the beginning of a new log, which is written over the old one: two or three syncs for 16 MiB of commits.
 */
export class Checkpoints {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #committed = 0;
  #closed = false;

  constructor(private readonly deps: Deps) {}

  /** To be called after commits. */
  consider(): void {
    this.#committed += 1;
    if (this.#closed || this.#running || this.#committed < looksEvery) return;
    this.#committed = 0;
    if (this.deps.readers.frames < this.deps.pagesEnough) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await this.#end();
  }

  /** What fails is tried again after the next commits: until then the log is longer, and nothing is lost. */
  async #run(): Promise<void> {
    const { between, readers, shown } = this.deps;
    clearTimeout(this.#idle);
    if ((await this.#ask('copy')) === 'failed') return;
    await between(() =>
      readers.withoutLingering(async () => {
        await this.#ask('begin anew');
      }),
    );
    await shown().catch(() => undefined);
    this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
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
        if (this.#worker === worker) this.#worker = undefined;
        settle('failed');
      };
      worker.on('message', settle).on('exit', exited);
      worker.postMessage(order);
    });
  }

  #begin(): Worker {
    const { file } = this.deps;
    const entry = threadEntry('platform/database/sqlite/checkpoint.worker');
    // Whoever asks it learns from its end that it failed.
    return new Worker(entry, { workerData: file, resourceLimits }).on('error', () => undefined);
  }

  /** Lets it close its connection: the last one of a database removes the log. */
  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#worker) await this.#ask('end');
    await this.#worker?.terminate();
    this.#worker = undefined;
  }
}
