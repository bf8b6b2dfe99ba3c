import { X509Error } from './error.js';
import { attributeOids, curveOids, extensionOids, keyOids } from './oids.js';

/** Identifier octets of the types that are written here. */
export const Tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Identifier octet of a context-specific primitive value: IMPLICIT tagging of a primitive type. */
export const contextPrimitive = (number: number): number => 0x80 | number;

/** Identifier octet of a context-specific constructed value: EXPLICIT tags, and IMPLICIT ones over a SEQUENCE. */
export const contextConstructed = (number: number): number => 0xa0 | number;

const headerSize = (length: number): number =>
  length < 0x80 ? 2 : length < 0x100 ? 3 : length < 0x10000 ? 4 : length < 0x1000000 ? 5 : 6;

/**
 * One value: identifier, minimal length, and the parts one after the other. Parts are encoded bytes, so that parts that certificates have in common are encoded
 * once. This is why forge is not used for writing: it has no node for encoded bytes.
 */
export const encode = (tag: number, ...parts: readonly Uint8Array[]): Buffer => encodeList(tag, parts);

/** The same for parts that are too many to be arguments. */
export function encodeList(tag: number, parts: readonly Uint8Array[]): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  const header = headerSize(length);
  const out = Buffer.allocUnsafe(header + length);
  out[0] = tag;
  if (header === 2) out[1] = length;
  else {
    out[1] = 0x80 | (header - 2);
    out.writeUIntBE(length, 2, header - 2);
  }
  let offset = header;
  for (const part of parts) {
    out.set(part, offset);
    offset += part.length;
  }
  return out;
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => encode(Tag.sequence, ...parts);

/** SET OF: DER sorts the encodings (X.690 11.6). */
export const setOf = (...parts: readonly Uint8Array[]): Buffer =>
  encode(Tag.set, ...(parts.length < 2 ? parts : parts.toSorted((a, b) => Buffer.compare(a, b))));

export const nullValue = encode(Tag.null);

/** X.690 11.1: TRUE is all ones. FALSE is always a DEFAULT here, so it is never written. */
export const trueValue = encode(Tag.boolean, Uint8Array.of(0xff));

/** The content octets of a non-negative integer: no unnecessary leading zero, and the sign bit is clear. */
export function unsignedContent(magnitude: Uint8Array): Uint8Array {
  let start = 0;
  while (start < magnitude.length - 1 && magnitude[start] === 0) start++;
  const digits = magnitude.subarray(start);
  if (digits.length === 0) return Uint8Array.of(0);
  return (digits[0] ?? 0) & 0x80 ? Buffer.concat([Uint8Array.of(0), digits]) : digits;
}

const hexOf = (value: bigint): string => {
  const hex = value.toString(16);
  return hex.length % 2 === 0 ? hex : `0${hex}`;
};

/** INTEGER of a non-negative number. */
export function integer(value: number | bigint): Buffer {
  if (value < 0 || (typeof value === 'number' && !Number.isSafeInteger(value)))
    throw new X509Error('invalid_value', 'integer', `${value} is not a non-negative whole number`);
  return encode(Tag.integer, unsignedContent(Buffer.from(hexOf(BigInt(value)), 'hex')));
}

export const enumerated = (value: number): Buffer => encode(Tag.enumerated, Uint8Array.of(value));

export const octetString = (...parts: readonly Uint8Array[]): Buffer => encode(Tag.octetString, ...parts);

/** BIT STRING of whole octets, such as a key or a signature. */
export const bitString = (bytes: Uint8Array): Buffer => encode(Tag.bitString, Uint8Array.of(0), bytes);

/** The content of a named-bit list: bit 0 is the first octet's highest, trailing zero bits are dropped (X.690 11.2.2). */
export function namedBitsContent(bits: readonly number[]): Buffer {
  if (bits.length === 0) return Buffer.of(0);
  const highest = Math.max(...bits);
  const content = Buffer.alloc(2 + (highest >> 3));
  content[0] = 7 - (highest & 7);
  for (const bit of bits) {
    const at = 1 + (bit >> 3);
    content[at] = (content[at] ?? 0) | (0x80 >> (bit & 7));
  }
  return content;
}

export const namedBits = (bits: readonly number[]): Buffer => encode(Tag.bitString, namedBitsContent(bits));

const oidPattern = /^[0-2](?:\.(?:0|[1-9]\d{0,38})){1,63}$/;

/** Whether the text is a dotted object identifier of at most 128 characters. */
export function isOid(text: string): boolean {
  if (text.length > 128 || !oidPattern.test(text)) return false;
  const [first = '', second = ''] = text.split('.', 2);
  return first === '2' || (second.length <= 2 && Number(second) < 40);
}

const base128 = (arc: bigint): number[] => {
  const digits = [Number(arc & 0x7fn)];
  for (let rest = arc >> 7n; rest > 0n; rest >>= 7n) digits.unshift(Number(rest & 0x7fn) | 0x80);
  return digits;
};

export function oidContent(text: string): Buffer {
  if (!isOid(text)) throw new X509Error('invalid_value', 'object identifier', `"${text}" is not one`);
  const [first = 0n, second = 0n, ...rest] = text.split('.').map(BigInt);
  return Buffer.from([first * 40n + second, ...rest].flatMap(base128));
}

/** The named ones are in every certificate, so they are encoded once. */
const encodedOids = new Map(
  [attributeOids, extensionOids, keyOids, curveOids]
    .flatMap((table): string[] => Object.values(table))
    .map((text) => [text, encode(Tag.oid, oidContent(text))]),
);

/** OBJECT IDENTIFIER. The bytes may be shared, so they must not be changed. */
export const oid = (text: string): Buffer => encodedOids.get(text) ?? encode(Tag.oid, oidContent(text));

/** A string with one octet per character. The caller checks the alphabet. */
export const asciiString = (tag: number, text: string): Buffer => encode(tag, Buffer.from(text, 'latin1'));

export const utf8String = (text: string): Buffer => encode(Tag.utf8String, Buffer.from(text, 'utf8'));
