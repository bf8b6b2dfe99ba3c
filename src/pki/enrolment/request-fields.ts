import type { Parameter } from '../../identity/policies/parameters.js';
import type { AuditDetails } from '../../identity/audit/target.js';
import { problem } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';
import { namesOf } from '../certificates/names.js';
import type { AttributeType, CertificateRequest } from '../x509/index.js';
import { encodePem, extensionOids, findExtension } from '../x509/index.js';
import { longestName } from './longest-name.js';

type FieldValue = string | number | boolean | readonly string[];

const subject =
  (type: AttributeType) =>
  ({ subject: name }: CertificateRequest): readonly string[] =>
    name.values(type);

const named =
  (...kinds: readonly ('dns' | 'email' | 'ip' | 'uri' | 'other')[]) =>
  ({ extensions }: CertificateRequest): readonly string[] => {
    const names = namesOf(extensions.subjectAltName ?? []);
    return kinds.flatMap((kind) => names[kind]);
  };

/** The parts of a signing request with the names of the parameters that ask for the same (Vault API, PKI: `audit_fields`). */
const readers = {
  csr: ({ der }) => encodePem('CERTIFICATE REQUEST', der).trimEnd(),
  common_name: ({ subject: name }) => name.commonName ?? '',
  alt_names: named('dns', 'email'),
  ip_sans: named('ip'),
  uri_sans: named('uri'),
  other_sans: named('other'),
  // What no signing request asks for: the issuer decides.
  signature_bits: () => 0,
  use_pss: () => false,
  exclude_cn_from_sans: ({ subject: name, extensions }) => {
    const { dns, email } = namesOf(extensions.subjectAltName ?? []);
    return name.commonName !== undefined && ![...dns, ...email].includes(name.commonName);
  },
  ou: subject('organizationalUnit'),
  organization: subject('organization'),
  country: subject('country'),
  locality: subject('locality'),
  province: subject('province'),
  street_address: subject('streetAddress'),
  postal_code: subject('postalCode'),
  serial_number: ({ subject: name }) => name.values('serialNumber').at(-1) ?? '',
  key_type: ({ publicKey }) => publicKey.spec.type,
  key_bits: ({ publicKey: { spec } }) => (spec.type === 'ed25519' ? 0 : spec.bits),
  add_basic_constraints: ({ extensions }) => findExtension(extensions, extensionOids.basicConstraints) !== undefined,
} as const satisfies Readonly<Record<string, (csr: CertificateRequest) => FieldValue>>;

export type RequestField = keyof typeof readers;

export const requestFields: readonly string[] = Object.keys(readers);

export const isRequestField = (name: string): name is RequestField => Object.hasOwn(readers, name);

/** @throws INVALID_INPUT for a list that has more, or one twice */
export function requireListed(field: string, list: readonly string[], known: readonly string[]): void {
  const refused = (message: Said) => problem('INVALID_INPUT', message, [field]);
  const unknown = list.find((each) => !known.includes(each));
  if (unknown !== undefined) {
    const shown = JSON.stringify(unknown.slice(0, longestName));
    throw refused(worded`invalid ${fieldName(field)}: ${shown} is none of ${known.join(', ')}`);
  }
  if (new Set(list).size < list.length) throw refused(worded`${fieldName(field)} names one twice`);
}

/** @throws INVALID_INPUT */
export const requireAuditFields = (given: readonly string[]): void => {
  requireListed('auditFields', given, requestFields);
};

export const defaultAuditFields: readonly RequestField[] = ['common_name', 'alt_names', 'ip_sans', 'uri_sans'];

/** How much of one value a record has. */
const longestShown = 200;
const mostShown = 20;

/** Parts of a signing request for its record. */
export const recordedFields = (csr: CertificateRequest, fields: readonly string[]): AuditDetails =>
  Object.fromEntries(
    fields.filter(isRequestField).map((name) => [name, name === 'csr' ? readers.csr(csr) : shown(readers[name](csr))]),
  );

function shown(value: FieldValue): FieldValue {
  if (typeof value === 'string') return cut(value);
  return typeof value === 'object' ? value.slice(0, mostShown).map(cut) : value;
}

const cut = (text: string): string => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);

/** The same as parameters, for the rules of policies about them. */
export const askedFields = (csr: CertificateRequest, fields: readonly string[]): readonly Parameter[] =>
  fields.filter(isRequestField).map((name) => ({ name, value: readers[name](csr) }));
