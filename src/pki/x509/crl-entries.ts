import { Tag } from './der-writer.js';
import { X509Error } from './error.js';

/** Where a value lies: its first octet, that of its content, and the one after its last. */
interface Span {
  readonly tag: number;
  readonly at: number;
  readonly content: number;
  readonly end: number;
}

function spanAt(bytes: Uint8Array, at: number): Span {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw malformed();
  let content = at + 2;
  let length = first;
  if (first >= 0x80) {
    const octets = first & 0x7f;
    if (octets < 1 || octets > 4) throw malformed();
    length = 0;
    for (const stop = content + octets; content < stop; content++) length = length * 256 + (bytes[content] ?? 0);
  }
  const end = content + length;
  if (end > bytes.length) throw malformed();
  return { tag, at, content, end };
}

const malformed = () => new X509Error('malformed', 'CRL', 'not one that was made here');

/**
 * The entries of a CRL as they lie in it, one after the other: what `buildCrl` takes as one piece. For CRLs that were made here: nothing is checked but
 * the lengths, so that a hundred thousand entries cost no more than one.
 * @throws X509Error `malformed`
 */
export function entriesOf(crl: Uint8Array): Uint8Array {
  const list = spanAt(crl, 0);
  const content = spanAt(crl, list.content);
  // version, algorithm, issuer, thisUpdate, nextUpdate
  let next = content.content;
  for (let field = 0; field < 5; field++) next = spanAt(crl, next).end;
  if (next >= content.end) return new Uint8Array();
  const entries = spanAt(crl, next);
  return entries.tag === Tag.sequence ? crl.subarray(entries.content, entries.end) : new Uint8Array();
}

/** Entries without those of some serial numbers (lower-case hex without separators); the rest in as few pieces as they lie in. */
export function withoutEntries(
  entries: Uint8Array,
  serials: ReadonlySet<string>,
): { readonly pieces: readonly Uint8Array[]; readonly removed: number } {
  if (serials.size === 0 || entries.length === 0) return { pieces: [entries], removed: 0 };
  const bytes = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength);
  const pieces: Uint8Array[] = [];
  let removed = 0;
  let kept = 0;
  for (let at = 0; at < bytes.length;) {
    const entry = spanAt(bytes, at);
    const serial = spanAt(bytes, entry.content);
    // A leading zero octet is of the INTEGER, not of the number.
    const from = serial.end - serial.content > 1 && bytes[serial.content] === 0 ? serial.content + 1 : serial.content;
    if (serials.has(bytes.toString('hex', from, serial.end))) {
      if (at > kept) pieces.push(bytes.subarray(kept, at));
      kept = entry.end;
      removed++;
    }
    at = entry.end;
  }
  if (kept < bytes.length) pieces.push(bytes.subarray(kept));
  return { pieces, removed };
}
