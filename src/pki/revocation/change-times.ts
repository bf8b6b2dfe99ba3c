import { LRUCache } from 'lru-cache';

const second = 1000;

/**
 * When something changed, for `Last-Modified`, which counts in seconds: of two versions within one second the later one gets the next second, or who has
 * the first would never be given the other.
 */
export class ChangeTimes {
  readonly #known = new LRUCache<string, { readonly version: string; readonly at: number }>({ max: 10_000 });

  /** @param at when this version came to be, as far as is known; of a version that was seen before the time stays */
  of(subject: string, version: string, at: Date): Date {
    const before = this.#known.get(subject);
    if (before?.version === version) return new Date(before.at);
    const whole = Math.floor(at.getTime() / second) * second;
    const since = Math.max(whole, before ? before.at + second : whole);
    this.#known.set(subject, { version, at: since });
    return new Date(since);
  }
}
