import { setImmediate as nextTurn } from 'node:timers/promises';
import { sharedWork } from '../../platform/work/work.js';

/**
 * Work on a subject that many ask for at once and that one run does for all who asked before it began. Runs on one subject come one after another, whatever
 * their kind. Who asks while a run goes on waits for the next one: what it wants done may have come too late for this one.
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
    // A turn of the event loop: what arrived together is done together.
    await nextTurn();
    return work();
  }
}
