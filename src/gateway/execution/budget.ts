import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { SharedAdditions } from '../../platform/processes/shared-additions.js';
import type { Siblings } from '../../platform/processes/siblings.js';
import type { Clock } from '../../platform/clock.js';
import type { GatewayContext } from '../context.js';
import { RawJson } from '../../platform/graphql/raw-json.js';
import { valuesOfObject } from './operation-weight.js';

/** `extensions.cost` of an operation, in objects of its response. */
export interface Cost {
  /**
   * The highest possible cost of the operation, from its document and variables: full pages, and ten objects in a list without pages. Ten plain values of a
   * page count as an object.
   */
  readonly asked: number;
  /** The real cost: the objects of its response, its long lists of plain values, and its long texts. */
  readonly spent: number;
  /** What the caller may still spend now; `null` without a budget. */
  readonly left: number | null;
}

interface Bucket {
  level: number;
  filledAt: number;
}

const minute = 60_000;
/** Number of remembered callers. A forgotten one begins with a full budget, which it would have by then. */
const mostCallers = 10_000;

/**
 * The budget of each caller: a bucket that holds one minute's budget and fills evenly. An operation takes its highest possible cost before it runs, and gives
 * back what its response did not need; without a response nothing is given back. The processes of a server share it, a few milliseconds late; each of several servers has its own.
 */
export class CostBudget {
  readonly #buckets = new LRUCache<string, Bucket>({ max: mostCallers });

  readonly #shared: SharedAdditions;

  /** @param deps.perMinute objects of responses; `null` for no limit */
  constructor(
    private readonly deps: { readonly perMinute: number | null; readonly clock: Clock; readonly siblings: Siblings },
  ) {
    const { perMinute, siblings } = deps;
    this.#shared = new SharedAdditions({ siblings, name: 'cost' }, (spender, spent) => {
      if (perMinute !== null) spend(this.#filled(spender, perMinute), spent, perMinute);
    });
  }

  /**
   * Takes `asked` from the caller's budget.
   * @returns a function that settles the cost when the response is known
   * @throws GraphQLError LIMIT_EXCEEDED with `retryAfter`, in seconds
   */
  take(context: Pick<GatewayContext, 'caller' | 'origin'>, asked: number): (spent: number) => Cost {
    const { perMinute } = this.deps;
    if (perMinute === null) return (spent) => ({ asked, spent, left: null });
    const spender = spenderOf(context);
    const bucket = this.#filled(spender, perMinute);
    // An operation that costs more than a whole minute waits for a full bucket, and takes that.
    const needed = Math.min(asked, perMinute);
    if (bucket.level < needed) throw overBudget(asked, bucket.level, ((needed - bucket.level) / perMinute) * minute);
    bucket.level -= needed;
    this.#shared.add(spender, needed);
    return (spent) => {
      // Lists without pages, and values, may be longer than expected: then the caller pays by waiting.
      spend(bucket, spent - needed, perMinute);
      this.#shared.add(spender, spent - needed);
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

/** Minutes of its budget that a caller owes at most: nobody knows beforehand how large an answer is, and one mistake must not shut them out for hours. */
const mostOwed = 10;

/** @param spent less than nothing for what is given back */
function spend(bucket: Bucket, spent: number, perMinute: number): void {
  bucket.level = Math.max(-mostOwed * perMinute, Math.min(perMinute, bucket.level - spent));
}

/** An account has one budget for all its tokens; callers without a token share the budget of their address. */
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

/** This many characters of a text cost as much as an object. */
export const charactersOfObject = 4_096;

/** What a response took. */
export interface Spent {
  /** Its objects, for each list the cost of its plain values, and for each text that of its characters. */
  readonly objects: number;
  /**
   * Characters of all its texts and names that are written from memory, where others are read when they are sent: many short ones take as much room as a long
   * one, and a name that the document gives a field is written again for each object.
   */
  readonly characters: number;
}

/** Works level by level, because responses may be deep. */
export function spentOn(data: unknown): Spent {
  let count = 0;
  let characters = 0;
  let level: unknown[] = [data];
  while (level.length > 0) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (value instanceof RawJson) {
        const { content } = value;
        const isHeld = typeof content === 'string';
        count += 1 + Math.floor((isHeld ? content.length : content.size) / charactersOfObject);
        if (isHeld) characters += content.length;
        continue;
      }
      const before = next.length;
      if (!Array.isArray(value)) for (const name in value) characters += name.length;
      const within: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
      for (const inner of within) {
        if (typeof inner === 'object' && inner !== null) next.push(inner);
        else if (typeof inner === 'string') {
          count += Math.floor(inner.length / charactersOfObject);
          characters += inner.length;
        }
      }
      const plain = within.length - (next.length - before);
      count += Array.isArray(value) ? Math.floor(plain / valuesOfObject) : 1;
    }
    level = next;
  }
  // The response itself does not count.
  return { objects: Math.max(0, count - 1), characters };
}
