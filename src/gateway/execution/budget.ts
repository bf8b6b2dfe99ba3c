import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../platform/clock.js';
import type { GatewayContext } from '../context.js';
import { valuesOfObject } from './operation-weight.js';

/** What `extensions.cost` says of an operation, in objects of an answer. */
export interface Cost {
  /** What the operation may cost, from its document and variables: whole pages, and ten objects in a list without pages. Ten plain values of a page count as an object. */
  readonly asked: number;
  /** What it did cost: the objects of its answer, and its long lists of plain values. */
  readonly spent: number;
  /** What the caller may still spend right now; `null` where no budget is set. */
  readonly left: number | null;
}

interface Bucket {
  level: number;
  filledAt: number;
}

const minute = 60_000;
/** Callers remembered at once; one that is forgotten begins with a full budget, as it would have by then. */
const mostCallers = 10_000;

/**
 * What each caller may spend: a bucket that holds one minute's budget and fills evenly. An operation takes what it could cost before it runs, and gets
 * back what its answer did not need; one that ends without an answer gets nothing back. Of this process alone: with several servers, each grants the budget.
 */
export class CostBudget {
  readonly #buckets = new LRUCache<string, Bucket>({ max: mostCallers });

  /** @param deps.perMinute objects of answers; `null` for no limit */
  constructor(private readonly deps: { readonly perMinute: number | null; readonly clock: Clock }) {}

  /**
   * Takes `asked` from the caller's budget.
   * @returns what settles the account once the answer is there
   * @throws GraphQLError LIMIT_EXCEEDED with `retryAfter`, in seconds
   */
  take(context: Pick<GatewayContext, 'caller' | 'origin'>, asked: number): (spent: number) => Cost {
    const { perMinute } = this.deps;
    if (perMinute === null) return (spent) => ({ asked, spent, left: null });
    const bucket = this.#filled(spenderOf(context), perMinute);
    // An operation dearer than a whole minute waits for a full bucket; the limit of one operation lies below that.
    const needed = Math.min(asked, perMinute);
    if (bucket.level < needed) throw overBudget(asked, bucket.level, ((needed - bucket.level) / perMinute) * minute);
    bucket.level -= asked;
    return (spent) => {
      // Lists without pages may turn out longer than expected: then the debt is paid by waiting.
      bucket.level = Math.min(perMinute, bucket.level + asked - spent);
      return { asked, spent, left: Math.max(0, Math.floor(bucket.level)) };
    };
  }

  #filled(spender: string, perMinute: number): Bucket {
    const now = this.deps.clock.now().getTime();
    const known = this.#buckets.get(spender);
    if (!known) {
      const full = { level: perMinute, filledAt: now };
      this.#buckets.set(spender, full);
      return full;
    }
    const since = Math.max(0, now - known.filledAt);
    known.level = Math.min(perMinute, known.level + (since / minute) * perMinute);
    known.filledAt = now;
    return known;
  }
}

/** An account has one budget, however many tokens it has; who sends none shares the budget of an address. */
function spenderOf({ caller, origin }: Pick<GatewayContext, 'caller' | 'origin'>): string {
  return caller ? caller.userId : `anonymous ${origin.remoteAddress}`;
}

function overBudget(asked: number, left: number, waitMs: number): GraphQLError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new GraphQLError(
    `The operation costs ${asked} and ${Math.floor(left)} are left; try again in ${retryAfter} s`,
    {
      extensions: { code: 'LIMIT_EXCEEDED', limit: 'budget', asked, left: Math.floor(left), retryAfter },
    },
  );
}

/** The objects of an answer, and for each list what its plain values count as. Goes level by level: answers may be deep. */
export function objectsOf(data: unknown): number {
  let count = 0;
  let level: unknown[] = [data];
  while (level.length > 0) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const before = next.length;
      const within: readonly unknown[] = Object.values(value);
      for (const inner of within) if (typeof inner === 'object' && inner !== null) next.push(inner);
      const plain = within.length - (next.length - before);
      count += Array.isArray(value) ? Math.floor(plain / valuesOfObject) : 1;
    }
    level = next;
  }
  // The answer itself is none that was asked for.
  return Math.max(0, count - 1);
}
