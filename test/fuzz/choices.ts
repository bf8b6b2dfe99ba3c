import fc from 'fast-check';

/** Choices that follow from a seed, all of them fast-check's. */
export class Choices {
  readonly #generate: fc.GeneratorValue;

  private constructor(generate: fc.GeneratorValue) {
    this.#generate = generate;
  }

  static of(seed: number): Choices {
    const [generate] = fc.sample(fc.gen(), { seed, numRuns: 1 });
    if (!generate) throw new Error('fast-check has no sample');
    return new Choices(generate);
  }

  /** Anything that fast-check makes. */
  any<T>(arbitrary: fc.Arbitrary<T>): T {
    return this.#generate(() => arbitrary);
  }

  /** From 0 up to, and without, the most. */
  readonly below = (most: number): number => this.#generate(fc.nat, { max: most - 1 });

  chance(ofHundred: number): boolean {
    return this.below(100) < ofHundred;
  }

  /** @throws Error when there is none */
  one<T>(all: readonly T[]): T {
    const chosen = all[this.below(all.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  }
}

/** A seed for a part of a run. */
export const seedOf = (seed: number, part: number) => Math.imul(seed + 1, 2_654_435_761) ^ Math.imul(part + 1, 40_503);
