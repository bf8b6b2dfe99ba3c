/** A waiting caller, and how it is notified. */
export interface Place<T> {
  /** Whose turn it counts as: all with the same name share one. */
  readonly account: string;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * A queue in which accounts take turns. An account with fifty requests waits for its second as long as another does for its first, and nobody waits behind all
 * fifty.
 */
export class WaitingLine<T> {
  /** In the order of turns: an account that was served goes to the end. */
  readonly #lines = new Map<string, Set<Place<T>>>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The number of waiting accounts. */
  get accounts(): number {
    return this.#lines.size;
  }

  /** The number of places of an account. */
  lengthOf(account: string): number {
    return this.#lines.get(account)?.size ?? 0;
  }

  /** @returns a function that gives the place up; no effect after it was served */
  join(place: Place<T>): () => void {
    const line = this.#lines.get(place.account) ?? new Set();
    line.add(place);
    this.#lines.set(place.account, line);
    this.#length += 1;
    return () => {
      if (line.delete(place)) this.#left(place.account, line);
    };
  }

  /** Takes the last place of the account that has the most, where that are more than `most`. */
  lastOfLongest(most: number): Place<T> | undefined {
    const [longest] = [...this.#lines].sort(([, one], [, other]) => other.size - one.size);
    if (longest === undefined || longest[1].size <= most) return undefined;
    const [account, line] = longest;
    const place = [...line].at(-1);
    if (place === undefined) return undefined;
    line.delete(place);
    this.#left(account, line);
    return place;
  }

  /**
   * The next in turn.
   * @param mayGo which accounts may have one: others keep their places
   */
  next(mayGo: (account: string) => boolean = () => true): Place<T> | undefined {
    for (const [account, line] of this.#lines) {
      if (!mayGo(account)) continue;
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
    // A queue that was created again under the same name is another one.
    if (line.size === 0 && this.#lines.get(account) === line) this.#lines.delete(account);
  }
}
