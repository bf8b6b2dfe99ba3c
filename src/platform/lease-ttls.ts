import type { Said } from './wording.js';

/** Why a mount, or a method to sign in, cannot be tuned so: what it gives usually, in seconds, is more than it gives at most. */
export const mostBelowUsual = (usual: number | bigint, most: number | bigint): Said => ({
  inVault: `backend max lease TTL of ${most} would be less than backend default lease TTL of ${usual}`,
  inGraphql: `maxLeaseTtl of ${most}s would be less than defaultLeaseTtl of ${usual}s`,
});
