import { LRUCache } from 'lru-cache';
import { SharedAdditions } from '../../platform/processes/shared-additions.js';
import type { Siblings } from '../../platform/processes/siblings.js';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiterRes } from 'rate-limiter-flexible';

/** The rest of a window. */
export interface Usage {
  readonly limit: number;
  readonly used: number;
  /** Milliseconds until the next window begins. */
  readonly resetMs: number;
}

/** Keys that are counted at once. With more of them, the oldest are dropped, so many keys do not need more memory. */
const mostKeys = 20_000;

export interface WindowSettings {
  readonly limit: number;
  readonly seconds: number;
  readonly mostKeys?: number;
  readonly siblings: Siblings;
  /** Of what is counted. */
  readonly name: string;
}

/** Counts events by key, in fixed windows that begin with the first event. Siblings count them too, a few milliseconds later. */
export class Windows {
  readonly #limiter: RateLimiterMemory;
  readonly #keys: LRUCache<string, true>;

  readonly #shared: SharedAdditions;

  constructor(private readonly settings: WindowSettings) {
    const { limit, seconds, siblings, name } = settings;
    this.#shared = new SharedAdditions({ siblings, name }, (key, amount) => void this.#counted(key, amount));
    const limiter = (this.#limiter = new RateLimiterMemory({ points: limit, duration: seconds }));
    this.#keys = new LRUCache({
      max: settings.mostKeys ?? mostKeys,
      ttl: seconds * 1000,
      // Windows that are over expire by themselves.
      dispose: (_true, key, reason) => {
        if (reason === 'evict') void limiter.delete(key);
      },
    });
  }

  /** Counts one event. */
  async count(key: string): Promise<Usage> {
    this.#shared.add(key, 1);
    return this.#counted(key, 1);
  }

  /** Without counting; `null` if nothing was counted. */
  async look(key: string): Promise<Usage | null> {
    if (!this.#keys.has(key)) return null;
    const found = await this.#limiter.get(key);
    return found && this.#shown(found);
  }

  /** Whether anything was counted, at no cost. */
  knows(key: string): boolean {
    return this.#keys.has(key);
  }

  get size(): number {
    return this.#keys.size;
  }

  async #counted(key: string, events: number): Promise<Usage> {
    const usage = this.#shown(await this.#limiter.penalty(key, events));
    // The window of a known key continues, and so does its time here.
    if (!this.#keys.has(key)) this.#keys.set(key, true);
    return usage;
  }

  #shown({ consumedPoints, msBeforeNext }: RateLimiterRes): Usage {
    return { limit: this.settings.limit, used: consumedPoints, resetMs: Math.max(0, msBeforeNext) };
  }
}

/** Whole seconds until the next window begins, at least one: for `Retry-After`. */
export const secondsLeft = ({ resetMs }: Pick<Usage, 'resetMs'>): number => Math.max(1, Math.ceil(resetMs / 1000));
