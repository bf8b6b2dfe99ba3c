import { LRUCache } from 'lru-cache';
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

/** Counts events by key, in fixed windows that begin with the first event. Only for this process. */
export class Windows {
  readonly #limiter: RateLimiterMemory;
  readonly #keys: LRUCache<string, true>;

  constructor(
    private readonly settings: { readonly limit: number; readonly seconds: number; readonly mostKeys?: number },
  ) {
    const { limit, seconds } = settings;
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
    const usage = this.#shown(await this.#limiter.penalty(key));
    // The window of a known key continues, and so does its time here.
    if (!this.#keys.has(key)) this.#keys.set(key, true);
    return usage;
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

  #shown({ consumedPoints, msBeforeNext }: RateLimiterRes): Usage {
    return { limit: this.settings.limit, used: consumedPoints, resetMs: Math.max(0, msBeforeNext) };
  }
}

/** Whole seconds until the next window begins, at least one: for `Retry-After`. */
export const secondsLeft = ({ resetMs }: Pick<Usage, 'resetMs'>): number => Math.max(1, Math.ceil(resetMs / 1000));
