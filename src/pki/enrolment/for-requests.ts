import type { Role } from '../policy/index.js';

/** What is derived of roles, which is remembered by the object. */
const adapted = new WeakMap<Role, Role>();

/** A role as it decides in enrolment protocols: all that a client can say is in its request, and nobody is told of a lease. */
export function forRequests(given: Role): Role {
  const known = adapted.get(given);
  if (known) return known;
  const made: Role = { ...given, useCsrCommonName: true, useCsrSans: true, generateLease: false };
  adapted.set(given, made);
  return made;
}
