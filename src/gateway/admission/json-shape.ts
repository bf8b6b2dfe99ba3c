/** Levels of lists and objects in a document. Real ones have fewer than ten. */
export const deepest = 100;

/** Values in a document, including names of members. Real ones have thousands: large states are texts, which count as one. */
export const mostValues = 200_000;

export type BadShape = 'deep' | 'many';

const [quote = 0x22, backslash, comma, colon] = ['"', '\\', ',', ':'].map((sign) => sign.charCodeAt(0));
const opening = new Set(['{', '['].map((sign) => sign.charCodeAt(0)));
const closing = new Set(['}', ']'].map((sign) => sign.charCodeAt(0)));

/**
 * Checks a JSON document before it is parsed, without reading its values: depth and the number of values decide what parsing costs, in time and memory, far
 * more than length does. One step for each byte outside of long texts, and no memory. Invalid JSON may pass, because the parser refuses it.
 *
 * @param most values; names of members count too
 */
export function badShape(bytes: Uint8Array, most = mostValues): BadShape | null {
  let depth = 0;
  let values = 1;
  const end = bytes.length;
  for (let at = 0; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfText(bytes, at + 1);
    else if (byte === comma || byte === colon) values += 1;
    else if (byte < 0x5b) continue;
    else if (opening.has(byte)) {
      depth += 1;
      values += 1;
      if (depth > deepest) return 'deep';
    } else if (closing.has(byte)) depth -= 1;
    if (values > most) return 'many';
  }
  return null;
}

/** Bytes of a text that are looked at one by one before its end is searched: searching pays for long ones, and a text may be full of quotes. */
const steps = 64;

/** The place of the quote that ends a text, or the end of the document. @param at the first byte of the text */
function endOfText(bytes: Uint8Array, at: number): number {
  for (;;) {
    const near = Math.min(at + steps, bytes.length);
    for (; at < near; at += bytes[at] === backslash ? 2 : 1) if (bytes[at] === quote) return at;
    const found = bytes.indexOf(quote, at);
    if (found < 0) return bytes.length;
    let escapes = found;
    while (escapes > at && bytes[escapes - 1] === backslash) escapes -= 1;
    if ((found - escapes) % 2 === 0) return found;
    at = found + 1;
  }
}

/** Whether a parsed value is nested deeper than any document should be: recursive code would overflow the stack. So this works level by level. */
export function nestsTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const inner of Object.values(item)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return false;
}
