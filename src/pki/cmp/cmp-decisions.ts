import { decideSign, decideVerbatim, signFields, verbatimFields } from '../policy/index.js';
import type { Circumstances, Decision, Role } from '../policy/index.js';
import { parsed } from '../read-request.js';
import type { CertificateRequest } from '../x509/index.js';
import type { CmpDecider } from './places.js';

/** When a request wants its certificate to be valid. */
interface WantedTimes {
  readonly notBefore: Date | undefined;
  readonly notAfter: Date | undefined;
}

const rfc3339 = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z');

/** Names come from the request, as there is nothing else that they could come from. */
const forRequests = new WeakMap<Role, Role>();
function roleFor(role: Role): Role {
  const made = forRequests.get(role) ?? { ...role, useCsrCommonName: true, useCsrSans: true, generateLease: false };
  forRequests.set(role, made);
  return made;
}

/** A beginning that has passed is what everybody sends who means now; the role says how much earlier a certificate may begin. */
const timesOf = ({ notBefore, notAfter }: WantedTimes, { now }: Circumstances) => ({
  ...(notBefore && notBefore > now && { notBefore: rfc3339(notBefore) }),
  ...(notAfter && { notAfter: rfc3339(notAfter) }),
});

/** What a request becomes, as `sign` or `sign-verbatim` have it. */
export function decideRequest(
  decider: CmpDecider,
  wanted: WantedTimes,
  csr: CertificateRequest,
  around: Circumstances,
): Decision {
  const times = timesOf(wanted, around);
  return decider.kind === 'role'
    ? decideSign(roleFor(decider.role.role), parsed(signFields, times), csr, around)
    : decideVerbatim(undefined, parsed(verbatimFields, times), csr, around);
}
