/** Every rule that a role or a request can break, in words for the caller. */
export const rules = {
  // Any field
  'field-type': 'The value has the type that its field takes',
  'required-field': 'The field is given',
  'allowed-value': 'The value is one of those that its field takes',
  'not-negative': 'The value is not below zero',
  'list-length': 'A list has at most 5000 items',
  'refusal-length': 'A refusal shows the first hundred rules that are broken',

  // Roles
  'known-role': 'The role exists',
  'ttl-within-max': 'The default time to live of a role is not above its maximum',
  'key-type': 'Keys are rsa, ec, ed25519 or, for signing only, any',
  'key-bits': 'RSA keys have 2048, 3072, 4096 or 8192 bits, EC keys 224, 256, 384 or 521; 0 takes the default',
  'signature-bits': 'Signatures use SHA-2 of 256, 384 or 512 bits; 0 takes the one that suits the key',
  'key-usage-name': 'Key usages go by their standard names without prefix',
  'object-identifier': 'Object identifiers are dotted decimal numbers',
  'policy-identifier': 'Policies are object identifiers or objects of oid, cps and notice; none is given twice',
  'cn-validations': 'Common names are validated as email, hostname or both, or validation is disabled alone',
  'reference-name': 'References are names of word characters, dots and hyphens',
  pattern: 'Patterns of other names are <oid>;<type>:<value>, the type UTF8',
  'subject-text': 'Subject values can be written in the syntax of their attribute',

  // Names, in the order in which they are checked
  'common-name-required': 'The role requires a common name',
  'plain-text': 'Names hold no control characters, NUL included, and nothing that is not seen',
  'email-form': 'E-mail addresses have one @ between a local part and a domain',
  'wildcard-allowed': 'The role allows wildcard certificates',
  'wildcard-form': 'A wildcard is one * in the leftmost label of a host name (RFC 6125)',
  'host-name':
    'Names are host names: letters, digits and hyphens, labels of 1 to 63, at most 253 in all, no dot at the end',
  'international-name': 'International names are in the form that IDNA gives them (UTS 46)',
  'name-allowed': 'The name is one that the role allows',
  'cn-validation': 'The common name is of a kind that the role validates',
  'san-encodable': 'Alternative names can be written into a certificate',
  'names-limit': 'A certificate is asked for with at most 5000 names',
  'certificate-size': 'Subject and extensions of a certificate have at most 256 KiB, half of what is read',
  'name-present': 'A certificate has a subject or an alternative name',
  'serial-number-allowed': 'The serial number of the subject is one that the role allows',
  'other-san-form': 'Other names are <oid>;<type>:<value>, the type UTF8',
  'other-san-allowed': 'The other name is one that the role allows',
  'ip-sans-allowed': 'The role allows IP addresses',
  'ip-form': 'IP addresses are IPv4 or IPv6 addresses without zone or prefix',
  'uri-allowed': 'The URI is one that the role allows',
  'uri-form': 'URIs are absolute, as RFC 3986 writes them, and without segments that go up',
  'user-id-allowed': 'The user id is one that the role allows',

  // Keys
  'csr-form': 'A signing request is PEM around DER of a request (RFC 2986) with a key of a kind that is certified here',
  'csr-signature': 'A signing request is signed by the key that it is for, with a hash that is not weak',
  'key-type-required': 'The key of the request is of the type that the role requires',
  'key-bits-minimum': 'The key of the request is as long as the role requires',
  'weak-key': 'RSA keys have at least 2048 bits',
  'key-type-for-issue': 'A key is made for a role that says of which type',

  // Validity
  'ttl-or-not-after': 'Only one of ttl and not_after is given',
  'time-form': 'Times are UTC, YYYY-MM-ddTHH:MM:SSZ',
  'not-after-limit': 'No certificate ends after 9999-12-31T23:59:59Z or begins before the year 1',
  'within-issuer': 'The certificate does not outlive its issuer',
  'validity-order': 'A certificate begins before it ends',

  // Authorities
  'no-authority': 'Signing verbatim makes no intermediate authority',
  'path-length': 'The path length is below that of the signing authority',
  'name-constraint': 'Name constraints can be written into a certificate',
  'name-constrained':
    'Names are within the name constraints of every authority above the certificate (RFC 5280 4.2.1.10)',
  'key-identifier': 'Key identifiers are hexadecimal, at most 64 octets',

  // Metadata
  'metadata-role': 'Metadata is kept for certificates of a role',
  'metadata-allowed': 'The role keeps metadata',
  'metadata-form': 'Metadata is base64',
} as const;

export type RuleCode = keyof typeof rules;

/** A rule that was broken: where, by what, and the words for a REST caller. */
export interface Broken {
  /** The parameter as the specification spells it, e.g. `alt_names`; `csr` for what a signing request holds. */
  readonly field: string;
  readonly value: string;
  readonly rule: RuleCode;
  readonly message: string;
}

export type AllBroken = readonly [Broken, ...Broken[]];

const mostShown = 100;
const longestMessage = 2000;

/** The refusal of a list of broken rules, no longer than somebody reads; undefined when nothing is broken. */
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
  ...{ field, value: '', rule: 'refusal-length' },
  message: `and ${more} more`,
});

/** In the words of OpenBao. */
export const wrongType = (field: string, value: unknown): Broken => ({
  field,
  value: shown(value),
  rule: 'field-type',
  message: `Field validation failed: error converting input for field "${field}"`,
});

/** In the words of OpenBao, for lookups of roles. */
export const unknownRole = (name: string): Broken => ({
  field: 'name',
  value: name,
  rule: 'known-role',
  message: `unknown role: ${name}`,
});

const longestQuoted = 300;

/** A value within a message: the beginning of a long one, and how long it is. */
export const quoted = (value: string): string =>
  value.length <= longestQuoted ? value : `${value.slice(0, longestQuoted)}… (${value.length} characters)`;

const longestShown = 1000;

/** A value of any type as text for a refusal. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, longestShown);
  // A function has no JSON, nor has an object that contains itself.
  try {
    return JSON.stringify(value).slice(0, longestShown);
  } catch {
    return typeof value;
  }
}
