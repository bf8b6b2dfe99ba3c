import type { DescribeRefusals } from './refusals.js';
import { expect, test } from 'vitest';
import type { OpenSsl } from '../harness/openssl.js';
import { base64Of, keptKey, pemOf } from '../harness/pem.js';

const request = 'CERTIFICATE REQUEST';
const name = { common_name: 'a.example.com' };
const broken = (csr: string) => {
  const der = base64Of(csr);
  der[der.length - 3] = (der[der.length - 3] ?? 0) ^ 1;
  return pemOf(request, der);
};
const sha1 = (openssl: OpenSsl) => {
  const { key } = openssl.request('rsa:2048');
  return openssl.ok('req', '-new', '-sha1', '-key', openssl.file(key), '-subj', '/CN=a.example.com');
};

export function badInput(describeRefusals: DescribeRefusals): void {
  const { api, withRoot } = describeRefusals('documents, revocation, imports, roles', [
    // Requests
    ['no request', 'sign/strict', () => name, '"csr" is empty'],
    ['no PEM', 'sign/strict', () => ({ ...name, csr: 'hello' }), 'csr contains no data'],
    [
      'PEM of something else',
      'sign/strict',
      ({ foreign }) => ({ ...name, csr: foreign.certificate }),
      'certificate request could not be parsed: csr: no CERTIFICATE REQUEST or NEW CERTIFICATE REQUEST block',
    ],
    [
      'a request cut short',
      'sign/strict',
      ({ csr }) => ({ ...name, csr: csr().slice(0, 200) }),
      'certificate request could not be parsed: csr: a PEM block that does not end',
    ],
    [
      'DER cut short',
      'sign/strict',
      ({ csr }) => ({ ...name, csr: pemOf(request, base64Of(csr()).subarray(0, 100)) }),
      /^certificate request could not be parsed: request: not DER: /,
    ],
    [
      'what is no DER',
      'sign/strict',
      () => ({ ...name, csr: pemOf(request, Buffer.alloc(300, 0xff)) }),
      /^certificate request could not be parsed: request: not DER: /,
    ],
    [
      'a megabyte of PEM',
      'sign/strict',
      () => ({ ...name, csr: pemOf(request, Buffer.alloc(1_000_000, 0x30)) }),
      'certificate request could not be parsed: request: 1000000 octets; at most 524288 are read',
    ],
    [
      'a broken signature',
      'sign/strict',
      ({ csr }) => ({ ...name, csr: broken(csr()) }),
      'request signature invalid: request: the signature does not verify',
    ],
    [
      'SHA-1',
      'sign/rsa',
      ({ openssl }) => ({ ...name, csr: sha1(openssl) }),
      'request signature invalid: request: signed with SHA-1 with RSA, which is not accepted',
    ],
    [
      'a name in it that the role does not allow',
      'sign/strict',
      ({ csr }) => ({ ...name, csr: csr('ec:P-256', '-addext', 'subjectAltName=DNS:a.example.com,DNS:a.other.com') }),
      'subject alternate name a.other.com not allowed by this role',
    ],
    [
      'a wildcard in it within a label',
      'sign/strict',
      ({ csr }) => ({ ...name, csr: csr('ec:P-256', '-addext', 'subjectAltName=DNS:a*b.*.example.com') }),
      'subject alternate name a*b.*.example.com not allowed by this role',
    ],
    [
      'an e-mail address in it',
      'sign/strict',
      ({ csr }) => ({ ...name, csr: csr('ec:P-256', '-addext', 'subjectAltName=email:a@other.com') }),
      'email address a@other.com not allowed by this role',
    ],
    [
      'an address in it',
      'sign/strict',
      ({ csr }) => ({ ...name, csr: csr('ec:P-256', '-addext', 'subjectAltName=IP:192.0.2.1') }),
      'IP Subject Alternative Names are not allowed in this role, but was provided via CSR',
    ],
    [
      'a URI in it',
      'sign/strict',
      ({ csr }) => ({ ...name, csr: csr('ec:P-256', '-addext', 'subjectAltName=URI:urn:x') }),
      'URI Subject Alternative Names are not allowed in this role, but were provided via CSR',
    ],
    [
      'another name in it',
      'sign/strict',
      ({ csr }) => ({ ...name, csr: csr('ec:P-256', '-addext', 'subjectAltName=otherName:1.2.3;UTF8:x') }),
      'other SAN OID 1.2.3 not allowed by this role',
    ],
    [
      'a serial number in its subject',
      'sign/strict',
      ({ openssl }) => ({ ...name, csr: openssl.request('ec:P-256', '/CN=a.example.com/serialNumber=A7').csr }),
      'serial_number A7 not allowed by this role',
    ],
    [
      'its own common name, not allowed',
      'sign/strict',
      ({ openssl }) => ({ csr: openssl.request('ec:P-256', '/CN=a.other.com').csr }),
      'common name a.other.com not allowed by this role',
    ],
    [
      'another type of key',
      'sign/strict',
      ({ csr }) => ({ ...name, csr: csr('rsa:2048') }),
      'role requires keys of type ec',
    ],
    [
      'too short a key for the role',
      'sign/p384',
      ({ csr }) => ({ ...name, csr: csr('ec:P-256') }),
      "role requires a minimum of a 384-bit key, but CSR's key is 256 bits",
    ],
    [
      'a weak key',
      'sign/rsa',
      ({ csr }) => ({ ...name, csr: csr('rsa:1024') }),
      'RSA keys < 2048 bits are unsafe and not supported',
    ],
    [
      'a weak key for any',
      'sign/any',
      ({ csr }) => ({ ...name, csr: csr('rsa:1024') }),
      'RSA keys < 2048 bits are unsafe and not supported',
    ],
    [
      'a curve that is not certified',
      'sign/any',
      ({ csr }) => ({ ...name, csr: csr('ec:secp256k1') }),
      'certificate request could not be parsed: request content public key: EC on 1.3.132.0.10',
    ],
    [
      'an intermediate, verbatim',
      'sign-verbatim',
      ({ csr }) => ({ csr: csr('ec:P-256', '-addext', 'basicConstraints=critical,CA:TRUE') }),
      'refusing to sign an intermediate CA certificate verbatim; use sign-intermediate',
    ],
    [
      'one that would sign, verbatim',
      'sign-verbatim',
      ({ csr }) => ({ csr: csr('ec:P-256', '-addext', 'keyUsage=keyCertSign') }),
      'refusing to sign an intermediate CA certificate verbatim; use sign-intermediate',
    ],
    [
      'a root without a name',
      'root/generate/internal',
      () => ({ key_type: 'ec' }),
      'the common_name field is required',
    ],
    [
      'a path that is too long',
      'root/sign-intermediate',
      ({ csr }) => ({ csr: csr(), common_name: 'x', max_path_length: -2 }),
      'max_path_length must be -1, for no limit, or more',
    ],
    [
      'a range that is none',
      'root/sign-intermediate',
      ({ csr }) => ({ csr: csr(), common_name: 'x', permitted_ip_ranges: '10.0.0.0' }),
      'permitted_ip_ranges: "10.0.0.0" is not a range in CIDR notation',
    ],
    [
      'a key identifier that is none',
      'root/sign-intermediate',
      ({ csr }) => ({ csr: csr(), common_name: 'x', skid: 'zz' }),
      'cannot parse requested SKID value as hex',
    ],
    [
      'bits that are none',
      'root/sign-intermediate',
      ({ csr }) => ({ csr: csr(), common_name: 'x', signature_bits: 100 }),
      'unsupported signature_bits: 100; must be 0, 256, 384 or 512',
    ],
    [
      'a usage that is none',
      'root/sign-intermediate',
      ({ csr }) => ({ csr: csr(), common_name: 'x', key_usage: 'Eating' }),
      'key_usage: unknown key usage "Eating"',
    ],
    // Revocation
    ['revoke: neither', 'revoke', () => ({}), 'The serial number or certificate to revoke must be provided.'],
    [
      'revoke: both',
      'revoke',
      ({ leaf }) => ({ serial_number: '01', certificate: leaf.certificate }),
      'Must provide either the certificate or the serial to revoke; not both.',
    ],
    [
      'revoke: a number of nothing',
      'revoke',
      () => ({ serial_number: '01:02' }),
      'certificate with serial 01:02 not found',
    ],
    ['revoke: what is no number', 'revoke', () => ({ serial_number: 'zz' }), 'certificate with serial zz not found'],
    [
      'revoke: a certificate of another authority',
      'revoke',
      async ({ api, foreign }) => ({
        certificate: (await api().write(`${foreign.path}/issue/any`, name)).text('certificate'),
      }),
      'the certificate was not signed by any issuer of this mount; one whose authority was removed can be revoked after that authority is imported again',
    ],
    [
      'revoke: no certificate',
      'revoke',
      () => ({ certificate: 'hello' }),
      'provided certificate data was too short; perhaps a path was passed to the API rather than the contents of a PEM file',
    ],
    [
      'revoke: two certificates',
      'revoke',
      ({ foreign, leaf }) => ({ certificate: `${leaf.certificate}\n${foreign.certificate}` }),
      'certificate: exactly one certificate in PEM is expected',
    ],
    [
      'revoke: an issuer',
      'revoke',
      async ({ api, path }) => ({ certificate: (await api().read(`${path}/issuer/default`)).text('certificate') }),
      /^adding issuer \(id: [0-9a-f-]{36}\) to its own CRL is not allowed$/,
    ],
    [
      'revoke with no key',
      'revoke-with-key',
      ({ leaf }) => ({ certificate: leaf.certificate }),
      'Must have private key to revoke via the /revoke-with-key path.',
    ],
    [
      'revoke with what is no key',
      'revoke-with-key',
      ({ leaf }) => ({ certificate: leaf.certificate, private_key: 'hello' }),
      'private key: no PEM block',
    ],
    [
      'revoke with another key',
      'revoke-with-key',
      ({ openssl, leaf }) => ({ certificate: leaf.certificate, private_key: openssl.request('ec:P-256').key }),
      "provided private key does not match certificate's public key",
    ],
    [
      'revoke with a key of another type',
      'revoke-with-key',
      ({ leaf }) => ({ certificate: leaf.certificate, private_key: keptKey('rsa-2048') }),
      "provided private key does not match certificate's public key",
    ],
    // Imports
    ['import: nothing', 'config/ca', () => ({}), "'pem_bundle' parameter was empty"],
    [
      'import: a path',
      'config/ca',
      () => ({ pem_bundle: '/etc/ssl/ca.pem' }),
      'provided data for import was too short; perhaps a path was passed to the API rather than the contents of a PEM file',
    ],
    [
      'import: a leaf',
      'config/ca',
      ({ leaf }) => ({ pem_bundle: leaf.certificate }),
      /^certificate with serial [0-9a-f:]+ is not the certificate of an authority$/,
    ],
    [
      'import: a CRL',
      'issuers/import/bundle',
      async ({ api, path }) => ({ pem_bundle: (await api().read(`${path}/crl/pem`)).answer.text }),
      'a CRL cannot be imported',
    ],
    [
      'import: a megabyte',
      'issuers/import/bundle',
      () => ({ pem_bundle: pemOf('CERTIFICATE', Buffer.alloc(1_000_000, 0x30)) }),
      'certificate: 1000000 octets; at most 524288 are read',
    ],
    [
      'import: an encrypted key',
      'keys/import',
      ({ openssl, leaf }) => ({
        pem_bundle: openssl.ok('pkey', '-in', openssl.file(leaf.key), '-aes128', '-passout', 'pass:x'),
      }),
      'PEM bundle: a key in a block called ENCRYPTED PRIVATE KEY',
    ],
    [
      'import: a weak key',
      'keys/import',
      ({ openssl }) => ({ pem_bundle: openssl.request('rsa:1024').key }),
      'RSA keys < 2048 bits are unsafe and not supported',
    ],
    [
      'import: an authority with SHA-1',
      'config/ca',
      ({ openssl }) => ({
        pem_bundle: openssl.ok(
          'req',
          '-x509',
          '-new',
          '-sha1',
          '-key',
          openssl.file(keptKey('rsa-2048')),
          '-subj',
          '/CN=x',
        ),
      }),
      /^certificate with serial [0-9a-f:]+ is signed with SHA-1 with RSA, which is not accepted$/,
    ],
    [
      'set-signed: a leaf',
      'intermediate/set-signed',
      ({ leaf }) => ({ certificate: leaf.certificate }),
      /^certificate with serial [0-9a-f:]+ is not the certificate of an authority$/,
    ],
    [
      'set-signed: a key',
      'intermediate/set-signed',
      ({ foreign, leaf }) => ({ certificate: `${foreign.certificate}\n${leaf.key}` }),
      'private keys found in the PEM bundle but not allowed by the path; use /issuers/import/bundle',
    ],
    // Roles
    [
      'a role with a TTL above its maximum',
      'roles/new',
      () => ({ ttl: '2h', max_ttl: '1h' }),
      '"ttl" value must be less than "max_ttl" value',
    ],
    ['a role of an unknown key', 'roles/new', () => ({ key_type: 'dsa' }), 'unknown key type dsa'],
    [
      'a role of a short key',
      'roles/new',
      () => ({ key_type: 'rsa', key_bits: 1024 }),
      'RSA keys < 2048 bits are unsafe and not supported: got 1024',
    ],
    [
      'a role with a negative TTL',
      'roles/new',
      () => ({ ttl: -1 }),
      'Field validation failed: error converting input for field "ttl": expected a number of seconds, or a duration such as 72h, not negative',
    ],
    [
      'a role of a wrong type',
      'roles/new',
      () => ({ allow_any_name: 'perhaps' }),
      'Field validation failed: error converting input for field "allow_any_name": expected true or false',
    ],
    [
      'a role with a broken name',
      'roles/-new',
      () => ({}),
      'role name "-new" may hold word characters, dots and hyphens',
    ],
  ]);

  test('paths that are not there', async () => {
    const { path } = await withRoot();
    expect((await api().read('nowhere/ca')).refusal).toEqual({
      status: 404,
      text: 'no handler for route "nowhere/ca". route entry not found.',
    });
    for (const other of ['nothing', 'nothing/at/all'])
      expect((await api().read(`${path}/${other}`)).refusal).toEqual({ status: 404, text: 'unsupported path' });
    const unsupported = { status: 405, text: 'unsupported operation' };
    expect((await api().delete(`${path}/issue/any`)).refusal).toEqual(unsupported);
    expect((await api().send('OPTIONS', `${path}/issue/any`)).refusal).toEqual(unsupported);
    expect((await api().read(`${path}/roles/nobody`)).refusal).toEqual({ status: 404, text: '' });
    expect((await api().as('nonsense').list(`${path}/roles`)).refusal).toEqual({
      status: 403,
      text: 'permission denied',
    });
    expect((await api().delete('sys/mounts/never-was')).status).toBe(204);
  });
}
