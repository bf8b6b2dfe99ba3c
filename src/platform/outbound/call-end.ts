type Listener = (reason: Error) => void;

/** What ends a call before its answer. */
export interface Ending {
  /** Why it has ended; undefined as long as it goes on. */
  readonly reason: Error | undefined;
  /** @throws why it has ended */
  throwIfEnded(): void;
  /** Calls once, when it ends, in the order in which they were given, or at once where it has ended already. */
  whenEnded(listener: Listener): void;
  /** It need not be called any more. */
  forget(listener: Listener): void;
}

/** An ending that can be brought about: an AbortController for what goes on within one call, in a tenth of its time. */
export class CallEnd implements Ending {
  #reason: Error | undefined;
  readonly #listeners = new Set<Listener>();

  get reason(): Error | undefined {
    return this.#reason;
  }

  throwIfEnded(): void {
    if (this.#reason) throw this.#reason;
  }

  whenEnded(listener: Listener): void {
    if (this.#reason) listener(this.#reason);
    else this.#listeners.add(listener);
  }

  forget(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** The first reason counts. */
  end(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    for (const listener of [...this.#listeners]) {
      // One of those before it may have made it needless.
      if (this.#listeners.delete(listener)) listener(reason);
    }
  }
}

/** Whoever waits for a call: a request, or a job. */
export interface Waiter {
  /** Calls once, when they wait no longer, or at once where that is so already, as an ending does. @returns what makes it needless */
  whenEnded(listener: Listener): () => void;
}

/** Who waits as long as a signal is not aborted. A request says so itself, without the cost of a signal. */
export const waiterOf = (signal: AbortSignal): Waiter => ({
  whenEnded(listener) {
    const ended = () => {
      listener(reasonOf(signal));
    };
    if (signal.aborted) ended();
    else signal.addEventListener('abort', ended, { once: true });
    return () => {
      signal.removeEventListener('abort', ended);
    };
  },
});

/** Why a signal was aborted, as what may be thrown. */
export const reasonOf = ({ reason }: Pick<AbortSignal, 'reason'>): Error =>
  reason instanceof Error ? reason : new Error('given up', { cause: reason });
