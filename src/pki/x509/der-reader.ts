import { LRUCache } from 'lru-cache';
import forge from 'node-forge';
import { boundsOf, derTextOf, identifierOf } from './der-text.js';
import { Tag } from './der-writer.js';
import { X509Error } from './error.js';
import { parseGeneralizedTime, parseUtcTime } from './time.js';

/** Limits for one document. */
export interface ReadLimits {
  /** Octets of the whole document. */
  readonly maxBytes: number;
}

declare module 'node-forge' {
  // oxlint-disable-next-line typescript/no-namespace -- the published types are shaped like this
  namespace asn1 {
    /** The reader's second signature, which the published types lack. */
    function fromDer(bytes: Bytes, options: FromDerOptions): Asn1;
  }
}

interface FromDerOptions {
  readonly strict: true;
  readonly parseAllBytes: true;
  readonly decodeBitStrings: false;
  readonly maxDepth: number;
}

const maxDepth = 32;

type Node = forge.asn1.Asn1;

/** The texts of identifiers that were read, by their content octets: the same few are in every document. */
const knownOids = new LRUCache<string, string>({ max: 500 });

/** A whole text at a time, so it keeps nothing from one to the next. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const binary = (text: string): Buffer => Buffer.from(text, 'latin1');

const options: FromDerOptions = { strict: true, parseAllBytes: true, decodeBitStrings: false, maxDepth };

/**
 * Reads one DER document. forge accepts BER, so the parsed value is written again and compared. Only definite, minimal lengths and minimal
 * integers pass, and `encoded` of any part equals the bytes that came in.
 * @throws X509Error `too_large`, `malformed`
 */
export function readDer(bytes: Uint8Array, where: string, limits: ReadLimits): DerValue {
  if (bytes.length > limits.maxBytes)
    throw new X509Error('too_large', where, `${bytes.length} octets; at most ${limits.maxBytes} are read`);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  let node: Node;
  let again: string;
  try {
    // A copy, because forge changes the options that it gets.
    node = forge.asn1.fromDer(text, { ...options });
    again = derTextOf(node);
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : 'unreadable';
    if (what.includes('Max depth'))
      throw new X509Error('too_large', where, `nested deeper than ${maxDepth}`, { cause });
    throw new X509Error('malformed', where, `not DER: ${what}`, { cause });
  }
  if (again !== text) throw new X509Error('malformed', where, 'BER, but not DER');
  return new DerValue(node, where, text, 0);
}

/** The largest number that can take seven more bits and is still exact. */
const largestShifted = (Number.MAX_SAFE_INTEGER - 127) / 128;

/** One value of a document, read strictly: every accessor checks the type and throws X509Error `malformed`. */
export class DerValue {
  constructor(
    private readonly node: Node,
    readonly where: string,
    /** The text of the whole document, which is DER. */
    private readonly document: string,
    /** Where the value begins in it. */
    private readonly at: number,
  ) {}

  /** The identifier octet. */
  get tag(): number {
    return identifierOf(this.node);
  }

  fail(what: string): X509Error {
    return new X509Error('malformed', this.where, what);
  }

  private expect(tag: number, what: string): void {
    if (this.tag !== tag) throw this.fail(`${what} expected, found tag 0x${this.tag.toString(16)}`);
  }

  /** The same value, named for error messages. */
  named(where: string): DerValue {
    return new DerValue(this.node, where, this.document, this.at);
  }

  /** The whole value as received, including identifier and length. */
  encoded(): Buffer {
    return binary(this.document.slice(this.at, boundsOf(this.document, this.at).end));
  }

  /** The values inside a constructed one, whatever its tag. */
  children(): DerValue[] {
    const { value } = this.node;
    if (!Array.isArray(value)) throw this.fail('a constructed value expected');
    let next = boundsOf(this.document, this.at).content;
    return value.map((child) => {
      const at = next;
      next = boundsOf(this.document, at).end;
      return new DerValue(child, this.where, this.document, at);
    });
  }

  /** The fields of a SEQUENCE, or of an IMPLICIT tag in its place. */
  fields(tag: number = Tag.sequence): DerFields {
    this.expect(tag, tag === Tag.sequence ? 'SEQUENCE' : 'another tag');
    return new DerFields(this.children(), this.where);
  }

