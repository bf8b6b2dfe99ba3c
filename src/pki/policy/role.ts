import { Name, X509Error, type NameParts } from '../x509/index.js';
import { readTable, type LooseInput } from './field.js';
import { keyFaults, signatureFaults } from './key-rules.js';
import { parseOtherName } from './other-names.js';
import { isOid, showPolicy } from './policy-identifiers.js';
import { roleFields, type Role } from './role-fields.js';
import { refusal, type AllBroken, type Broken, type RuleCode } from './rules.js';
import { parseTime } from './time.js';
import { extKeyUsageOf, keyUsageOf } from './usages.js';

/** A role, or every rule that its input breaks. */
export type RoleOutcome =
  | { readonly role: Role; readonly warnings: readonly string[]; readonly broken?: never }
  | { readonly broken: AllBroken };

type RoleRule = (role: Role) => readonly Broken[];

const broken = (field: string, value: string, rule: RuleCode, message: string): Broken => ({
  ...{ field, value, rule, message },
});

/** One broken rule for each item of a list that does not hold. */
const each =
  (field: string, rule: RuleCode, items: readonly string[], holds: (item: string) => boolean, what: string) =>
  (): Broken[] =>
    items
      .filter((item) => !holds(item))
      .map((item) => broken(field, item, rule, `${field}: ${JSON.stringify(item)} is not ${what}`));

const notNegative: RoleRule = ({ ttl, maxTtl, notBeforeDuration }) =>
  Object.entries({ ttl, max_ttl: maxTtl, not_before_duration: notBeforeDuration })
    .filter(([, seconds]) => seconds < 0)
    .map(([field, seconds]) => broken(field, `${seconds}s`, 'not-negative', `${field} must not be negative`));

const ttlWithinMax: RoleRule = ({ ttl, maxTtl }) =>
  maxTtl > 0 && ttl > maxTtl
    ? [broken('ttl', `${ttl}s`, 'ttl-within-max', '"ttl" value must be less than "max_ttl" value')]
    : [];

const usages: RoleRule = ({ keyUsage, extKeyUsage, extKeyUsageOids }) => [
  ...usageFaults({ keyUsage, extKeyUsage, extKeyUsageOids }),
];

/** Shared with requests that give usages themselves. */
export function usageFaults(given: Pick<Role, 'keyUsage' | 'extKeyUsage' | 'extKeyUsageOids'>): Broken[] {
  return [
    each('key_usage', 'key-usage-name', given.keyUsage, (name) => keyUsageOf(name) !== undefined, 'a key usage'),
    each(
      ...(['ext_key_usage', 'key-usage-name', given.extKeyUsage] as const),
      (name) => extKeyUsageOf(name) !== undefined,
      'an extended key usage',
    ),
  ]
    .flatMap((check) => check())
    .concat(
      given.extKeyUsageOids
        .filter((oid) => !isOid(oid))
        .map((oid) =>
          broken(
            ...(['ext_key_usage_oids', oid, 'object-identifier'] as const),
            `${JSON.stringify(oid)} could not be parsed as a valid oid for an extended key usage`,
          ),
        ),
    );
}

const policyForms: RoleRule = ({ policyIdentifiers }) =>
  policyIdentifiers.flatMap((policy, at) => {
    const { oid, cps, notice } = policy;
    const fault = (what: string): Broken =>
      broken('policy_identifiers', showPolicy(policy), 'policy-identifier', `policy_identifiers: ${what}`);
    return [
      ...(isOid(oid) ? [] : [fault(`${JSON.stringify(oid)} is not an object identifier`)]),
      ...(policyIdentifiers.findIndex((other) => other.oid === oid) < at ? [fault(`${oid} is given twice`)] : []),
      ...(cps === undefined || /^[\x21-\x7e]+$/.test(cps) ? [] : [fault('cps is not an address in ASCII')]),
      ...(notice === undefined || notice.length <= 200 ? [] : [fault('notice has more than 200 characters')]),
    ];
  });

const validations: RoleRule = ({ cnValidations }) => {
  const known = ['email', 'hostname', 'disabled'];
  const faults = each(
    'cn_validations',
    'cn-validations',
    cnValidations,
    (kind) => known.includes(kind),
    'a validation',
  )();
  const alone = !cnValidations.includes('disabled') || cnValidations.every((kind) => kind === 'disabled');
  const message = 'cn_validations: disabled cannot be combined with other validations';
  return alone ? faults : [...faults, broken('cn_validations', cnValidations.join(','), 'cn-validations', message)];
};

const patterns: RoleRule = ({ allowedOtherSans }) =>
  allowedOtherSans.length === 1 && allowedOtherSans[0] === '*'
    ? []
    : allowedOtherSans.flatMap((pattern) => {
        const { fault } = parseOtherName(pattern);
        if (fault === undefined) return [];
        return [broken('allowed_other_sans', pattern, 'pattern', `error parsing allowed_other_sans: ${fault}`)];
      });

