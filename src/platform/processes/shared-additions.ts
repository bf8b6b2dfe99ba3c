import { z } from 'zod';
import { Gathered } from './gathered.js';
import type { Siblings } from './siblings.js';

const told = z.object({ name: z.string(), amounts: z.array(z.tuple([z.string(), z.number()])) });

/** Amounts that each process counts by key, and that the others count too, a few milliseconds later. */
export class SharedAdditions {
  readonly #amounts = new Map<string, number>();
  readonly #gathered = new Gathered(() => this.#tell());

  /** @param heard gets what a sibling has added */
  constructor(
    private readonly deps: { readonly siblings: Siblings; readonly name: string },
    heard: (key: string, amount: number) => void,
  ) {
    deps.siblings.hear('additions', (message) => {
      const { name, amounts } = told.parse(message);
      if (name === deps.name) for (const [key, amount] of amounts) heard(key, amount);
    });
  }

  add(key: string, amount: number): void {
    if (this.deps.siblings.of === 1) return;
    this.#amounts.set(key, (this.#amounts.get(key) ?? 0) + amount);
    this.#gathered.note();
  }

  #tell(): void {
    const { siblings, name } = this.deps;
    const amounts = [...this.#amounts].filter(([, amount]) => amount !== 0);
    this.#amounts.clear();
    if (amounts.length > 0) siblings.tell('additions', { name, amounts });
  }
}
