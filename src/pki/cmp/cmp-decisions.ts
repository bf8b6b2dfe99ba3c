import { decideSign, decideVerbatim, signFields, verbatimFields } from '../policy/index.js';
import type { Circumstances, Decision } from '../policy/index.js';
import type { Decider } from '../enrolment/decider.js';
import { forRequests } from '../enrolment/for-requests.js';
import { parsed } from '../read-request.js';
import type { CertificateRequest } from '../x509/index.js';

/** When a request wants its certificate to be valid. */
interface WantedTimes {
  readonly notBefore: Date | undefined;
  readonly notAfter: Date | undefined;
}

const rfc3339 = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z');

/** A beginning that has passed is what everybody sends who means now; the role says how much earlier a certificate may begin. */
const timesOf = ({ notBefore, notAfter }: WantedTimes, { now }: Circumstances) => ({
  ...(notBefore && notBefore > now && { notBefore: rfc3339(notBefore) }),
  ...(notAfter && { notAfter: rfc3339(notAfter) }),
});

/** What a request becomes, as `sign` or `sign-verbatim` have it. */
export function decideRequest(
  decider: Decider,
  wanted: WantedTimes,
  csr: CertificateRequest,
  around: Circumstances,
): Decision {
  const times = timesOf(wanted, around);
  return decider.kind === 'role'
    ? decideSign(forRequests(decider.role.role), parsed(signFields, times), csr, around)
    : decideVerbatim(undefined, parsed(verbatimFields, times), csr, around);
}
