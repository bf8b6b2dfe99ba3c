import type { Content } from '../content/scan.js';
import { defaultInventoryLimits } from './inventory.js';
import type { InventoryLimits, InventoryResult, InventorySink } from './inventory.js';
import { readInventory } from './read-inventory.js';
import { InventoryReadFailed, InventoryThread } from './inventory-thread.js';
import { FollowingReader } from './following-reader.js';

export interface InventoryReaderOptions {
  /** Number of threads, created when they are needed. 1 */
  readonly threads?: number;
  /** Content up to this many bytes is read in the caller's thread. 256 KiB */
  readonly inlineBytes?: number;
  /** How long a thread may take to answer before it is given up. 60 s */
  readonly stallMilliseconds?: number;
  readonly limits?: InventoryLimits;
  /** The program of the threads; tests use another one. */
  readonly entry?: URL;
}

/**
 * Reads inventories, large ones on other threads. Content is sent to the thread in a few blocks that are reused, so neither side holds more of it. A thread
 * that dies or hangs only fails its own read.
 */
export class InventoryReader {
  readonly #options: Required<Omit<InventoryReaderOptions, 'entry'>> & { entry?: URL };
  readonly #idle: InventoryThread[] = [];
  readonly #waiting: ((thread: InventoryThread | undefined) => void)[] = [];
  readonly #all = new Set<InventoryThread>();
  #closed = false;

  constructor(options: InventoryReaderOptions = {}) {
    this.#options = {
      threads: 1,
      inlineBytes: 256 * 1024,
      stallMilliseconds: 60_000,
      limits: defaultInventoryLimits,
      ...options,
    };
  }

  /** Content up to this many bytes is read in the caller's thread. */
  get inlineBytes(): number {
    return this.#options.inlineBytes;
  }

  /**
   * @param sink gets the resources as they are found; its calls happen here, one at a time
   * @throws InventoryReadFailed if the thread died or hung, or the reader was closed; what the content's stream or the sink throws
   */
  async read(content: Content, sink: InventorySink = {}): Promise<InventoryResult> {
    const source = iteratorOf(content);
    try {
      const first = await this.#first(source);
      if (first.whole) return await readInventory(first.chunks, sink, this.#options.limits);
      const thread = await this.#acquire();
      try {
        const content = resume(first.chunks, source);
        return (await thread.read(content, sink, { limits: this.#options.limits })).result;
      } finally {
        this.#release(thread);
      }
    } finally {
      // Not awaited: a hanging stream would delay the result for the caller.
      source.return(undefined).catch(() => undefined);
    }
  }

  /**
   * Starts reading content that somebody else passes on, on an idle thread.
   * @returns null if there is none: it does not wait
   */
  follow(sink: InventorySink): FollowingReader | null {
    const thread = this.#idleThread() ?? this.#grow();
    if (!thread) return null;
    return new FollowingReader(async (content) => {
      try {
        return await thread.read(content, sink, { limits: this.#options.limits, md5: true });
      } finally {
        this.#release(thread);
      }
    });
  }

  /** Ends the threads. Running reads fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of this.#waiting.splice(0)) waiter(undefined);
    await Promise.all([...this.#all].map((thread) => thread.stop('the inventory reader is closed')));
  }

  /** As much as may be read inline; `whole` if that was everything. */
  async #first(source: AsyncIterator<Uint8Array>): Promise<{ chunks: Uint8Array[]; whole: boolean }> {
    const chunks: Uint8Array[] = [];
    for (let size = 0; size <= this.#options.inlineBytes;) {
      const next = await source.next();
      if (next.done) return { chunks, whole: true };
      // A copy, because the sender may reuse the buffer.
      chunks.push(Uint8Array.from(next.value));
      size += next.value.length;
    }
    return { chunks, whole: false };
  }

  async #acquire(): Promise<InventoryThread> {
    if (this.#closed) throw closed();
    const thread = this.#idleThread() ?? this.#grow() ?? (await new Promise((resolve) => this.#waiting.push(resolve)));
    if (!thread) throw closed();
    return thread;
  }

  /** A thread that did not die while it was idle. */
  #idleThread(): InventoryThread | undefined {
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) {
      if (thread.usable) return thread;
      this.#all.delete(thread);
    }
    return undefined;
  }

  #grow(): InventoryThread | undefined {
    if (this.#closed || this.#all.size >= this.#options.threads) return undefined;
    const thread = new InventoryThread(this.#options.stallMilliseconds, this.#options.entry);
    this.#all.add(thread);
    return thread;
  }

  #release(thread: InventoryThread): void {
    if (!thread.usable) this.#all.delete(thread);
    const next = this.#waiting.shift();
    const free = thread.usable ? thread : next && this.#grow();
    if (next) next(free);
    else if (free) this.#idle.push(free);
  }
}

const closed = (): InventoryReadFailed => new InventoryReadFailed('the inventory reader is closed');

async function* resume(first: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

async function* iteratorOf(content: Content): AsyncGenerator<Uint8Array, undefined> {
  yield* content;
}
