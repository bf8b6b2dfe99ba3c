import type { Metrics } from '../../platform/metrics/metrics.js';
import { SharedCounts } from '../../platform/processes/shared-counts.js';
import type { Siblings } from '../../platform/processes/siblings.js';
import { problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';

/** Seconds after which to try again. */
const wait = 1;

/** The only key: of any work. */
const work = '';

/** Places for concurrent work of any transport, in all processes together. Each one that is taken is released. */
export class Places {
  readonly #shed;
  readonly #taken: SharedCounts;

  /** @param deps.most `null` for no limit */
  constructor(
    private readonly deps: { readonly most: number | null; readonly metrics: Metrics; readonly siblings: Siblings },
  ) {
    const { metrics, most, siblings } = deps;
    // Requests come and go fast: with every one told, the siblings would hear of little else.
    const step = Math.max(1, Math.floor((most ?? 0) / (8 * siblings.of)));
    this.#taken = new SharedCounts({ siblings, name: 'requests', step });
    metrics.gauge('trustate_requests_in_work', 'Requests that are worked on.', 'process', () => this.#taken.own(work));
    this.#shed = metrics.counter(
      'trustate_requests_shed_total',
      'Requests refused because there were too many at once.',
      [],
    );
  }

  get areFull(): boolean {
    const { most } = this.deps;
    return most !== null && this.#taken.all(work) >= most;
  }

  enter(): void {
    this.#taken.add(work, 1);
  }

  leave(): void {
    this.#taken.add(work, -1);
  }

  /** For callers without a place. */
  refusal(): ProblemError {
    this.#shed.inc();
    return problem('UNAVAILABLE', `The server is busy; try again in ${wait} s`, undefined, { retryAfter: wait });
  }

  /** Runs work in a place. @throws UNAVAILABLE if there is none */
  async during<T>(run: () => Promise<T>): Promise<T> {
    if (this.areFull) throw this.refusal();
    this.enter();
    try {
      return await run();
    } finally {
      this.leave();
    }
  }
}
