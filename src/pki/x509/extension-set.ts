import {
  authorityInfoAccessKind,
  crlDistributionPointsKind,
  freshestCrlKind,
  type AuthorityInfoAccess,
} from './access.js';
import {
  authorityKeyIdentifierKind,
  basicConstraintsKind,
  extKeyUsageKind,
  keyUsageKind,
  subjectAltNameKind,
  subjectKeyIdentifierKind,
  type AuthorityKeyIdentifier,
  type BasicConstraints,
  type KeyUsage,
} from './basic-extensions.js';
import { certificatePoliciesKind, type CertificatePolicy } from './certificate-policies.js';
import { readDer, type DerValue } from './der-reader.js';
import type { Extension } from './extension.js';
import type { GeneralName } from './general-name.js';
import { nameConstraintsKind, type ReadNameConstraints } from './name-constraints.js';
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
export const readExtensionSet = (all: readonly Extension[]): ExtensionSet => ({
  all,
  basicConstraints: basicConstraintsKind.in(all),
  keyUsage: keyUsageKind.in(all),
  extKeyUsage: extKeyUsageKind.in(all),
  subjectAltName: subjectAltNameKind.in(all),
  subjectKeyIdentifier: subjectKeyIdentifierKind.in(all),
  authorityKeyIdentifier: authorityKeyIdentifierKind.in(all),
  nameConstraints: nameConstraintsKind.in(all),
  certificatePolicies: certificatePoliciesKind.in(all),
  authorityInfoAccess: authorityInfoAccessKind.in(all),
  crlDistributionPoints: crlDistributionPointsKind.in(all),
  freshestCrl: freshestCrlKind.in(all),
  ocspNoCheck: all.some(({ oid }) => oid === extensionOids.ocspNoCheck),
});
