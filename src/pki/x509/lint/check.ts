import { baselineLints } from './baseline-lints.js';
import {
  contentOf,
  type CertificateDraft,
  type DraftExtension,
  type LintedContent,
  type NamedContent,
} from './content.js';
import { extensionLints } from './extension-lints.js';
import { keyLints } from './key-lints.js';
import { lintSeverities, type Lint, type LintProfile, type LintSeverity } from './lint.js';
import { nameLints } from './name-lints.js';
import { subjectLints } from './subject-lints.js';
import { usageLints } from './usage-lints.js';

/** Of what a role and a request say by themselves. */
const namedLints: readonly Lint<NamedContent>[] = [...subjectLints, ...nameLints, ...usageLints];

/** Every lint, in the order of the documentation. */
export const lints: readonly Lint[] = [...namedLints, ...extensionLints, ...keyLints, ...baselineLints];

const ofRfc = lints.filter(({ profile }) => profile === 'rfc5280');
const lintsOf: Readonly<Record<LintProfile, readonly Lint[]>> = { rfc5280: ofRfc, 'cabf-br': lints };

/** Which lints apply, and from which severity on one that fails refuses the certificate. Fatal ones always do. */
export interface LintPolicy {
  readonly profile: LintProfile;
  readonly refuses: LintSeverity;
}

/** The basic rules of every authority, where no role asks for more. */
export const basicLints: LintPolicy = { profile: 'rfc5280', refuses: 'fatal' };

/** A lint that a certificate does not pass. */
export interface Finding {
  readonly lint: Pick<Lint, 'id' | 'source' | 'severity' | 'part'>;
  readonly message: string;
  /** Whether the certificate is refused for it. */
  readonly refuses: boolean;
}

function find<Content extends NamedContent>(table: readonly Lint<Content>[], content: Content, refuses: LintSeverity) {
  const found: Finding[] = [];
  const least = lintSeverities.indexOf(refuses);
  for (const lint of table) {
    if (lint.about !== 'every' && (lint.about === 'authority') !== content.isAuthority) continue;
    const fault = lint.fault(content);
    if (fault === undefined || fault === false || fault.length === 0) continue;
    const refused = lintSeverities.indexOf(lint.severity) >= least;
    for (const message of typeof fault === 'string' ? [fault] : fault) found.push({ lint, message, refuses: refused });
  }
  return found;
}

/** What is wrong with subject, names and usages, before anything else is known. */
export const namedFindings = (content: NamedContent): Finding[] => find(namedLints, content, 'fatal');

class Checked {
  readonly #draft: CertificateDraft;

  constructor(draft: CertificateDraft) {
    // Whoever asked for the check must not change what was checked.
    this.#draft = Object.freeze({
      ...draft,
      notBefore: new Date(draft.notBefore),
      notAfter: new Date(draft.notAfter),
      extensions: Object.freeze<DraftExtension[]>([...draft.extensions]),
    });
  }

  /** Only what was made here has one: anything else throws, whatever its type says. */
  static draftOf(checked: Checked): CertificateDraft {
    return checked.#draft;
  }
}

/** A draft that passed the check, which nothing but {@link checkCertificate} makes: only such ones are signed. */
export type CheckedCertificate = Checked;

/** What was checked. */
export const checkedDraft = (checked: CheckedCertificate): CertificateDraft => Checked.draftOf(checked);

export type LintOutcome =
  | { readonly checked: CheckedCertificate; readonly findings: readonly Finding[] }
  | { readonly checked?: never; readonly findings: readonly Finding[] };

/** Checks the content of a certificate before it is signed. Without `checked` it must not be. */
export function checkCertificate(draft: CertificateDraft, { profile, refuses }: LintPolicy = basicLints): LintOutcome {
  const content: LintedContent = contentOf(draft);
  const findings = find(lintsOf[profile], content, refuses);
  return findings.some((finding) => finding.refuses) ? { findings } : { checked: new Checked(draft), findings };
}
