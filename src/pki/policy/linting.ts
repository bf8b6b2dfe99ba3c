import { basicLints, lintProfiles, lintSeverities, type Finding, type LintPolicy } from '../x509/index.js';
import type { Said } from '../../platform/wording.js';
import type { Role } from './parameters/index.js';
import { remembered } from './remembered.js';
import { refusal, type AllBroken } from './rules.js';

/** What a role asks of its certificates before they are signed. */
export const lintsOf: (role: Pick<Role, 'lintProfile' | 'lintSeverity'>) => LintPolicy = remembered(
  ({ lintProfile, lintSeverity }) => ({
    profile: lintProfiles.find((each) => each === lintProfile) ?? basicLints.profile,
    refuses: lintSeverities.find((each) => each === lintSeverity) ?? basicLints.refuses,
  }),
);

/** The parameter that is at fault for a part of a certificate; a signing request brings its own. */
const fields = {
  subject: 'common_name',
  names: 'alt_names',
  usages: 'role',
  validity: 'ttl',
  key: 'key_type',
  extensions: 'role',
} as const satisfies Record<Finding['lint']['part'], string>;

/** The findings that refuse a certificate, as broken rules. @param at the parameter that they are reported of, if it is always the same */
export function lintRefusal(findings: readonly Finding[], at?: string): { readonly broken: AllBroken } | undefined {
  return refusal(
    findings
      .filter(({ refuses }) => refuses)
      .map(({ lint, message }) => ({
        field: at ?? fields[lint.part],
        value: '',
        rule: 'lint',
        message: `${message} (${lint.id}, ${lint.source})`,
      })),
  );
}

/** A warning is read by people. */
const mostWarnings = 10;

/** The findings in words, without what was said already. */
export function lintWarnings(findings: readonly Finding[], said: readonly Said[] = []): string[] {
  const found = [...new Set(findings.map(({ message }) => message))].filter((message) => !said.includes(message));
  const more = found.length - mostWarnings;
  return more > 0 ? [...found.slice(0, mostWarnings), `and ${more} more of this kind`] : found;
}
