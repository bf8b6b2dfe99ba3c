import type { ReadContent } from './worker-messages.js';

/** Chunks that somebody writes, for somebody who reads them: each is written when it was taken, so that none is held. */
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

  /** Nobody reads any more. */
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
 * Reads content alongside another consumer of the same bytes. Failures of the reading do not affect that consumer: from then on, writing costs
 * nothing, and the end says that there is no answer.
 */
export class FollowingReader {
  readonly #content = new PassedOn();
  readonly #outcome: Promise<ReadContent | null>;
  /** The answer, as soon as there is one: content may be found unreadable long before its end. */
  answer: ReadContent | null = null;
  #settled = false;

  constructor(read: (content: AsyncIterable<Uint8Array>) => Promise<ReadContent>) {
    this.#outcome = read(this.#content).then(
      (answer) => this.#settle(answer),
      () => this.#settle(null),
    );
  }

  /** Resolves when the bytes are not needed any more. */
  async write(chunk: Uint8Array): Promise<void> {
    if (!this.#settled) await this.#content.write(chunk);
  }

  /** That was all. @returns null when the reading failed */
  async end(): Promise<ReadContent | null> {
    this.#content.end();
    return this.#outcome;
  }

  /** Gives the reading up. Resolves when its sink hears no more of it. */
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
