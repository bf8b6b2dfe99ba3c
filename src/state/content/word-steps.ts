/**
 * Steps over JSON bytes four at a time. Most of a state is indentation and text that is skipped, and a step for each byte took most of the reading time.
 *
 * The view's length is a parameter because reading it from the view is a call.
 */

/** The four bytes at `i`, the first one lowest. */
const wordAt = (view: DataView, i: number): number => view.getInt32(i, true);

/** Which byte of a word the lowest bit of `bits` is in. */
const lowestByte = (bits: number): number => (31 - Math.clz32(bits & -bits)) >> 3;

const spaces = 0x20202020;
const quotes = 0x22222222;
const backslashes = 0x5c5c5c5c;
const ones = 0x01010101;
const highBits = 0x80808080;

/** The index from `i` on of the first byte that is not a space, or `end`, which is the view's length. */
export function afterSpaces(view: DataView, i: number, end: number): number {
  const last = end - 4;
  while (i <= last) {
    const others = wordAt(view, i) ^ spaces;
    if (others !== 0) return i + lowestByte(others);
    i += 4;
  }
  while (i < end && view.getUint8(i) === 0x20) i++;
  return i;
}

/** The index from `i` on of the first byte that a JSON string cannot contain directly (a quote, a backslash, a control character), or `end`. */
export function afterPlain(view: DataView, i: number, end: number): number {
  const last = end - 4;
  while (i <= last) {
    const word = wordAt(view, i);
    const quote = word ^ quotes;
    const backslash = word ^ backslashes;
    // The lowest high bit of each term belongs to a byte below 0x20, to a quote, or to a backslash; the bits above it may be wrong.
    const special =
      (((word - spaces) & ~word) | ((quote - ones) & ~quote) | ((backslash - ones) & ~backslash)) & highBits;
    if (special !== 0) return i + lowestByte(special);
    i += 4;
  }
  while (i < end && isPlain(view.getUint8(i))) i++;
  return i;
}

const isPlain = (c: number): boolean => c >= 0x20 && c !== 0x22 && c !== 0x5c;
