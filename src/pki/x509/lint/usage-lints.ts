import type { KeyUsage } from '../basic-extensions.js';
import type { NamedContent } from './content.js';
import { ofRfc5280, type Lint, type LintRow } from './lint.js';

const withoutAgreement = (half: KeyUsage, name: string): LintRow<NamedContent> => ({
  id: `w_key_usage_${half === 'encipherOnly' ? 'encipher' : 'decipher'}_only_without_key_agreement`,
  severity: 'warning',
  section: '4.2.1.3',
  about: 'every',
  says: `Key usage ${name} comes with KeyAgreement`,
  fault: ({ keyUsages }) =>
    keyUsages?.includes(half) === true &&
    !keyUsages.includes('keyAgreement') &&
    `key usage ${name} means nothing without KeyAgreement`,
});

/** Of key usages, whatever else the certificate holds. */
export const usageLints: readonly Lint<NamedContent>[] = ofRfc5280<NamedContent>('usages', [
  {
    id: 'e_ext_key_usage_cert_sign_without_ca',
    severity: 'error',
    section: '4.2.1.9',
    about: 'every',
    says: 'Key usage CertSign is for CA certificates only',
    fault: ({ keyUsages, isAuthority }) =>
      !isAuthority &&
      keyUsages?.includes('keyCertSign') === true &&
      'key usage CertSign is for CA certificates, and clients may refuse a certificate with it that is none',
  },
  withoutAgreement('encipherOnly', 'EncipherOnly'),
  withoutAgreement('decipherOnly', 'DecipherOnly'),
]);
