import { setTimeout as passing } from 'node:timers/promises';
import type { RateRefusal } from '../admission/request-rates.js';

/** After this many windows, a waiting subscription is refused. */
const mostWindows = 2;
/** The longest possible rest of a window in milliseconds: a longer one means that a clock was set back. */
const longestWindow = 2_000;
/** Milliseconds by which a timer may be early, and two clocks may differ. */
const slack = 5;

/**
 * Subscriptions of one connection that exceed the rate, in the order of arrival. A client opens all its subscriptions immediately after it connects again, and
 * never repeats refused ones. So they wait for the next windows. One tries at a time, and none while a window is known to be full, so waiting uses up nothing.
 */
export class WaitingLine {
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;
  /** The last window that was found full, by its number. */
  #full: (Pick<RateRefusal, 'error'> & { readonly end: number; readonly number: number }) | null = null;

  /** @param over the end of the connection: nobody waits any longer */
  constructor(private readonly over: AbortSignal) {}

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /**
   * Waits for space.
   * @param count counts a request, and returns its refusal
   * @param refusal of the first attempt
   * @throws ProblemError LIMIT_EXCEEDED if there is no space in time, or the connection has ended
   */
  async enter(count: () => Promise<RateRefusal | null>, refusal: RateRefusal | null): Promise<void> {
    if (refusal) this.#refused(refusal);
    const known = this.#full;
    const before = known ? known.number - (known.end > performance.now() ? 1 : 0) : 0;
    this.#length += 1;
    const turn = this.#last.then(() => this.#turn(count, before + mostWindows));
    this.#last = turn.catch(() => undefined);
    try {
      await turn;
    } finally {
      this.#length -= 1;
    }
  }

  /** @param last number of the last window to wait for */
  async #turn(count: () => Promise<RateRefusal | null>, last: number): Promise<void> {
    for (;;) {
      const full = this.#full;
      const left = full ? full.end + slack - performance.now() : 0;
      if (full && left > 0) {
        if (full.number > last || left > longestWindow) throw full.error;
        await passing(left, undefined, { signal: this.over }).catch(() => {
          throw full.error;
        });
      }
      const refusal = await count();
      if (!refusal) return;
      this.#refused(refusal);
    }
  }

  #refused({ error, resetMs }: RateRefusal): void {
    const now = performance.now();
    const { number, end } = this.#full ?? { number: 0, end: 0 };
    this.#full = { error, end: now + resetMs, number: end > now ? number : number + 1 };
  }
}
