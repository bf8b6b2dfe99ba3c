import { outageOf } from './outage.js';

/** Milliseconds at least from one attempt to the next. */
const tryEveryMs = 2_000;

/** Whether what was last written could be: a disk that is full is noticed by nothing else. */
export class WriteHealth {
  #trouble: { readonly reason: unknown } | null = null;
  #triedAt = -Infinity;

  /** @param keeps whether it is on disk when this resolves: a part of a transaction is not yet */
  async watch<T>(write: () => Promise<T>, keeps = true): Promise<T> {
    try {
      const value = await write();
      if (keeps) this.succeeded();
      return value;
    } catch (reason) {
      this.failed(reason);
      throw reason;
    }
  }

  succeeded(): void {
    this.#trouble = null;
  }

  failed(reason: unknown): void {
    if (outageOf(reason) !== null) this.#trouble = { reason };
  }

  /**
   * Rejects with why the last write failed, until one succeeds.
   * @param attempt writes a little: where nobody else writes, nothing else would find that there is room again
   */
  async check(attempt: () => Promise<unknown>): Promise<void> {
    if (this.#trouble !== null && performance.now() - this.#triedAt >= tryEveryMs) {
      this.#triedAt = performance.now();
      await this.watch(attempt).catch(() => undefined);
    }
    const trouble = this.#trouble;
    if (trouble !== null) throw new Error('nothing could be written when it was last tried', { cause: trouble.reason });
  }
}
