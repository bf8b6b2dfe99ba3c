import {
  addresses,
  duration,
  flag,
  integer,
  list,
  text,
  time,
  readTable,
  type FieldTable,
  type FieldValues,
  type LooseInput,
} from './field.js';
import { remembered } from './remembered.js';
import { refusal, type AllBroken, type Broken } from './rules.js';

const format = text('format', 'pem', 'Form of certificates: pem, der (in base64) or pem_bundle.');
const removeRoots = flag('remove_roots_from_chain', false, 'Leaves self-signed authorities out of ca_chain.');
const notAfter = time('not_after', 'End of the certificate instead of ttl, YYYY-MM-ddTHH:MM:SSZ.');
const csr = text('csr', '', 'The signing request, PEM.');
const metadata = text('cert_metadata', '', 'Base64 to keep with the serial number of the certificate.');
const userIds = list('user_ids', [], 'User ids (0.9.2342.19200300.100.1.1) of the subject.');
const signatureBits = integer('signature_bits', 0, 'SHA-2 of 256, 384 or 512 bits for RSA issuers; 0 suits the key.');
const usePss = flag('use_pss', false, 'RSA issuers sign with PSS, not with PKCS#1 v1.5.');
const enforceBehavior = flag(
  'enforce_leaf_not_after_behavior',
  false,
  "The issuer's leaf_not_after_behavior decides on an end beyond the issuer's, not the default of truncating.",
);

const alternativeNames = {
  altNames: list('alt_names', [], 'Host names and e-mail addresses beside the common name.'),
  ipSans: addresses('ip_sans', 'IP addresses as alternative names.'),
  uriSans: list('uri_sans', [], 'URIs as alternative names.'),
  otherSans: list('other_sans', [], 'Other names, <oid>;UTF8:<value>.'),
} as const;

/** What sign and issue have in common. */
const leafFields = {
  commonName: text('common_name', '', 'Common name.'),
  ...alternativeNames,
  ttl: duration('ttl', 0, "Time to live; the role's where it is absent."),
  format,
  excludeCnFromSans: flag('exclude_cn_from_sans', false, 'Keeps the common name out of the alternative names.'),
  notAfter,
  removeRootsFromChain: removeRoots,
  userIds,
  certMetadata: metadata,
  serialNumber: text('serial_number', '', 'Serial number attribute of the subject.'),
} as const;

/** Vault API, PKI: "Generate certificate and key". */
export const issueFields = {
  ...leafFields,
  privateKeyFormat: text('private_key_format', 'der', 'der, pem: traditional encoding; pkcs8: PKCS#8.'),
} as const;

/** Vault API, PKI: "Sign certificate". */
export const signFields = { csr, ...leafFields } as const;

/** Vault API, PKI: "Sign verbatim". */
export const verbatimFields = {
  csr,
  keyUsage: list(
    'key_usage',
    ['DigitalSignature', 'KeyAgreement', 'KeyEncipherment'],
    'Key usages where the request has no such extension; an empty list for none.',
  ),
  extKeyUsage: list('ext_key_usage', [], 'Extended key usages where the request has no such extension.'),
  extKeyUsageOids: list('ext_key_usage_oids', [], 'The same by object identifier.'),
  enforceLeafNotAfterBehavior: enforceBehavior,
  ttl: duration('ttl', 0, "Time to live; the role's or the engine's where it is absent."),
  format,
  notAfter,
  ...{ signatureBits, usePss },
  removeRootsFromChain: removeRoots,
  userIds,
  certMetadata: metadata,
} as const;

