import type { AuthorityIssuer } from '../issuers/authority.js';
import { signsSlowly } from '../issuers/signs-slowly.js';
import { lintWarnings } from '../policy/index.js';
import type { AllBroken, Decision, PlannedCertificate } from '../policy/index.js';
import { brokenLints, refused } from '../refusal.js';
import type { Said } from '../../platform/wording.js';
import {
  basicLints,
  buildCertificate,
  buildCertificateAsync,
  checkCertificate,
  derivedKeyIdentifier,
  extensionOids,
  randomSerialNumber,
  subjectKeyIdentifier,
  type CertificateDraft,
  type CertificateIdentity,
  type CertifiedKey,
  type CheckedCertificate,
  type DraftExtension,
  type Finding,
  type LintPolicy,
  type SerialNumber,
} from '../x509/index.js';

/** How an issuer signs, if its key allows a choice. 0 bits chooses what suits the key. */
export interface SignatureChoice {
  readonly bits: number;
  readonly pss: boolean;
}

export interface Certified {
  readonly der: Buffer;
  readonly serialNumber: SerialNumber;
}

/** What was planned, after its check: it may be signed. */
export interface CheckedPlan {
  /** Drawn before the check: it decides about the shard of the CRL that the certificate names. */
  readonly serialNumber: SerialNumber;
  readonly planned: PlannedCertificate;
  readonly checked: CheckedCertificate;
  readonly warnings: readonly Said[];
}

/** The result of a check that somebody wants to read. */
export interface Explanation {
  readonly decision: Outcome;
  readonly findings: readonly Finding[];
}

type Outcome = (CheckedPlan & { readonly broken?: never }) | { readonly broken: AllBroken };

interface CheckWish {
  readonly lints?: LintPolicy;
  /** The parameter that refusals are reported of, if it is always the same. */
  readonly field?: string;
}

function check(
  issuer: AuthorityIssuer,
  { planned, warnings }: { readonly planned: PlannedCertificate; readonly warnings: readonly Said[] },
  { lints = basicLints, field = 'given' in planned.key ? 'csr' : undefined }: CheckWish,
): { readonly outcome: Outcome; readonly findings: readonly Finding[] } {
  const serialNumber = randomSerialNumber();
  const { checked, findings } = checkCertificate(draftOf(issuer, planned, serialNumber), lints);
  if (checked) {
    return { outcome: { serialNumber, planned, checked, warnings: withFindings(warnings, findings) }, findings };
  }
  return { outcome: { broken: brokenLints(findings, field) }, findings };
}

const withFindings = (said: readonly Said[], findings: readonly Finding[]): readonly Said[] =>
  findings.length === 0 ? said : [...said, ...lintWarnings(findings, said)];

/** Checks what is planned before a key is made for it. @throws REQUEST_REFUSED with every lint that refuses it */
export function checkedPlan(
  issuer: AuthorityIssuer,
  allowed: { readonly planned: PlannedCertificate; readonly warnings: readonly Said[] },
  wish: CheckWish = {},
): CheckedPlan {
  const { outcome } = check(issuer, allowed, wish);
  if (outcome.broken) throw refused(outcome.broken);
  return outcome;
}

/** The same for a dry run, and for callers with words of their own for refusals. */
export function explainedCheck(issuer: AuthorityIssuer, decision: Decision, wish: CheckWish = {}): Explanation {
  if (decision.broken) return { decision: { broken: decision.broken }, findings: [] };
  const { outcome, findings } = check(issuer, decision, wish);
  return { decision: outcome, findings };
}

function draftOf(issuer: AuthorityIssuer, planned: PlannedCertificate, serialNumber: SerialNumber): CertificateDraft {
  const { subject, notBefore, notAfter, key } = planned;
  return {
    issuer: issuer.certificate.subject,
    subject,
    notBefore,
    notAfter,
    key: 'make' in key ? key.make : key.given.spec,
    extensions: withIdentifiers(planned, issuer, serialNumber),
  };
}

/** Values of the request or the CSR take precedence over those that the issuer would add. */
function withIdentifiers(
  planned: PlannedCertificate,
  issuer: AuthorityIssuer,
  serialNumber: SerialNumber,
): DraftExtension[] {
  const has = (oid: string): boolean => planned.extensions.some((each) => each.oid === oid);
  const { subjectKeyIdentifier: identifier } = planned;
  return [
    ...planned.extensions,
    ...(has(extensionOids.subjectKeyIdentifier)
      ? []
      : [identifier ? subjectKeyIdentifier(identifier) : derivedKeyIdentifier]),
    ...issuer.extensionsFor(serialNumber).filter(({ oid }) => !has(oid)),
  ];
}

/** Signs a checked certificate, once: its serial number is its own. */
export async function certify(
  issuer: AuthorityIssuer,
  { serialNumber, planned, checked }: Omit<CheckedPlan, 'warnings'>,
  publicKey: CertifiedKey,
): Promise<Certified> {
  return { der: await signAs(issuer, checked, { serialNumber, publicKey }, planned.signature), serialNumber };
}

/** A signature of RSA or ML-DSA takes about a millisecond, so another thread makes it, and a key in a token signs there. The others take less time than the transfer. */
export const signAs = (
  issuer: AuthorityIssuer,
  checked: CheckedCertificate,
  identity: CertificateIdentity,
  choice: SignatureChoice,
): Promise<Buffer> | Buffer =>
  signsSlowly(issuer)
    ? buildCertificateAsync(checked, identity, issuer.asyncSigner(choice))
    : buildCertificate(checked, identity, issuer.signer(choice));
