import { cidrOctets, X509Error, type NameConstraints } from '../x509/index.js';
import { isReadable } from './host-name.js';
import type { IntermediateRequest } from './parameters/index.js';
import type { Broken } from './rules.js';

/** Undefined if nothing is constrained. */
export function constraintsOf(request: IntermediateRequest): NameConstraints | undefined {
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

const isRange = (text: string): boolean => {
  try {
    cidrOctets(text);
    return true;
  } catch (error) {
    if (error instanceof X509Error) return false;
    throw error;
  }
};
/** A domain as in RFC 5280 4.2.1.10, optionally with a leading dot, in ASCII as in certificates. */
const isDomain = (text: string): boolean =>
  /^\.?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/i.test(text) && !text.includes('..');
const isMailbox = (text: string): boolean => {
  const at = text.lastIndexOf('@');
  return isDomain(text.slice(at + 1)) && (at < 0 || /^[\x21-\x3f\x41-\x7e]+$/.test(text.slice(0, at)));
};

/** A broken rule for each constraint that is not valid for its kind. */
export function constraintFaults(request: IntermediateRequest): Broken[] {
  const fields: readonly (readonly [string, readonly string[], (text: string) => boolean, string])[] = [
    ['permitted_dns_domains', request.permittedDnsDomains, isDomain, 'a domain'],
    ['excluded_dns_domains', request.excludedDnsDomains, isDomain, 'a domain'],
    ['permitted_ip_ranges', request.permittedIpRanges, isRange, 'a range in CIDR notation'],
    ['excluded_ip_ranges', request.excludedIpRanges, isRange, 'a range in CIDR notation'],
    ['permitted_email_addresses', request.permittedEmailAddresses, isMailbox, 'a mailbox, host or domain'],
    ['excluded_email_addresses', request.excludedEmailAddresses, isMailbox, 'a mailbox, host or domain'],
    ['permitted_uri_domains', request.permittedUriDomains, isDomain, 'a domain'],
    ['excluded_uri_domains', request.excludedUriDomains, isDomain, 'a domain'],
  ];
  return fields.flatMap(([field, values, holds, what]) =>
    values
      .filter((value) => !isReadable(value) || !holds(value))
      .map((value): Broken => {
        const message = `${field}: ${JSON.stringify(value)} is not ${what}`;
        return { field, value, rule: 'name-constraint', message };
      }),
  );
}
