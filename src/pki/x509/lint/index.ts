/** The rules that a certificate is checked against before it is signed. */
export {
  basicLints,
  checkCertificate,
  checkedDraft,
  lints,
  namedFindings,
  type CheckedCertificate,
  type Finding,
  type LintOutcome,
  type LintPolicy,
} from './check.js';
export { derivedKeyIdentifier, type CertificateDraft, type DraftExtension, type NamedContent } from './content.js';
export { isSigningUsage } from './key-lints.js';
export { lintProfiles, lintSeverities, type Lint, type LintProfile, type LintSeverity } from './lint.js';
