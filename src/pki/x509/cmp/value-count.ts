import { X509Error } from '../error.js';

/**
 * Refuses a document of very many values before anything is made of them: a stranger may send 65,000 empty ones, which take tens of milliseconds to read. It only
 * looks at identifiers and lengths; whoever reads the document finds out what is wrong with them.
 * @throws X509Error `too_large`
 */
export function requireFewValues(der: Uint8Array, most: number, where: string): void {
  let count = 0;
  for (let at = 0; at < der.length;) {
    const tag = der[at] ?? 0;
    const length = lengthAt(der, at + 1);
    if (!length) return;
    count += 1;
    if (count > most) throw new X509Error('too_large', where, `more than ${most} values`);
    at = length.after + ((tag & 0x20) === 0 ? length.content : 0);
  }
}

/** Undefined for one that DER does not have. */
function lengthAt(der: Uint8Array, at: number): { readonly content: number; readonly after: number } | undefined {
  const first = der[at];
  if (first === undefined) return undefined;
  if (first < 0x80) return { content: first, after: at + 1 };
  const octets = first & 0x7f;
  if (octets === 0 || octets > 3 || at + octets >= der.length) return undefined;
  let content = 0;
  for (let each = 1; each <= octets; each += 1) content = content * 256 + (der[at + each] ?? 0);
  return { content, after: at + 1 + octets };
}
