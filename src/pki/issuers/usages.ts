/** The usages of an issuer, with the names of Vault's clients, in the order in which they are shown: sorted, as OpenBao shows them, so that Terraform sees no change. */
export const issuerUsages = ['crl-signing', 'issuing-certificates', 'ocsp-signing', 'read-only'] as const;
export type IssuerUsage = (typeof issuerUsages)[number];

export const isIssuerUsage = (text: string): text is IssuerUsage => issuerUsages.some((usage) => usage === text);
