import { z } from 'zod';
import { Gathered } from '../processes/gathered.js';
import type { Siblings } from '../processes/siblings.js';

const told = z.discriminatedUnion('is', [
  z.object({ is: z.literal('following'), any: z.boolean() }),
  z.object({ is: z.literal('written') }),
]);

/** Which siblings have followers of events: only those are told that some were written. */
export class FollowedElsewhere {
  readonly #places = new Set<number>();
  readonly #written: Gathered;
  #here = false;

  /** @param written called when a sibling has written events */
  constructor(
    private readonly siblings: Siblings,
    written: () => void,
  ) {
    this.#written = new Gathered(() => this.#tell({ is: 'written' }));
    siblings.hear('events', (message, from) => {
      const heard = told.parse(message);
      if (heard.is === 'written') written();
      else if (heard.any) this.#places.add(from);
      else this.#places.delete(from);
    });
    siblings.onGone((place) => {
      this.#places.delete(place);
      // It may have ended before it told of what it wrote last.
      written();
    });
    siblings.onJoined(() => {
      if (this.#here) this.#tell({ is: 'following', any: true });
    });
  }

  /** @param any whether anybody follows here */
  follow(any: boolean): void {
    if (any === this.#here) return;
    this.#here = any;
    this.#tell({ is: 'following', any });
  }

  get any(): boolean {
    return this.#places.size > 0;
  }

  written(): void {
    if (this.any) this.#written.note();
  }

  #tell(message: z.output<typeof told>): void {
    this.siblings.tell('events', message);
  }
}
