import { createHash } from 'node:crypto';
import { hashes, type Hash } from '../algorithm.js';
import { oid, sequence, Tag } from '../der-writer.js';
import type { DerValue } from '../der-reader.js';

/** A digest named in a document. One that is not accepted is kept by name, so that verification refuses it. */
export interface NamedDigest {
  readonly name: string;
  /** Undefined if it is not accepted. */
  readonly hash: Hash | undefined;
  /** Whether it is refused as weak, not as unknown. */
  readonly weak: boolean;
}

const hashNames: readonly Hash[] = ['sha256', 'sha384', 'sha512'];

/** Recognized only to be refused. */
const weakDigests: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.2': 'MD2',
  '1.2.840.113549.2.5': 'MD5',
  '1.3.14.3.2.26': 'SHA-1',
};

/** RFC 5754 2: parameters should be absent; NULL is accepted. */
export function readDigest(value: DerValue): NamedDigest {
  const fields = value.fields();
  const type = fields.next('algorithm').oid();
  fields.optional('parameters', Tag.null)?.nothing();
  fields.end();
  const hash = hashNames.find((each) => hashes[each].oid === type);
  if (hash !== undefined) return { name: hash, hash, weak: false };
  const weak = weakDigests[type];
  return { name: weak ?? type, hash: undefined, weak: weak !== undefined };
}

export const encodeDigest = (hash: Hash): Buffer => sequence(oid(hashes[hash].oid));

export const digestOf = (hash: Hash, bytes: Uint8Array): Buffer => createHash(hash).update(bytes).digest();
