import { GraphQLError } from 'graphql';

/** How many may be taken at the same time: by all together, and by one account. */
export interface SlotLimits {
  readonly most: number;
  readonly mostPerCaller: number;
}

/** Limits lasting connections. */
export class Slots {
  #taken = 0;
  readonly #byCaller = new Map<string, number>();

  constructor(private readonly limits: SlotLimits) {}

  get taken(): number {
    return this.#taken;
  }

  /** @returns a function that releases the slot @throws GraphQLError LIMIT_EXCEEDED */
  take(userId: string): () => void {
    const { most, mostPerCaller } = this.limits;
    const own = this.#byCaller.get(userId) ?? 0;
    if (own >= mostPerCaller) throw full(`of one account: ${mostPerCaller}`, mostPerCaller);
    if (this.#taken >= most) throw full(`of this server: ${most}`, most);
    this.#taken += 1;
    this.#byCaller.set(userId, own + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#taken -= 1;
      const left = (this.#byCaller.get(userId) ?? 1) - 1;
      if (left === 0) this.#byCaller.delete(userId);
      else this.#byCaller.set(userId, left);
    };
  }
}

function full(whose: string, most: number): GraphQLError {
  return new GraphQLError(`No more subscriptions may be open, ${whose}`, {
    extensions: { code: 'LIMIT_EXCEEDED', limit: 'subscriptions', most },
  });
}
