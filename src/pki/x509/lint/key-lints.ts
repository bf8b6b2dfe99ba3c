import type { KeyUsage } from '../basic-extensions.js';
import { table, type Lint } from './lint.js';

/** RFC 9881 5: what a key that only signs is not for. */
const notOfSignatures: readonly KeyUsage[] = [
  ...(['keyEncipherment', 'dataEncipherment', 'keyAgreement', 'encipherOnly', 'decipherOnly'] as const),
];

/** Whether a key that only signs may be for this. */
export const isSigningUsage = (usage: KeyUsage): boolean => !notOfSignatures.includes(usage);

/** What a key may be for, by its type. */
export const keyLints: readonly Lint[] = table('RFC 9881', 'rfc5280')('usages', [
  {
    id: 'e_mldsa_key_usage_not_of_signatures',
    severity: 'fatal',
    section: '5',
    about: 'every',
    says: 'A key of ML-DSA is for signatures: not for KeyEncipherment, DataEncipherment, KeyAgreement, EncipherOnly or DecipherOnly',
    fault: ({ keyUsages, draft: { key } }) => {
      const found = key.type === 'mldsa' ? (keyUsages?.filter((usage) => !isSigningUsage(usage)) ?? []) : [];
      return found.length > 0 && `a key of ML-DSA only signs, and is not for ${found.join(', ')}`;
    },
  },
]);
