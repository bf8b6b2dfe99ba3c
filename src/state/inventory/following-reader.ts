import type { ReadContent } from './worker-messages.js';

/** Passes chunks from a writer to a reader: each write waits until the chunk was taken, so none is buffered. */
class PassedOn implements AsyncIterable<Uint8Array> {
  #chunk: Uint8Array | undefined;
  #ended = false;
  #failure: Error | undefined;
  #readable: (() => void) | undefined;
  #taken: (() => void) | undefined;

  write(chunk: Uint8Array): Promise<void> {
    this.#chunk = chunk;
    this.#readable?.();
    return new Promise((resolve) => {
      this.#taken = resolve;
    });
  }

  end(): void {
    this.#ended = true;
    this.#readable?.();
  }

  fail(reason: Error): void {
    this.#failure = reason;
    this.#readable?.();
  }

  /** The reader has stopped. */
  close(): void {
    this.#taken?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      if (this.#chunk) {
        yield this.#chunk;
        this.#chunk = undefined;
        this.#taken?.();
      } else if (this.#ended) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#readable = resolve;
        });
      }
    }
  }
}

/**
 * Reads content in parallel with another consumer of the same bytes. Failures of reading do not affect that consumer: then writing costs nothing, and the end
 * returns no result.
 */
export class FollowingReader {
  readonly #content = new PassedOn();
  readonly #outcome: Promise<ReadContent | null>;
  /** The result, as soon as there is one: content may be found unreadable long before its end. */
  answer: ReadContent | null = null;
  #settled = false;

  constructor(read: (content: AsyncIterable<Uint8Array>) => Promise<ReadContent>) {
    this.#outcome = read(this.#content).then(
      (answer) => this.#settle(answer),
      () => this.#settle(null),
    );
  }

  /** Resolves when the bytes are no longer needed. */
  async write(chunk: Uint8Array): Promise<void> {
    if (!this.#settled) await this.#content.write(chunk);
  }

  /** The content is complete. @returns null if reading failed */
  async end(): Promise<ReadContent | null> {
    this.#content.end();
    return this.#outcome;
  }

  /** Stops reading. Resolves when its sink gets no more calls. */
  async discard(): Promise<void> {
    this.#content.fail(new Error('given up'));
    await this.#outcome;
  }

  #settle(answer: ReadContent | null): ReadContent | null {
    this.#settled = true;
    this.answer = answer;
    this.#content.close();
    return answer;
  }
}
