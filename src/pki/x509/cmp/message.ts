import { bitString, contextConstructed, encode, sequence } from '../der-writer.js';
import { readDer } from '../der-reader.js';
import type { DerValue } from '../der-reader.js';
import { readHeader } from './header.js';
import type { CmpHeader } from './header.js';
import { requireFewValues } from './value-count.js';

/** The kinds of PKIBody (RFC 9810 §5.1.2) by their tags, as far as anybody sends them here or gets them. */
const bodyKinds = {
  ir: 0,
  ip: 1,
  cr: 2,
  cp: 3,
  p10cr: 4,
  kur: 7,
  kup: 8,
  rr: 11,
  rp: 12,
  pkiconf: 19,
  nested: 20,
  genm: 21,
  genp: 22,
  error: 23,
  certConf: 24,
  pollReq: 25,
  pollRep: 26,
} as const;

export type CmpBodyKind = keyof typeof bodyKinds;

const kindOfTag = new Map(
  Object.entries(bodyKinds).map(([kind, number]) => [contextConstructed(number), kind as CmpBodyKind]),
);

/** PKIMessage as it came in: read as far as every message is alike. */
export interface CmpMessage {
  readonly header: CmpHeader;
  /** Undefined for a kind that nobody takes here. */
  readonly kind: CmpBodyKind | undefined;
  /** What is inside the tag of the body. */
  readonly body: DerValue;
  /** What signature or MAC are over: ProtectedPart, DER. */
  readonly protectedPart: Buffer;
  readonly protection: Buffer | undefined;
  /** DER, in the order of the message. */
  readonly extraCerts: readonly Buffer[];
}

/** Octets of a message that is read: room for a chain of the largest keys. */
export const maxCmpBytes = 128 * 1024;
/** Values of a message: a certificate has some two hundred. */
const mostValues = 5_000;
/** Certificates of one message. */
const mostCertificates = 20;

/** @throws X509Error `malformed`, `too_large` */
export function readCmpMessage(der: Uint8Array): CmpMessage {
  if (der.length <= maxCmpBytes) requireFewValues(der, mostValues, 'message');
  const fields = readDer(der, 'message', { maxBytes: maxCmpBytes }).fields();
  const header = fields.next('header');
  const body = fields.next('body');
  const protection = fields.optional('protection', contextConstructed(0))?.inner(contextConstructed(0)).bitOctets();
  const certificates = fields.optional('extra certificates', contextConstructed(1))?.inner(contextConstructed(1));
  fields.end();
  return {
    header: readHeader(header),
    kind: kindOfTag.get(body.tag),
    body: body.inner(body.tag),
    protectedPart: sequence(header.encoded(), body.encoded()),
    protection,
    extraCerts: certificates?.items(undefined, { most: mostCertificates }).map((each) => each.encoded()) ?? [],
  };
}

export const encodeBody = (kind: CmpBodyKind, content: Uint8Array): Buffer =>
  encode(contextConstructed(bodyKinds[kind]), content);

/** What signature or MAC of a message are over. */
export const protectedPartOf = (header: Uint8Array, body: Uint8Array): Buffer => sequence(header, body);

export function encodeCmpMessage(
  header: Uint8Array,
  body: Uint8Array,
  { protection, extraCerts = [] }: { readonly protection?: Uint8Array; readonly extraCerts?: readonly Uint8Array[] },
): Buffer {
  return sequence(
    header,
    body,
    ...(protection === undefined ? [] : [encode(contextConstructed(0), bitString(protection))]),
    ...(extraCerts.length === 0 ? [] : [encode(contextConstructed(1), sequence(...extraCerts))]),
  );
}
