import { isDeepStrictEqual } from 'node:util';
import { Name } from '../x509/index.js';
import { carefulWarnings } from './careful-warnings.js';
import { commonRange } from './ip-ranges.js';
import { keyFaults, signatureFaults } from './key-rules.js';
import { parseOtherName } from './other-names.js';
import { isOid, showPolicy } from './policy-identifiers.js';
import { readTable, roleFields, storedValues, type Given, type Role } from './parameters/index.js';
import { subjectFaults, subjectParts } from './role-subject.js';
import { refusal, type AllBroken, type Broken, type RuleCode } from './rules.js';
import { parseTime } from './time.js';
import { notAfterBounds, notBeforeBounds } from './validity.js';
import {
  internationalLabels,
  isTooMuchToConvert,
  isTooMuchToFill,
  mostInternationalLabels,
  mostTemplates,
} from './work-bounds.js';
import { isUriPattern } from './uri-patterns.js';
import { extKeyUsageOf, keyUsageOf, keyUsagesOf } from './usages.js';
import { parameter, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';

/** A role, or every rule that its input breaks. */
export type RoleOutcome =
  | { readonly role: Role; readonly warnings: readonly Said[]; readonly broken?: never }
  | { readonly broken: AllBroken; readonly role?: never };

/** The input of a role: absent and null mean the default. */
export type GivenRole = Given<typeof roleFields>;

type RoleRule = (role: Role) => readonly Broken[];

const broken = (field: string, value: string, rule: RuleCode, message: string): Broken => ({
  field,
  value,
  rule,
  message,
});

/** One broken rule for each invalid item of a list. */
const unless =
  (field: string, rule: RuleCode, message: (item: string) => string) =>
  (items: readonly string[], holds: (item: string) => boolean): Broken[] =>
    items.filter((item) => !holds(item)).map((item) => ({ field, value: item, rule, message: message(item) }));

const noStore = parameter('no_store');

const keyUsageNames = unless('key_usage', 'key-usage-name', (name) => `key_usage: unknown key usage ${show(name)}`);
const extKeyUsageNames = unless(
  'ext_key_usage',
  'key-usage-name',
  (name) => `ext_key_usage: unknown extended key usage ${show(name)}`,
);
const extKeyUsageIdentifiers = unless(
  'ext_key_usage_oids',
  'object-identifier',
  (oid) => `${show(oid)} could not be parsed as a valid oid for an extended key usage`,
);
const validationNames = unless(
  'cn_validations',
  'cn-validations',
  (kind) => `cn_validations: unknown validation ${show(kind)}; must be email, hostname or disabled`,
);

const show = (text: string): string => JSON.stringify(text);

const notNegative: RoleRule = ({ ttl, maxTtl, notBeforeDuration }) =>
  Object.entries({ ttl, max_ttl: maxTtl, not_before_duration: notBeforeDuration })
    .filter(([, seconds]) => seconds < 0)
    .map(([field, seconds]) => broken(field, `${seconds}s`, 'not-negative', `${field} must not be negative`));

const ttlWithinMax: RoleRule = ({ ttl, maxTtl }) =>
  maxTtl > 0 && ttl > maxTtl
    ? [broken('ttl', `${ttl}s`, 'ttl-within-max', '"ttl" value must be less than "max_ttl" value')]
    : [];

/** For a role, and for a request with its own usages. */
export const usageFaults = (given: Pick<Role, 'keyUsage' | 'extKeyUsage' | 'extKeyUsageOids'>): Broken[] => [
  ...keyUsageNames(given.keyUsage, (name) => keyUsageOf(name) !== undefined),
  ...extKeyUsageNames(given.extKeyUsage, (name) => extKeyUsageOf(name) !== undefined),
  ...extKeyUsageIdentifiers(given.extKeyUsageOids, isOid),
];

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

/** With OpenBao's text. */
const withDisabled = 'cn_validations value incorrect: cannot specify `disabled` along with `email` or `hostname`';

const validations: RoleRule = ({ cnValidations }) => {
  const faults = validationNames(cnValidations, (kind) => ['email', 'hostname', 'disabled'].includes(kind));
  const alone = !cnValidations.includes('disabled') || cnValidations.every((kind) => kind === 'disabled');
  const fault = (message: string) =>
    broken('cn_validations', cnValidations.join(','), 'cn-validations', `cn_validations: ${message}`);
  const twice = cnValidations.find((kind, at) => cnValidations.indexOf(kind) < at);
  return [
    ...faults,
    ...(alone ? [] : [broken('cn_validations', cnValidations.join(','), 'cn-validations', withDisabled)]),
    ...(twice === undefined ? [] : [fault(`${twice} is given twice`)]),
  ];
};

const patterns: RoleRule = ({ allowedOtherSans }) =>
  allowedOtherSans.length === 1 && allowedOtherSans[0] === '*'
    ? []
    : allowedOtherSans.flatMap((pattern) => {
        const { fault } = parseOtherName(pattern);
        if (fault === undefined) return [];
        return [broken('allowed_other_sans', pattern, 'pattern', `error parsing allowed_other_sans: ${fault}`)];
      });

const timesOfCertificates: RoleRule = ({ notBefore, notAfter }) =>
  Object.entries({ not_before: notBefore, not_after: notAfter }).flatMap(([field, text]) => {
    const read = text === '' ? undefined : parseTime(field, text);
    return read?.broken === undefined ? [] : [read.broken];
  });

const bounds: RoleRule = ({ notBeforeBound: before, notAfterBound: after }) => {
  const known = notAfterBounds.some((each) => each === after) || parseTime('not_after_bound', after).time !== undefined;
  const unknown = 'Unknown value for field';
  const [ofBefore, ofAfter] = [
    `${unknown} \`not_before_bound\`. Possible values are \`permit\` \`duration\` or \`forbid\``,
    `${unknown} \`not_after_bound\`. Possible values are \`permit\`, \`ttl-limited\`, \`forbid\`, or an explicit timestamp.`,
  ];
  return [
    ...(known ? [] : [broken('not_after_bound', after, 'allowed-value', ofAfter)]),
    ...(notBeforeBounds.includes(before) ? [] : [broken('not_before_bound', before, 'allowed-value', ofBefore)]),
  ];
};

const ranges = unless(
  'allowed_ip_sans_cidr',
  'ip-range',
  (range) => `error parsing allowed_ip_sans_cidr: invalid CIDR address: ${range}`,
);

/** Names of roles, issuers and keys as in Vault, which sets no length. */
export const referencePattern = /^\w(?:[\w.-]*\w)?$/;
export const longestName = 255;

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
          'serial_number_source',
          source,
          'allowed-value',
          `unknown serial_number_source: ${source}; must be json-csr or json`,
        ),
      ];

