/** Milliseconds in which what happens is told together. */
export const gatherMs = 5;

/** Calls `flush` once for everything that was noted within a few milliseconds. */
export class Gathered {
  #noted = false;

  constructor(private readonly flush: () => void) {}

  note(): void {
    if (this.#noted) return;
    this.#noted = true;
    setTimeout(() => {
      this.#noted = false;
      this.flush();
    }, gatherMs).unref();
  }
}
