import type { EngineFacts } from '../policy/index.js';

/** The limits of a mount without its own, in seconds: 768 hours, as in Vault. */
export const systemTtl = 768 * 3600;

/** The limits of a mount; 0 in a row means the system's limit. */
export function engineFacts(row: { readonly defaultLeaseTtl: bigint; readonly maxLeaseTtl: bigint }): EngineFacts {
  const maxTtl = Number(row.maxLeaseTtl) || systemTtl;
  return { defaultTtl: Math.min(Number(row.defaultLeaseTtl) || systemTtl, maxTtl), maxTtl };
}
