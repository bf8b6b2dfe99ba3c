import { base64Of, keptKey, pemOf } from '../harness/pem.js';
import type { DescribeRefusals, Given } from './refusals.js';

const name = { common_name: 'a.example.com' };
const cut = (pem: string) => pem.slice(0, 200);
const cutDer = (label: string, pem: string) => pemOf(label, base64Of(pem).subarray(0, 100));
const garbage = (label: string) => pemOf(label, Buffer.alloc(300, 0xff));
const megabyte = (label: string) => pemOf(label, Buffer.alloc(1_000_000, 0x30));
/** A certificate of another authority, with its key. */
const foreignLeaf = async ({ api, foreign }: Given) => {
  const issued = await api().write(`${foreign.path}/issue/any`, name);
  return { certificate: issued.text('certificate'), private_key: issued.text('private_key') };
};
const named = ({ csr }: Given, names: string) => ({
  ...name,
  csr: csr('ec:P-256', '-addext', `subjectAltName=${names}`),
});
const certificate = 'CERTIFICATE';
const tooLarge = (what: string) => `${what}: 1000000 octets; at most 524288 are read`;
const noTtl =
  'Field validation failed: error converting input for field "ttl": expected a number of seconds, or a duration such as 72h, not negative';
const pastTime = 'not_after: "10000-01-01T00:00:00Z" is not a time of the form YYYY-MM-ddTHH:MM:SSZ';
const noIssuer = 'unable to find PKI issuer for reference: nobody';
const noMetadata = 'cert_metadata is not allowed: the role has no_store_metadata set to true';
/** Alternative names that openssl has no words for, in DER. */
const directoryName = 'DER:3010A40E300C310A300806035504030C0178';
const nulName = 'DER:3010820E61002E6578616D706C652E636F6D';

