import { GraphQLError } from 'graphql';
import { SharedCounts } from '../../platform/processes/shared-counts.js';
import type { Siblings } from '../../platform/processes/siblings.js';

/** How many may be taken at the same time: by all together, and by one account. */
export interface SlotLimits {
  readonly most: number;
  readonly mostPerCaller: number;
}

export interface SlotsDeps extends SlotLimits {
  readonly siblings: Siblings;
  /** Of what is limited. */
  readonly name: string;
}

/** The key of all accounts: none has this id. */
const everybody = '';

/** Limits lasting connections, of all processes together. */
export class Slots {
  readonly #counts: SharedCounts;

  constructor(private readonly deps: SlotsDeps) {
    this.#counts = new SharedCounts(deps);
  }

  /** In this process. */
  get taken(): number {
    return this.#counts.own(everybody);
  }

  /** @returns a function that releases the slot @throws GraphQLError LIMIT_EXCEEDED */
  take(userId: string): () => void {
    const { most, mostPerCaller } = this.deps;
    if (this.#counts.all(userId) >= mostPerCaller) throw full(`of one account: ${mostPerCaller}`, mostPerCaller);
    if (this.#counts.all(everybody) >= most) throw full(`of this server: ${most}`, most);
    const add = (by: 1 | -1) => {
      for (const key of [userId, everybody]) this.#counts.add(key, by);
    };
    add(1);
    let held = true;
    return () => {
      if (held) add(-1);
      held = false;
    };
  }
}

function full(whose: string, most: number): GraphQLError {
  return new GraphQLError(`No more subscriptions may be open, ${whose}`, {
    extensions: { code: 'LIMIT_EXCEEDED', limit: 'subscriptions', most },
  });
}
