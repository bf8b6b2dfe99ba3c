import { z } from 'zod';
import { Gathered } from './gathered.js';
import type { Siblings } from './siblings.js';

const told = z.object({ name: z.string(), counts: z.array(z.tuple([z.string(), z.number()])) });

/**
 * How many of something are there now, by key, in all processes of the server. Siblings hear of a change within a few milliseconds, so a limit may be exceeded
 * by what begins in that time. What an ended process had is forgotten with it.
 */
export class SharedCounts {
  readonly #own = new Map<string, number>();
  readonly #told = new Map<string, number>();
  readonly #others = new Map<number, Map<string, number>>();
  readonly #changed = new Set<string>();
  readonly #gathered = new Gathered(() => this.#tell());

  /** @param deps.step changes that are smaller are not worth a message */
  constructor(private readonly deps: { readonly siblings: Siblings; readonly name: string; readonly step?: number }) {
    const { siblings } = deps;
    siblings.hear('counts', (message, from) => {
      const { name, counts } = told.parse(message);
      if (name !== deps.name) return;
      const of = this.#others.get(from) ?? new Map<string, number>();
      this.#others.set(from, of);
      for (const [key, count] of counts) set(of, key, count);
    });
    siblings.onGone((place) => this.#others.delete(place));
    siblings.onJoined(() => {
      this.#told.clear();
      for (const key of this.#own.keys()) this.#changed.add(key);
      this.#gathered.note();
    });
  }

  /** In this process. */
  own(key: string): number {
    return this.#own.get(key) ?? 0;
  }

  /** In all processes. */
  all(key: string): number {
    let sum = this.own(key);
    for (const counts of this.#others.values()) sum += counts.get(key) ?? 0;
    return sum;
  }

  add(key: string, by: 1 | -1): void {
    const { siblings, step = 1 } = this.deps;
    const count = this.own(key) + by;
    set(this.#own, key, count);
    if (siblings.of === 1 || Math.abs(count - (this.#told.get(key) ?? 0)) < step) return;
    this.#changed.add(key);
    this.#gathered.note();
  }

  #tell(): void {
    const counts = Array.from(this.#changed, (key): [string, number] => [key, this.own(key)]);
    this.#changed.clear();
    for (const [key, count] of counts) set(this.#told, key, count);
    if (counts.length > 0) this.deps.siblings.tell('counts', { name: this.deps.name, counts });
  }
}

function set(counts: Map<string, number>, key: string, count: number): void {
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
