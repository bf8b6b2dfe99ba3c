import { contextConstructed, Tag } from '../x509/der-writer.js';
import { readDer, type DerValue } from '../x509/der-reader.js';

/** An attribute of a signing request (RFC 2986 4.1). */
export interface RequestAttribute {
  readonly oid: string;
  readonly values: readonly DerValue[];
}

/** @param tbs of a request that was read before @throws X509Error */
export function findAttributes(tbs: Buffer): readonly RequestAttribute[] {
  const fields = readDer(tbs, 'request', { maxBytes: tbs.length }).fields();
  for (const what of ['version', 'subject', 'public key']) fields.next(what);
  const attributes = fields.optional('attributes', contextConstructed(0));
  return (attributes?.items(contextConstructed(0), { empty: true }) ?? []).map((item) => {
    const parts = item.fields();
    const oid = parts.next('attribute type').oid();
    const values = parts.next(`attribute ${oid}`).items(Tag.set);
    parts.end();
    return { oid, values };
  });
}
