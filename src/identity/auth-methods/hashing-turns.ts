import { networkOf } from '../../platform/networks.js';
import { problem } from '../../platform/problems.js';

/** Computations at once: libuv has four threads, which files and names are read by too. */
const atOnce = 2;
/** How many wait, and how many of those for one network. */
const mostWaiting = 64;
const mostOfNetwork = 8;

/** Anybody may have a password checked, which takes a core for a quarter of a second: so few are at once, and one network cannot take all of the line. */
export class HashingTurns {
  #running = 0;
  readonly #line: { readonly network: string; readonly begin: () => void }[] = [];

  /** @throws LIMIT_EXCEEDED if too many wait */
  async take<T>(address: string, work: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) await this.#wait(networkOf(address));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The turn goes to the next in the line.
      const next = this.#line.shift();
      if (next) next.begin();
      else this.#running -= 1;
    }
  }

  #wait(network: string): Promise<void> {
    const own = this.#line.filter((each) => each.network === network).length;
    if (this.#line.length >= mostWaiting || own >= mostOfNetwork)
      throw problem('LIMIT_EXCEEDED', 'Too many sign-ins at once; try again in 2 s', undefined, { retryAfter: 2 });
    return new Promise((begin) => {
      this.#line.push({ network, begin });
    });
  }
}