/** The parts of the subject that a role or a request gives as lists, with the names of their fields. */
export const subjectLists = {
  ou: 'organizationalUnit',
  organization: 'organization',
  country: 'country',
  locality: 'locality',
  province: 'province',
  street_address: 'streetAddress',
  postal_code: 'postalCode',
} as const satisfies Record<string, keyof NameParts>;

export type SubjectLists = Pick<
  Role,
  'ou' | 'organization' | 'country' | 'locality' | 'province' | 'streetAddress' | 'postalCode'
>;

const listsByField = (lists: SubjectLists): Record<keyof typeof subjectLists, readonly string[]> => ({
  ou: lists.ou,
  organization: lists.organization,
  country: lists.country,
  locality: lists.locality,
  province: lists.province,
  street_address: lists.streetAddress,
  postal_code: lists.postalCode,
});

/** The lists as parts of a name, none of their values twice. */
export function subjectParts(lists: SubjectLists): NameParts {
  const entries = Object.entries(listsByField(lists));
  return Object.fromEntries(entries.map(([field, values]) => [partOf(field), [...new Set(values)]]));
}

const partOf = (field: string): string => Object.entries(subjectLists).find(([name]) => name === field)?.[1] ?? field;

export function subjectFaults(lists: SubjectLists): Broken[] {
  return Object.entries(listsByField(lists)).flatMap(([field, values]) =>
    values.flatMap((value) => {
      const fault = nameFault({ [partOf(field)]: [value] });
      return fault === undefined ? [] : [broken(field, value, 'subject-text', `${field}: ${fault}`)];
    }),
  );
}

/** Why a name cannot be written. */
export function nameFault(parts: NameParts): string | undefined {
  try {
    Name.of(parts);
    return undefined;
  } catch (error) {
    if (error instanceof X509Error) return error.message;
    throw error;
  }
}

const endOfCertificates: RoleRule = ({ notAfter }) => {
  const read = notAfter === '' ? undefined : parseTime('not_after', notAfter);
  return read?.broken === undefined ? [] : [read.broken];
};

export const referencePattern = /^\w(?:[\w.-]*\w)?$/;

const reference: RoleRule = ({ issuerRef }) =>
  referencePattern.test(issuerRef)
    ? []
    : [
        broken(
          'issuer_ref',
          issuerRef,
          'reference-name',
          `issuer_ref: ${JSON.stringify(issuerRef)} is not a reference`,
        ),
      ];

const serialNumberSource: RoleRule = ({ serialNumberSource: source }) =>
  ['json-csr', 'json'].includes(source)
    ? []
    : [
        broken(
          ...(['serial_number_source', source, 'allowed-value'] as const),
          `unknown serial_number_source: ${source}; must be json-csr or json`,
        ),
      ];

/** In the order in which their texts reach a REST caller. */
const roleRules: readonly RoleRule[] = [
  notNegative,
  ttlWithinMax,
  keyFaults,
  ({ signatureBits }) => signatureFaults(signatureBits),
  usages,
  policyForms,
  reference,
  validations,
  patterns,
  subjectFaults,
  endOfCertificates,
  serialNumberSource,
];

/** A role from what a client sent, by the names of the specification. Unknown names are ignored. */
export function parseRole(input: LooseInput): RoleOutcome {
  const { values, broken: wrong } = readTable(roleFields, input);
  const lease = values.generateLease && values.noStore;
  const role: Role = Object.freeze({
    ...values,
    generateLease: values.generateLease && !values.noStore,
    issuerRef: values.issuerRef === '' ? roleFields.issuerRef.default : values.issuerRef,
    serialNumberSource: values.serialNumberSource === '' ? 'json-csr' : values.serialNumberSource,
    cnValidations: values.cnValidations.length === 0 ? roleFields.cnValidations.default : values.cnValidations,
  });
  const refused = refusal([...wrong, ...roleRules.flatMap((rule) => rule(role))]);
  const warnings = lease
    ? [
        'mutually exclusive values no_store=true and generate_lease=true were both specified; no_store=true takes priority',
      ]
    : [];
  return refused ?? { role, warnings };
}

/** A role as the specification shows it: names, and values that `parseRole` reads back. Durations are seconds. */
export function showRole(role: Role): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = {
    ...role,
    policyIdentifiers: role.policyIdentifiers.map(showPolicy),
  };
  return Object.fromEntries(Object.entries(roleFields).map(([key, field]) => [field.name, values[key]]));
}

/** RFC 7396 over a role: what is given replaces, null takes the default back, what is absent stays. */
export const patchRole = (role: Role, patch: LooseInput): RoleOutcome => parseRole({ ...showRole(role), ...patch });
