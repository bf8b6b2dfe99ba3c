import { setTimeout as passing } from 'node:timers/promises';
import type { RateRefusal } from '../admission/request-rates.js';

/** Windows whose end one waits for before it is refused. */
const mostWindows = 2;
/** Milliseconds of a window that anybody waits for: where more are said to be left, a clock was set back. */
const longestWindow = 2_000;
/** Milliseconds by which a timer is early at most, and two clocks differ. */
const slack = 5;

/**
 * Subscriptions of one connection that are over the rate, in the order they came. A client opens all that it had as soon as it is connected again, and what is
 * refused it never asks for again: so they wait for the next windows. One asks at a time, and none while a window is known to be full: who waits uses up nothing.
 */
export class WaitingLine {
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;
  /** The last window that was found full, by its number. */
  #full: (Pick<RateRefusal, 'error'> & { readonly end: number; readonly number: number }) | null = null;

  /** @param over the connection is: nobody waits any longer */
  constructor(private readonly over: AbortSignal) {}

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /**
   * Waits for room.
   * @param count counts one more, and tells what refuses it
   * @param refusal of a first attempt
   * @throws ProblemError LIMIT_EXCEEDED where there is none in time, or the connection is over
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

  /** @param last number of the last window whose end is waited for */
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
