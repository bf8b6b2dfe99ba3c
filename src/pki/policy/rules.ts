/** Every rule that a role or a request can break, in a text for the caller. */
export const rules = {
  // Any field
  'field-type': 'The value must have the type of its field',
  'required-field': 'The field is required',
  'allowed-value': 'The value must be one of the values that its field allows',
  'not-negative': 'The value must not be negative',
  'list-length': 'A list must not have more than 5000 items',
  'refusal-length': 'A refusal shows only the first hundred broken rules',

  // Roles
  'known-role': 'The role must exist',
  'ttl-within-max': 'The default time to live of a role must not exceed its maximum',
  'key-type': 'The key type must be rsa, ec, ed25519, mldsa (where Node has it), or any (only for signing)',
  'key-bits':
    'RSA keys must have 2048, 3072, 4096 or 8192 bits, EC keys 224, 256, 384 or 521, and ML-DSA keys 44, 65 or 87; 0 means the default',
  'signature-bits': 'Signatures must use SHA-2 with 256, 384 or 512 bits; 0 chooses one that suits the key',
  'key-usage-name': 'Key usages must have their standard names, without prefix',
  'key-usage-present': 'A key usage extension must have at least one usage (RFC 5280 4.2.1.3)',
  'object-identifier': 'Object identifiers must be decimal numbers separated by dots',
  'policy-identifier':
    'Certificate policies must be object identifiers, or objects with oid, cps and notice, without duplicates',
  'cn-validations':
    'Common names are validated as email, as hostname, or as both, each once; disabled cannot be combined with these',
  'reference-name': 'References must consist of letters, digits, underscores, dots and hyphens',
  pattern: 'Patterns of other names must have the form <oid>;<type>:<value>, with the type UTF8',
  'subject-text': 'Subject values must fit the syntax of their attribute',

  // Programs of roles
  expression: 'The program of the role must be CEL, within its limits, and must not fail',
  refusal: 'The program of the role must allow the request',
  template: 'The program of the role must result in a certificate that can be issued',

  // External policy
  'external-policy': 'The external policy service must allow the request',
  'external-answer': 'The external policy service must answer with a certificate that can be issued',

  // Names, in the order in which they are checked
  'common-name-required': 'The role requires a common name',
  'plain-text': 'Names must not contain control characters (including NUL) or invisible characters',
  'email-form': 'E-mail addresses must have one @ between a local part and a domain',
  'wildcard-allowed': 'The role must allow wildcard certificates',
  'wildcard-form': 'A wildcard must be one * in the leftmost label of a host name (RFC 6125)',
  'host-name':
    'Names must be host names: letters, digits and hyphens, labels of 1 to 63 characters, at most 253 characters in total, no dot at the end',
  'international-name': 'International names must be in the form that IDNA gives them (UTS 46)',
  'name-allowed': 'The role must allow the name',
  'cn-validation': 'The common name must be of a kind that the role validates',
  'san-encodable': 'Alternative names must fit the encoding of certificates',
  'names-limit':
    'A request must not have more than 5000 names, or international ones with more than 1000 labels, nor may the domains of its role',
  'certificate-size':
    'The subject and extensions of a certificate must not exceed 256 KiB, which is half of the limit for reading certificates',
  'name-present': 'A certificate must have a subject or an alternative name',
  'serial-number-allowed': 'The role must allow the serial number of the subject',
  'other-san-form': 'Other names must have the form <oid>;<type>:<value>, with the type UTF8',
  'other-san-allowed': 'The role must allow the other name',
  'ip-sans-allowed': 'The role must allow IP addresses',
  'ip-range': 'Ranges of IP addresses must be in CIDR form',
  'ip-allowed': 'The role must allow the IP address',
  'ip-form': 'IP addresses must be IPv4 or IPv6 addresses without zone or prefix',
  'uri-allowed': 'The role must allow the URI',
  'uri-form': 'URIs must be absolute, follow RFC 3986, and not contain . or .. segments',
  'user-id-allowed': 'The role must allow the user id',

  // Keys
  'csr-form': 'A signing request must be a PEM-encoded PKCS#10 request (RFC 2986) with a supported type of key',
  'csr-signature': 'A signing request must be signed with its own key, and with a hash that is not weak',
  'key-type-required': 'The key of the request must have the type that the role requires',
  'key-bits-minimum': 'The key of the request must be as long as the role requires',
  'weak-key': 'RSA keys must have at least 2048 bits',
  'key-type-for-issue': 'Keys can only be generated for a role or a request that defines their type',

  // Validity
  'ttl-or-not-after': 'Only one of ttl and notAfter may be given',
  'time-form': 'Times must be in UTC, in the form YYYY-MM-ddTHH:MM:SSZ',
  'not-after-limit': 'A certificate must not end after 9999-12-31T23:59:59Z or begin before the year 1',
  'not-before-bound': 'The role must allow the beginning of the validity that the request gives',
  'not-after-bound': 'The role must allow the end of the validity',
  'within-issuer': 'The certificate must not outlive its issuer',
  'validity-order': 'The validity of a certificate must begin before it ends',

  // Authorities
  'no-authority': 'Signing verbatim cannot create an intermediate authority',
  'path-length': 'The path length must be lower than that of the issuer',
  'name-constraint': 'Name constraints must be such that clients can read the certificate (RFC 5280 4.2.1.10)',
  'name-constrained':
    'Names must satisfy the name constraints of every CA certificate above the certificate (RFC 5280 4.2.1.10)',
  'key-identifier': 'Key identifiers must be hexadecimal, with at most 64 octets',

  // Before it is signed
  lint: 'The certificate must pass the lints that refuse it: those of every certificate, and those that its role asks for',

  // Metadata
  'metadata-role': 'Metadata can only be stored for certificates of a role',
  'metadata-allowed': 'The role must allow metadata',
  'metadata-form': 'Metadata must be base64',
  'metadata-size': 'Metadata has at most 64 KiB',
} as const;