  /**
   * The members of a SEQUENCE OF; an empty one is refused unless allowed, as X.509 has SIZE (1..MAX) everywhere.
   * @throws X509Error `malformed`, and `too_large` for more than `most` members
   */
  items(tag: number = Tag.sequence, { empty = false, most = 10_000 } = {}): DerValue[] {
    this.expect(tag, 'a list');
    const members = this.children();
    if (members.length === 0 && !empty) throw this.fail('an empty list');
    if (members.length > most) throw new X509Error('too_large', this.where, `a list of more than ${most}`);
    return members;
  }

  /** The only value inside an EXPLICIT tag. */
  inner(tag: number): DerValue {
    this.expect(tag, 'an explicit tag');
    const [only, ...more] = this.children();
    if (only === undefined || more.length > 0) throw this.fail('exactly one value expected in a tag');
    return only;
  }

  /** Content octets of a primitive value. */
  content(tag: number, what: string): Buffer {
    return binary(this.characters(tag, what));
  }

  /** The same, one character an octet. */
  private characters(tag: number, what: string): string {
    this.expect(tag, what);
    const { value } = this.node;
    if (typeof value !== 'string') throw this.fail(`${what} expected`);
    return value;
  }

  octets(tag: number = Tag.octetString): Buffer {
    return this.content(tag, 'OCTET STRING');
  }

  /** The DER document inside an OCTET STRING. */
  nested(where: string): DerValue {
    const inside = this.octets();
    return readDer(inside, where, { maxBytes: inside.length });
  }

