import { decideSign, decideVerbatim, lintsOf, signFields, verbatimFields } from '../policy/index.js';
import type { Circumstances, Decision, PlannedCertificate } from '../policy/index.js';
import { explainedCheck } from '../issuance/certify.js';
import type { Explanation } from '../issuance/certify.js';
import type { Decider } from '../enrolment/decider.js';
import { forRequests } from '../enrolment/for-requests.js';
import { withinIssuer } from '../enrolment/within-issuer.js';
import { parsed } from '../read-request.js';
import { subjectAltName } from '../x509/index.js';
import type { Certificate, CertificateRequest, GeneralName } from '../x509/index.js';
import { ScepRefusal } from './refusal.js';

function decide(decider: Decider, csr: CertificateRequest, around: Circumstances): Decision {
  return decider.kind === 'role'
    ? decideSign(forRequests(decider.role.role), parsed(signFields, {}), csr, withinIssuer(around))
    : decideVerbatim(undefined, parsed(verbatimFields, {}), csr, around);
}

/** What a signing request becomes, checked. */
export const decideRequest = (
  decider: Decider,
  csr: CertificateRequest,
  around: Circumstances,
): Explanation['decision'] =>
  explainedCheck(
    decider.issuer,
    decide(decider, csr, around),
    decider.kind === 'role' ? { lints: lintsOf(decider.role.role) } : {},
  ).decision;

/** One name, in a form that equals that of an equal name only. */
const keyOf = (name: GeneralName): string =>
  name.type === 'dns' || name.type === 'email'
    ? `${name.type}:${name.value.toLowerCase()}`
    : subjectAltName([name]).value.toString('hex');

/**
 * A client with a certificate may renew it, and get no other: the new one has its subject, and none of its names was added.
 * @throws ScepRefusal `badRequest`
 */
export function requireSameHolder(planned: PlannedCertificate, before: Certificate): void {
  const had = new Set((before.extensions.subjectAltName ?? []).map(keyOf));
  const isSame = planned.subject.equals(before.subject) && planned.names.every((name) => had.has(keyOf(name)));
  if (!isSame) throw new ScepRefusal('badRequest', 'a renewal must be for the names of the certificate that signs it');
}
