import { sharedWork } from './work/work.js';

/**
 * Combines reads of the same turn into one read. The read begins after the last request for it, so no result is older than its request. Authorization may
 * therefore use it.
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
