import { invalidInput } from '../../platform/problems.js';
import type { CertificateRule } from './auth-role.js';
import type { TrustedCertificates } from './client-certificates.js';
import { fieldName, worded } from '../../platform/wording.js';

export type CertificateRuleInput = {
  readonly [Name in keyof CertificateRule]?: CertificateRule[Name] | null | undefined;
};

/** Characters of the certificates of a role. */
const longestPem = 256 * 1024;
/** Patterns of one kind, and characters of one. */
const mostPatterns = 1_000;
const longestPattern = 1_024;
const longestDisplayName = 256;
const objectId = /^\d+(?:\.\d+)+$/;

const lists = [
  'allowedNames',
  'allowedCommonNames',
  'allowedDnsSans',
  'allowedEmailSans',
  'allowedUriSans',
  'allowedOrganizationalUnits',
  'requiredExtensions',
  'allowedMetadataExtensions',
] as const;

/**
 * Which certificates a role takes after a write: what was not given stays.
 * @param read reads the certificates
 * @throws INVALID_INPUT
 */
export function changedRule(
  before: CertificateRule,
  input: CertificateRuleInput,
  read: (pem: string) => TrustedCertificates | null,
): { readonly rule: CertificateRule; readonly trusted: TrustedCertificates } {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
  const rule: CertificateRule = { ...before, ...given };
  for (const field of lists) {
    if (rule[field].length > mostPatterns) throw invalidInput(field, `a role has at most ${mostPatterns} of them`);
    if (rule[field].some((each) => each.length > longestPattern))
      throw invalidInput(field, `each has at most ${longestPattern} characters`);
  }
  requireDisplayName(rule.displayName);
  const unnamed = rule.requiredExtensions.find(
    (each) => !objectId.test(each.split(':', 1)[0] ?? '') || !each.includes(':'),
  );
  if (unnamed !== undefined)
    throw invalidInput(
      'requiredExtensions',
      `a required extension is an object identifier, a colon and a pattern, unlike ${JSON.stringify(unnamed)}`,
    );
  const wrong = rule.allowedMetadataExtensions.find((each) => !objectId.test(each));
  if (wrong !== undefined)
    throw invalidInput('allowedMetadataExtensions', `${JSON.stringify(wrong)} is not an object identifier`);
  const trusted = rule.certificate.length > longestPem ? null : read(rule.certificate);
  if (!trusted)
    throw invalidInput('certificate', {
      inVault: 'failed to parse certificate',
      inGraphql: 'certificate must be PEM, of one certificate or several',
    });
  if (!trusted.isAuthority && !trusted.provesClients)
    throw invalidInput(
      'certificate',
      'nonCA certificates should have TLS client authentication set as an extended key usage',
    );
  return { rule, trusted };
}

/** What tokens and records call whoever signs in by a role. @throws INVALID_INPUT */
export function requireDisplayName(name: string): void {
  if (name.length > longestDisplayName)
    throw invalidInput(
      'displayName',
      worded`${fieldName('displayName')} must have at most ${longestDisplayName} characters`,
    );
}
