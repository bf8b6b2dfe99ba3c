import type { GeneralName } from '../general-name.js';
import type { LintedContent } from './content.js';
import { ofBaseline, shown, type Lint } from './lint.js';
import { wrongOnes } from './name-lints.js';
import { isReservedAddress } from './reserved-addresses.js';

const hosts = ({ names }: LintedContent): string[] =>
  (names ?? []).flatMap((name) => (name.type === 'dns' ? [name.value] : []));

/** RFC 6761, RFC 2606 and ICANN's list of what is never delegated: no registry has given these to anybody. */
const internalEnds: ReadonlySet<string> = new Set([
  ...['local', 'localhost', 'localdomain', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'mail'],
  ...['test', 'example', 'invalid', 'onion', 'alt', 'arpa'],
]);

function isInternal(host: string): boolean {
  const labels = host.replace(/^\*\./, '').toLowerCase().split('.');
  return labels.length < 2 || internalEnds.has(labels.at(-1) ?? '') || /^\d+$/.test(labels.at(-1) ?? '');
}

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const withoutWildcard = (host: string): string[] => host.split('.').filter((each, at) => at > 0 || !each.includes('*'));

const kinds: readonly (readonly [id: string, types: readonly GeneralName['type'][], what: string])[] = [
  ['e_ext_san_other_name_present', ['otherName', 'otherNameDer'], 'an other name'],
  ['e_ext_san_rfc822_name_present', ['email'], 'an e-mail address'],
  ['e_ext_san_uniform_resource_identifier_present', ['uri'], 'a URI'],
  ['e_ext_san_directory_name_present', ['directoryName'], 'a directory name'],
  ['e_ext_san_registered_id_present', ['registeredId'], 'a registered identifier'],
  ['e_ext_san_edi_party_name_present', ['unread'], 'an X.400 address or an EDI party name'],
];

const leaf = { severity: 'error', about: 'leaf' } as const;

/** What a TLS server may be called. */
export const baselineNames: readonly Lint[] = [
  ...ofBaseline('names', [
    {
      id: 'e_ext_san_missing',
      section: '7.1.2.7.12',
      ...leaf,
      says: 'A server has alternative names',
      fault: ({ names }) => names === undefined && 'there are no alternative names',
    },
    ...kinds.map(([id, types, what]) => ({
      id,
      section: '7.1.2.7.12',
      ...leaf,
      says: `No alternative name is ${what}`,
      fault: ({ names }: LintedContent) =>
        names?.some(({ type }) => types.includes(type)) === true && `an alternative name is ${what}`,
    })),
    {
      id: 'e_dnsname_bad_character_in_label',
      section: '7.1.2.7.12',
      ...leaf,
      says: 'Labels of DNS names are letters, digits and hyphens inside',
      fault: (content) =>
        wrongOnes(
          hosts(content),
          (host) =>
            withoutWildcard(host).some((each) => !label.test(each) && !each.includes('_') && !each.includes('*')),
          'a label of the DNS name is not of letters, digits and hyphens inside',
        ),
    },
    {
      id: 'e_underscore_not_permissible_in_dnsname',
      section: '7.1.2.7.12',
      ...leaf,
      says: 'DNS names have no underscore',
      fault: (content) => wrongOnes(hosts(content), (host) => host.includes('_'), 'the DNS name has an underscore'),
    },
    {
      id: 'e_dnsname_wildcard_only_in_left_label',
      section: '7.1.2.7.12',
      ...leaf,
      says: 'A wildcard is in the leftmost label only',
      fault: (content) =>
        wrongOnes(
          hosts(content),
          (host) =>
            host
              .split('.')
              .slice(1)
              .some((each) => each.includes('*')),
          'a wildcard is not in the leftmost label',
        ),
    },
    {
      id: 'e_dnsname_left_label_wildcard_correct',
      section: '7.1.2.7.12',
      ...leaf,
      says: 'A wildcard is a whole label',
      fault: (content) =>
        wrongOnes(hosts(content), (host) => /^(?:[^.]+\*|\*[^.])/.test(host), 'the wildcard is not a whole label'),
    },
    {
      id: 'e_dnsname_internal_name',
      section: '4.2.2',
      ...leaf,
      says: 'DNS names end in a domain that a public registry may have given to somebody',
      fault: (content) => wrongOnes(hosts(content), isInternal, 'the DNS name is internal'),
    },
    {
      id: 'e_ext_san_contains_reserved_ip',
      section: '4.2.2',
      ...leaf,
      says: 'No alternative name is a reserved IP address',
      fault: ({ names }) =>
        wrongOnes(
          (names ?? []).flatMap((name) => (name.type === 'ip' ? [name.value] : [])),
          isReservedAddress,
          'the IP address is reserved',
        ),
    },
  ]),
  ...ofBaseline('subject', [
    {
      id: 'e_extra_subject_common_names',
      section: '7.1.4.3',
      ...leaf,
      says: 'The subject has one common name at most',
      fault: ({ subject }) => subject.values('commonName').length > 1 && 'the subject has more than one common name',
    },
    {
      id: 'e_subject_common_name_not_exactly_from_san',
      section: '7.1.4.3',
      ...leaf,
      says: 'The common name is one of the alternative names',
      fault: ({ subject, names }) => {
        const values = new Set((names ?? []).flatMap((name) => ('value' in name ? [name.value] : [])));
        const missing = subject.values('commonName').find((name) => !values.has(name));
        return missing !== undefined && `the common name ${shown(missing)} is none of the alternative names`;
      },
    },
    {
      id: 'e_organizational_unit_name_prohibited',
      section: '7.1.4.2',
      ...leaf,
      says: 'The subject has no organizational unit',
      fault: ({ subject }) =>
        subject.values('organizationalUnit').length > 0 && 'the subject has an organizational unit',
    },
    {
      id: 'e_sub_cert_country_name_must_appear',
      section: '7.1.2.7.4',
      ...leaf,
      says: 'A subject with an organization has a country',
      fault: ({ subject }) =>
        subject.values('organization').length > 0 &&
        subject.values('country').length === 0 &&
        'the subject has an organization and no country',
    },
  ]),
];