export type RuleCode = keyof typeof rules;

/** A broken rule: the field, the value, and the message for REST callers. */
export interface Broken {
  /** The parameter with the name of the specification, e.g. `alt_names`; `csr` for the content of a signing request. */
  readonly field: string;
  readonly value: string;
  readonly rule: RuleCode;
  readonly message: string;
}

export type AllBroken = readonly [Broken, ...Broken[]];

const mostShown = 100;
const longestMessage = 2000;

/** The refusal of a list of broken rules, limited to a readable length; undefined if nothing is broken. */
export function refusal(broken: readonly Broken[]): { readonly broken: AllBroken } | undefined {
  const [first, ...others] = broken.slice(0, mostShown).map(brief);
  if (first === undefined) return undefined;
  const more = broken.length - mostShown;
  return { broken: [first, ...others, ...(more > 0 ? [moreBroken(first.field, more)] : [])] };
}

const brief = (broken: Broken): Broken => ({
  ...broken,
  value: shown(broken.value),
  message: broken.message.slice(0, longestMessage),
});

const moreBroken = (field: string, more: number): Broken => ({
  field,
  value: '',
  rule: 'refusal-length',
  message: `and ${more} more`,
});

/** With OpenBao's message. */
export const wrongType = (field: string, value: unknown): Broken => ({
  field,
  value: shown(value),
  rule: 'field-type',
  message: `Field validation failed: error converting input for field "${field}"`,
});

/** With OpenBao's message, for lookups of roles. */
export const unknownRole = (name: string): Broken => ({
  field: 'name',
  value: name,
  rule: 'known-role',
  message: `unknown role: ${name}`,
});

const longestQuoted = 300;

/** A value within a message: of a long one, only the beginning and its length. */
export const quoted = (value: string): string =>
  value.length <= longestQuoted ? value : `${value.slice(0, longestQuoted)}… (${value.length} characters)`;

const longestShown = 1000;

/** A value of any type as text for a refusal. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, longestShown);
  // A function has no JSON, and neither has an object that contains itself.
  try {
    return JSON.stringify(value).slice(0, longestShown);
  } catch {
    return typeof value;
  }
}