/** Vault API, PKI: "Sign intermediate". */
export const intermediateFields = {
  csr,
  commonName: text('common_name', '', 'Common name of the authority.'),
  ...alternativeNames,
  ttl: duration('ttl', 0, "Time to live; the engine's where it is absent."),
  format,
  maxPathLength: integer('max_path_length', -1, "Authorities below it; -1 for no limit but the signer's."),
  keyUsage: list('key_usage', ['CRL', 'CertSign'], 'Key usages beside the base set.'),
  excludeCnFromSans: leafFields.excludeCnFromSans,
  useCsrValues: flag(
    'use_csr_values',
    false,
    'Takes subject, alternative names, usages and extensions from the request.',
  ),
  permittedDnsDomains: list('permitted_dns_domains', [], 'Domains to which names are limited.'),
  excludedDnsDomains: list('excluded_dns_domains', [], 'Domains that are forbidden.'),
  permittedIpRanges: list('permitted_ip_ranges', [], 'Ranges to which IP addresses are limited, CIDR.'),
  excludedIpRanges: list('excluded_ip_ranges', [], 'Ranges that are forbidden, CIDR.'),
  permittedEmailAddresses: list('permitted_email_addresses', [], 'Mailboxes or hosts to which addresses are limited.'),
  excludedEmailAddresses: list('excluded_email_addresses', [], 'Mailboxes or hosts that are forbidden.'),
  permittedUriDomains: list('permitted_uri_domains', [], 'Hosts to which URIs are limited.'),
  excludedUriDomains: list('excluded_uri_domains', [], 'Hosts that are forbidden in URIs.'),
  ou: list('ou', [], 'OU (organizational unit) of the subject.'),
  organization: list('organization', [], 'O (organization) of the subject.'),
  country: list('country', [], 'C (country) of the subject.'),
  locality: list('locality', [], 'L (locality) of the subject.'),
  province: list('province', [], 'ST (province) of the subject.'),
  streetAddress: list('street_address', [], 'Street address of the subject.'),
  postalCode: list('postal_code', [], 'Postal code of the subject.'),
  serialNumber: leafFields.serialNumber,
  notBeforeDuration: duration('not_before_duration', 30, 'How far back the certificate begins.'),
  notAfter,
  signatureBits,
  skid: text('skid', '', 'Subject key identifier in hex; made from the key where it is empty.'),
  usePss,
  removeRootsFromChain: removeRoots,
  enforceLeafNotAfterBehavior: enforceBehavior,
} as const;

export type IssueRequest = FieldValues<typeof issueFields>;
export type SignRequest = FieldValues<typeof signFields>;
export type VerbatimRequest = FieldValues<typeof verbatimFields>;
export type IntermediateRequest = FieldValues<typeof intermediateFields>;

type RequestOutcome<Table extends FieldTable> =
  | { readonly request: FieldValues<Table>; readonly broken?: never }
  | { readonly broken: AllBroken; readonly request?: never };

const choices: Readonly<Record<string, { readonly of: readonly string[]; readonly message: string }>> = {
  format: {
    of: ['pem', 'der', 'pem_bundle'],
    message: 'the "format" path parameter must be "pem", "der", or "pem_bundle"',
  },
  private_key_format: {
    of: ['der', 'pem', 'pkcs8'],
    message: 'the "private_key_format" parameter must be "der", "pem", or "pkcs8"',
  },
};

/** The fields of a table that take some values only. */
const choosing = remembered((table: FieldTable) =>
  Object.values(table).filter(({ name }) => Object.hasOwn(choices, name)),
);

/** A request of one of the tables from what a client sent; unknown names are ignored. */
export function parseParameters<Table extends FieldTable>(table: Table, input: LooseInput): RequestOutcome<Table> {
  const { values, broken } = readTable(table, input);
  const wrong = choosing(table).flatMap(({ name, read }): Broken[] => {
    const choice = choices[name];
    const given = Object.hasOwn(input, name) ? read(input[name]) : undefined;
    if (choice === undefined || typeof given !== 'string' || choice.of.includes(given)) return [];
    return [{ field: name, value: given, rule: 'allowed-value', message: choice.message }];
  });
  return refusal([...broken, ...wrong]) ?? { request: values };
}
