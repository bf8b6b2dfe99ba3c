import { Worker } from 'node:worker_threads';
import { threadEntry } from '../../platform/thread-entry.js';
import type { InventoryLimits, InventorySink } from './inventory.js';
import type { ForSink, FromWorker, ReadContent, ToWorker } from './worker-messages.js';

/** The thread of a read died, hung or was stopped. The content may be valid: it can be tried again. */
export class InventoryReadFailed extends Error {
  override readonly name = 'InventoryReadFailed';
}

const BLOCKS = 4;
const BLOCK_BYTES = 512 * 1024;

/**
 * Far more than a read needs, and low enough that a failing thread does not affect the process. Next to nothing of what a read makes outlives a batch: more room
 * for new objects is only room that a process holds.
 */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 6 };

interface Read {
  readonly job: number;
  readonly sink: InventorySink;
  readonly resolve: (read: ReadContent) => void;
  readonly reject: (error: unknown) => void;
}

export interface ReadOptions {
  readonly limits: InventoryLimits;
  readonly md5?: boolean;
}

/** One thread, which reads one content at a time. */
export class InventoryThread {
  readonly #worker: Worker;
  readonly #blocks: ArrayBuffer[] = Array.from({ length: BLOCKS }, () => new ArrayBuffer(BLOCK_BYTES));
  #wake: (() => void) | undefined;
  #read: Read | undefined;
  #job = 0;
  /** Number of blocks that the thread has. */
  #sent = 0;
  #ended = false;
  /** Batches that the sink has, or that wait for it: it gets one at a time. */
  #inSink = 0;
  #sinkTurn = Promise.resolve();
  #watch: NodeJS.Timeout | undefined;
  #dead: InventoryReadFailed | undefined;

  constructor(
    private readonly stallMilliseconds: number,
    entry: URL = threadEntry('state/inventory/inventory.worker'),
  ) {
    this.#worker = new Worker(entry, { resourceLimits });
    this.#worker.on('message', (message: FromWorker) => {
      this.#receive(message);
    });
    this.#worker.on('error', (error) => {
      this.#die(`the inventory thread failed: ${error.message}`);
    });
    this.#worker.on('exit', (code) => {
      this.#die(`the inventory thread ended with status ${code}`);
    });
    this.#worker.unref();
  }

  get usable(): boolean {
    return this.#dead === undefined;
  }

  /** @throws InventoryReadFailed; what the content's stream or the sink throws. After either, the thread cannot be used any more */
  async read(
    content: AsyncIterable<Uint8Array>,
    sink: InventorySink,
    { limits, md5 = false }: ReadOptions,
  ): Promise<ReadContent> {
    if (this.#dead) throw this.#dead;
    const job = ++this.#job;
    this.#ended = false;
    this.#worker.ref();
    this.#inSink = 0;
    this.#sinkTurn = Promise.resolve();
    const outcome = new Promise<ReadContent>((resolve, reject) => {
      this.#read = { job, sink, resolve, reject };
    });
    try {
      const wants = { resources: !!sink.resources, instances: !!sink.instances, texts: !!sink.texts, md5 };
      this.#send({ kind: 'start', job, limits, wants });
      this.#feed(content, job).catch((error: unknown) => {
        this.#reject(job, error);
      });
      return await outcome;
    } catch (error) {
      await this.stop('the read was given up');
      throw error;
    } finally {
      this.#read = undefined;
      this.#observe();
      this.#worker.unref();
    }
  }

  async stop(why: string): Promise<void> {
    this.#die(why);
    await this.#worker.terminate();
  }

  /** Sends the content in free blocks, until it ends or the read has a result. */
  async #feed(content: AsyncIterable<Uint8Array>, job: number): Promise<void> {
    let block: ArrayBuffer | undefined;
    let filled = 0;
    for await (const chunk of content) {
      for (let from = 0; from < chunk.length;) {
        block ??= await this.#block(job);
        if (!block) return;
        const part = chunk.subarray(from, from + BLOCK_BYTES - filled);
        new Uint8Array(block).set(part, filled);
        filled += part.length;
        from += part.length;
        if (filled < BLOCK_BYTES) continue;
        this.#sendBlock(job, block, filled);
        block = undefined;
        filled = 0;
      }
    }
    if (this.#read?.job !== job) {
      if (block) this.#blocks.push(block);
      return;
    }
    if (block) this.#sendBlock(job, block, filled);
    this.#ended = true;
    this.#send({ kind: 'end', job });
  }

  /** A block to fill; undefined if the read got a result in the meantime. */
  async #block(job: number): Promise<ArrayBuffer | undefined> {
    while (this.#read?.job === job) {
      const block = this.#blocks.pop();
      if (block) return block;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return undefined;
  }

  #sendBlock(job: number, block: ArrayBuffer, size: number): void {
    this.#sent++;
    this.#send({ kind: 'chunk', job, block, size }, block);
  }

  #send(message: ToWorker, ...transfer: ArrayBuffer[]): void {
    this.#worker.postMessage(message, transfer);
    this.#observe();
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'spent') {
      this.#sent--;
      this.#blocks.push(message.block);
      this.#wake?.();
      this.#observe();
      return;
    }
    const read = this.#read;
    if (read?.job !== message.job) return;
    switch (message.kind) {
      case 'result': {
        const { result, header, md5 } = message;
        this.#settle();
        read.resolve({ result, header, md5 });
        return;
      }
      case 'failed':
        this.#reject(read.job, new InventoryReadFailed(message.message));
        return;
      default:
        this.#inSink++;
        this.#sinkTurn = this.#sinkTurn
          .then(() => this.#handOn(read, message))
          .catch((error: unknown) => {
            this.#reject(read.job, error);
          });
    }
  }

  #reject(job: number, error: unknown): void {
    const read = this.#read;
    if (read?.job !== job) return;
    this.#settle();
    read.reject(error);
  }

  async #handOn({ sink, job }: Read, message: ForSink): Promise<void> {
    if (!this.#reads(job)) return;
    this.#observe();
    if (message.kind === 'resources') await sink.resources?.(message.batch);
    else if (message.kind === 'instances') await sink.instances?.(message.batch);
    else if (message.kind === 'texts') await sink.texts?.(message.batch);
    else await sink.restart?.();
    if (!this.#reads(job)) return;
    this.#inSink--;
    this.#send({ kind: 'taken', job });
  }

  #reads(job: number): boolean {
    return this.#read?.job === job && !this.#dead;
  }

  #settle(): void {
    this.#read = undefined;
    this.#wake?.();
    this.#observe();
  }

  #die(why: string): void {
    this.#dead ??= new InventoryReadFailed(why);
    const read = this.#read;
    this.#settle();
    read?.reject(this.#dead);
  }

  /** The time-out runs while the thread must answer, not while the content or the sink is slow. */
  #observe(): void {
    clearTimeout(this.#watch);
    const owes = this.#sent > 0 || this.#ended;
    if (!this.#read || !owes || this.#inSink > 0) return;
    this.#watch = setTimeout(() => {
      void this.stop(`the inventory thread did not answer for ${this.stallMilliseconds} ms`);
    }, this.stallMilliseconds);
  }
}
