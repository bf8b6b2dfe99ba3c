/** The usages of an issuer, with the names of Vault's clients, in the order in which they are shown. */
export const issuerUsages = ['read-only', 'issuing-certificates', 'crl-signing', 'ocsp-signing'] as const;
export type IssuerUsage = (typeof issuerUsages)[number];

export const isIssuerUsage = (text: string): text is IssuerUsage => issuerUsages.some((usage) => usage === text);
