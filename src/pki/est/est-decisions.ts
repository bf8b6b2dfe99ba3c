import { decideSign, decideVerbatim, keySpecOf, lintsOf, signFields, verbatimFields } from '../policy/index.js';
import type { Circumstances, Decision } from '../policy/index.js';
import { explainedCheck } from '../issuance/certify.js';
import type { Explanation } from '../issuance/certify.js';
import type { Decider } from '../enrolment/decider.js';
import { forRequests } from '../enrolment/for-requests.js';
import { withinIssuer } from '../enrolment/within-issuer.js';
import { parsed } from '../read-request.js';
import { extensionOids, readExtensionSet, rsaBits } from '../x509/index.js';
import type { CertificateRequest, KeySpec } from '../x509/index.js';
import { badRequest } from './est-refusal.js';

/** What a signing request becomes, and whether it may be signed. */
export function decided(decider: Decider, csr: CertificateRequest, around: Circumstances): Explanation {
  const decision = decisionOf(decider, csr, around);
  return explainedCheck(decider.issuer, decision, decider.kind === 'role' ? { lints: lintsOf(decider.role.role) } : {});
}

const decisionOf = (decider: Decider, csr: CertificateRequest, around: Circumstances): Decision =>
  decider.kind === 'role'
    ? decideSign(forRequests(decider.role.role), parsed(signFields, {}), csr, withinIssuer(around))
    : decideVerbatim(undefined, parsed(verbatimFields, {}), csr, around);

/** As in all signing by a role or verbatim: a client never gets the certificate of an authority. @throws EstRefusal */
export function requireNoAuthority({ extensions }: CertificateRequest): void {
  const signs = extensions.keyUsage?.some((usage) => usage === 'keyCertSign' || usage === 'crlSign') === true;
  if (extensions.basicConstraints?.ca === true || signs)
    throw badRequest('the signing request is for a certificate authority');
}

/** The key that the server makes: that of the role, or where it allows any, one like that of the request (RFC 7030 §4.4.1). @throws EstRefusal */
export function keyToMake(decider: Decider, { publicKey: { spec } }: CertificateRequest): KeySpec {
  const ofRole = decider.kind === 'role' ? keySpecOf(decider.role.role) : undefined;
  if (ofRole) return ofRole;
  if (spec.type === 'rsa' && !rsaBits.some((bits) => bits === spec.bits))
    throw badRequest(`keys of RSA are made with ${rsaBits.join(', ')} bits`);
  return spec;
}

/** The request as it would be with a key that the server makes. Its own key only signs it. */
export const withMadeKey = (csr: CertificateRequest, spec: KeySpec): CertificateRequest => ({
  ...csr,
  publicKey: { ...csr.publicKey, spec },
  extensions: readExtensionSet(csr.extensions.all.filter(({ oid }) => oid !== extensionOids.subjectKeyIdentifier)),
});
