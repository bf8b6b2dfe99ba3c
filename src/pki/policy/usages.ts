import { extKeyUsageOids, keyUsages, type KeyUsage } from '../x509/index.js';

/** Names of RFC 5280, and those of Vault, which are Go's without `KeyUsage`. All compared without case. */
const keyUsageNames = new Map<string, KeyUsage>([
  ...keyUsages.map((usage) => [usage.toLowerCase(), usage] as const),
  ['certsign', 'keyCertSign'],
  // The default of `key_usage` when an intermediate is signed: `CRL,CertSign`.
  ['crl', 'crlSign'],
  ['nonrepudiation', 'contentCommitment'],
]);

const extKeyUsageNames = new Map<string, string>(
  Object.entries(extKeyUsageOids).map(([name, oid]) => [name.toLowerCase(), oid]),
);

export const keyUsageOf = (name: string): KeyUsage | undefined => keyUsageNames.get(name.toLowerCase());

/** The object identifier of an extended key usage by name. */
export const extKeyUsageOf = (name: string): string | undefined => extKeyUsageNames.get(name.toLowerCase());

/** Usages by name in the order of their bits; names that are none are left out, being refused elsewhere. */
export function keyUsagesOf(names: readonly string[]): KeyUsage[] {
  const wanted = names.map(keyUsageOf);
  return keyUsages.filter((usage) => wanted.includes(usage));
}

/** Object identifiers of extended key usages: those with a name first, none twice. */
export const extKeyUsagesOf = (names: readonly string[], oids: readonly string[]): string[] => [
  ...new Set([...names.flatMap((name) => extKeyUsageOf(name) ?? []), ...oids]),
];
