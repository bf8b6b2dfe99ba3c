import type { ContentProblem } from '../content/problem.js';
import type { ValueChange } from './difference.js';
import type { ObjectIdentity } from './instances.js';

/** A list that is cut at a limit, with its full length. */
export interface Bounded<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface ObjectChange {
  readonly object: ObjectIdentity;
  /** Attributes, and `["status"]` or `["provider"]` under `about`. */
  readonly attributes: readonly ValueChange[];
  /** Changes other than attributes: `status` (tainted or not) and `provider`. */
  readonly about: readonly ValueChange[];
  /** There are more changed attributes, or the object was too large to compare. */
  readonly truncated: boolean;
}

export interface OutputChange {
  readonly name: string;
  /** Whether the old or the new value is sensitive: values are not shown. */
  readonly sensitive: boolean;
  /** JSON texts; null if the output does not exist, is sensitive or too large. */
  readonly before: string | null;
  readonly after: string | null;
  readonly beforeType: string | null;
  readonly afterType: string | null;
}

/** JSON-safe. `after` compared with `before`. */
export interface StateComparison {
  /** Resources by address, without instances: those that appeared or disappeared completely. */
  readonly resources: {
    readonly added: Bounded<string>;
    readonly removed: Bounded<string>;
    readonly changed: Bounded<string>;
  };
  readonly instances: {
    readonly added: Bounded<ObjectIdentity>;
    readonly removed: Bounded<ObjectIdentity>;
    readonly changed: Bounded<ObjectChange>;
  };
  readonly outputs: {
    readonly added: Bounded<OutputChange>;
    readonly removed: Bounded<OutputChange>;
    readonly changed: Bounded<OutputChange>;
  };
  /** A list was cut, or something was too large to compare. */
  readonly truncated: boolean;
}

export type ComparisonResult =
  | { readonly comparable: true; readonly comparison: StateComparison }
  | { readonly comparable: false; readonly side: 'before' | 'after'; readonly problems: readonly ContentProblem[] };

export interface ComparisonLimits {
  /** Entries of each list. */
  readonly entries: number;
  /** Changed attributes of each object. */
  readonly attributes: number;
  /** Longest value shown, in characters of JSON text. */
  readonly valueLength: number;
  /** All values shown together, in characters of JSON text. */
  readonly toldLength: number;
  /** Attribute values in memory while objects are compared, in characters of JSON text. */
  readonly heldLength: number;
}

export const defaultComparisonLimits: ComparisonLimits = {
  entries: 1_000,
  attributes: 100,
  valueLength: 64 * 1024,
  toldLength: 16 * 1024 * 1024,
  heldLength: 32 * 1024 * 1024,
};

/** Collects a {@link Bounded}. */
export class BoundedList<Item> implements Bounded<Item> {
  readonly items: Item[] = [];
  total = 0;

  constructor(private readonly limit: number) {}

  add(item: Item): void {
    this.total++;
    if (this.items.length < this.limit) this.items.push(item);
  }

  get truncated(): boolean {
    return this.total > this.items.length;
  }

  /** As plain data. */
  get bounded(): Bounded<Item> {
    return { items: this.items, total: this.total };
  }
}
