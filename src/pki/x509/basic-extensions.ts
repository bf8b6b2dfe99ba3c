import { hash } from 'node:crypto';
import {
  contextConstructed,
  contextPrimitive,
  encode,
  integer,
  namedBits,
  nullValue,
  octetString,
  oid,
  sequence,
  trueValue,
} from './der-writer.js';
import type { DerValue } from './der-reader.js';
import { X509Error } from './error.js';
import { extension, type Extension } from './extension.js';
import { ExtensionKind } from './extension-kind.js';
import type { GeneralName } from './general-name.js';
import { encodeGeneralNames, readGeneralNames } from './general-name.js';
import { extensionOids } from './oids.js';
import { readSerialNumber, type SerialNumber } from './serial-number.js';

/** RFC 5280 4.2.1.9. A path length only has a meaning for an authority. */
export interface BasicConstraints {
  readonly ca: boolean;
  readonly pathLength?: number;
}

export function basicConstraints({ ca, pathLength }: BasicConstraints): Extension {
  if (pathLength !== undefined && !ca)
    throw new X509Error('invalid_value', 'basic constraints', 'a path length without being an authority');
  const limit = pathLength === undefined ? [] : [integer(pathLength)];
  const made = extension(extensionOids.basicConstraints, ca ? sequence(trueValue, ...limit) : sequence(), {
    critical: true,
  });
  return basicConstraintsKind.made(made, pathLength === undefined ? { ca } : { ca, pathLength });
}

export function readBasicConstraints(value: DerValue): BasicConstraints {
  const fields = value.fields();
  const flag = fields.optional('CA', 0x01);
  const ca = flag?.boolean() ?? false;
  if (flag !== undefined && !ca) throw flag.fail('DEFAULT FALSE that is written out');
  const pathLength = fields.optional('path length', 0x02)?.smallInteger();
  fields.end();
  return pathLength === undefined ? { ca } : { ca, pathLength };
}

export const basicConstraintsKind = new ExtensionKind(extensionOids.basicConstraints, readBasicConstraints);

/** RFC 5280 4.2.1.3, in the order of the bits. */
export const keyUsages = [
  'digitalSignature',
  'contentCommitment',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'crlSign',
  'encipherOnly',
  'decipherOnly',
] as const;

export type KeyUsage = (typeof keyUsages)[number];

/** @throws X509Error `invalid_value` for an empty list: RFC 5280 requires at least one bit */
export function keyUsage(usages: readonly KeyUsage[]): Extension {
  if (usages.length === 0) throw new X509Error('invalid_value', 'key usage', 'empty');
  const bits = usages.map((usage) => keyUsages.indexOf(usage));
  return keyUsageKind.made(extension(extensionOids.keyUsage, namedBits(bits), { critical: true }), usages);
}

export function readKeyUsage(value: DerValue): readonly KeyUsage[] {
  return value.namedBits().map((bit) => {
    const usage = keyUsages[bit];
    if (usage === undefined) throw value.fail(`no key usage has bit ${bit}`);
    return usage;
  });
}

export const keyUsageKind = new ExtensionKind(extensionOids.keyUsage, readKeyUsage);

/** Extended key usages with a name. The names are those of Vault's `ext_key_usage`, first letter lowered. */
export const extKeyUsageOids = {
  any: '2.5.29.37.0',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  codeSigning: '1.3.6.1.5.5.7.3.3',
  emailProtection: '1.3.6.1.5.5.7.3.4',
  ipsecEndSystem: '1.3.6.1.5.5.7.3.5',
  ipsecTunnel: '1.3.6.1.5.5.7.3.6',
  ipsecUser: '1.3.6.1.5.5.7.3.7',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  microsoftServerGatedCrypto: '1.3.6.1.4.1.311.10.3.3',
  netscapeServerGatedCrypto: '2.16.840.1.113730.4.1',
  microsoftCommercialCodeSigning: '1.3.6.1.4.1.311.2.1.22',
  microsoftKernelCodeSigning: '1.3.6.1.4.1.311.61.1.1',
} as const;

export type ExtKeyUsage = keyof typeof extKeyUsageOids;

/** From dotted object identifiers; `extKeyUsageOids` has those with a name. Duplicates are dropped. */
export function extKeyUsage(oids: readonly string[], options: { critical?: boolean } = {}): Extension {
  if (oids.length === 0) throw new X509Error('invalid_value', 'extended key usage', 'empty');
  const different = [...new Set(oids)];
  return extKeyUsageKind.made(
    extension(extensionOids.extKeyUsage, sequence(...different.map(oid)), options),
    different,
  );
}

const readExtKeyUsage = (value: DerValue): string[] => value.items().map((item) => item.oid());

export const extKeyUsageKind = new ExtensionKind(extensionOids.extKeyUsage, readExtKeyUsage);

/** RFC 5280 4.2.1.6: critical if and only if the subject is empty. */
export function subjectAltName(names: readonly GeneralName[], options: { critical?: boolean } = {}): Extension {
  if (names.length === 0) throw new X509Error('invalid_value', 'subject alternative name', 'empty');
  return subjectAltNameKind.made(
    extension(extensionOids.subjectAltName, encodeGeneralNames(0x30, names), options),
    names,
  );
}

export const subjectAltNameKind = new ExtensionKind(extensionOids.subjectAltName, (value): readonly GeneralName[] =>
  readGeneralNames(value, 0x30),
);

/** RFC 5280 4.2.1.2 method one: SHA-1 over the key's bits. It identifies a key and protects nothing. */
export const keyIdentifierOf = (publicKeyBits: Uint8Array): Buffer => hash('sha1', publicKeyBits, 'buffer');

export const subjectKeyIdentifier = (id: Uint8Array): Extension =>
  extension(extensionOids.subjectKeyIdentifier, octetString(id));

export const authorityKeyIdentifier = (id: Uint8Array): Extension =>
  extension(extensionOids.authorityKeyIdentifier, sequence(encode(contextPrimitive(0), id)));

export interface AuthorityKeyIdentifier {
  readonly keyIdentifier?: Buffer;
  readonly issuer?: readonly GeneralName[];
  readonly serialNumber?: SerialNumber;
}

export const subjectKeyIdentifierKind = new ExtensionKind(extensionOids.subjectKeyIdentifier, (value) =>
  value.octets(),
);

export function readAuthorityKeyIdentifier(value: DerValue): AuthorityKeyIdentifier {
  const fields = value.fields();
  const id = fields.optional('key identifier', contextPrimitive(0));
  const issuer = fields.optional('issuer', contextConstructed(1));
  const serial = fields.optional('serial number', contextPrimitive(2));
  fields.end();
  return {
    ...(id && { keyIdentifier: id.octets(contextPrimitive(0)) }),
    ...(issuer && { issuer: readGeneralNames(issuer, contextConstructed(1)) }),
    ...(serial && { serialNumber: readSerialNumber(serial, contextPrimitive(2)) }),
  };
}

export const authorityKeyIdentifierKind = new ExtensionKind(
  extensionOids.authorityKeyIdentifier,
  readAuthorityKeyIdentifier,
);

/** RFC 6960 4.2.2.2.1: a responder's certificate that needs no revocation check. */
export const ocspNoCheck = extension(extensionOids.ocspNoCheck, nullValue);
