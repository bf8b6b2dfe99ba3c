import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  buildCrl,
  buildRequest,
  encodeRevokedEntry,
  extension,
  keyIdentifierOf,
  Name,
  parseSerialNumber,
  subjectAltName,
} from '../../src/pki/x509/index.js';
import type { Extension, GeneralName } from '../../src/pki/x509/index.js';
import { encode, integer, oid, sequence, utf8String } from '../../src/pki/x509/der-writer.js';
import type { Choices } from './choices.js';
import { written } from './json-text.js';
import { ownName, ownPublicKey, ownSigner, selfSigned } from './own-authority.js';
import type { Shot } from './shot.js';
import { pemOf } from './targets-x509.js';

const day = 86_400_000;
/** Octets of one document that are read. */
const mostDer = 500_000;
/** Characters of a text of PEM that are read. */
const mostPem = 4 * 1024 * 1024;

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

const extensions: Readonly<Record<string, () => readonly Extension[]>> = {
  'names that are short': () => [
    subjectAltName(times(70_000, (n): GeneralName => ({ type: 'dns', value: `a${n % 10}` }))),
  ],
  names: () => [subjectAltName(times(20_000, (n): GeneralName => ({ type: 'dns', value: `n${n}.example.com` })))],
  '4,999 names': () => [
    subjectAltName(times(4_999, (n): GeneralName => ({ type: 'dns', value: `n${n}.a.example.com` }))),
  ],
  'other names': () => [
    extension(
      '2.5.29.17',
      sequence(...times(15_000, () => encode(0xa0, oid('1.2.3.4'), encode(0xa0, utf8String('x'))))),
    ),
  ],
  'many extensions': () => times(30_000, (n) => extension(`1.3.6.1.4.1.${n + 1}`, Buffer.of(5, 0))),
  'one large extension': () => [extension('1.3.6.1.4.1.9', encode(4, Buffer.alloc(mostDer - 2_000)))],
  'many key usages': () => [extension('2.5.29.37', sequence(...times(60_000, (n) => oid(`1.2.${n}`))))],
  'many policies': () => [extension('2.5.29.32', sequence(...times(30_000, (n) => sequence(oid(`1.2.${n}`)))))],
  'name constraints': () => [
    extension(
      '2.5.29.30',
      sequence(encode(0xa0, ...times(20_000, (n) => sequence(encode(0x82, Buffer.from(`n${n}.com`)))))),
    ),
  ],
  'many distribution points': () => [
    extension(
      '2.5.29.31',
      sequence(
        ...times(10_000, (n) => sequence(encode(0xa0, encode(0xa0, encode(0x86, Buffer.from(`http://x/${n}`)))))),
      ),
    ),
  ],
};

/** Nothing has as many parts of a name. */
const longName = () => Name.of({ commonName: 'a.example.com', organizationalUnit: times(15_000, (n) => `unit ${n}`) });
const shortName = () => Name.of({ commonName: 'a.example.com' });

const request = (subject: Name, more: readonly Extension[]) =>
  pemOf('CERTIFICATE REQUEST', buildRequest({ subject, publicKey: ownPublicKey.der, extensions: more }, ownSigner));

const authority = (commonName: string, more: readonly Extension[] = []) => selfSigned(Name.of({ commonName }), more);

/** As many as fit into a text that is read. */
const bundle = (count: number, make: (index: number) => string) => times(count, make).join('');

const rsa8192 = readFileSync(new URL('../pki/x509/keys/rsa-8192.pem', import.meta.url), 'utf8');
/** The same key in other octets: with an attribute that is another one each time (RFC 5208). */
function otherForm(index: number): string {
  const der = createPrivateKey(rsa8192).export({ type: 'pkcs8', format: 'der' });
  const attribute = sequence(oid('1.2.840.113549.1.9.20'), encode(0x31, encode(0x1e, Buffer.from([0, 65 + index]))));
  return pemOf('PRIVATE KEY', encode(0x30, der.subarray(4), encode(0xa0, attribute)));
}

const revoked = (count: number) =>
  times(count, (n) => {
    const serialNumber = parseSerialNumber((n + 0x10000000).toString(16));
    if (!serialNumber) throw new Error('no serial number');
    return encodeRevokedEntry({ serialNumber, revokedAt: new Date(1_790_000_000_000), extensions: [] });
  });
const list = (count: number) =>
  pemOf(
    'X509 CRL',
    buildCrl(
      {
        ...{ issuer: ownName, thisUpdate: new Date(), nextUpdate: new Date(Date.now() + day), number: 5n },
        ...{ issuerKeyId: keyIdentifierOf(ownPublicKey.bits), entries: revoked(count) },
      },
      ownSigner,
    ),
  );

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
const key = { common_name: 'a.x1.example.com', key_type: 'ec' };
const largeList = once(() => list(100_000));
const smallerList = once(() => list(60_000));
const tinyList = once(() => list(20));
const keys = once(() => bundle(16, otherForm));
const serials = (count: number) => times(count, (n) => ({ serial_number: (n + 0x10000000).toString(16) }));

