import { flag, integer, list, text } from '../policy/field.js';
import type { FieldTable, FieldValues } from '../policy/field.js';
import { intermediateFields } from '../policy/index.js';

/** Where the key of a new authority comes from. `exported` gives the private key out, once. */
export const keySources = ['internal', 'exported', 'existing'] as const;
export type KeySource = (typeof keySources)[number];

/** Fields about the key that an authority is made with. */
export const keyFields = {
  keyType: text('key_type', 'rsa', 'Type of the key: rsa, ec or ed25519.'),
  keyBits: integer('key_bits', 0, 'RSA: 2048, 3072, 4096, 8192; EC: 224, 256, 384, 521; 0 for 2048 or 256.'),
  keyName: text('key_name', '', 'A name for the new key.'),
} as const;

const keyReference = {
  keyRef: text('key_ref', 'default', 'The key to use with type existing: its name or identifier, or default.'),
} as const;

const privateKeyFormat = {
  privateKeyFormat: text('private_key_format', 'der', 'der, pem: traditional encoding; pkcs8: PKCS#8.'),
} as const;

const {
  commonName,
  altNames,
  ipSans,
  uriSans,
  otherSans,
  excludeCnFromSans,
  ou,
  organization,
  country,
  locality,
  province,
  streetAddress,
  postalCode,
  serialNumber,
  format,
  signatureBits,
  usePss,
} = intermediateFields;

const subjectFields = {
  ...{ commonName, altNames, ipSans, uriSans, otherSans, excludeCnFromSans },
  ...{ ou, organization, country, locality, province, streetAddress, postalCode, serialNumber },
} as const;

/** `root/generate/:type`: what an intermediate is signed with, and the key. */
export const rootFields = {
  ...subjectFields,
  ttl: intermediateFields.ttl,
  notAfter: intermediateFields.notAfter,
  notBeforeDuration: intermediateFields.notBeforeDuration,
  maxPathLength: integer('max_path_length', -1, 'Authorities below it; -1 for no limit.'),
  keyUsage: intermediateFields.keyUsage,
  permittedDnsDomains: intermediateFields.permittedDnsDomains,
  excludedDnsDomains: intermediateFields.excludedDnsDomains,
  permittedIpRanges: intermediateFields.permittedIpRanges,
  excludedIpRanges: intermediateFields.excludedIpRanges,
  permittedEmailAddresses: intermediateFields.permittedEmailAddresses,
  excludedEmailAddresses: intermediateFields.excludedEmailAddresses,
  permittedUriDomains: intermediateFields.permittedUriDomains,
  excludedUriDomains: intermediateFields.excludedUriDomains,
  ...keyFields,
  ...keyReference,
  issuerName: text('issuer_name', '', 'A name for the new issuer.'),
  ...{ signatureBits, usePss, format },
  ...privateKeyFormat,
} as const satisfies FieldTable;

/** `intermediate/generate/:type`. */
export const csrFields = {
  ...subjectFields,
  keyUsage: list('key_usage', [], 'Key usages to ask for; defaults to none.'),
  addBasicConstraints: flag(
    'add_basic_constraints',
    false,
    'Asks in the request to be an authority, for signers that want it said.',
  ),
  ...keyFields,
  ...keyReference,
  ...{ signatureBits, usePss, format },
  ...privateKeyFormat,
} as const satisfies FieldTable;

export type RootParameters = FieldValues<typeof rootFields>;
export type CsrParameters = FieldValues<typeof csrFields>;

/** What a caller gives: absent and null are the default. */
export type Given<Values> = { readonly [Key in keyof Values]?: Values[Key] | null | undefined };

/** Given values, with the table's defaults where there is none. */
export function withDefaults<Table extends FieldTable>(
  table: Table,
  given: Given<FieldValues<Table>>,
): FieldValues<Table>;
export function withDefaults(table: FieldTable, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([key, field]) => [key, given[key] ?? field.default]));
}
