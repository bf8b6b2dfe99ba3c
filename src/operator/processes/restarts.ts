/** Milliseconds before each further start of a process that ends early. */
const pauses = [200, 1_000, 2_000, 5_000, 15_000, 30_000];

/** A process that has served this long, in milliseconds, has not ended early. */
const steadyMs = 60_000;

/** Milliseconds after which one is started again at the latest where no other is there: nothing would be served until then. */
const aloneMs = 1_000;

/** Starts in a row that end before the process serves, after which it is not started again. */
const mostFailures = 5;

/** When to start a process again. */
export class Restarts {
  #early = 0;
  #failed = 0;

  /**
   * @param servedMs how long it has served; `null` if it has never begun to
   * @param isAlone whether no other process is there
   * @returns milliseconds until the next start; `null` to give up
   */
  after(servedMs: number | null, isAlone = false): number | null {
    this.#failed = servedMs === null ? this.#failed + 1 : 0;
    if (this.#failed >= mostFailures) return null;
    this.#early = servedMs !== null && servedMs >= steadyMs ? 0 : this.#early + 1;
    const pause = pauses[Math.min(Math.max(this.#early, 1), pauses.length) - 1] ?? 0;
    // Starts that fail are counted: made at once, they would all be over before what keeps them from serving is.
    return isAlone && this.#failed <= 1 ? Math.min(pause, aloneMs) : pause;
  }
}
