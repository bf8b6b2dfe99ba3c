import { oid, sequence, setOf, Tag } from '../der-writer.js';
import type { DerValue } from '../der-reader.js';

/** One attribute of a signer: a type, and its only value (all that are used have one). */
export interface CmsAttribute {
  /** Dotted object identifier. */
  readonly oid: string;
  /** The value, DER. */
  readonly value: Buffer;
}

/** An attribute that was received. */
export interface ReadAttribute extends CmsAttribute {
  readonly read: DerValue;
  /** The attribute as received. */
  readonly der: Buffer;
}

const most = 64;

/** RFC 5652 5.3: no type twice. */
export function readAttributes(value: DerValue, tag: number): ReadAttribute[] {
  const seen = new Set<string>();
  return value.items(tag, { most }).map((item) => {
    const fields = item.fields();
    const type = fields.next('attribute type').oid();
    const [read, ...more] = fields.next(`attribute ${type}`).items(Tag.set, { most });
    fields.end();
    if (seen.has(type)) throw item.fail(`attribute ${type} twice`);
    seen.add(type);
    if (read === undefined || more.length > 0) throw item.fail(`attribute ${type} without exactly one value`);
    return { oid: type, value: read.encoded(), read, der: item.encoded() };
  });
}

export const encodeAttribute = (attribute: CmsAttribute): Buffer =>
  sequence(oid(attribute.oid), setOf(attribute.value));