export function badDocuments(describeRefusals: DescribeRefusals): void {
  describeRefusals('documents that are none, wherever they are sent', [
    [
      'revoke: PEM cut short',
      'revoke',
      ({ leaf }) => ({ certificate: cut(leaf.certificate) }),
      'certificate: a PEM block that does not end',
    ],
    [
      'revoke: DER cut short',
      'revoke',
      ({ leaf }) => ({ certificate: cutDer(certificate, leaf.certificate) }),
      /^certificate: not DER: /,
    ],
    ['revoke: no DER', 'revoke', () => ({ certificate: garbage(certificate) }), /^certificate: not DER: /],
    ['revoke: a megabyte', 'revoke', () => ({ certificate: megabyte(certificate) }), tooLarge('certificate')],
    [
      'revoke with a key cut short',
      'revoke-with-key',
      ({ leaf }) => ({ certificate: leaf.certificate, private_key: cut(leaf.key).slice(0, 100) }),
      'private key: a PEM block that does not end',
    ],
    [
      'revoke with a key that is no DER',
      'revoke-with-key',
      ({ leaf }) => ({ certificate: leaf.certificate, private_key: garbage('PRIVATE KEY') }),
      /^private key: not DER: /,
    ],
    [
      'revoke with a key of a megabyte',
      'revoke-with-key',
      ({ leaf }) => ({ certificate: leaf.certificate, private_key: megabyte('PRIVATE KEY') }),
      'private key: a key of 1000000 octets',
    ],
    [
      'import: PEM cut short',
      'config/ca',
      ({ foreign }) => ({ pem_bundle: cut(foreign.certificate) }),
      'PEM bundle: a PEM block that does not end',
    ],
    [
      'import: DER cut short',
      'issuers/import/cert',
      ({ foreign }) => ({ pem_bundle: cutDer(certificate, foreign.certificate) }),
      /^certificate: not DER: /,
    ],
    [
      'import: no DER',
      'issuers/import/bundle',
      () => ({ pem_bundle: garbage(certificate) }),
      /^certificate: not DER: /,
    ],
    [
      'import: a key that is no DER',
      'keys/import',
      () => ({ pem_bundle: garbage('PRIVATE KEY') }),
      /^PEM bundle: not DER: /,
    ],
    [
      'import: a key of a megabyte',
      'keys/import',
      () => ({ pem_bundle: megabyte('PRIVATE KEY') }),
      'PEM bundle: a key of 1000000 octets',
    ],
    [
      'set-signed: PEM cut short',
      'intermediate/set-signed',
      ({ foreign }) => ({ certificate: cut(foreign.certificate) }),
      'PEM bundle: a PEM block that does not end',
    ],
    [
      'set-signed: a megabyte',
      'intermediate/set-signed',
      () => ({ certificate: megabyte(certificate) }),
      tooLarge('certificate'),
    ],
    ['self-issued: nothing', 'root/sign-self-issued', () => ({}), 'missing self-issued certificate'],
    [
      'self-issued: PEM cut short',
      'root/sign-self-issued',
      ({ foreign }) => ({ certificate: cut(foreign.certificate) }),
      'certificate could not be parsed: certificate: a PEM block that does not end',
    ],
    [
      'self-issued: DER cut short',
      'root/sign-self-issued',
      ({ foreign }) => ({ certificate: cutDer(certificate, foreign.certificate) }),
      /^certificate could not be parsed: certificate: not DER: /,
    ],
    [
      'self-issued: a megabyte',
      'root/sign-self-issued',
      () => ({ certificate: megabyte(certificate) }),
      `certificate could not be parsed: ${tooLarge('certificate')}`,
    ],
    [
      'self-issued: a leaf',
      'root/sign-self-issued',
      ({ leaf }) => ({ certificate: leaf.certificate }),
      'given certificate is not a CA certificate',
    ],
    [
      'self-issued: another type of key',
      'root/sign-self-issued',
      ({ openssl }) => ({
        require_matching_certificate_algorithms: true,
        certificate: openssl.ok('req', '-x509', '-new', '-key', openssl.file(keptKey('rsa-2048')), '-subj', '/CN=x'),
      }),
      "signing certificate's public key algorithm (ECDSA) does not match submitted certificate's (RSA), and require_matching_certificate_algorithms is true",
    ],
    [
      'verbatim: PEM cut short',
      'sign-verbatim',
      ({ csr }) => ({ csr: cut(csr()) }),
      'certificate request could not be parsed: csr: a PEM block that does not end',
    ],
    [
      'verbatim: a megabyte',
      'sign-verbatim',
      () => ({ csr: megabyte('CERTIFICATE REQUEST') }),
      `certificate request could not be parsed: ${tooLarge('request')}`,
    ],
    [
      'an intermediate: DER cut short',
      'root/sign-intermediate',
      ({ csr }) => ({ ...name, csr: cutDer('CERTIFICATE REQUEST', csr()) }),
      /^certificate request could not be parsed: request: not DER: /,
    ],
    [
      'cross-sign: no key',
      'intermediate/cross-sign',
      () => ({ common_name: 'x', key_ref: 'nobody' }),
      'unable to find PKI key for reference: nobody',
      500,
    ],
  ]);

  describeRefusals('the rest of what a request may get wrong', [
    // Names, of every kind
    [
      'NUL in an alternative',
      'issue/plain',
      () => ({ ...name, alt_names: 'a\0.example.com' }),
      'subject alternate name a\0.example.com not allowed by this role',
    ],
    [
      'NUL in an e-mail address',
      'issue/plain',
      () => ({ ...name, alt_names: 'a\0@example.com' }),
      'email address a\0@example.com not allowed by this role',
    ],
    [
      'NUL in a URI',
      'issue/wide',
      () => ({ ...name, uri_sans: 'urn:a\0b' }),
      'the provided URI Subject Alternative Name "urn:a\\u0000b" is not a valid URI',
    ],
    [
      'NUL in another name',
      'issue/plain',
      () => ({ ...name, other_sans: '1.2.3;UTF8:a\0b' }),
      'other SAN OID 1.2.3 not allowed by this role',
    ],
    [
      'NUL in a user id',
      'issue/plain',
      () => ({ ...name, user_ids: 'a\0b' }),
      'user_id a\0b is not allowed by this role',
    ],
    [
      'a registered id in a request',
      'sign/any',
      (given) => named(given, 'RID:1.2.3.4'),
      'subject alternate name 1.2.3.4 not allowed by this role',
    ],
    [
      'a name of a directory in a request',
      'sign/any',
      (given) => named(given, directoryName),
      'subject alternate name CN=x not allowed by this role',
    ],
    [
      'NUL in a name of a request',
      'sign/any',
      (given) => named(given, nulName),
      'subject alternate name a\0.example.com not allowed by this role',
    ],
    [
      'an IDNA name that is none',
      'issue/strict',
      () => ({ ...name, alt_names: 'xn--zzzzzz99999.example.com' }),
      'subject alternate name xn--zzzzzz99999.example.com not allowed by this role',
    ],
    [
      'another dot',
      'issue/strict',
      () => ({ ...name, alt_names: 'a。other.com' }),
      'subject alternate name a。other.com not allowed by this role',
    ],
    // Times
    [
      'an intermediate with a negative TTL',
      'root/sign-intermediate',
      ({ csr }) => ({ ...name, csr: csr(), ttl: '-1h' }),
      noTtl,
    ],
    [
      'an intermediate with a huge TTL',
      'root/sign-intermediate',
      ({ csr }) => ({ ...name, csr: csr(), ttl: '99999999999999999999h' }),
      noTtl,
    ],
    [
      'an intermediate past 9999',
      'root/sign-intermediate',
      ({ csr }) => ({ ...name, csr: csr(), not_after: '10000-01-01T00:00:00Z' }),
      pastTime,
    ],
    ['a request with a negative TTL', 'sign/strict', ({ csr }) => ({ ...name, csr: csr(), ttl: -1 }), noTtl],
    [
      'verbatim past 9999',
      'sign-verbatim',
      ({ csr }) => ({ csr: csr(), not_after: '10000-01-01T00:00:00Z' }),
      pastTime,
    ],
    ['a root with a negative TTL', 'root/generate/internal', () => ({ common_name: 'x', ttl: '-1h' }), noTtl],
    [
      'a root past 9999',
      'root/generate/internal',
      () => ({ common_name: 'x', not_after: '10000-01-01T00:00:00Z' }),
      pastTime,
    ],
    // What is not there
    ['an unknown role, verbatim', 'sign-verbatim/nobody', ({ csr }) => ({ csr: csr() }), 'unknown role: nobody'],
    [
      'an unknown issuer to sign by',
      'issuer/nobody/sign/strict',
      ({ csr }) => ({ ...name, csr: csr() }),
      noIssuer,
      500,
    ],
    ['an unknown issuer, verbatim', 'issuer/nobody/sign-verbatim', ({ csr }) => ({ csr: csr() }), noIssuer, 500],
    [
      'an unknown issuer of an intermediate',
      'issuer/nobody/sign-intermediate',
      ({ csr }) => ({ ...name, csr: csr() }),
      noIssuer,
      500,
    ],
    [
      'an unknown issuer of the self-issued',
      'issuer/nobody/sign-self-issued',
      ({ foreign }) => ({ certificate: foreign.certificate }),
      noIssuer,
      500,
    ],
    ['an unknown issuer to revoke', 'issuer/nobody/revoke', () => ({}), noIssuer, 500],
    // Revocation with a key
    [
      'with a key: neither',
      'revoke-with-key',
      ({ leaf }) => ({ private_key: leaf.key }),
      'The serial number or certificate to revoke must be provided.',
    ],
    [
      'with a key: both',
      'revoke-with-key',
      ({ leaf }) => ({ private_key: leaf.key, serial_number: '01', certificate: leaf.certificate }),
      'Must provide either the certificate or the serial to revoke; not both.',
    ],
    [
      'with a key: a number of nothing',
      'revoke-with-key',
      ({ leaf }) => ({ private_key: leaf.key, serial_number: '01:02' }),
      'certificate with serial 01:02 not found',
    ],
    [
      'with a key: of another authority',
      'revoke-with-key',
      foreignLeaf,
      'the certificate was not signed by any issuer of this mount; one whose authority was removed can be revoked after that authority is imported again',
    ],
    // Metadata
    [
      'metadata against the role, signed',
      'sign/strict',
      ({ csr }) => ({ ...name, csr: csr(), cert_metadata: 'YQ==' }),
      noMetadata,
    ],
    [
      'metadata against the role, verbatim',
      'sign-verbatim/strict',
      ({ csr }) => ({ csr: csr(), cert_metadata: 'YQ==' }),
      noMetadata,
    ],
  ]);
}
