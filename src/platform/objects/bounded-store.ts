import { ObjectStoreFailed } from './object-errors.js';
import type { ObjectId } from './object-id.js';
import type { ObjectStore, StoredObject, StoredObjectName } from './object-store.js';

/** Time limits of a store, in milliseconds. Time in which the store waits for us, or for the client that uploads or downloads, does not count. */
export interface StoreBounds {
  /** For all attempts to open, remove or list: until the first bytes arrive. */
  readonly callMs: number;
  /** For the next bytes of a read. */
  readonly readMs: number;
  /** For one piece of a write, including its sync and all attempts. */
  readonly writeMs: number;
}

export const defaultStoreBounds: StoreBounds = { callMs: 20_000, readMs: 20_000, writeMs: 180_000 };

/** How many calls to a folder may hang before no more calls are made until one returns: each occupies one of this process's few threads. */
const mostHangingInFolder = 2;

/** A store that always answers within limits, whatever is behind it: a folder on a dead server hangs forever. */
export class BoundedStore implements ObjectStore {
  readonly #bounds: StoreBounds;
  #hanging = 0;
  /** Objects that could not be closed while the store hangs. They are closed when it returns. */
  readonly #unclosed = new Set<StoredObject>();

  constructor(
    private readonly store: ObjectStore,
    bounds: Partial<StoreBounds> = {},
    private readonly mostHanging = mostHangingInFolder,
  ) {
    this.#bounds = { ...defaultStoreBounds, ...bounds };
  }

  put(id: ObjectId, content: AsyncIterable<Buffer>): Promise<void> {
    return this.#write(content, (given) => this.store.put(id, given));
  }

  replace(id: ObjectId, content: AsyncIterable<Buffer>, size: number): Promise<boolean> {
    return this.#write(content, (given) => this.store.replace(id, given, size));
  }

  async #write<T>(content: AsyncIterable<Buffer>, write: (given: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
    const watch = new Watch(this.#bounds.writeMs);
    const pieces = content[Symbol.asyncIterator]();
    let over: { readonly reason: unknown } | null = null;
    const given: AsyncIterableIterator<Buffer, void> = {
      [Symbol.asyncIterator]: () => given,
      next: async () => {
        // A call that returns late must not use buffers that were released after the content ended.
        if (over) throw over.reason;
        watch.rest();
        const next = await pieces.next();
        watch.begin();
        return next.done ? { done: true, value: undefined } : next;
      },
      return: async () => {
        await pieces.return?.();
        return { done: true, value: undefined };
      },
    };
    try {
      return await this.#within(watch, () => write(given));
    } catch (error) {
      over = { reason: error };
      // Nobody else closes what a hanging store left open. Not awaited, because it may be waiting itself.
      pieces.return?.().catch(() => undefined);
      throw error;
    }
  }

  async open(id: ObjectId, tailBytes: number): Promise<StoredObject | null> {
    // A result that comes late is released, because nobody uses it.
    const stored = await this.#call(
      () => this.store.open(id, tailBytes),
      (late) => {
        if (late) void this.#close(late);
      },
    );
    return stored && { ...this.#read(stored), size: stored.size, tail: stored.tail };
  }

  delete(id: ObjectId): Promise<void> {
    return this.#call(() => this.store.delete(id));
  }

  ping(): Promise<void> {
    return this.#call(() => this.store.ping());
  }

  temporary(): AsyncIterable<string> {
    return this.#eachWithin(this.store.temporary());
  }

  removeTemporary(name: string): Promise<void> {
    return this.#call(() => this.store.removeTemporary(name));
  }

  notes(): Promise<string[]> {
    return this.#call(() => this.store.notes());
  }

  addNote(name: string): Promise<void> {
    return this.#call(() => this.store.addNote(name));
  }

  removeNote(name: string): Promise<void> {
    return this.#call(() => this.store.removeNote(name));
  }

  list(): AsyncIterable<StoredObjectName> {
    return this.#eachWithin(this.store.list());
  }

  close(): void {
    this.store.close();
  }

  #read(stored: StoredObject): Pick<StoredObject, 'read' | 'close'> {
    const close = () => this.#close(stored);
    return { read: (start, end) => this.#eachWithin(stored.read(start, end), () => void close()), close };
  }

  /** A file of a hanging store cannot be closed either: nobody waits for it, and it is not reported. */
  async #close(stored: StoredObject): Promise<void> {
    if (this.#hanging >= this.mostHanging) this.#unclosed.add(stored);
    else await this.#call(() => stored.close()).catch(() => undefined);
  }

  async #closeRest(): Promise<void> {
    for (const stored of [...this.#unclosed]) if (this.#unclosed.delete(stored)) await this.#close(stored);
  }

  /** @param giveUp ends the source of the items, if reading stops before the end */
  async *#eachWithin<Item>(
    items: AsyncIterable<Item>,
    giveUp: () => void = () => undefined,
  ): AsyncGenerator<Item, void, undefined> {
    const iterator = items[Symbol.asyncIterator]();
    let whole = false;
    try {
      for (;;) {
        const watch = new Watch(this.#bounds.readMs);
        const next = await this.#within(watch, () => iterator.next());
        if (next.done) break;
        yield next.value;
      }
      whole = true;
    } finally {
      // Not awaited: a hanging source never answers.
      if (!whole) {
        iterator.return?.().catch(() => undefined);
        giveUp();
      }
    }
  }

  #call<T>(call: () => Promise<T>, late?: (value: T) => void): Promise<T> {
    return this.#within(new Watch(this.#bounds.callMs), call, late);
  }

  /** @param late receives a result that comes when nobody waits for it any more */
  async #within<T>(watch: Watch, call: () => Promise<T>, late: (value: T) => void = () => undefined): Promise<T> {
    if (this.#hanging >= this.mostHanging) throw new ObjectStoreFailed('hangs');
    watch.begin();
    const called = call();
    try {
      return await Promise.race([called, watch.over]);
    } catch (error) {
      if (error === watch.failure) {
        called.then(late, () => undefined);
        this.#countHanging(called);
      }
      throw error;
    } finally {
      watch.rest();
    }
  }

  #countHanging(called: Promise<unknown>): void {
    this.#hanging += 1;
    const back = () => {
      this.#hanging -= 1;
      void this.#closeRest();
    };
    called.then(back, back);
  }
}

/** Rejects if something takes longer than allowed. Pauses do not count. */
class Watch {
  readonly failure: ObjectStoreFailed;
  readonly over: Promise<never>;
  #timer: NodeJS.Timeout | undefined;
  #end: () => void = () => undefined;

  constructor(private readonly ms: number) {
    this.failure = new ObjectStoreFailed(`did not answer within ${ms} ms`);
    this.over = new Promise<never>((_resolve, reject) => {
      this.#end = () => {
        reject(this.failure);
      };
    });
    // It may reject when nobody listens any more.
    this.over.catch(() => undefined);
  }

  begin(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#end, this.ms);
  }

  rest(): void {
    clearTimeout(this.#timer);
  }
}