/** What would take long at each request: roles from before may have more, and allow what they can. */
const requestWork: RoleRule = (role) => {
  const { allowedDomains, allowedDomainsTemplate, allowedUriSans, allowedUriSansTemplate } = role;
  const count = internationalLabels(allowedDomains);
  const templates = (field: string, list: readonly string[], filled: boolean): Broken[] => {
    if (!filled || !isTooMuchToFill(list)) return [];
    const message = `${field}: its templates have more than ${mostTemplates} characters together`;
    return [broken(field, String(list.length), 'names-limit', message)];
  };
  return [
    ...(isTooMuchToConvert(allowedDomains)
      ? [
          broken(
            'allowed_domains',
            String(count),
            'names-limit',
            `allowed_domains: international domains with ${count} labels were given, and a role takes at most ${mostInternationalLabels}`,
          ),
        ]
      : []),
    ...templates('allowed_domains', allowedDomains, allowedDomainsTemplate),
    ...templates('allowed_uri_sans', allowedUriSans, allowedUriSansTemplate),
  ];
};

/** In the order in which REST callers see their messages. */
const roleRules: readonly RoleRule[] = [
  notNegative,
  ttlWithinMax,
  keyFaults,
  ({ keyType, signatureBits }) => signatureFaults(signatureBits, keyType),
  usageFaults,
  policyForms,
  reference,
  validations,
  patterns,
  subjectFaults,
  ({ allowedIpSansCidr }) => ranges(allowedIpSansCidr, (range) => commonRange(range) !== undefined),
  timesOfCertificates,
  bounds,
  serialNumberSource,
];

