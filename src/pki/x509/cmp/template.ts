import { contextConstructed, contextPrimitive, Tag } from '../der-writer.js';
import { readDer } from '../der-reader.js';
import type { DerValue } from '../der-reader.js';
import { readExtensions } from '../extension.js';
import { readExtensionSet } from '../extension-set.js';
import type { ExtensionSet } from '../extension-set.js';
import { readPublicKeyInfo } from '../key.js';
import type { PublicKeyInfo } from '../key.js';
import { Name } from '../name.js';
import { readSerialNumber } from '../serial-number.js';
import type { SerialNumber } from '../serial-number.js';

/** CertTemplate (RFC 4211 §5). */
export interface CertTemplate {
  readonly serialNumber: SerialNumber | undefined;
  readonly issuer: Name | undefined;
  readonly notBefore: Date | undefined;
  readonly notAfter: Date | undefined;
  readonly subject: Name | undefined;
  readonly publicKey: PublicKeyInfo | undefined;
  readonly extensions: ExtensionSet;
}

/** A value whose tag stands for another one (IMPLICIT), with that other tag. */
function retagged(value: DerValue, tag: number): DerValue {
  const der = value.encoded();
  der[0] = tag;
  return readDer(der, value.where, { maxBytes: der.length });
}

/** @throws X509Error `malformed`, `unsupported` for its key */
export function readTemplate(value: DerValue): CertTemplate {
  const fields = value.fields();
  const constructed = (number: number, what: string) => fields.optional(what, contextConstructed(number));
  const nameIn = (number: number, what: string) => {
    const found = constructed(number, what);
    return found && Name.read(found.inner(found.tag));
  };
  fields.optional('version', contextPrimitive(0));
  const serial = fields.optional('serial number', contextPrimitive(1));
  constructed(2, 'signature algorithm');
  const issuer = nameIn(3, 'issuer');
  const validity = constructed(4, 'validity')?.fields(contextConstructed(4));
  const timeIn = (number: number, what: string) =>
    validity?.optional(what, contextConstructed(number))?.inner(contextConstructed(number)).time();
  const notBefore = timeIn(0, 'not before');
  const notAfter = timeIn(1, 'not after');
  validity?.end();
  const subject = nameIn(5, 'subject');
  const key = constructed(6, 'public key');
  fields.optional('issuer identifier', contextPrimitive(7));
  fields.optional('subject identifier', contextPrimitive(8));
  const extensions = constructed(9, 'extensions');
  fields.end();
  return {
    serialNumber: serial && readSerialNumber(serial, contextPrimitive(1)),
    issuer,
    notBefore,
    notAfter,
    subject,
    publicKey: key && readPublicKeyInfo(retagged(key, Tag.sequence)),
    extensions: readExtensionSet(extensions ? readExtensions(retagged(extensions, Tag.sequence)) : []),
  };
}
