/** A place in the tree of texts: what was read so far of one of them. */
interface Place {
  readonly next: Map<number, Place>;
  /** Whether a text ends here, or at a place that this one falls back to. */
  isEnd: boolean;
  /** Where the longest end of what was read continues that another text begins with; `null` at the root. */
  back: Place | null;
}

const place = (): Place => ({ next: new Map(), isEnd: false, back: null });

/** Up to so many texts are looked for one after the other: V8 compares many characters at once. */
const fewTexts = 8;
/** How many comparisons the tree must save for each of its characters: to place one takes as long as to compare many. */
const worth = 16;
/** Characters of the tree, of which each takes some 240 bytes. */
const mostOfTree = 65_536;

/**
 * Texts that are looked for anywhere in others, as many as all policies of a caller list together. Where much is read, each character of it is read once, whatever
 * the number of texts (Aho and Corasick, 1975).
 */
export class TextsWithin {
  readonly #texts: readonly string[];
  readonly #characters: number;
  #read = 0;
  #tree: { readonly root: Place; readonly longer: readonly string[] } | undefined;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.#characters = this.#texts.reduce((sum, { length }) => sum + length, 0);
  }

  fits(text: string): boolean {
    this.#read += text.length;
    if (!this.#tree && !this.#isMuch()) return isAnyWithin(this.#texts, text);
    const { root, longer } = (this.#tree ??= treeOfShort(this.#texts));
    return isEndWithin(root, text) || isAnyWithin(longer, text);
  }

  #isMuch(): boolean {
    const { length } = this.#texts;
    return length > fewTexts && this.#read * length > worth * Math.min(this.#characters, mostOfTree);
  }
}

/** One after the other. */
const isAnyWithin = (texts: readonly string[], text: string): boolean =>
  texts.some((each) => each.length <= text.length && text.includes(each));

function isEndWithin(root: Place, text: string): boolean {
  if (root.isEnd) return true;
  let at = root;
  for (let index = 0; index < text.length; index += 1) {
    at = after(at, text.charCodeAt(index), root);
    if (at.isEnd) return true;
  }
  return false;
}

/** Of as many as the tree has room for; the others are long, so there are few of them. */
function treeOfShort(texts: readonly string[]) {
  const byLength = [...new Set(texts)].toSorted((one, other) => one.length - other.length);
  let room = mostOfTree;
  const longer = byLength.filter(({ length }) => (room -= length) < 0);
  return { root: treeOf(byLength.slice(0, byLength.length - longer.length)), longer };
}

function treeOf(texts: readonly string[]): Place {
  const root = place();
  for (const text of texts) {
    let at = root;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      const next = at.next.get(unit) ?? place();
      at.next.set(unit, next);
      at = next;
    }
    at.isEnd = true;
  }
  // Level by level: where a place falls back to is nearer to the root.
  let level = [root];
  while (level.length > 0) {
    const below: Place[] = [];
    for (const at of level) {
      for (const [unit, next] of at.next) {
        next.back = at.back ? after(at.back, unit, root) : root;
        next.isEnd ||= next.back.isEnd;
        below.push(next);
      }
    }
    level = below;
  }
  return root;
}

function after(from: Place, unit: number, root: Place): Place {
  for (let at: Place | null = from; at; at = at.back) {
    const next = at.next.get(unit);
    if (next) return next;
  }
  return root;
}
