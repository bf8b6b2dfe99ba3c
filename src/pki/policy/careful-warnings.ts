import { namedFindings, type GeneralName, type KeyUsage, type Name } from '../x509/index.js';
import { lintWarnings } from './linting.js';

export interface Careful {
  readonly subject: Name;
  readonly names: readonly GeneralName[];
  readonly keyUsages: readonly KeyUsage[];
  readonly isAuthority: boolean;
}

/**
 * What a careful operator wants to know of a certificate that may be issued, as soon as its names and usages are known: clients may refuse it, although
 * OpenBao and this service do not.
 */
export const carefulWarnings = ({ subject, names, keyUsages, isAuthority }: Careful): string[] =>
  lintWarnings(
    namedFindings({
      subject,
      isAuthority,
      names: names.length > 0 ? names : undefined,
      keyUsages: keyUsages.length > 0 ? keyUsages : undefined,
    }),
  );
