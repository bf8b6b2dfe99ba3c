/** Milliseconds between two lines. */
const everyMs = 5_000;

/** Says now and then how far long work has come: nothing where it is short. */
export class Progress {
  #saidAt = performance.now();

  constructor(
    private readonly tell: (line: string) => void,
    private readonly pauseMs = everyMs,
  ) {}

  /** @param line made only if it is said */
  at(line: () => string): void {
    if (performance.now() - this.#saidAt < this.pauseMs) return;
    this.tell(line());
    this.#saidAt = performance.now();
  }
}
