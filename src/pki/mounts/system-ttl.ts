import type { EngineFacts } from '../policy/index.js';

/** What a mount has where it says nothing, in seconds: 768 hours, as Vault's system defaults. */
export const systemTtl = 768 * 3600;

/** The limits of a mount; 0 in a row is the system's. */
export function engineFacts(row: { readonly defaultLeaseTtl: bigint; readonly maxLeaseTtl: bigint }): EngineFacts {
  const maxTtl = Number(row.maxLeaseTtl) || systemTtl;
  return { defaultTtl: Math.min(Number(row.defaultLeaseTtl) || systemTtl, maxTtl), maxTtl };
}
