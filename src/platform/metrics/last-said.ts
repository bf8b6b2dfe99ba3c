/** Milliseconds for which a number stands while nobody says a newer one: some scrapes. */
const standsMs = 60_000;

/** What was said last, for as long as it may be taken for how things are. */
export class LastSaid<T> {
  #said: { readonly value: T; readonly at: number } | null = null;

  /** @param now milliseconds of a clock that is never set */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * What is older than what was said already is not heard.
   * @param ageMs milliseconds since it was so
   */
  say(value: T, ageMs = 0): void {
    const at = this.now() - ageMs;
    if (this.#said === null || at >= this.#said.at) this.#said = { value, at };
  }

  /** `null` where it is too long ago, or nothing was said. */
  get(): T | null {
    return this.#said !== null && this.now() - this.#said.at <= standsMs ? this.#said.value : null;
  }

  /** The same once, with its age. */
  take(): { readonly value: T; readonly ageMs: number } | null {
    const value = this.get();
    const said = this.#said;
    this.#said = null;
    return value === null || said === null ? null : { value, ageMs: this.now() - said.at };
  }
}
