import type { NameConstraints } from '../x509/index.js';
import { constraintForms, isConstraint, type ConstraintKind } from './constraint-forms.js';
import type { IntermediateRequest } from './parameters/index.js';
import type { Broken } from './rules.js';

/** The names below an authority that its certificate permits and excludes. */
export type ConstraintParameters = Pick<
  IntermediateRequest,
  | `${'permitted' | 'excluded'}DnsDomains`
  | `${'permitted' | 'excluded'}IpRanges`
  | `${'permitted' | 'excluded'}EmailAddresses`
  | `${'permitted' | 'excluded'}UriDomains`
>;

/** Undefined if nothing is constrained. */
export function constraintsOf(request: ConstraintParameters): NameConstraints | undefined {
  const permitted = {
    dns: request.permittedDnsDomains,
    ip: request.permittedIpRanges,
    email: request.permittedEmailAddresses,
    uri: request.permittedUriDomains,
  };
  const excluded = {
    dns: request.excludedDnsDomains,
    ip: request.excludedIpRanges,
    email: request.excludedEmailAddresses,
    uri: request.excludedUriDomains,
  };
  const none = [permitted, excluded].every((side) => Object.values(side).every((names) => names.length === 0));
  return none ? undefined : { permitted, excluded };
}

/** A broken rule for each constraint that is not valid for its kind. */
export function constraintFaults(request: ConstraintParameters): Broken[] {
  const fields: readonly (readonly [string, readonly string[], ConstraintKind])[] = [
    ['permitted_dns_domains', request.permittedDnsDomains, 'dns'],
    ['excluded_dns_domains', request.excludedDnsDomains, 'dns'],
    ['permitted_ip_ranges', request.permittedIpRanges, 'ip'],
    ['excluded_ip_ranges', request.excludedIpRanges, 'ip'],
    ['permitted_email_addresses', request.permittedEmailAddresses, 'email'],
    ['excluded_email_addresses', request.excludedEmailAddresses, 'email'],
    ['permitted_uri_domains', request.permittedUriDomains, 'uri'],
    ['excluded_uri_domains', request.excludedUriDomains, 'uri'],
  ];
  return fields.flatMap(([field, values, kind]) =>
    values
      .filter((value) => !isConstraint(kind, value))
      .map((value): Broken => {
        const message = `${field}: ${JSON.stringify(value)} is not ${constraintForms[kind].what}`;
        return { field, value, rule: 'name-constraint', message };
      }),
  );
}
