import { readAuthorityInfoAccess, readDistributionPoints, type AuthorityInfoAccess } from './access.js';
import { readCertificatePolicies, type CertificatePolicy } from './certificate-policies.js';
import { readNameConstraints, type ReadNameConstraints } from './name-constraints.js';
import { Tag } from './der-writer.js';
import { readDer, type DerValue } from './der-reader.js';
import {
  readAuthorityKeyIdentifier,
  readBasicConstraints,
  readExtKeyUsage,
  readKeyUsage,
  type AuthorityKeyIdentifier,
  type BasicConstraints,
  type KeyUsage,
} from './basic-extensions.js';
import type { Extension } from './extension.js';
import { readGeneralNames, type GeneralName } from './general-name.js';
import { extensionOids } from './oids.js';

/** The extensions of a certificate or a request. An absent extension is undefined. */
export interface ExtensionSet {
  readonly all: readonly Extension[];
  readonly basicConstraints: BasicConstraints | undefined;
  readonly keyUsage: readonly KeyUsage[] | undefined;
  /** Dotted object identifiers. */
  readonly extKeyUsage: readonly string[] | undefined;
  readonly subjectAltName: readonly GeneralName[] | undefined;
  readonly subjectKeyIdentifier: Buffer | undefined;
  readonly authorityKeyIdentifier: AuthorityKeyIdentifier | undefined;
  readonly nameConstraints: ReadNameConstraints | undefined;
  readonly certificatePolicies: readonly CertificatePolicy[] | undefined;
  readonly authorityInfoAccess: AuthorityInfoAccess | undefined;
  /** Addresses. */
  readonly crlDistributionPoints: readonly string[] | undefined;
  /** Addresses. */
  readonly freshestCrl: readonly string[] | undefined;
  readonly ocspNoCheck: boolean;
}

/** The extension with this identifier, if present. */
export const findExtension = (set: { readonly all: readonly Extension[] }, oid: string): Extension | undefined =>
  set.all.find((each) => each.oid === oid);

/** Reads the value of one extension, if present. */
export function readOne<T>(all: readonly Extension[], oid: string, read: (value: DerValue) => T): T | undefined {
  const found = all.find((each) => each.oid === oid);
  return found && read(readDer(found.value, `extension ${oid}`, { maxBytes: found.value.length }));
}

/** Reads all known kinds at once, so that a broken extension is found here and not in use. */
export function readExtensionSet(all: readonly Extension[]): ExtensionSet {
  const one = <T>(oid: string, read: (value: DerValue) => T): T | undefined => readOne(all, oid, read);
  return {
    all,
    basicConstraints: one(extensionOids.basicConstraints, readBasicConstraints),
    keyUsage: one(extensionOids.keyUsage, readKeyUsage),
    extKeyUsage: one(extensionOids.extKeyUsage, readExtKeyUsage),
    subjectAltName: one(extensionOids.subjectAltName, (value) => readGeneralNames(value, Tag.sequence)),
    subjectKeyIdentifier: one(extensionOids.subjectKeyIdentifier, (value) => value.octets()),
    authorityKeyIdentifier: one(extensionOids.authorityKeyIdentifier, readAuthorityKeyIdentifier),
    nameConstraints: one(extensionOids.nameConstraints, readNameConstraints),
    certificatePolicies: one(extensionOids.certificatePolicies, readCertificatePolicies),
    authorityInfoAccess: one(extensionOids.authorityInfoAccess, readAuthorityInfoAccess),
    crlDistributionPoints: one(extensionOids.crlDistributionPoints, readDistributionPoints),
    freshestCrl: one(extensionOids.freshestCrl, readDistributionPoints),
    ocspNoCheck: all.some(({ oid }) => oid === extensionOids.ocspNoCheck),
  };
}
