import { createHash } from 'node:crypto';
import { stretchEnds } from '../../x509/index.js';

/** A part of the entries of a CRL. */
export interface EntryPart {
  /** SHA-256, base64url. */
  readonly digest: string;
  /** Octets. */
  readonly length: number;
}

/** What a CRL is put together of: the parts, where the entries go in the rest of it. */
export interface PartList {
  readonly at: number;
  readonly parts: readonly EntryPart[];
}

/** A CRL with up to so many octets of entries is one row, as all were before there were parts. */
export const wholeBytes = 256 * 1024;

/** A CRL in parts has more entries: each has fewer octets than this divides them by. */
export const fewEntries = BigInt(wholeBytes / 256);

/** Few enough octets not to delay others that write; one in 2,048 entries, of some 40 octets, ends a part that has the least of them. */
const bounds = { least: 64 * 1024, most: 256 * 1024, one: 2048 };

/** Entries in parts; none for few. A CRL and the one after it have most of them in common. */
export const partsOf = (entries: Uint8Array): readonly EntryPart[] =>
  entries.length <= wholeBytes ? [] : stretches(entries);

/**
 * The same for entries that begin with those that are in parts already: each but the last of these ends where it did, whatever follows.
 * @param before the parts of these
 */
export function partsAfter(before: readonly EntryPart[], entries: Uint8Array): readonly EntryPart[] {
  const kept = before.slice(0, -1);
  return [...kept, ...stretches(entries.subarray(octetsOf(kept)))];
}

function stretches(entries: Uint8Array): readonly EntryPart[] {
  let from = 0;
  return stretchEnds(entries, bounds).map((end) => {
    const part = entries.subarray(from, end);
    from = end;
    return { digest: digestOf(part), length: part.length };
  });
}

const digestOf = (part: Uint8Array): string => createHash('sha256').update(part).digest('base64url');

/** Whether a part is as it was written. */
export const isWhole = (content: Uint8Array, { digest, length }: EntryPart): boolean =>
  content.length === length && digestOf(content) === digest;

/** As it is stored: where the entries go, then the length and the digest of each part. */
export const listText = ({ at, parts }: PartList): string =>
  [String(at), ...parts.map(({ length, digest }) => `${length} ${digest}`)].join('\n');

/** Null for a CRL that is stored whole. */
export function listOf(text: string): PartList | null {
  if (text === '') return null;
  const [at, ...lines] = text.split('\n');
  const parts = lines.map((line) => {
    const [length, digest = ''] = line.split(' ');
    return { length: Number(length), digest };
  });
  return { at: Number(at), parts };
}

export const octetsOf = (parts: readonly EntryPart[]): number => parts.reduce((sum, { length }) => sum + length, 0);
