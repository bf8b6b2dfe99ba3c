import { outageOf } from './outage.js';

/** The shortest time between two attempts, in milliseconds. */
const tryEveryMs = 2_000;

/** Whether the last write succeeded: nothing else notices a full disk. */
export class WriteHealth {
  #trouble: { readonly reason: unknown } | null = null;
  #triedAt = -Infinity;

  /** @param keeps whether it is on disk when this resolves; a part of a transaction is not yet */
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
   * Rejects with the reason of the last failed write, until one succeeds.
   * @param attempt writes a little: if nobody else writes, nothing else would find out that there is space again
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
