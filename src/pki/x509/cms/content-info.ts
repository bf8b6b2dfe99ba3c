import { contextConstructed, encode, oid, sequence } from '../der-writer.js';
import type { DerValue } from '../der-reader.js';
import { X509Error } from '../error.js';
import { readBer } from './ber.js';

/** Largest message that is read unless the caller says less: a request, with its chain, in its envelope. */
const maxMessageBytes = 1024 * 1024;
/** Values of a message: a certificate has some two hundred, and a chain is short. */
const maxValues = 10_000;

/**
 * The content of a message, which must be of one type (RFC 5652 3).
 * @throws X509Error `malformed`, `unsupported` for another type, `too_large`
 */
export function readContentInfo(
  bytes: Uint8Array,
  wanted: string,
  where: string,
  maxBytes = maxMessageBytes,
): DerValue {
  const fields = readBer(bytes, where, { maxBytes, maxValues }).fields();
  const type = fields.next('content type').oid();
  const content = fields.next('content').inner(contextConstructed(0));
  fields.end();
  if (type !== wanted) throw new X509Error('unsupported', where, `content of type ${type}`);
  return content.named(where);
}

export const encodeContentInfo = (type: string, content: Uint8Array): Buffer =>
  sequence(oid(type), encode(contextConstructed(0), content));
