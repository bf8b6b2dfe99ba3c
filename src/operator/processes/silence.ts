/** How a process is asked whether it is there. */
export interface Asking {
  /** Milliseconds between questions. */
  readonly pauseMs: number;
  /** Questions in a row without an answer, after which a process hangs. */
  readonly mostUnanswered: number;
}

/** Five minutes: a long statement of SQLite is work, during which a process answers nothing. Killed within it, it would begin the same again, and never finish. */
const defaultAsking: Asking = { pauseMs: 5_000, mostUnanswered: 60 };

export interface SilenceDeps {
  readonly ask: () => void;
  /** Called once, with the milliseconds since the process was heard. */
  readonly onSilent: (silentMs: number) => void;
  readonly asking?: Asking;
}

/**
 * Asks a process again and again whether it is there, and notices that it says nothing. Silence is a number of questions, not a time by the clock: who asks
 * and was suspended itself, maybe with the whole machine, has asked at most one in that time.
 */
export class Silence {
  readonly #timer: NodeJS.Timeout;
  #unanswered = 0;
  #heardAt = performance.now();

  constructor({ ask, onSilent, asking: { pauseMs, mostUnanswered } = defaultAsking }: SilenceDeps) {
    this.#timer = setInterval(() => {
      if (this.#unanswered < mostUnanswered) {
        this.#unanswered += 1;
        ask();
        return;
      }
      this.end();
      onSilent(performance.now() - this.#heardAt);
    }, pauseMs);
  }

  /** The process has said something, whatever it was. */
  broken(): void {
    this.#unanswered = 0;
    this.#heardAt = performance.now();
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
