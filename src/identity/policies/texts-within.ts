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

/**
 * Texts that are looked for anywhere in others, as many as all policies of a caller list together: each character of another is read once, whatever their number
 * (Aho and Corasick, 1975).
 */
export class TextsWithin {
  readonly #texts: readonly string[];
  #root: Place | undefined;

  constructor(texts: readonly string[]) {
    this.#texts = [...new Set(texts)];
  }

  fits(text: string): boolean {
    if (this.#texts.length <= fewTexts) return this.#texts.some((each) => text.includes(each));
    const root = (this.#root ??= treeOf(this.#texts));
    if (root.isEnd) return true;
    let at = root;
    for (let index = 0; index < text.length; index += 1) {
      at = after(at, text.charCodeAt(index), root);
      if (at.isEnd) return true;
    }
    return false;
  }
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
