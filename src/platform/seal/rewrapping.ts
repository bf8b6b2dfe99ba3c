/** The result of wrapping things again. */
export interface Rewrapped {
  readonly wrapped: number;
  /** What could not be opened, and is left as it is: lines for the operator. */
  readonly failures: readonly string[];
}

/** Failures that are listed; the rest is counted. */
const mostTold = 5;

/** What could not be opened: it is listed, and keeps nothing else waiting. */
export class Unopened {
  readonly #lines: string[] = [];
  #count = 0;

  /** @param things what they are called together */
  constructor(private readonly things: string) {}

  add(line: string): void {
    this.#count += 1;
    if (this.#lines.length < mostTold) this.#lines.push(line);
  }

  lines(): readonly string[] {
    const more = this.#count - this.#lines.length;
    return more === 0 ? this.#lines : [...this.#lines, `and ${more} ${this.things} more`];
  }
}
