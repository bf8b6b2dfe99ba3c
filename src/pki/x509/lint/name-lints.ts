import type { GeneralName } from '../general-name.js';
import type { NamedContent } from './content.js';
import { ofRfc5280, shown, type Lint } from './lint.js';
import { tooLong } from './subject-lints.js';

/** RFC 1035 2.3.4, as text without the last dot. */
const longestName = 253;

const none: readonly string[] = [];

/** The names of one kind; most certificates have DNS names only. */
function valuesOf({ names }: NamedContent, type: GeneralName['type']): readonly string[] {
  if (names?.some((name) => name.type === type) !== true) return none;
  return names.flatMap((name) => (name.type === type && 'value' in name ? [name.value] : []));
}

/** The first of the values that are wrong, and how many there are. */
export function wrongOnes(
  values: readonly string[],
  isWrong: (value: string) => boolean,
  what: string,
): string | false {
  if (values.length === 0) return false;
  const first = values.find(isWrong);
  if (first === undefined) return false;
  const more = values.filter(isWrong).length - 1;
  return `${shown(first)}${more > 0 ? ` and ${more} more` : ''}: ${what}`;
}

/** Of alternative names, whatever else the certificate holds. */
export const nameLints: readonly Lint<NamedContent>[] = ofRfc5280<NamedContent>('names', [
  {
    id: 'e_ext_san_dns_name_too_long',
    severity: 'error',
    section: '4.2.1.6',
    about: 'every',
    says: `A DNS name has at most ${longestName} characters`,
    fault: (content) => valuesOf(content, 'dns').flatMap((value) => tooLong('DNS name', value, longestName)),
  },
  {
    id: 'e_ext_san_rfc822_name_too_long',
    severity: 'error',
    section: '4.2.1.6',
    about: 'every',
    says: 'An e-mail address has at most 255 characters',
    fault: (content) => valuesOf(content, 'email').flatMap((value) => tooLong('email address', value, 255)),
  },
  {
    id: 'e_rfc_dnsname_label_too_long',
    severity: 'error',
    section: '4.2.1.6',
    about: 'every',
    says: 'A label of a DNS name has at most 63 characters',
    fault: (content) =>
      wrongOnes(
        valuesOf(content, 'dns'),
        (name) => name.length > 63 && name.split('.').some((label) => label.length > 63),
        'a label of the DNS name has more than 63 characters',
      ),
  },
  {
    id: 'e_rfc_dnsname_empty_label',
    severity: 'error',
    section: '4.2.1.6',
    about: 'every',
    says: 'A DNS name has no empty label, and a single blank is no DNS name',
    fault: (content) =>
      wrongOnes(
        valuesOf(content, 'dns'),
        (name) => name === '' || name === ' ' || name.startsWith('.') || name.endsWith('.') || name.includes('..'),
        'the DNS name has an empty label',
      ),
  },
  {
    id: 'e_ext_san_rfc822_format_invalid',
    severity: 'error',
    section: '4.2.1.6',
    about: 'every',
    says: 'An e-mail address is a mailbox: local part, @, domain',
    fault: (content) =>
      wrongOnes(valuesOf(content, 'email'), (name) => !/^.+@[^@\s<>]+$/.test(name), 'the e-mail address is no mailbox'),
  },
  {
    id: 'e_ext_san_uri_relative',
    severity: 'error',
    section: '4.2.1.6',
    about: 'every',
    says: 'A URI is absolute: it has a scheme, and something after it',
    fault: (content) =>
      wrongOnes(valuesOf(content, 'uri'), (name) => !/^[a-z][a-z0-9+.-]*:./i.test(name), 'the URI is not absolute'),
  },
]);
