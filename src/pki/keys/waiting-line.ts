/** A waiting caller, and how it is notified. */
export interface Place<T> {
  /** Whose turn it is to be: everybody with the same name shares one. */
  readonly account: string;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * A line in which accounts take turns: one that brought fifty waits no shorter for its second than another for its first, and nobody waits behind all
 * fifty.
 */
export class WaitingLine<T> {
  /** In order of turns: who was served goes to the end. */
  readonly #lines = new Map<string, Set<Place<T>>>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Accounts that wait. */
  get accounts(): number {
    return this.#lines.size;
  }

  /** How many places an account has. */
  lengthOf(account: string): number {
    return this.#lines.get(account)?.size ?? 0;
  }

  /** @returns what gives the place up; without effect once it was served */
  join(place: Place<T>): () => void {
    const line = this.#lines.get(place.account) ?? new Set();
    line.add(place);
    this.#lines.set(place.account, line);
    this.#length += 1;
    return () => {
      if (line.delete(place)) this.#left(place.account, line);
    };
  }

  /** Whose turn it is. */
  next(): Place<T> | undefined {
    for (const [account, line] of this.#lines) {
      for (const place of line) {
        line.delete(place);
        this.#lines.delete(account);
        this.#lines.set(account, line);
        this.#left(account, line);
        return place;
      }
    }
    return undefined;
  }

  #left(account: string, line: ReadonlySet<Place<T>>): void {
    this.#length -= 1;
    // A line that started again under the same name is a different one.
    if (line.size === 0 && this.#lines.get(account) === line) this.#lines.delete(account);
  }
}
