/** The result of wrapping things again. */
export interface Rewrapped {
  readonly wrapped: number;
  /** Objects that could not be opened and are left unchanged: lines for the operator. */
  readonly failures: readonly string[];
}

/** How many failures are listed; the others are only counted. */
const mostTold = 5;

/** Collects objects that could not be opened. They do not stop the others. */
export class Unopened {
  readonly #lines: string[] = [];
  #count = 0;

  /** @param things the name of all of them together */
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
