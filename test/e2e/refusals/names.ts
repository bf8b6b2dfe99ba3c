import type { DescribeRefusals } from './refusals.js';

const name = { common_name: 'a.example.com' };
const strict = 'issue/strict';

export function badNames(describeRefusals: DescribeRefusals): void {
  describeRefusals('a request to issue', [
    // Names that a role does not allow
    ['a name', strict, () => ({ common_name: 'a.other.com' }), 'common name a.other.com not allowed by this role'],
    [
      'an alternative',
      strict,
      () => ({ ...name, alt_names: 'b.example.com,a.other.com' }),
      'subject alternate name a.other.com not allowed by this role',
    ],
    [
      'the bare domain',
      strict,
      () => ({ common_name: 'example.com' }),
      'common name example.com not allowed by this role',
    ],
    [
      'an address',
      strict,
      () => ({ ...name, ip_sans: '10.0.0.1' }),
      'IP Subject Alternative Names are not allowed in this role, but was provided via the API',
    ],
    [
      'what is no address',
      'issue/plain',
      () => ({ ...name, ip_sans: '10.0.0.256' }),
      'the value "10.0.0.256" is not a valid IP address',
    ],
    [
      'a URI',
      strict,
      () => ({ ...name, uri_sans: 'urn:x' }),
      'URI Subject Alternative Names are not allowed in this role, but were provided via the API',
    ],
    [
      'what is no URI',
      strict,
      () => ({ ...name, uri_sans: '://' }),
      'URI Subject Alternative Names are not allowed in this role, but were provided via the API',
    ],
    [
      'another name',
      strict,
      () => ({ ...name, other_sans: '1.2.3;UTF8:x' }),
      'other SAN OID 1.2.3 not allowed by this role',
    ],
    [
      'another name of another type',
      strict,
      () => ({ ...name, other_sans: '1.2.3;IA5:x' }),
      'could not parse requested other SAN: only utf8 other SANs are supported; found non-supported type in other SAN "1.2.3;IA5:x"',
    ],
    [
      'an e-mail address',
      strict,
      () => ({ ...name, alt_names: 'a@other.com' }),
      'email address a@other.com not allowed by this role',
    ],
    ['a user id', strict, () => ({ ...name, user_ids: 'alice' }), 'user_id alice is not allowed by this role'],
    ['a serial number', strict, () => ({ ...name, serial_number: 'A7' }), 'serial_number A7 not allowed by this role'],
    [
      'no common name',
      strict,
      () => ({}),
      'the common_name field is required, or must be provided in a CSR with "use_csr_common_name" set to true, unless "require_cn" is set to false',
    ],
    [
      'a wildcard where none may be',
      'issue/plain',
      () => ({ common_name: '*.example.com' }),
      'common name *.example.com not allowed by this role',
    ],
    [
      'two wildcards',
      strict,
      () => ({ common_name: '*.*.example.com' }),
      'common name *.*.example.com not allowed by this role',
    ],
    [
      'a wildcard within',
      strict,
      () => ({ common_name: 'a.*.example.com' }),
      'common name a.*.example.com not allowed by this role',
    ],
    ['a wildcard alone', strict, () => ({ common_name: '*' }), 'common name * not allowed by this role'],
    // Tricks
    [
      'NUL in a name',
      strict,
      () => ({ common_name: 'a.example.com\0.other.com' }),
      'common name a.example.com\u0000.other.com not allowed by this role',
    ],
    [
      'NUL in any name',
      'issue/plain',
      () => ({ common_name: 'a\0b' }),
      'common name a\u0000b not allowed by this role',
    ],
    [
      'a wrong A-label',
      strict,
      () => ({ common_name: 'xn--a.example.com' }),
      'common name xn--a.example.com not allowed by this role',
    ],
    [
      'a name that looks like another',
      strict,
      () => ({ common_name: 'аpple.other.com' }),
      'common name \u0430pple.other.com not allowed by this role',
    ],
    [
      'a turn of direction',
      'issue/plain',
      () => ({ common_name: 'a\u202eb.example.com' }),
      'common name a\u202eb.example.com not allowed by this role',
    ],
    [
      'a label of 64',
      strict,
      () => ({ common_name: `${'a'.repeat(64)}.example.com` }),
      'common name aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example.com not allowed by this role',
    ],
    [
      'a dot at the end',
      strict,
      () => ({ common_name: 'a.example.com.' }),
      'common name a.example.com. not allowed by this role',
    ],
    [
      '1,000 names, one of them not allowed',
      strict,
      () => ({ ...name, alt_names: [...Array.from({ length: 999 }, (_, at) => `n${at}.example.com`), 'a.other.com'] }),
      'subject alternate name a.other.com not allowed by this role',
    ],
    [
      '5,001 names',
      strict,
      () => ({ ...name, alt_names: Array.from({ length: 5001 }, (_, at) => `n${at}.example.com`) }),
      'alt_names: 5001 items were given, and at most 5000 are taken',
    ],
    [
      '100,000 broken names',
      strict,
      () => ({ ...name, alt_names: Array.from({ length: 100_000 }, (_, at) => `x y${at}`) }),
      'alt_names: 100000 items were given, and at most 5000 are taken',
    ],
    [
      'names that fill a certificate',
      'issue/wide',
      () => ({ ...name, uri_sans: Array.from({ length: 100 }, (_, at) => `urn:${'x'.repeat(3000)}${at}`) }),
      /^subject and extensions of the certificate would have \d+ octets, and at most 262144 are allowed$/,
    ],
    ['a name of a megabyte', strict, () => ({ common_name: 'a'.repeat(1_000_000) }), /^common name a{100}/],
    // Times
    [
      'a negative TTL',
      strict,
      () => ({ ...name, ttl: '-1h' }),
      'Field validation failed: error converting input for field "ttl": expected a number of seconds, or a duration such as 72h, not negative',
    ],
    [
      'a TTL that is none',
      strict,
      () => ({ ...name, ttl: 'soon' }),
      'Field validation failed: error converting input for field "ttl": expected a number of seconds, or a duration such as 72h, not negative',
    ],
    [
      'a huge TTL',
      strict,
      () => ({ ...name, ttl: '99999999999999999999h' }),
      'Field validation failed: error converting input for field "ttl": expected a number of seconds, or a duration such as 72h, not negative',
    ],
    [
      'a TTL of another type',
      strict,
      () => ({ ...name, ttl: { a: 1 } }),
      'Field validation failed: error converting input for field "ttl": expected a number of seconds, or a duration such as 72h, not negative',
    ],
    [
      'past 9999',
      strict,
      () => ({ ...name, not_after: '10000-01-01T00:00:00Z' }),
      'not_after: "10000-01-01T00:00:00Z" is not a time of the form YYYY-MM-ddTHH:MM:SSZ',
    ],
    [
      'no time',
      strict,
      () => ({ ...name, not_after: 'tomorrow' }),
      'not_after: "tomorrow" is not a time of the form YYYY-MM-ddTHH:MM:SSZ',
    ],
    [
      'in the past',
      strict,
      () => ({ ...name, not_after: '2001-01-01T00:00:00Z' }),
      /^The certificate's Not Before \(\S+Z\) is later than the certificate's Not After \(2001-01-01T00:00:00Z\)$/,
    ],
    [
      'both ends',
      strict,
      () => ({ ...name, ttl: '1h', not_after: '2030-01-01T00:00:00Z' }),
      'Either ttl or not_after should be provided. Both should not be provided in the same request.',
    ],
    [
      'beyond the issuer',
      strict,
      () => ({ ...name, not_after: '9999-12-31T23:59:59Z' }),
      /^cannot satisfy request, as TTL would result in notAfter of 9999-12-31T23:59:59Z that is beyond the expiration of the CA certificate at \S+Z$/,
    ],
    // What is not there
    ['an unknown role', 'issue/nobody', () => name, 'unknown role: nobody'],
    ['an unknown role to sign by', 'sign/nobody', ({ csr }) => ({ ...name, csr: csr() }), 'unknown role: nobody'],
    [
      'an unknown issuer',
      'issuer/nobody/issue/strict',
      () => name,
      'unable to find PKI issuer for reference: nobody',
      500,
    ],
    [
      'an unknown format',
      strict,
      () => ({ ...name, format: 'text' }),
      'the "format" path parameter must be "pem", "der", or "pem_bundle"',
    ],
    [
      'an unknown format of keys',
      strict,
      () => ({ ...name, private_key_format: 'jwk' }),
      'the "private_key_format" parameter must be "der", "pem", or "pkcs8"',
    ],
    [
      'metadata against the role',
      strict,
      () => ({ ...name, cert_metadata: 'YQ==' }),
      'cert_metadata is not allowed: the role has no_store_metadata set to true',
    ],
    [
      'metadata that are not base64',
      'issue/plain',
      () => ({ ...name, cert_metadata: '%' }),
      'cert_metadata is not base64',
    ],
    [
      'metadata without a role',
      'sign-verbatim',
      ({ csr }) => ({ csr: csr(), cert_metadata: 'YQ==' }),
      'cert_metadata requires a role',
    ],
    [
      'a key for a role of any',
      'issue/any',
      () => name,
      'role key type "any" not allowed for issuing certificates without providing key_type and/or key_bits request parameters',
    ],
  ]);
}
