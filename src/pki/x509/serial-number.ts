import { RandomOctets } from '../../platform/random-octets.js';
import { encode, Tag, unsignedContent } from './der-writer.js';
import type { DerValue } from './der-reader.js';
import { X509Error } from './error.js';

/** A certificate's serial number as callers see it: the octets of the magnitude in lower-case hex, separated by colons. */
export type SerialNumber = string & { readonly __brand: 'SerialNumber' };

/** RFC 5280 4.1.2.2: at most 20 octets, including the sign. */
const maxOctets = 20;
/**
 * Certificates of others may have more octets, or the number zero (RFC 5280 4.1.2.2: be prepared): certmonger signs its requests of SCEP by a certificate whose number
 * has more than 20. What can be read can be revoked.
 */
const maxReadOctets = 33;

const [colon, zero, nine, letterA, letterF, caseBit] = [0x3a, 0x30, 0x39, 0x61, 0x66, 0x20] as const;
const digit = (value: number): number => (value < 10 ? zero + value : letterA - 10 + value);

/** The value of a digit of either case; NaN of what is none. */
function valueOf(code: number): number {
  if (code >= zero && code <= nine) return code - zero;
  const letter = code | caseBit;
  return letter >= letterA && letter <= letterF ? letter - letterA + 10 : Number.NaN;
}

/** Where the text of one is written, and then cut out. */
const written = Buffer.alloc(3 * maxReadOctets);

// Only the functions of this file turn octets or text into a serial number.
function brand(magnitude: Uint8Array): SerialNumber {
  let at = 0;
  for (const octet of magnitude) {
    if (at > 0) written[at++] = colon;
    written[at++] = digit(octet >> 4);
    written[at++] = digit(octet & 0x0f);
  }
  return written.toString('latin1', 0, at) as SerialNumber;
}

const octets = new RandomOctets();

/** A new one: random, positive, below 2^159. */
export function randomSerialNumber(): SerialNumber {
  const magnitude = new Uint8Array(maxOctets);
  for (let at = 0; at < maxOctets; at += 1) magnitude[at] = octets.next();
  magnitude[0] = (magnitude[0] ?? 0) & 0x7f;
  return serialNumberOf(magnitude);
}

/** From the magnitude, big-endian, of a number that was read or generated before. */
export function serialNumberOf(magnitude: Uint8Array): SerialNumber {
  const content = unsignedContent(magnitude);
  if (content.length > maxReadOctets)
    throw new X509Error('invalid_value', 'serial number', `more than ${maxReadOctets} octets`);
  return branded(content);
}

/** @param content of the INTEGER: a leading zero octet belongs to the encoding, not to the number */
const branded = (content: Uint8Array): SerialNumber =>
  brand(content.length > 1 && content[0] === 0 ? content.subarray(1) : content);

/** From text: hex octets, separated by colons, hyphens or nothing. Undefined for other text. */
export function parseSerialNumber(text: string): SerialNumber | undefined {
  const hex = /^[0-9a-f]{1,2}(?:([:-])[0-9a-f]{1,2}(?:\1[0-9a-f]{1,2})*)?$/i.test(text)
    ? text
        .split(/[:-]/)
        .map((octet) => octet.padStart(2, '0'))
        .join('')
    : /^(?:[0-9a-f]{2})+$/i.test(text)
      ? text
      : undefined;
  if (hex === undefined || hex.length > 2 * maxReadOctets) return undefined;
  const content = unsignedContent(Buffer.from(hex, 'hex'));
  return content.length > maxReadOctets ? undefined : branded(content);
}

/** As stored in columns: lower-case hex without separators. */
export const bareSerial = (serial: SerialNumber): string => serial.replaceAll(':', '');

/** The same of text that may be none: the beginning of a list. */
export const bareText = (text: string | null): string => (text ?? '').replaceAll(':', '');

/** The serial number in a column. */
export function serialOfBare(bare: string): SerialNumber {
  let text = bare.slice(0, 2);
  for (let at = 2; at < bare.length; at += 2) text += `:${bare.slice(at, at + 2)}`;
  return text as SerialNumber;
}

/**
 * The magnitude, big-endian, without leading zeros. Text comes from columns too, where something else may have been written: other octets than those of the
 * number must not come of it.
 * @throws X509Error
 */
export function serialNumberBytes(serial: SerialNumber): Buffer {
  const length = (serial.length + 1) / 3;
  if (!Number.isInteger(length) || length === 0) throw notSerial('its length is not that of octets and colons');
  const magnitude = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; at += 1) {
    const octet = valueOf(serial.charCodeAt(at * 3)) * 16 + valueOf(serial.charCodeAt(at * 3 + 1));
    if (Number.isNaN(octet)) throw notSerial('a character that is not a hex digit');
    if (at > 0 && serial.charCodeAt(at * 3 - 1) !== colon) throw notSerial('octets that no colon separates');
    magnitude[at] = octet;
  }
  return magnitude;
}

const notSerial = (what: string): X509Error => new X509Error('invalid_value', 'serial number', what);

export const encodeSerialNumber = (serial: SerialNumber): Buffer =>
  encode(Tag.integer, unsignedContent(serialNumberBytes(serial)));

/** Reads an INTEGER as a serial number; a negative one is refused. */
export function readSerialNumber(value: DerValue, tag?: number): SerialNumber {
  const content = value.integerContent(tag);
  if ((content[0] ?? 0) >= 0x80) throw value.fail('a negative serial number');
  if (content.length > maxReadOctets) throw value.fail(`a serial number of more than ${maxReadOctets} octets`);
  return branded(content);
}
