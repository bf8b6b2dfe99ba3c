import { attributeOids } from '../oids.js';
import type { NamedContent } from './content.js';
import { ofRfc5280, shown, type Lint, type LintSeverity } from './lint.js';

interface Bound {
  readonly id: string;
  readonly oid: string;
  readonly what: string;
  readonly most: number;
  readonly severity: LintSeverity;
}

const bound = (id: string, oid: string, what: string, most: number, severity: LintSeverity = 'error'): Bound => ({
  id,
  oid,
  what,
  most,
  severity,
});

/** Appendix A.1, and for the attributes that it does not have X.520 and RFC 4524: characters. */
const upperBounds: readonly Bound[] = [
  bound('e_subject_common_name_max_length', attributeOids.commonName, 'common name', 64),
  bound('e_subject_dn_serial_number_max_length', attributeOids.serialNumber, 'serial number', 64),
  bound('e_subject_organization_name_max_length', attributeOids.organization, 'organization', 64),
  bound('e_subject_organizational_unit_name_max_length', attributeOids.organizationalUnit, 'organizational unit', 64),
  bound('e_subject_locality_name_max_length', attributeOids.locality, 'locality', 128),
  bound('e_subject_state_name_max_length', attributeOids.province, 'province', 128),
  bound('w_subject_street_address_max_length', attributeOids.streetAddress, 'street address', 128, 'warning'),
  bound('w_subject_postal_code_max_length', attributeOids.postalCode, 'postal code', 40, 'warning'),
  bound('e_subject_email_max_length', attributeOids.emailAddress, 'email address', 255),
  bound('w_subject_user_id_max_length', attributeOids.userId, 'user id', 256, 'warning'),
];

const noFaults: readonly string[] = [];

const lengthOf = (text: string): number => [...text].length;

/** A value that is longer than clients may take. */
export function tooLong(what: string, value: string, most: number): readonly string[] {
  const length = value.length <= most ? value.length : lengthOf(value);
  if (length <= most) return noFaults;
  const begin = [...value.slice(0, 80)].slice(0, 40).join('');
  return [`the ${what} ${JSON.stringify(`${begin}…`)} has ${length} characters: clients may refuse more than ${most}`];
}

/** The faults of the values of one attribute. Few subjects have it, and this is asked for every certificate: so nothing is made where there is none. */
function faultsOf(
  { subject }: NamedContent,
  oid: string,
  faults: (value: string) => readonly string[],
): readonly string[] {
  let found: string[] | undefined;
  for (const rdn of subject.rdns) {
    for (const attribute of rdn) {
      if (attribute.oid !== oid) continue;
      const wrong = faults(attribute.value);
      for (const each of wrong) (found ??= []).push(each);
    }
  }
  return found ?? noFaults;
}

/** Of the subject, whatever else the certificate holds. */
export const subjectLints: readonly Lint<NamedContent>[] = ofRfc5280<NamedContent>('subject', [
  ...upperBounds.map(({ id, oid, what, most, severity }) => ({
    id,
    severity,
    section: 'A.1',
    about: 'every' as const,
    says: `The ${what} of the subject has at most ${most} characters`,
    fault: (content: NamedContent) => faultsOf(content, oid, (value) => tooLong(what, value, most)),
  })),
  {
    id: 'e_subject_country_not_two_letters',
    severity: 'error',
    section: 'A.1',
    about: 'every',
    says: 'The country of the subject is two letters',
    fault: (content) =>
      faultsOf(content, attributeOids.country, (value) =>
        /^[a-z]{2}$/i.test(value)
          ? noFaults
          : [`the country ${shown(value)} is not two letters (RFC 5280, X520countryName)`],
      ),
  },
]);
