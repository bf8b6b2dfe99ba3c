import { encodeList } from '../der-writer.js';
import { readDer, type DerValue, type ReadLimits } from '../der-reader.js';
import { X509Error } from '../error.js';

/** Deeper than any message, its certificates included. */
const maxDepth = 30;

/**
 * Reads one document in BER (RFC 5652 2). Some senders use lengths that are not known ahead, and octet strings in pieces; both are brought into the form of
 * DER. Everything else must be DER already.
 * @throws X509Error `too_large`, `malformed`
 */
export function readBer(
  bytes: Uint8Array,
  where: string,
  limits: ReadLimits & { readonly maxValues: number },
): DerValue {
  if (bytes.length > limits.maxBytes)
    throw new X509Error('too_large', where, `${bytes.length} octets; at most ${limits.maxBytes} are read`);
  const reader = new BerReader(bytes, where, limits.maxValues);
  const der = reader.value(0);
  if (reader.at !== bytes.length) throw reader.fail('octets after its end');
  // Lengths that were not known ahead may take two octets more than they did.
  return readDer(der, where, { maxBytes: 2 * limits.maxBytes });
}

const constructed = 0x20;
const octetString = 0x04;
const endOfContents = 0;

/** Goes through the values once. Each takes much longer to read than its two octets to send, so that only so many are read. */
class BerReader {
  at = 0;
  #count = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly where: string,
    private readonly most: number,
  ) {}

  fail(what: string): X509Error {
    return new X509Error('malformed', this.where, what);
  }

  private octet(): number {
    const octet = this.bytes[this.at];
    if (octet === undefined) throw this.fail('cut short');
    this.at++;
    return octet;
  }

  /** The value that begins here, in the form of DER. */
  value(depth: number): Buffer {
    if (depth > maxDepth) throw new X509Error('too_large', this.where, `nested deeper than ${maxDepth}`);
    this.#count += 1;
    if (this.#count > this.most) throw new X509Error('too_large', this.where, `more than ${this.most} values`);
    const tag = this.octet();
    if ((tag & 0x1f) === 0x1f) throw this.fail('a tag of more than one octet');
    const length = this.length();
    if ((tag & constructed) === 0) {
      if (length === undefined) throw this.fail('a primitive value without a length');
      return encodeList(tag, [this.bytes.subarray(this.at, this.skip(length))]);
    }
    const parts = this.parts(length, depth + 1);
    if (tag !== (octetString | constructed)) return encodeList(tag, parts);
    return encodeList(
      octetString,
      parts.map((part) => this.piece(part)),
    );
  }

  /** The octets of one piece of a string; pieces of pieces have become one already. */
  private piece(part: Buffer): Buffer {
    if (part[0] !== octetString) throw this.fail('an octet string with something else inside');
    const [, first = 0] = part;
    return part.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f));
  }

  private parts(length: number | undefined, depth: number): Buffer[] {
    const parts: Buffer[] = [];
    if (length === undefined) {
      while (this.bytes[this.at] !== endOfContents) parts.push(this.value(depth));
      this.at++;
      if (this.octet() !== 0) throw this.fail('an end with content');
      return parts;
    }
    const start = this.at;
    const end = this.skip(length);
    this.at = start;
    while (this.at < end) parts.push(this.value(depth));
    if (this.at !== end) throw this.fail('a value that is longer than the one around it');
    return parts;
  }

  /** Octets of the content; undefined for a length that is not known ahead. */
  private length(): number | undefined {
    const first = this.octet();
    if (first < 0x80) return first;
    if (first === 0x80) return undefined;
    const count = first & 0x7f;
    if (count > 8) throw this.fail('a length of more than eight octets');
    let length = 0;
    for (let left = count; left > 0; left--) length = length * 0x100 + this.octet();
    return length;
  }

  /** Where so many octets end. */
  private skip(length: number): number {
    if (length > this.bytes.length - this.at) throw this.fail('cut short');
    this.at += length;
    return this.at;
  }
}
