import { problem, problemOf, ProblemError } from '../platform/problems.js';
import type { Problem } from '../platform/problems.js';
import { rules } from './policy/rules.js';
import type { AllBroken, Broken } from './policy/rules.js';
import { camel } from '../platform/wording.js';
import { spelledForGraphql } from './policy/parameters/index.js';
import { lintRefusal } from './policy/index.js';
import { checkCertificate, X509Error } from './x509/index.js';
import type { CertificateDraft, CheckedCertificate, Finding } from './x509/index.js';

const asProblem = ({ field, message, rule, value }: Broken): Problem => {
  const said = { inVault: message, inGraphql: spelledForGraphql(message, value) };
  return problemOf('REQUEST_REFUSED', said, [camel(field)], { facts: { rule, meaning: rules[rule], value } });
};

/** All broken rules as problems of one refusal, in the order in which they were found. */
export function refused([first, ...others]: AllBroken): ProblemError {
  return new ProblemError(asProblem(first), ...others.map(asProblem));
}

/** Characters of the shortest document in PEM. */
const shortest = { certificate: 75, key: 64 } as const;

/** A shorter text is no document, but probably the path of one. With OpenBao's text. @throws REQUEST_REFUSED */
export function requireLong(pem: string, kind: keyof typeof shortest, what: string, field: string): void {
  if (pem.trim().length < shortest[kind])
    throw problem(
      'REQUEST_REFUSED',
      `provided ${what} was too short; perhaps a path was passed to the API rather than the contents of a PEM file`,
      [field],
    );
}

/** The check of a certificate that no role asks for. @param field the parameter that is at fault @throws REQUEST_REFUSED with every lint that refuses it */
export function checked(
  draft: CertificateDraft,
  field?: string,
): { readonly checked: CheckedCertificate; readonly findings: readonly Finding[] } {
  const outcome = checkCertificate(draft);
  if (outcome.checked) return outcome;
  throw refused(brokenLints(outcome.findings, field));
}

/** The findings of a check that a certificate did not pass. */
export function brokenLints(findings: readonly Finding[], field?: string): AllBroken {
  const refusal = lintRefusal(findings, field);
  if (!refusal) throw new Error('a certificate that nothing refuses, and that may not be signed');
  return refusal.broken;
}

/** Parses given documents; one that cannot be parsed is a refusal of its field. @throws REQUEST_REFUSED */
export function reading<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof X509Error) throw problem('REQUEST_REFUSED', error.message, [field]);
    throw error;
  }
}
