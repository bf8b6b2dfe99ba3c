import type { Siblings, Topic } from '../../../src/platform/processes/siblings.js';

/** Processes of one server that tell each other everything at once, as JSON, in the order of their places. */
export class Together {
  readonly #all: Told[] = [];
  messages = 0;

  join(): Siblings {
    const joined = new Told(this.#all.length + 1, (from, topic, message) => {
      this.messages += 1;
      const text = JSON.stringify(message);
      for (const other of this.#all)
        if (other !== from && !other.ended) other.told(topic, JSON.parse(text), from.place);
    });
    for (const other of this.#all) for (const listener of other.joined) listener();
    this.#all.push(joined);
    return joined;
  }

  /** Of those that have joined already, each hears of the newest. */
  newest(): void {
    for (const other of this.#all.slice(0, -1)) for (const listener of other.joined) listener();
  }

  end(place: number): void {
    for (const each of this.#all) {
      if (each.place === place) each.ended = true;
      else for (const listener of each.gone) listener(place);
    }
  }
}

class Told implements Siblings {
  readonly of = 2;
  readonly joined: (() => void)[] = [];
  readonly gone: ((place: number) => void)[] = [];
  readonly #heard = new Map<Topic, ((message: unknown, from: number) => void)[]>();
  ended = false;

  constructor(
    readonly place: number,
    private readonly pass: (from: Told, topic: Topic, message: unknown) => void,
  ) {}

  tell(topic: Topic, message: unknown): void {
    this.pass(this, topic, message);
  }

  hear(topic: Topic, heard: (message: unknown, from: number) => void): void {
    this.#heard.set(topic, [...(this.#heard.get(topic) ?? []), heard]);
  }

  onJoined(listener: () => void): void {
    this.joined.push(listener);
  }

  onGone(listener: (place: number) => void): void {
    this.gone.push(listener);
  }

  told(topic: Topic, message: unknown, from: number): void {
    for (const heard of this.#heard.get(topic) ?? []) heard(message, from);
  }
}
