import { setImmediate as nextTurn } from 'node:timers/promises';
import { sharedWork } from '../../platform/work/work.js';

/**
 * Work on a subject that many request at the same time, and that one run does for all who requested it before it began. Runs on one subject happen one after
 * another, of any kind. A request during a run waits for the next run, because the present one may have passed that point.
 */
export class SharedRuns<T> {
  readonly #waiting = new Map<string, Promise<T>>();
  readonly #last = new Map<string, Promise<unknown>>();

  run(subject: string, kind: string, work: () => Promise<T>): Promise<T> {
    const name = `${subject} ${kind}`;
    const waiting = this.#waiting.get(name);
    if (waiting) return waiting;
    const run = this.#after(this.#last.get(subject), () => {
      this.#waiting.delete(name);
      return sharedWork(work);
    });
    const ended = run.then(
      () => undefined,
      () => undefined,
    );
    this.#waiting.set(name, run);
    this.#last.set(subject, ended);
    void ended.then(() => {
      if (this.#last.get(subject) === ended) this.#last.delete(subject);
    });
    return run;
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }

  async #after(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
    await before;
    // One turn of the event loop, so that requests that arrive together are combined.
    await nextTurn();
    return work();
  }
}
