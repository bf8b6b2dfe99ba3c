import { sharedWork } from './work/work.js';

/**
 * Reads that are asked for in the same turn are one read. It begins after the last of them asked: nobody gets what was true before it asked, so what
 * authorization stands on may be read so too.
 */
export class BatchedReads<Key, Value> {
  readonly #next = new Map<Key, Promise<Value>>();

  constructor(private readonly read: (key: Key) => Promise<Value>) {}

  get(key: Key): Promise<Value> {
    const waiting = this.#next.get(key);
    if (waiting) return waiting;
    const next = Promise.resolve().then(() => {
      this.#next.delete(key);
      return sharedWork(() => this.read(key));
    });
    this.#next.set(key, next);
    return next;
  }
}
