import { authorityInfoAccessKind, crlDistributionPointsKind, type AuthorityInfoAccess } from '../access.js';
import {
  authorityKeyIdentifierKind,
  basicConstraintsKind,
  extKeyUsageKind,
  keyUsageKind,
  subjectAltNameKind,
  type AuthorityKeyIdentifier,
  type BasicConstraints,
  type KeyUsage,
} from '../basic-extensions.js';
import { certificatePoliciesKind, type CertificatePolicy } from '../certificate-policies.js';
import { X509Error } from '../error.js';
import type { Extension } from '../extension.js';
import type { ExtensionKind } from '../extension-kind.js';
import type { GeneralName } from '../general-name.js';
import type { KeySpec } from '../key.js';
import { nameConstraintsKind, type ReadNameConstraints } from '../name-constraints.js';
import type { Name } from '../name.js';
import { extensionOids } from '../oids.js';

/** Stands for the subject key identifier that follows from the key, which may not exist yet. */
export const derivedKeyIdentifier = Object.freeze({
  oid: extensionOids.subjectKeyIdentifier,
  critical: false,
  derived: true,
});

export type DraftExtension = Extension | typeof derivedKeyIdentifier;

/** The content of a certificate, except its serial number and its key, of which only the kind is known. */
export interface CertificateDraft {
  readonly issuer: Name;
  readonly subject: Name;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly key: KeySpec;
  readonly extensions: readonly DraftExtension[];
}

/** What is known of a certificate as soon as somebody asks for it, and already of a role. */
export interface NamedContent {
  readonly subject: Name;
  /** Undefined without the extension. */
  readonly names: readonly GeneralName[] | undefined;
  readonly keyUsages: readonly KeyUsage[] | undefined;
  readonly isAuthority: boolean;
}

/** A draft as lints see it: with the values of its extensions. */
export interface LintedContent extends NamedContent {
  readonly draft: CertificateDraft;
  readonly isSelfIssued: boolean;
  readonly basicConstraints: BasicConstraints | undefined;
  readonly extKeyUsages: readonly string[] | undefined;
  readonly policies: readonly CertificatePolicy[] | undefined;
  readonly nameConstraints: ReadNameConstraints | undefined;
  readonly authorityKeyIdentifier: AuthorityKeyIdentifier | undefined;
  readonly authorityInfoAccess: AuthorityInfoAccess | undefined;
  readonly crlDistributionPoints: readonly string[] | undefined;
  /** Why the value of an extension cannot be read, if so. */
  readonly unreadable: string | undefined;
  /** Whether an extension is there more than once. */
  readonly hasTwice: boolean;
  /** The extensions by their identifiers. */
  readonly byOid: ReadonlyMap<string, DraftExtension>;
}

/** Whether the extension is there and critical. */
export const isCritical = ({ byOid }: Pick<LintedContent, 'byOid'>, oid: string): boolean =>
  byOid.get(oid)?.critical === true;

/** The values of extensions that can be read, and why the first one cannot that cannot. */
class Values {
  unreadable: string | undefined;

  constructor(private readonly byOid: ReadonlyMap<string, DraftExtension>) {}

  of<Value>(kind: ExtensionKind<Value>): Value | undefined {
    const found = this.byOid.get(kind.oid);
    if (found === undefined || !('der' in found)) return undefined;
    try {
      return kind.valueOf(found);
    } catch (error) {
      if (!(error instanceof X509Error)) throw error;
      this.unreadable ??= error.message;
      return undefined;
    }
  }
}

export function contentOf(draft: CertificateDraft): LintedContent {
  const byOid = new Map<string, DraftExtension>();
  for (const each of draft.extensions) if (!byOid.has(each.oid)) byOid.set(each.oid, each);
  const values = new Values(byOid);
  const basicConstraints = values.of(basicConstraintsKind);
  return {
    draft,
    byOid,
    basicConstraints,
    subject: draft.subject,
    isSelfIssued: draft.subject.equals(draft.issuer),
    isAuthority: basicConstraints?.ca === true,
    names: values.of(subjectAltNameKind),
    keyUsages: values.of(keyUsageKind),
    extKeyUsages: values.of(extKeyUsageKind),
    policies: values.of(certificatePoliciesKind),
    nameConstraints: values.of(nameConstraintsKind),
    authorityKeyIdentifier: values.of(authorityKeyIdentifierKind),
    authorityInfoAccess: values.of(authorityInfoAccessKind),
    crlDistributionPoints: values.of(crlDistributionPointsKind),
    // After all of them.
    unreadable: values.unreadable,
    hasTwice: byOid.size < draft.extensions.length,
  };
}
