import { z } from 'zod';
import { Gathered } from '../processes/gathered.js';
import type { Siblings } from '../processes/siblings.js';

const told = z.object({ kinds: z.array(z.string()) });

/** Siblings do the same kinds of jobs: who has as many as it may begin tells them that more may be due, and nobody waits until they look by themselves. */
export class WorkElsewhere {
  readonly #full: Gathered;

  /** @param heard called when a sibling has its hands full */
  constructor(siblings: Siblings, kinds: readonly string[], heard: () => void) {
    this.#full = new Gathered(() => siblings.tell('jobs', { kinds }));
    siblings.hear('jobs', (message) => {
      if (told.parse(message).kinds.some((kind) => kinds.includes(kind))) heard();
    });
  }

  tell(): void {
    this.#full.note();
  }
}
