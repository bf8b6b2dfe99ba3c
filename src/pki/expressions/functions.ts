import { celFunc, CelScalar, isCelList, isCelMap, isCelUint } from '@bufbuild/cel';
import type { CelFunc, CelValue } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { asInput } from './input.js';
import { listFunctions } from './lists.js';
import { mathFunctions } from './mathematics.js';
import type { Optionals } from './optionals.js';
import { programLimits } from './program.js';
import { regexFunctions } from './regular-expressions.js';
import { textFunctions } from './texts.js';

const { STRING, BYTES, BOOL, DYN } = CelScalar;

/** RFC 5322, in the forms that requests for certificates have: an address, or a name and an address in angle brackets. */
const mailbox = /^(?:[^<>@"\r\n]*<(?<bracketed>[^<>\s]+)>|(?<plain>[^<>\s]+))$/u;
const atom = /^[^\s\p{Cc}@<>()[\]\\,;:".]+(?:\.[^\s\p{Cc}@<>()[\]\\,;:".]+)*$/u;

function isEmail(text: string): boolean {
  if (text.length > 320) return false;
  const { bracketed, plain } = mailbox.exec(text.trim())?.groups ?? {};
  const [local, domain, ...more] = (bracketed ?? plain ?? '').split('@');
  return local !== undefined && domain !== undefined && more.length === 0 && atom.test(local) && atom.test(domain);
}

/** A value of an expression as JSON has it. */
function plain(value: CelValue): unknown {
  if (typeof value === 'bigint') {
    if (!Number.isSafeInteger(Number(value))) throw new Error('a number is too large for JSON');
    return Number(value);
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (isCelUint(value)) return plain(value.value);
  if (isCelList(value)) return Array.from(value, plain);
  if (isCelMap(value)) {
    return Object.fromEntries(
      Array.from(value, ([key, inner]) => [String(isCelUint(key) ? key.value : key), plain(inner)]),
    );
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value;
  throw new Error('only numbers, texts, lists and maps have a form in JSON');
}

/** RFC 4648, 4: with or without its padding. As in OpenBao, line breaks are not looked at, and what has other signs fails. */
function fromBase64(text: string): Uint8Array {
  const signs = text.replace(/[\r\n]/g, '');
  const bare = signs.replace(/={1,2}$/, '');
  const isWhole = /^[A-Za-z0-9+/]*$/.test(bare) && bare.length % 4 !== 1;
  if (!isWhole || (bare !== signs && signs.length % 4 !== 0)) throw new Error('base64.decode: the text is not Base64');
  return new Uint8Array(Buffer.from(bare, 'base64'));
}

/** How many octets the values of a run may still have: they are in no heap, and no limit of memory counts them. */
export class OctetRoom {
  #left: number = programLimits.octets;

  renew(): void {
    this.#left = programLimits.octets;
  }

  /** @throws Error if there is no room */
  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new Error(`values of type bytes have more than ${programLimits.octets} octets together`);
  }
}

/** What expressions can call in addition to the functions of CEL itself. Some of those make octets, and take their room here. */
export const functionsWithin = (room: OctetRoom, optionals: Optionals): CelFunc[] => [
  ...strings,
  ...textFunctions,
  ...listFunctions(optionals),
  ...mathFunctions,
  ...regexFunctions(optionals),
  ...optionals.functions(),
  celFunc('_+_', [BYTES, BYTES], BYTES, (left, right) => {
    room.take(left.length + right.length);
    return new Uint8Array(Buffer.concat([left, right]));
  }),
  celFunc('bytes', [STRING], BYTES, (text) => {
    // Three octets for each of the 16-bit units that a text has, at most: before it is encoded.
    room.take(text.length * 3);
    return new TextEncoder().encode(text);
  }),
  celFunc('check_valid_email', [STRING], BOOL, isEmail),
  celFunc('encode_json', [DYN], STRING, (value) => JSON.stringify(plain(value))),
  celFunc('decode_json', [STRING], DYN, (text) => asInput(JSON.parse(text))),
  celFunc('base64.encode', [BYTES], STRING, (octets) => Buffer.from(octets).toString('base64')),
  celFunc('base64.decode', [STRING], BYTES, (text) => {
    room.take(text.length);
    return fromBase64(text);
  }),
];
