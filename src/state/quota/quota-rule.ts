/** In `Organization.storageQuota`: it has no limit, whatever the installation has. */
export const withoutLimit = -1n;

/** The most bytes that an organization may store; `null` without a limit. */
export function quotaOf(own: bigint | null, ofInstallation: bigint | null): bigint | null {
  if (own === null) return ofInstallation;
  return own === withoutLimit ? null : own;
}

/** Transactions that may store content for one organization at the same moment: more connections than any database takes. */
const together = 1_024n;

/** The share of a quota that is kept for those that do not see one another. */
const share = 8n;

/**
 * Whether those who store at the same moment may leave each other out of account. Each of them adds a small part of what is kept for all of them together, and
 * none begins when that part is being used: so the sum stays within the quota though nobody knew it.
 * @param used by what is kept and what is being added
 */
export function isFar(quota: bigint, used: bigint, added: bigint): boolean {
  return used * share <= quota * (share - 1n) && added * share * together <= quota;
}
