/** Milliseconds for which a number stands while nobody says a newer one: some scrapes. */
const standsMs = 60_000;

/** What was said last, for as long as it may be taken for how things are. */
export class LastSaid<T> {
  #said: { readonly value: T; readonly at: number } | null = null;

  /** @param now milliseconds of a clock that is never set */
  constructor(private readonly now: () => number = () => performance.now()) {}

  say(value: T): void {
    this.#said = { value, at: this.now() };
  }

  /** `null` where it is too long ago, or nothing was said. */
  get(): T | null {
    return this.#said !== null && this.now() - this.#said.at <= standsMs ? this.#said.value : null;
  }
}
