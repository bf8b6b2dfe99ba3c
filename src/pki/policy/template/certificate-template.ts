import { cidrText, extension, ipText, keyUsages, type Extension, type KeyUsage } from '../../x509/index.js';
import type { ConstraintParameters } from '../constraint-parameters.js';
import { isOid } from '../policy-identifiers.js';
import { extKeyUsageOf, keyUsageOf } from '../usages.js';
import {
  digitsIn,
  flagIn,
  messageIn,
  messagesIn,
  nameIn,
  namesIn,
  octetsIn,
  textIn,
  textsIn,
  wholeIn,
  type Message,
} from './read-json.js';
import { uriFault, uriOf } from './uri-template.js';

/** What an expression wants of a certificate. A value that is none is a fault. */
export interface CertificateTemplate {
  readonly subject: {
    readonly commonName: string;
    readonly serialNumber: string;
    readonly lists: Readonly<Record<'country' | 'organization' | 'ou' | 'locality' | 'province', readonly string[]>> &
      Readonly<Record<'streetAddress' | 'postalCode', readonly string[]>>;
  };
  /** RFC 3339; empty for the default. */
  readonly notBefore: string;
  readonly notAfter: string;
  readonly keyUsages: readonly KeyUsage[];
  /** Object identifiers, in their order. */
  readonly extKeyUsages: readonly string[];
  readonly basicConstraints: boolean;
  readonly isAuthority: boolean;
  /** -1 for no limit of its own. */
  readonly pathLength: number;
  readonly subjectKeyIdentifier: Buffer;
  readonly dnsNames: readonly string[];
  readonly emailAddresses: readonly string[];
  readonly ipAddresses: readonly string[];
  readonly uris: readonly string[];
  readonly constraints: ConstraintParameters;
  /** Object identifiers. */
  readonly policies: readonly string[];
  readonly extensions: readonly Extension[];
  readonly warnings: readonly string[];
  /** What is no value of its field, as `field: why`. */
  readonly faults: readonly string[];
}

/** Fields of certificates that are not written here, as they are not by OpenBao, which ignores them. */
const unsupported: readonly string[] = [
  ...['InhibitAnyPolicy', 'InhibitAnyPolicyZero', 'InhibitPolicyMapping', 'InhibitPolicyMappingZero'],
  ...['RequireExplicitPolicy', 'RequireExplicitPolicyZero', 'PolicyMappings'],
];

/** More than any chain has, and what every client can read. */
const longestPath = 1000;

/** As in OpenBao, which does not say so. */
const noAuthority =
  'IsCA of the template has no effect without BasicConstraintsValid: the certificate is not one of an authority';