/** Path below the mount, and what is sent there. */
type Make = () => readonly [path: string, body: object];

/** Everywhere where somebody sends a document that may have extensions. */
const withExtensions = (what: string, make: () => readonly Extension[]): Readonly<Record<string, Make>> => {
  const csr = () => request(shortName(), make());
  const certificate = () => pemOf('CERTIFICATE', authority('large', make()));
  return {
    [`a request with ${what}`]: () => ['sign/web', { csr: csr() }],
    [`a request as it is with ${what}`]: () => ['sign-verbatim', { csr: csr() }],
    [`an authority's request with ${what}`]: () => [
      'root/sign-intermediate',
      { csr: csr(), common_name: 'below', use_csr_values: true },
    ],
    [`an authority with ${what}`]: () => ['issuers/import/cert', { pem_bundle: certificate() }],
    [`a self-signed one with ${what}`]: () => ['root/sign-self-issued', { certificate: certificate() }],
  };
};

const larges: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(
    Object.entries(extensions).flatMap(([what, make]) => Object.entries(withExtensions(what, make))),
  ),
  'a request with a long name': () => ['sign/web', { csr: request(longName(), []) }],
  'a request as it is with a long name': () => ['sign-verbatim', { csr: request(longName(), []) }],
  '256 authorities': () => [
    'issuers/import/bundle',
    { pem_bundle: bundle(256, (n) => pemOf('CERTIFICATE', authority(`of many ${n}`))) },
  ],
  '256 authorities of one name': () => [
    'issuers/import/bundle',
    { pem_bundle: bundle(256, () => pemOf('CERTIFICATE', authority('of one name'))) },
  ],
  '8 large authorities': () => [
    'issuers/import/bundle',
    { pem_bundle: bundle(7, (n) => pemOf('CERTIFICATE', authority(`large ${n}`, extensions['names']?.()))) },
  ],
  'more blocks than are read': () => [
    'issuers/import/bundle',
    { pem_bundle: '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n'.repeat(60_000) },
  ],
  'blocks that do not end': () => [
    'issuers/import/bundle',
    { pem_bundle: '-----BEGIN CERTIFICATE-----\nMA==\n'.repeat(100_000) },
  ],
  'blocks of other labels': () => [
    'issuers/import/bundle',
    { pem_bundle: bundle(60_000, (n) => `-----BEGIN L${n}-----\nMA==\n-----END L${n}-----\n`) },
  ],
  'many headers': () => [
    'sign/web',
    {
      csr: `-----BEGIN CERTIFICATE REQUEST-----\n${'A: b\n'.repeat(800_000)}\nMA==\n-----END CERTIFICATE REQUEST-----`,
    },
  ],
  'headers of nothing': () => [
    'sign/web',
    { csr: `-----BEGIN CERTIFICATE REQUEST-----\n${'a-'.repeat(2_000_000)}:\n-----END CERTIFICATE REQUEST-----` },
  ],
  'lines of white space': () => [
    'sign/web',
    { csr: `-----BEGIN CERTIFICATE REQUEST-----\nA:${'\n '.repeat(2_000_000)}\n-----END CERTIFICATE REQUEST-----` },
  ],
  'white space in base64': () => [
    'sign/web',
    { csr: `-----BEGIN CERTIFICATE REQUEST-----\n${'M\n'.repeat(2_000_000)}-----END CERTIFICATE REQUEST-----` },
  ],
  '16 keys of 8,192 bits': () => ['keys/import', { pem_bundle: keys() }],
  '16 keys of 8,192 bits in a bundle': () => ['issuers/import/bundle', { pem_bundle: keys() }],
  'a key to revoke with': () => ['revoke-with-key', { serial_number: '{{serial}}', private_key: otherForm(1) }],
  'a list of 100,000 in a bundle': () => ['issuers/import/bundle', { pem_bundle: largeList() }],
  'a list of 100,000 of another': () => [
    'issuer/default/resign-crls',
    { crls: [largeList()], crl_number: 9, next_update: '72h' },
  ],
  'a list of 60,000 of its own': () => [
    'issuer/{{ownIssuer}}/resign-crls',
    { crls: [smallerList()], crl_number: 9, next_update: '72h' },
  ],
  '5 lists of 60,000 of its own': () => [
    'issuer/{{ownIssuer}}/resign-crls',
    { crls: times(5, smallerList), crl_number: 9, next_update: '72h' },
  ],
  '4,000 lists of its own': () => [
    'issuer/{{ownIssuer}}/resign-crls',
    { crls: times(4_000, tinyList), crl_number: 9, next_update: '72h' },
  ],
  '4 lists of 100,000': () => [
    'issuer/default/resign-crls',
    { crls: times(4, largeList), crl_number: 9, next_update: '72h' },
  ],
  '200,000 lists': () => [
    'issuer/default/resign-crls',
    { crls: times(190_000, () => ''), crl_number: 9, next_update: '72h' },
  ],
  'a list of 60,000 to sign': () => [
    'issuer/default/sign-revocation-list',
    { revoked_certs: serials(60_000), crl_number: 9, next_update: '72h', format: 'pem' },
  ],
  'a list of 15,000 with extensions to sign': () => [
    'issuer/default/sign-revocation-list',
    {
      revoked_certs: serials(15_000).map((each) => ({
        ...each,
        extensions: [{ id: '1.2.3', critical: false, value: 'BQA=' }],
      })),
      crl_number: 9,
      next_update: '72h',
      format: 'pem',
    },
  ],
  'a list with 30,000 extensions to sign': () => [
    'issuer/default/sign-revocation-list',
    {
      extensions: times(30_000, (n) => ({ id: `1.2.${n + 1}`, critical: false, value: 'BQA=' })),
      crl_number: 9,
      next_update: '72h',
      format: 'pem',
    },
  ],
  'names for a large role': () => [
    'issue/large',
    { alt_names: times(4_990, (n) => `a${n}.x${n}.example.com`), ...key },
  ],
  'names that no rule of a large role fits': () => [
    'issue/large',
    { alt_names: times(4_990, (n) => `a${n}.example.org`), ...key },
  ],
  'long names for a large role': () => [
    'issue/large',
    { alt_names: times(4_000, (n) => `${'x1.'.repeat(80)}${n}.org`), ...key },
  ],
  'addresses for a large role': () => [
    'issue/large',
    { uri_sans: times(4_990, (n) => `https://a.x${n}.example.com/y/${n}`), ...key },
  ],
  'long addresses for a large role': () => [
    'issue/large',
    { uri_sans: times(3_000, (n) => `https://a.x1.${'a'.repeat(3_000)}/${n}`), ...key },
  ],
  'other names for a large role': () => ['issue/large', { other_sans: times(4_990, (n) => `1.2.${n};UTF8:a`), ...key }],
  'identities for a large role': () => ['issue/large', { user_ids: times(4_990, (n) => `user${n}`), ...key }],
  'a request for a large role': () => [
    'sign/large',
    { csr: request(shortName(), extensions['4,999 names']?.() ?? []) },
  ],
  'mailboxes for a large role': () => [
    'issue/large',
    { alt_names: times(4_990, (n) => `m@a${n}.x${n}.example.com`), ...key },
  ],
  'IP addresses for a large role': () => [
    'issue/large',
    { ip_sans: times(4_990, (n) => `10.0.${n >> 8}.${n & 255}`), ...key },
  ],
  'names to explain': () => [
    'issue/large',
    { alt_names: times(4_990, (n) => `*.x${n}.example.com`), ...key, ttl: '900000h' },
  ],
  'a chain of one issuer': () => ['issuer/default', { manual_chain: times(190_000, () => '{{issuer}}') }],
  'a certificate that is large to revoke': () => [
    'revoke',
    { certificate: pemOf('CERTIFICATE', authority('x', extensions['names']?.())) },
  ],
  'a text that fills PEM': () => [
    'config/ca',
    { pem_bundle: `-----BEGIN CERTIFICATE-----\n${'A'.repeat(mostPem - 100)}\n-----END CERTIFICATE-----` },
  ],
  'deep DER': () => [
    'sign/web',
    {
      csr: pemOf(
        'CERTIFICATE REQUEST',
        times(5_000, () => 0).reduce((inner: Buffer) => encode(0x30, inner), integer(1)),
      ),
    },
  ],
  'many small values of DER': () => [
    'sign/web',
    { csr: pemOf('CERTIFICATE REQUEST', sequence(Buffer.from('0500'.repeat(250_000), 'hex'))) },
  ],
};

export function largeX509Shot(choices: Choices): Shot {
  const what = choices.one(Object.keys(larges));
  const [path, body] = larges[what]?.() ?? ['', {}];
  return {
    ...{
      target: 'large-x509',
      what,
      method: 'POST',
      path: `/v1/{{mount}}/${path}`,
      speech: 'vault',
      sender: 'administrator',
    },
    headers: { 'content-type': 'application/json', 'x-vault-request': 'true' },
    body: written(body),
  };
}
