import { parseCrl, type CertificateRevocationList } from './crl-reader.js';
import { encode, Tag } from './der-writer.js';
import { X509Error } from './error.js';

/** The position of a value: its first octet, the first of its content, and the one after its last. */
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
 * The entries of a CRL as one piece, in the form that `buildCrl` accepts. Only for CRLs that were built here: only the lengths are checked, so a hundred
 * thousand entries cost no more than one.
 * @throws X509Error `malformed`
 */
export function entriesOf(crl: Uint8Array): Uint8Array {
  return within(crl, entryList(crl));
}

/** The same of the content of a CRL that is not signed yet. @throws X509Error `malformed` */
export function entriesToBeSigned(tbs: Uint8Array): Uint8Array {
  return within(tbs, listIn(tbs, spanAt(tbs, 0)));
}

const within = (bytes: Uint8Array, list: Span | undefined): Uint8Array =>
  list ? bytes.subarray(list.content, list.end) : new Uint8Array();

/** The list of entries in a CRL; undefined if nothing is revoked. */
function entryList(crl: Uint8Array): Span | undefined {
  return listIn(crl, spanAt(crl, spanAt(crl, 0).content));
}

function listIn(bytes: Uint8Array, content: Span): Span | undefined {
  // version, algorithm, issuer, thisUpdate, nextUpdate
  let next = content.content;
  for (let field = 0; field < 5; field++) next = spanAt(bytes, next).end;
  if (next >= content.end) return undefined;
  const entries = spanAt(bytes, next);
  return entries.tag === Tag.sequence ? entries : undefined;
}

/**
 * A CRL of version 2 with a next update, parsed without its entries; its signature is still verified over the whole. Entries that our own key signed need
 * no strict parsing.
 * @throws X509Error as `parseCrl`
 */
export function parseCrlFrame(crl: Uint8Array): CertificateRevocationList {
  const list = entryList(crl);
  if (!list) return parseCrl(crl);
  const outer = spanAt(crl, 0);
  const content = spanAt(crl, outer.content);
  const bare = encode(Tag.sequence, crl.subarray(content.content, list.at), crl.subarray(list.end, content.end));
  const frame = parseCrl(encode(Tag.sequence, bare, crl.subarray(content.end, outer.end)));
  return { ...frame, der: Buffer.from(crl), tbs: Buffer.from(crl.subarray(content.at, content.end)) };
}

/**
 * Ends of stretches of entries, the last one included: an entry ends one once it is long enough, and either its serial number says so or it would get too long.
 * So equal entries make equal stretches, wherever they lie, and what is added or left out changes those around it.
 * @param one in how many entries ends a stretch that is long enough
 * @throws X509Error `malformed`
 */
export function stretchEnds(
  entries: Uint8Array,
  { least, most, one }: { readonly least: number; readonly most: number; readonly one: number },
): readonly number[] {
  const ends: number[] = [];
  let from = 0;
  for (let at = 0; at < entries.length;) {
    const { content, end } = spanAt(entries, at);
    if (end - from > most && at > from) {
      ends.push(at);
      from = at;
    }
    if (end - from >= least && (lastOctets(entries, content) % one === 0 || end === entries.length)) {
      ends.push(end);
      from = end;
    }
    at = end;
  }
  if (from < entries.length) ends.push(entries.length);
  return ends;
}

/** Of a serial number, which has at most 20 octets: the last two. */
function lastOctets(bytes: Uint8Array, at: number): number {
  const last = at + 1 + (bytes[at + 1] ?? 0);
  return (bytes[last - 1] ?? 0) * 256 + (bytes[last] ?? 0);
}

/** One entry, and its serial number as lower-case hex without separators. */
export interface LyingEntry {
  readonly serial: string;
  readonly der: Uint8Array;
}

/** Entries one by one. @throws X509Error `malformed` */
export function* eachEntry(entries: Uint8Array): Generator<LyingEntry> {
  const bytes = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength);
  for (let at = 0; at < bytes.length;) {
    const entry = spanAt(bytes, at);
    const serial = spanAt(bytes, entry.content);
    // A leading zero octet belongs to the encoding, not to the number.
    const from = serial.end - serial.content > 1 && bytes[serial.content] === 0 ? serial.content + 1 : serial.content;
    yield { serial: bytes.toString('hex', from, serial.end), der: bytes.subarray(at, entry.end) };
    at = entry.end;
  }
}

/** The revocation time of an entry in a form that sorts: it always includes the century. @throws X509Error `malformed` */
export function revocationTimeOf(entry: Uint8Array): string {
  const time = spanAt(entry, spanAt(entry, spanAt(entry, 0).content).end);
  const text = Buffer.from(entry.subarray(time.content, time.end)).toString('latin1');
  if (time.tag !== Tag.utcTime) return text;
  // RFC 5280 4.1.2.5.1
  return `${text < '50' ? '20' : '19'}${text}`;
}

/** Entries without those of some serial numbers (lower-case hex without separators). The rest is returned in as few pieces as possible. */
export function withoutEntries(
  entries: Uint8Array,
  serials: ReadonlySet<string>,
): { readonly pieces: readonly Uint8Array[]; readonly removed: number } {
  if (serials.size === 0 || entries.length === 0) return { pieces: [entries], removed: 0 };
  const pieces: Uint8Array[] = [];
  let removed = 0;
  let kept = 0;
  let at = 0;
  for (const { serial, der } of eachEntry(entries)) {
    const end = at + der.length;
    if (serials.has(serial)) {
      if (at > kept) pieces.push(entries.subarray(kept, at));
      kept = end;
      removed++;
    }
    at = end;
  }
  if (kept < entries.length) pieces.push(entries.subarray(kept));
  return { pieces, removed };
}
