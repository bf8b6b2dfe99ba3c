import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { SharedAdditions } from '../../platform/processes/shared-additions.js';
import type { Siblings } from '../../platform/processes/siblings.js';
import type { Clock } from '../../platform/clock.js';
import type { GatewayContext } from '../context.js';
import { RawJson } from '../../platform/graphql/raw-json.js';
import { valuesOfObject } from './operation-weight.js';

/** `extensions.cost` of an operation. The unit of each number is one object of a response. */
export interface Cost {
  /**
   * The most that the operation can be expected to cost, computed from its document and variables before it runs. Every page counts as full, and a list without
   * pages as ten objects. Ten plain values (of scalars or enums) in a page count as one object.
   */
  readonly asked: number;
  /** What the response did cost: as {@link Spent.objects}. */
  readonly spent: number;
  /** What the caller may still spend now; `null` without a budget. */
  readonly left: number | null;
}

interface Bucket {
  /** Objects that may be spent; below zero for what is owed. */
  level: number;
  /** When `level` was right, in milliseconds since 1970. */
  filledAt: number;
}

const minute = 60_000;
/** Number of remembered callers. A forgotten one begins with a full budget, which it would have by then. */
const mostCallers = 10_000;

/**
 * The budget of each caller: a bucket that holds the budget of one minute, and fills evenly. An operation takes `asked` from it before it runs. When there is a
 * response, the difference to `spent` is given back, or taken too. Without a response nothing is given back.
 *
 * The processes of a server share the buckets, a few milliseconds late. Each of several servers has its own.
 */
export class CostBudget {
  readonly #buckets = new LRUCache<string, Bucket>({ max: mostCallers });

  readonly #shared: SharedAdditions;

  /** @param deps.perMinute the budget of one minute, in objects; `null` for no limit */
  constructor(
    private readonly deps: { readonly perMinute: number | null; readonly clock: Clock; readonly siblings: Siblings },
  ) {
    const { perMinute, siblings } = deps;
    this.#shared = new SharedAdditions({ siblings, name: 'cost' }, (spender, spent) => {
      if (perMinute !== null) spend(this.#filled(spender, perMinute), spent, perMinute);
    });
  }

  /**
   * Takes `asked` objects from the caller's budget. An operation that asks for more than the budget of a minute takes all of a full bucket.
   * @returns a function to call once with the objects of the response; it settles the difference, and gives what the operation cost
   * @throws GraphQLError LIMIT_EXCEEDED if less is left. Its extensions are `limit: 'budget'`, `asked` and `left` in objects, and `retryAfter` in seconds
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

/** How much a caller owes at most, in minutes of the budget. Nobody knows beforehand how large a response is, and one mistake must not shut them out for hours. */
const mostOwed = 10;

/** @param spent objects; below zero for what is given back */
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

/** The size of a response, in two units. */
export interface Spent {
  /** Its cost: one for each object, one for every ten plain values of a list, and one for every 4,096 characters of a text. JSON that is sent as it is stored costs one besides its characters. The response itself is free. */
  readonly objects: number;
  /**
   * The memory that its texts take, in UTF-16 code units: the lengths of all texts, of JSON that is in memory, and of the names of the fields, once for each
   * object. JSON that is read from storage while it is sent does not count.
   */
  readonly characters: number;
}

/**
 * Measures a response. It works level by level, because responses may be deep.
 * @param data of the response, or any part of it
 */
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