/** Reads a CertTemplate, from its JSON form. */
export function readTemplate(template: Message): CertificateTemplate {
  const faults = unsupported.filter((name) => name in template).map((name) => `${name}: is not supported`);
  if (![0, 3].includes(wholeIn(template, 'Version'))) faults.push('Version: certificates have version 3');
  const fault = (field: string, why: string): [] => {
    faults.push(`${field}: ${why}`);
    return [];
  };
  const pathLength = wholeIn(template, 'MaxPathLen');
  if (pathLength > longestPath) fault('MaxPathLen', `is more than ${longestPath}`);
  // Both kinds are names in one list from here on, and told apart by their @: neither may become the other.
  for (const name of textsIn(template, 'DNSNames')) if (name.includes('@')) fault('DNSNames', 'a host name has no @');
  for (const name of textsIn(template, 'EmailAddresses'))
    if (!name.includes('@')) fault('EmailAddresses', 'an address has an @');
  const subject = messageIn(template, 'Subject') ?? {};
  const basicConstraints = flagIn(template, 'BasicConstraintsValid');
  const wantsAuthority = flagIn(template, 'IsCA');
  const identifiers = (field: string, arcs: readonly (readonly string[])[]): string[] =>
    arcs.flatMap((each) => {
      const oid = each.join('.');
      return isOid(oid) ? [oid] : fault(field, `${JSON.stringify(oid)} is not an object identifier`);
    });
  const arcsIn = (field: string, name: 'arc') => messagesIn(template, field).map((each) => digitsIn(each, name));
  const ranges = (field: string): string[] =>
    messagesIn(template, field).flatMap((range) => {
      const octets = Buffer.concat([
        octetsIn(messageIn(range, 'IP') ?? {}, 'IP'),
        octetsIn(messageIn(range, 'Mask') ?? {}, 'IPMask'),
      ]);
      return cidrText(octets) ?? fault(field, 'is not an address with a mask that is a prefix');
    });
  return {
    subject: {
      commonName: textIn(subject, 'CommonName'),
      serialNumber: textIn(subject, 'SerialNumber'),
      lists: {
        country: textsIn(subject, 'Country'),
        organization: textsIn(subject, 'Organization'),
        ou: textsIn(subject, 'OrganizationUnit'),
        locality: textsIn(subject, 'Locality'),
        province: textsIn(subject, 'Province'),
        streetAddress: textsIn(subject, 'StreetAddress'),
        postalCode: textsIn(subject, 'PostalCode'),
      },
    },
    notBefore: textIn(template, 'NotBefore'),
    notAfter: textIn(template, 'NotAfter'),
    keyUsages: usagesOf(nameIn(template, 'KeyUsage'), (why) => fault('KeyUsage', why)),
    extKeyUsages: [
      ...namesIn(template, 'ExtKeyUsage').flatMap(
        (name) => extKeyUsageOf(String(name).replace(/^ExtKeyUsage/, '')) ?? fault('ExtKeyUsage', `${name} is unknown`),
      ),
      ...identifiers('UnknownExtKeyUsage', arcsIn('UnknownExtKeyUsage', 'arc')),
    ],
    basicConstraints,
    isAuthority: wantsAuthority && basicConstraints,
    warnings: wantsAuthority && !basicConstraints ? [noAuthority] : [],
    pathLength,
    subjectKeyIdentifier: octetsIn(template, 'SubjectKeyId'),
    dnsNames: textsIn(template, 'DNSNames'),
    emailAddresses: textsIn(template, 'EmailAddresses'),
    ipAddresses: messagesIn(template, 'IPAddresses').flatMap(
      (each) => ipText(octetsIn(each, 'IP')) ?? fault('IPAddresses', 'an address has 4 or 16 octets'),
    ),
    uris: messagesIn(template, 'URIs').flatMap((uri) => {
      const why = uriFault(uri);
      return why === undefined ? uriOf(uri) : fault('URIs', why);
    }),
    constraints: {
      permittedDnsDomains: textsIn(template, 'PermittedDNSDomains'),
      excludedDnsDomains: textsIn(template, 'ExcludedDNSDomains'),
      permittedIpRanges: ranges('PermittedIPRanges'),
      excludedIpRanges: ranges('ExcludedIPRanges'),
      permittedEmailAddresses: textsIn(template, 'PermittedEmailAddresses'),
      excludedEmailAddresses: textsIn(template, 'ExcludedEmailAddresses'),
      permittedUriDomains: textsIn(template, 'PermittedURIDomains'),
      excludedUriDomains: textsIn(template, 'ExcludedURIDomains'),
    },
    policies: [
      ...new Set([
        ...identifiers('PolicyIdentifiers', arcsIn('PolicyIdentifiers', 'arc')),
        ...identifiers('Policies', arcsIn('Policies', 'arc')),
      ]),
    ],
    extensions: messagesIn(template, 'ExtraExtensions').flatMap((each) =>
      identifiers('ExtraExtensions', [digitsIn(each, 'Id')]).map((oid) =>
        extension(oid, octetsIn(each, 'Value'), { critical: flagIn(each, 'Critical') }),
      ),
    ),
    faults,
  };
}

/** A name, or a sum of bits in the order of RFC 5280 4.2.1.3. */
function usagesOf(usage: string | number, fault: (why: string) => []): readonly KeyUsage[] {
  if (typeof usage === 'string') {
    if (usage === 'KeyUsageUnspecified') return [];
    const named = keyUsageOf(usage.replace(/^KeyUsage/, ''));
    return named === undefined ? fault(`${usage} is unknown`) : [named];
  }
  if (usage < 0 || usage >= 1 << keyUsages.length) return fault(`${usage} has bits that no usage has`);
  return keyUsages.filter((_, bit) => (usage & (1 << bit)) !== 0);
}
