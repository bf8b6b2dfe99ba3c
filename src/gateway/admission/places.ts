import type { Metrics } from '../../platform/metrics/metrics.js';
import { problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';

/** Seconds after which to try again. */
const wait = 1;

/** Places for concurrent work of any transport. Each one that is taken is released. */
export class Places {
  readonly #shed;
  #taken = 0;

  /** @param deps.most `null` for no limit */
  constructor(private readonly deps: { readonly most: number | null; readonly metrics: Metrics }) {
    const { metrics } = deps;
    metrics.gauge('trustate_requests_in_work', 'Requests that are worked on.', () => this.#taken);
    this.#shed = metrics.counter(
      'trustate_requests_shed_total',
      'Requests refused because there were too many at once.',
      [],
    );
  }

  get areFull(): boolean {
    const { most } = this.deps;
    return most !== null && this.#taken >= most;
  }

  enter(): void {
    this.#taken += 1;
  }

  leave(): void {
    this.#taken -= 1;
  }

  /** For callers without a place. */
  refusal(): ProblemError {
    this.#shed.inc();
    return problem('UNAVAILABLE', `The server is busy; try again in ${wait} s`, undefined, { retryAfter: wait });
  }

  /** Runs work in a place. @throws UNAVAILABLE if there is none */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.areFull) throw this.refusal();
    this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }
}
