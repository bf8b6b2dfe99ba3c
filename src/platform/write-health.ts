import { outageOf } from './outage.js';

/** Whether what was last written could be: a disk that is full is noticed by nothing else. */
export class WriteHealth {
  #trouble: { readonly reason: unknown } | null = null;

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

  /** Rejects with why the last write failed, until one succeeds. */
  check(): Promise<void> {
    const trouble = this.#trouble;
    return trouble === null
      ? Promise.resolve()
      : Promise.reject(new Error('nothing could be written when it was last tried', { cause: trouble.reason }));
  }
}
