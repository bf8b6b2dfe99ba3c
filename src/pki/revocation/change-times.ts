import { LRUCache } from 'lru-cache';

const second = 1000;

/**
 * The time of a change for `Last-Modified`, which counts in seconds. If there are two versions within one second, the later one gets the next second; otherwise
 * a client with the first would never get the second.
 */
export class ChangeTimes {
  readonly #known = new LRUCache<string, { readonly version: string; readonly at: number }>({ max: 10_000 });

  /** @param at when this version was created, as far as known; a version that was seen before keeps its time */
  of(subject: string, version: string, at: Date): Date {
    const before = this.#known.get(subject);
    if (before?.version === version) return new Date(before.at);
    const whole = Math.floor(at.getTime() / second) * second;
    const since = Math.max(whole, before ? before.at + second : whole);
    this.#known.set(subject, { version, at: since });
    return new Date(since);
  }
}
