import { beforeAll, describe, expect, test } from 'vitest';
import { authorityTools } from './harness/authority-tools.js';
import { onSharedServer } from './harness/site.js';
import { keptKey } from './harness/pem.js';

const { api, described, openssl, publicKey, verifies, withRoot } = authorityTools(onSharedServer());

let root: { path: string; certificate: string };
beforeAll(async () => {
  root = await withRoot();
  (await api().write(`${root.path}/roles/signing`, { allow_any_name: true, key_type: 'any' })).expect(200);
});

const pss = (hash: string) => [`-${hash}`, '-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:digest'];
const made = (kind: string) => () => openssl.request(kind).key;

const keys: Readonly<Record<string, { key: () => string; how?: readonly string[]; shown: string }>> = {
  'RSA 2048': { key: () => keptKey('rsa-2048'), shown: '(2048 bit)' },
  'RSA 3072': { key: () => keptKey('rsa-3072'), shown: '(3072 bit)' },
  'RSA 4096': { key: () => keptKey('rsa-4096'), shown: '(4096 bit)' },
  'RSA 2048, signed with PSS and SHA-256': { key: () => keptKey('rsa-2048'), how: pss('sha256'), shown: '(2048 bit)' },
  'RSA 3072, signed with PSS and SHA-512': { key: () => keptKey('rsa-3072'), how: pss('sha512'), shown: '(3072 bit)' },
  'RSA 2048, signed with SHA-512': { key: () => keptKey('rsa-2048'), how: ['-sha512'], shown: '(2048 bit)' },
  'P-224': { key: made('ec:P-224'), shown: 'NIST CURVE: P-224' },
  'P-256': { key: made('ec:P-256'), shown: 'NIST CURVE: P-256' },
  'P-384': { key: made('ec:P-384'), shown: 'NIST CURVE: P-384' },
  'P-521': { key: made('ec:P-521'), shown: 'NIST CURVE: P-521' },
  Ed25519: { key: made('ed25519'), shown: 'ED25519 Public-Key' },
};

describe.each(Object.entries(keys))('a request of openssl for %s', (_kind, { key, how = [], shown }) => {
  let secret: string;
  let csr: string;
  beforeAll(() => {
    secret = key();
    const asked = ['-subj', '/CN=asked.example.com', '-addext', 'subjectAltName=DNS:asked.example.com'];
    csr = openssl.ok('req', '-new', '-key', openssl.file(secret), ...asked, ...how);
  });

  test.each([
    ['sign/signing', false],
    ['issuer/default/sign/signing', false],
    ['sign-verbatim', false],
    ['sign-verbatim/signing', false],
    ['issuer/default/sign-verbatim', false],
    ['root/sign-intermediate', true],
    ['issuer/default/sign-intermediate', true],
  ])('is signed by %s', async (at, authority) => {
    const body = { csr, common_name: 'asked.example.com', ttl: '1h' };
    const pem = (await api().write(`${root.path}/${at}`, body)).text('certificate');
    expect(verifies(pem, root.certificate)).toMatchObject({ ok: true });
    expect(publicKey(pem)).toBe(openssl.ok('pkey', '-in', openssl.file(secret), '-pubout'));
    const text = described(pem, '-text');
    expect(text).toContain(shown);
    expect(text.includes('CA:TRUE')).toBe(authority);
    expect(described(pem, '-ext', 'subjectAltName')).toContain('DNS:asked.example.com');
  });
});

describe('a request for a key that is none of these', () => {
  test.each([
    ['a key that is for PSS alone', ['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048'], /public key/],
    ['Ed448', ['-algorithm', 'ED448'], /public key/],
    [
      'a curve of brainpool',
      ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1'],
      /public key: EC on/,
    ],
  ] as const)('%s: refused on every path', async (_what, how, text) => {
    const key = openssl.ok('genpkey', ...how);
    const csr = openssl.ok('req', '-new', '-key', openssl.file(key), '-subj', '/CN=a.example.com');
    for (const at of ['sign/signing', 'sign-verbatim', 'root/sign-intermediate'])
      expect((await api().write(`${root.path}/${at}`, { csr, common_name: 'a.example.com' })).refusal).toEqual({
        status: 400,
        text: expect.stringMatching(text) as string,
      });
  });
});

describe('sign-verbatim', () => {
  const settings = `
[req]
prompt = no
distinguished_name = subject
string_mask = MASK:0x800
req_extensions = wish
[subject]
O = Übung
CN = as it is
[wish]
subjectAltName = DNS:anything.example, email:a@b.example, URI:urn:x, IP:192.0.2.1, otherName:1.2.3;UTF8:other, RID:1.2.4
keyUsage = critical, digitalSignature
extendedKeyUsage = clientAuth, 1.3.6.1.4.1.99999.1
certificatePolicies = 1.2.3.4
1.3.6.1.4.1.99999.2 = ASN1:UTF8String:mine
`;

  test.each([[''], ['bob']])(
    'takes what openssl put into the request, kinds of strings too, with user_ids=%o',
    async (userIds) => {
      const { key } = openssl.request('ec:P-256');
      const csr = openssl.ok('req', '-new', '-utf8', '-key', openssl.file(key), '-config', openssl.file(settings));
      const body = { csr, user_ids: userIds, ttl: '1h' };
      const pem = (await api().write(`${root.path}/sign-verbatim`, body)).text('certificate');
      expect(verifies(pem, root.certificate)).toMatchObject({ ok: true });
      const fields = openssl.ok('asn1parse', '-in', openssl.file(pem));
      expect(fields.match(/BMPSTRING/g)).toHaveLength(2);
      expect(described(pem, '-subject', '-nameopt', 'utf8,sep_comma_plus')).toBe(
        `subject=O=Übung,CN=as it is${userIds === '' ? '' : `,UID=${userIds}`}\n`,
      );
      const text = described(pem, '-text');
      for (const part of [
        'DNS:anything.example, email:a@b.example, URI:urn:x, IP Address:192.0.2.1',
        'Registered ID:1.2.4',
        'X509v3 Key Usage: critical',
        'TLS Web Client Authentication, 1.3.6.1.4.1.99999.1',
        'Policy: 1.2.3.4',
        '1.3.6.1.4.1.99999.2',
      ])
        expect(text).toContain(part);
    },
  );
});
