import { fitsWildcard } from '../../platform/wildcard.js';
import type { CertificateRule } from './auth-role.js';

/** What a `cert` method asks about certificates, of whoever knows them (the certificate authority's X.509 core). */
export interface ClientCertificates {
  /** @returns null for what cannot be a client's chain: none, too many, too large, or not readable */
  open(presented: readonly Uint8Array[]): PresentedChain | null;
  /**
   * The certificates of a role.
   * @returns null for a text without a certificate, or with one that cannot be read
   */
  trusted(pem: string): TrustedCertificates | null;
}

/** The certificates that a caller has shown, leaf first. */
export interface PresentedChain {
  /** SHA-256 of the names that a role's certificate may have to trust this chain, hex: those of its subjects and issuers. */
  readonly names: readonly string[];
  readonly leaf: ClientCertificate;
  /** Whether the certificates of a role vouch for the leaf at this time. Nothing of this server's own authorities may be revoked. */
  isTrustedBy(trusted: TrustedCertificates): boolean;
  /** Whether this server's own authorities have revoked a certificate of the chain, or those of a role by which it is trusted. */
  isRevoked(trusted: TrustedCertificates | null): Promise<boolean>;
}

/** The certificates of a role, as they are read once. */
export interface TrustedCertificates {
  /** SHA-256 of their subjects, hex. */
  readonly subjects: readonly string[];
  /** Whether they are authorities; else the first one is the client's own certificate. */
  readonly isAuthority: boolean;
  /** Whether the usages of the first one let it prove a client. */
  readonly provesClients: boolean;
}

/** What rules look at. */
export interface ClientCertificate {
  /** SHA-256 of all of it, hex. */
  readonly fingerprint: string;
  readonly commonName: string;
  /** Decimal. */
  readonly serialNumber: string;
  /** Hex with colons; empty without one. */
  readonly subjectKeyId: string;
  readonly authorityKeyId: string;
  readonly dnsNames: readonly string[];
  readonly emails: readonly string[];
  readonly uris: readonly string[];
  readonly organizationalUnits: readonly string[];
  /** Object identifier → its value if that is one text, else an empty one. */
  readonly extensions: ReadonlyMap<string, string>;
}

/** Whether a certificate is one that a role takes. The first rule that speaks against it decides. */
export function isTaken(leaf: ClientCertificate, rule: CertificateRule): boolean {
  return (
    anyMatches(rule.allowedNames, [leaf.commonName, ...leaf.dnsNames, ...leaf.emails]) &&
    anyMatches(rule.allowedCommonNames, [leaf.commonName]) &&
    anyMatches(rule.allowedDnsSans, leaf.dnsNames) &&
    anyMatches(rule.allowedEmailSans, leaf.emails) &&
    anyMatches(rule.allowedUriSans, leaf.uris) &&
    anyMatches(rule.allowedOrganizationalUnits, leaf.organizationalUnits) &&
    rule.requiredExtensions.every((required) => hasExtension(leaf, required))
  );
}

function hasExtension({ extensions }: ClientCertificate, required: string): boolean {
  const colon = required.indexOf(':');
  const value = extensions.get(required.slice(0, colon));
  return value !== undefined && fitsWildcard(required.slice(colon + 1), value);
}

/** An empty list takes any names, and none. */
const anyMatches = (patterns: readonly string[], names: readonly string[]): boolean =>
  patterns.length === 0 || patterns.some((pattern) => names.some((name) => fitsWildcard(pattern, name)));

/** What tokens and records know of a certificate, with Vault's names. */
export function metadataOf(
  leaf: ClientCertificate,
  role: string,
  rule: CertificateRule,
): Readonly<Record<string, string>> {
  const more = rule.allowedMetadataExtensions.flatMap((oid) => {
    const value = leaf.extensions.get(oid);
    return value === undefined ? [] : [[oid.replaceAll('.', '-'), value] as const];
  });
  return {
    cert_name: role,
    common_name: leaf.commonName,
    serial_number: leaf.serialNumber,
    subject_key_id: leaf.subjectKeyId,
    authority_key_id: leaf.authorityKeyId,
    ...Object.fromEntries(more),
  };
}
