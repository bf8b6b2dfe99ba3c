/** Turns by name: who asked first is the only one that does the named thing, until it is done or ends. */
export class NamedTurns {
  readonly #queues = new Map<string, number[]>();

  /** @param given tells a place that it is its turn */
  constructor(private readonly given: (place: number, name: string) => void) {}

  ask(place: number, name: string): void {
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    if (queue.push(place) === 1) this.given(place, name);
  }

  done(place: number, name: string): void {
    const queue = this.#queues.get(name);
    if (queue?.[0] !== place) return;
    queue.shift();
    this.#next(name, queue);
  }

  gone(place: number): void {
    for (const [name, queue] of this.#queues) {
      const [holder] = queue;
      const left = queue.filter((each) => each !== place);
      this.#queues.set(name, left);
      if (holder === place) this.#next(name, left);
    }
  }

  #next(name: string, queue: readonly number[]): void {
    const [next] = queue;
    if (next === undefined) this.#queues.delete(name);
    else this.given(next, name);
  }
}
