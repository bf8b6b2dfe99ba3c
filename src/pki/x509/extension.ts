import { octetString, oid, sequence, trueValue } from './der-writer.js';
import type { DerValue } from './der-reader.js';
import { X509Error } from './error.js';

/** One extension of a certificate, a request, a CRL, a CRL entry or an OCSP message. */
export interface Extension {
  readonly oid: string;
  readonly critical: boolean;
  /** DER of the extension's own type: the content of the OCTET STRING. */
  readonly value: Buffer;
  /** The whole Extension, encoded. */
  readonly der: Buffer;
}

/** Makes an extension from its value's DER; `critical` is DEFAULT FALSE, so `false` is left out. */
export function extension(type: string, value: Uint8Array, { critical = false } = {}): Extension {
  const content = Buffer.from(value);
  const der = critical
    ? sequence(oid(type), trueValue, octetString(content))
    : sequence(oid(type), octetString(content));
  return { oid: type, critical, value: content, der };
}

/** Extensions as SEQUENCE. RFC 5280 4.2: a certificate must not have two with one identifier. */
export function encodeExtensions(extensions: readonly Extension[]): Buffer {
  const seen = new Set<string>();
  for (const { oid: type } of extensions) {
    if (seen.has(type)) throw new X509Error('invalid_value', `extension ${type}`, 'given twice');
    seen.add(type);
  }
  return sequence(...extensions.map((each) => each.der));
}

/** @throws X509Error `malformed`, also for two with one identifier */
export function readExtensions(list: DerValue): Extension[] {
  const found = new Map<string, Extension>();
  for (const item of list.items()) {
    const fields = item.fields();
    const type = fields.next('extension identifier').oid();
    const flag = fields.optional(`extension ${type} critical`, 0x01);
    const critical = flag?.boolean() ?? false;
    if (flag !== undefined && !critical) throw flag.fail('DEFAULT FALSE that is written out');
    const value = fields.next(`extension ${type}`).octets();
    fields.end();
    if (found.has(type)) throw item.fail(`extension ${type} twice`);
    found.set(type, { oid: type, critical, value, der: item.encoded() });
  }
  return [...found.values()];
}
