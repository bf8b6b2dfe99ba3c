import { TextsWithin } from './texts-within.js';

/**
 * The texts that policies list for one parameter, made ready for many items, or for a long one: to judge it takes about as long for thousands of texts as for a
 * few. A list has few with a `*` at both ends ({@link mostWithin}), but the lists of all policies of a caller come together here.
 */
export class ListedTexts {
  readonly #whole: ReadonlySet<unknown>;
  readonly #beginnings: Beginnings;
  readonly #ends: Beginnings;
  readonly #within: TextsWithin;

  constructor(listed: readonly unknown[]) {
    this.#whole = new Set(listed);
    const globs = listed.filter((each) => typeof each === 'string').map(globOf);
    const of = (kind: Glob['kind']) => globs.flatMap((glob) => (glob.kind === kind ? [glob.text] : []));
    this.#beginnings = new Beginnings(of('beginning'));
    this.#ends = new Beginnings(of('end').map(reversed));
    this.#within = new TextsWithin(of('within'));
  }

  fits(item: unknown): boolean {
    if (this.#whole.has(item)) return true;
    if (typeof item !== 'string') return false;
    if (this.#beginnings.fits(item)) return true;
    if (!this.#ends.isEmpty && this.#ends.fits(reversed(item))) return true;
    return this.#within.fits(item);
  }
}

/** A `*` at the start of a text matches any beginning, one at its end any rest. */
interface Glob {
  readonly kind: 'whole' | 'beginning' | 'end' | 'within';
  readonly text: string;
}

function globOf(listed: string): Glob {
  const start = listed.length > 1 && listed.startsWith('*');
  const end = listed.length > 1 && listed.endsWith('*');
  const text = listed.slice(start ? 1 : 0, end ? -1 : undefined);
  if (start) return { kind: end ? 'within' : 'end', text };
  return { kind: end ? 'beginning' : 'whole', text };
}

/** Whether a value fits one text of a list. */
export function fitsGlob(listed: string, value: string): boolean {
  const { kind, text } = globOf(listed);
  if (kind === 'within') return value.includes(text);
  if (kind === 'end') return value.endsWith(text);
  return kind === 'beginning' ? value.startsWith(text) : value === text;
}

/** Texts with a `*` at both ends that a list may have when it is written. */
export const mostWithin = 100;

export const isWithin = (listed: unknown): boolean => typeof listed === 'string' && globOf(listed).kind === 'within';

/** Of the units that a text has in memory, as {@link String.endsWith} compares them. */
function reversed(text: string): string {
  let backwards = '';
  for (let at = text.length - 1; at >= 0; at -= 1) backwards += text.charAt(at);
  return backwards;
}

/** Beginnings of texts, in order and none of which begins another: then only the last one that is not above a text can begin it. */
class Beginnings {
  readonly #sorted: string[] = [];

  constructor(texts: readonly string[]) {
    for (const text of [...texts].sort(byUnits)) {
      const before = this.#sorted.at(-1);
      if (before === undefined || !text.startsWith(before)) this.#sorted.push(text);
    }
  }

  get isEmpty(): boolean {
    return this.#sorted.length === 0;
  }

  fits(text: string): boolean {
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#sorted[middle] ?? '') <= text) from = middle + 1;
      else to = middle;
    }
    const last = this.#sorted[from - 1];
    return last !== undefined && text.startsWith(last);
  }
}

const byUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
