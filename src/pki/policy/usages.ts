import { extKeyUsageOids, keyUsages, type ExtKeyUsage, type KeyUsage } from '../x509/index.js';

/** Names of RFC 5280, and those of Vault, which are Go's without `KeyUsage`. Case does not matter. */
const keyUsageNames = new Map<string, KeyUsage>([
  ...keyUsages.map((usage) => [usage.toLowerCase(), usage] as const),
  ['certsign', 'keyCertSign'],
  // The default of `key_usage` when an intermediate is signed: `CRL,CertSign`.
  ['crl', 'crlSign'],
  ['nonrepudiation', 'contentCommitment'],
]);

/** Vault's spelling of each, for roles that were created with enum values. */
export const keyUsageSpellings: Readonly<Record<KeyUsage, string>> = {
  digitalSignature: 'DigitalSignature',
  contentCommitment: 'ContentCommitment',
  keyEncipherment: 'KeyEncipherment',
  dataEncipherment: 'DataEncipherment',
  keyAgreement: 'KeyAgreement',
  keyCertSign: 'CertSign',
  crlSign: 'CRLSign',
  encipherOnly: 'EncipherOnly',
  decipherOnly: 'DecipherOnly',
};
export const extKeyUsageSpellings: Readonly<Record<ExtKeyUsage, string>> = {
  any: 'Any',
  serverAuth: 'ServerAuth',
  clientAuth: 'ClientAuth',
  codeSigning: 'CodeSigning',
  emailProtection: 'EmailProtection',
  ipsecEndSystem: 'IPSECEndSystem',
  ipsecTunnel: 'IPSECTunnel',
  ipsecUser: 'IPSECUser',
  timeStamping: 'TimeStamping',
  ocspSigning: 'OCSPSigning',
  microsoftServerGatedCrypto: 'MicrosoftServerGatedCrypto',
  netscapeServerGatedCrypto: 'NetscapeServerGatedCrypto',
  microsoftCommercialCodeSigning: 'MicrosoftCommercialCodeSigning',
  microsoftKernelCodeSigning: 'MicrosoftKernelCodeSigning',
};

const isExtKeyUsage = (name: string): name is ExtKeyUsage => Object.hasOwn(extKeyUsageOids, name);
const extKeyUsageNames = new Map(
  Object.keys(extKeyUsageOids)
    .filter(isExtKeyUsage)
    .map((name) => [name.toLowerCase(), name] as const),
);

export const keyUsageOf = (name: string): KeyUsage | undefined => keyUsageNames.get(name.toLowerCase());

export const extKeyUsageNamed = (name: string): ExtKeyUsage | undefined => extKeyUsageNames.get(name.toLowerCase());

/** The object identifier of an extended key usage by name. */
export function extKeyUsageOf(name: string): string | undefined {
  const known = extKeyUsageNamed(name);
  return known && extKeyUsageOids[known];
}

/** Usages by name in the order of their bits. Unknown names are left out, because another rule refuses them. */
export function keyUsagesOf(names: readonly string[]): KeyUsage[] {
  const wanted = names.map(keyUsageOf);
  return keyUsages.filter((usage) => wanted.includes(usage));
}

/** Object identifiers of extended key usages: those with a name first, without duplicates. */
export const extKeyUsagesOf = (names: readonly string[], oids: readonly string[]): string[] => [
  ...new Set([...names.flatMap((name) => extKeyUsageOf(name) ?? []), ...oids]),
];
