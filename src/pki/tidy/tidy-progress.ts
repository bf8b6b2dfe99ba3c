/** What runs count. */
export const tidyCounts = {
  certStoreDeleted: 'Stored certificates that were removed.',
  revokedCertDeleted: 'Revocations that were removed.',
  missingIssuerCert: 'Revocations whose issuer is no longer in the mount.',
  revocationQueueDeleted: 'Requests to revoke a certificate of another mount that were removed.',
  crossRevokedCertDeleted: 'Revocations of other clusters that were removed: none, since they are not kept here.',
  certMetadataDeleted: 'Metadata of certificates that was removed.',
  cmpv2NonceDeleted: 'Nonces of CMP that were removed.',
  acmeAccounts: 'ACME accounts that were looked at.',
  acmeAccountsRevoked: 'ACME accounts that were revoked.',
  acmeAccountsDeleted: 'ACME accounts that were removed.',
  acmeOrdersDeleted: 'ACME orders that were removed.',
  acmeEabKeysDeleted: 'Keys for ACME accounts that were removed.',
} as const;
export type TidyCount = keyof typeof tidyCounts;
export type TidyCounts = Readonly<Record<TidyCount, number>>;

const isCount = (name: string): name is TidyCount => Object.hasOwn(tidyCounts, name);
export const tidyCountNames: readonly TidyCount[] = Object.keys(tidyCounts).filter(isCount);

/** Where a run is, and what it did. */
export interface TidyProgress {
  /** The part that is at work; null before the first and after the last. */
  readonly part: string | null;
  /** Where the part goes on; null at its beginning. */
  readonly cursor: string | null;
  /** Objects of the part that were looked at. */
  readonly checked: number;
  readonly counts: TidyCounts;
}

export const noCounts: TidyCounts = {
  certStoreDeleted: 0,
  revokedCertDeleted: 0,
  missingIssuerCert: 0,
  revocationQueueDeleted: 0,
  crossRevokedCertDeleted: 0,
  certMetadataDeleted: 0,
  cmpv2NonceDeleted: 0,
  acmeAccounts: 0,
  acmeAccountsRevoked: 0,
  acmeAccountsDeleted: 0,
  acmeOrdersDeleted: 0,
  acmeEabKeysDeleted: 0,
};

export const atBeginning: TidyProgress = { part: null, cursor: null, checked: 0, counts: noCounts };

export function added(counts: TidyCounts, more: Partial<TidyCounts>): TidyCounts {
  const sum = { ...counts };
  for (const name of tidyCountNames) sum[name] += more[name] ?? 0;
  return sum;
}