/** With OpenBao's text. */
const leasesDiscouraged = worded`it is encouraged to disable ${parameter('generate_lease')} and rely on PKI's native capabilities when possible; this option can cause instance-wide issues with large numbers of issued certificates`;

/** A role from a caller's input; other names are ignored. */
export const parseRole = (given: GivenRole): RoleOutcome => readRole(given, [...roleRules, requestWork]);

function readRole(given: GivenRole, rules: readonly RoleRule[]): RoleOutcome {
  const { values, broken: wrong } = readTable(roleFields, given);
  const lease = values.generateLease && values.noStore;
  const role: Role = Object.freeze({
    ...values,
    generateLease: values.generateLease && !values.noStore,
    allowedIpSansCidr: Object.freeze(values.allowedIpSansCidr.map((range) => commonRange(range) ?? range)),
    issuerRef: values.issuerRef === '' ? roleFields.issuerRef.default : values.issuerRef,
    serialNumberSource: values.serialNumberSource === '' ? 'json-csr' : values.serialNumberSource,
    cnValidations: values.cnValidations.length === 0 ? roleFields.cnValidations.default : values.cnValidations,
  });
  const refused = refusal([...wrong, ...rules.flatMap((rule) => rule(role))]);
  const warnings = [
    ...(lease
      ? [
          worded`mutually exclusive values ${noStore}=true and ${parameter('generate_lease')}=true were both specified; ${noStore}=true takes priority`,
        ]
      : []),
    ...(role.generateLease ? [leasesDiscouraged] : []),
    ...role.allowedUriSans
      .filter((pattern) => !isUriPattern(pattern))
      .map((pattern) => worded`${parameter('allowed_uri_sans')}: ${show(pattern)} allows nothing, as it has no scheme`),
  ];
  return refused ?? { role, warnings: [...warnings, ...certificateWarnings(role)] };
}

/** Of what every certificate of a role has. */
const certificateWarnings = (role: Role): string[] =>
  carefulWarnings({
    subject: Name.of(subjectParts(role)),
    names: [],
    keyUsages: keyUsagesOf(role.keyUsage),
    isAuthority: false,
  });

/** A role in the form of the specification, in which it is stored: `storedRole` reads it. Durations are seconds. */
export function showRole(role: Role): Record<string, unknown> {
  const values: Readonly<Record<string, unknown>> = {
    ...role,
    policyIdentifiers: role.policyIdentifiers.map(showPolicy),
  };
  return Object.fromEntries(Object.entries(roleFields).map(([key, field]) => [field.name, values[key]]));
}

/** A role from the document of {@link showRole}. */
export const storedRole = (document: Readonly<Record<string, unknown>>): RoleOutcome =>
  readRole(storedValues(roleFields, document), roleRules);

/**
 * RFC 7396 for a role: given fields are replaced, null sets the default, absent fields do not change. Whatever takes too long at each request stands in the way of
 * a change of itself, and not of other fields.
 */
export function patchRole(role: Role, patch: GivenRole): RoleOutcome {
  const changedWork: RoleRule = (after) => (isDeepStrictEqual(workOf(after), workOf(role)) ? [] : requestWork(after));
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  return readRole({ ...role, ...given }, [...roleRules, changedWork]);
}

/** What {@link requestWork} judges. */
const workOf = (role: Role) => [
  role.allowedDomains,
  role.allowedDomainsTemplate,
  role.allowedUriSans,
  role.allowedUriSansTemplate,
];