  boolean(tag: number = Tag.boolean): boolean {
    const content = this.content(tag, 'BOOLEAN');
    if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff)) throw this.fail('BOOLEAN that is not DER');
    return content[0] === 0xff;
  }

  /** Content octets of an INTEGER: two's complement, minimal. */
  integerContent(tag: number = Tag.integer): Buffer {
    const content = this.content(tag, 'INTEGER');
    const [first, second = 0] = content;
    if (first === undefined) throw this.fail('INTEGER without octets');
    if (content.length > 1 && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)))
      throw this.fail('INTEGER that is not minimal');
    return content;
  }

  /** A non-negative INTEGER that a JavaScript number represents exactly. */
  smallInteger(tag: number = Tag.integer): number {
    const content = this.integerContent(tag);
    if ((content[0] ?? 0) >= 0x80) throw this.fail('a negative INTEGER');
    if (content.length > 6) throw this.fail('an INTEGER too large for its place');
    return content.readUIntBE(0, content.length);
  }

  /** A non-negative INTEGER of up to `maxOctets` content octets. */
  bigInteger(maxOctets: number): bigint {
    const content = this.integerContent();
    if ((content[0] ?? 0) >= 0x80) throw this.fail('a negative INTEGER');
    if (content.length > maxOctets) throw this.fail(`an INTEGER of more than ${maxOctets} octets`);
    return BigInt(`0x${content.toString('hex')}`);
  }

  enumerated(): number {
    const content = this.content(Tag.enumerated, 'ENUMERATED');
    if (content.length !== 1) throw this.fail('ENUMERATED out of range');
    return content[0] ?? 0;
  }

  /** The octets of a BIT STRING that has no unused bits. */
  bitOctets(): Buffer {
    const content = this.content(Tag.bitString, 'BIT STRING');
    if (content[0] !== 0) throw this.fail('BIT STRING of whole octets expected');
    return content.subarray(1);
  }

  /** The set bits of a named-bit list. */
  namedBits(tag: number = Tag.bitString): number[] {
    const content = this.content(tag, 'BIT STRING');
    const [unused = 8, ...octets] = content.subarray(0, 9);
    const last = octets.at(-1);
    if (content.length > 9 || unused > 7 || (last === undefined && unused !== 0))
      throw this.fail('BIT STRING that is not DER');
    if (last !== undefined && ((last >> unused) & 1) !== 1) throw this.fail('named bits with trailing zeros');
    if (last !== undefined && (last & ((1 << unused) - 1)) !== 0) throw this.fail('unused bits that are not zero');
    return octets.flatMap((octet, at) =>
      [0, 1, 2, 3, 4, 5, 6, 7].filter((n) => octet & (0x80 >> n)).map((n) => at * 8 + n),
    );
  }

  oid(tag: number = Tag.oid): string {
    const characters = this.characters(tag, 'OBJECT IDENTIFIER');
    const known = knownOids.get(characters);
    if (known !== undefined) return known;
    const content = binary(characters);
    const last = content.at(-1);
    if (last === undefined || last >= 0x80 || content.length > 128) throw this.fail('OBJECT IDENTIFIER malformed');
    const arcs: string[] = [];
    // A number for as long as it holds the arc exactly, as nearly always.
    let [arc, large]: [number, bigint | undefined] = [0, undefined];
    let fresh = true;
    for (const octet of content) {
      if (fresh && octet === 0x80) throw this.fail('OBJECT IDENTIFIER that is not minimal');
      if (large === undefined && arc <= largestShifted) arc = arc * 128 + (octet & 0x7f);
      else large = ((large ?? BigInt(arc)) << 7n) | BigInt(octet & 0x7f);
      fresh = octet < 0x80;
      if (!fresh) continue;
      if (arcs.length > 0) arcs.push(String(large ?? arc));
      else if (large === undefined) {
        const first = Math.min(2, Math.floor(arc / 40));
        arcs.push(String(first), String(arc - first * 40));
      } else arcs.push('2', String(large - 80n));
      [arc, large] = [0, undefined];
    }
    const text = arcs.join('.');
    // Not `characters`, which may be a part of the whole document's text and keep it.
    knownOids.set(content.toString('latin1'), text);
    return text;
  }

  nothing(): void {
    if (this.content(Tag.null, 'NULL').length > 0) throw this.fail('NULL with content');
  }

  /** An IA5String, or an IMPLICIT tag in its place: ASCII only. */
  ascii(tag: number = Tag.ia5String): string {
    const content = this.content(tag, 'IA5String');
    if (content.some((octet) => octet >= 0x80)) throw this.fail('IA5String with an octet above 127');
    return content.toString('latin1');
  }

  /** The text of any string type that names and notices use. */
  text(): string {
    switch (this.tag) {
      case Tag.utf8String:
        return this.utf8();
      case Tag.printableString:
      case Tag.ia5String:
      case Tag.visibleString:
        return this.ascii(this.tag);
      case Tag.teletexString:
        return this.content(Tag.teletexString, 'TeletexString').toString('latin1');
      case Tag.bmpString:
        // forge has decoded the code units already.
        return typeof this.node.value === 'string' ? this.node.value : '';
      case Tag.universalString:
        return this.universal();
      default:
        throw this.fail(`a string expected, found tag 0x${this.tag.toString(16)}`);
    }
  }

  utf8(): string {
    try {
      return utf8.decode(this.content(Tag.utf8String, 'UTF8String'));
    } catch (cause) {
      if (cause instanceof X509Error) throw cause;
      throw this.fail('UTF8String that is not UTF-8');
    }
  }

  private universal(): string {
    const content = this.content(Tag.universalString, 'UniversalString');
    if (content.length % 4 !== 0) throw this.fail('UniversalString cut short');
    let text = '';
    for (let at = 0; at < content.length; at += 4) {
      const point = content.readUInt32BE(at);
      if (point > 0x10ffff) throw this.fail('UniversalString beyond Unicode');
      text += String.fromCodePoint(point);
    }
    return text;
  }

  time(): Date {
    const utc = this.tag === Tag.utcTime;
    const content = this.characters(utc ? Tag.utcTime : Tag.generalizedTime, 'a time');
    const date = utc ? parseUtcTime(content) : parseGeneralizedTime(content);
    if (date === undefined) throw this.fail('a time that RFC 5280 does not allow');
    return date;
  }
}

/** Reads fields in order. `end` checks that none is left. */
export class DerFields {
  private at = 0;

  constructor(
    private readonly values: readonly DerValue[],
    private readonly where: string,
  ) {}

  next(what: string): DerValue {
    const value = this.values[this.at];
    if (value === undefined) throw new X509Error('malformed', this.where, `${what} is missing`);
    this.at++;
    return value.named(`${this.where} ${what}`);
  }

  /** The next field if it has one of these tags. */
  optional(what: string, ...tags: readonly number[]): DerValue | undefined {
    const value = this.values[this.at];
    return value !== undefined && tags.includes(value.tag) ? this.next(what) : undefined;
  }

  /** Whether there are more fields. */
  more(): boolean {
    return this.at < this.values.length;
  }

  end(): void {
    if (this.more()) throw new X509Error('malformed', this.where, 'more than its type allows');
  }
}
