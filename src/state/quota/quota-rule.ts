/** In `Organization.storageQuota`: no limit, whatever the installation's quota is. */
export const withoutLimit = -1n;

/** The largest number of bytes that an organization may store; `null` for no limit. */
export function quotaOf(own: bigint | null, ofInstallation: bigint | null): bigint | null {
  if (own === null) return ofInstallation;
  return own === withoutLimit ? null : own;
}

/** Transactions that may store content for one organization at the same moment: more than any database has connections. */
const together = 1_024n;

/** The share of a quota that is reserved for transactions that do not see each other. */
const share = 8n;

/**
 * Whether transactions that store at the same moment may ignore each other. Each of them adds only a small part of a reserve for all of them, and none starts
 * this way when the reserve is being used. So the sum stays within the quota although no transaction knows it.
 * @param used with the stored and the added bytes
 */
export function isFar(quota: bigint, used: bigint, added: bigint): boolean {
  return used * share <= quota * (share - 1n) && added * share * together <= quota;
}
