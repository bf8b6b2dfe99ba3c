import { setTimeout as pause } from 'node:timers/promises';

/** Something that may hang and is read again and again: nobody waits for it longer than a time, and it is not read again before it has ended. */
export class LateReading<T> {
  #reading: Promise<T | null> | undefined;

  /** @param ms how long one who asks waits */
  constructor(
    private readonly read: () => Promise<T>,
    private readonly ms: number,
  ) {}

  /** What is read, or has been begun to be read by others; `null` where it takes too long or fails. */
  async get(): Promise<T | null> {
    this.#reading ??= this.read()
      .catch(() => null)
      .finally(() => {
        this.#reading = undefined;
      });
    const end = new AbortController();
    try {
      return await Promise.race([this.#reading, pause(this.ms, null, { signal: end.signal })]);
    } finally {
      end.abort();
    }
  }
}
