import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byMac, dataOf, openCmp } from './live.js';
import type { CmpForTests } from './live.js';

/** Every command of `openssl cmp`, against a server over HTTP. */
let cmp: CmpForTests;
beforeAll(async () => {
  cmp = await openCmp();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await cmp.key(`${name}.key`);
});
afterAll(() => cmp.close());

const subject = (name: string) => ['-subject', `/CN=${name}.device.example`];
const certificate = (name: string) => new X509Certificate(cmp.read(name));

async function succeeds(command: string, args: readonly string[], path?: string): Promise<string> {
  const { code, said } = await cmp.cmp(command, args, path);
  expect(code, said).toBe(0);
  return said;
}

async function fails(command: string, args: readonly string[], path?: string): Promise<string> {
  const { code, said } = await cmp.cmp(command, [...args, '-unprotected_errors'], path);
  expect(code, said).not.toBe(0);
  return said;
}

/** A certificate by a secret of its own. */
async function enrolled(name: string, more: readonly string[] = []) {
  const secret = await cmp.secret();
  const out = ['-certout', `${name}.pem`, '-chainout', `${name}-chain.pem`];
  await succeeds('ir', [...byMac(secret), '-newkey', `${name}.key`, ...subject(name), ...out, ...more]);
  return secret;
}

const signedBy = (name: string) => [
  ...['-cert', `${name}.pem`, '-key', `${name}.key`, '-trusted', 'root.pem', '-recipient', '/CN=CMP Root'],
];

test('ir with a MAC, confirmed, and the secret is used up', async () => {
  const secret = await cmp.secret();
  const asked = [...byMac(secret), '-newkey', 'a.key', '-certout', 'a.pem', '-cacertsout', 'ca.pem'];
  await succeeds('ir', [...asked, ...subject('a')]);
  expect(certificate('a.pem').subject).toBe('CN=a.device.example');
  expect(certificate('a.pem').verify(certificate('root.pem').publicKey)).toBe(true);
  expect(certificate('ca.pem').raw.equals(certificate('root.pem').raw)).toBe(true);
  expect(await fails('ir', [...asked, ...subject('a')])).toContain('used up');
  expect(dataOf(await cmp.ask('GET', `cmp/secrets/${secret.reference}`))['uses']).toBe(1);
});

test('ir with names, implicitly confirmed', async () => {
  const secret = await cmp.secret();
  const said = await succeeds('ir', [
    ...[...byMac(secret), '-newkey', 'b.key', ...subject('b'), '-sans', 'x.device.example', '-certout', 'b.pem'],
    ...['-implicit_confirm', '-days', '2'],
  ]);
  expect(said).not.toContain('CERTCONF');
  expect(certificate('b.pem').subjectAltName).toContain('DNS:x.device.example');
});

test('what the role forbids is refused in its words', async () => {
  const secret = await cmp.secret();
  const said = await fails('ir', [
    ...byMac(secret),
    '-newkey',
    'b.key',
    '-subject',
    '/CN=evil.example',
    '-certout',
    'x.pem',
  ]);
  expect(said).toContain('common name evil.example not allowed by this role');
  expect(dataOf(await cmp.ask('GET', `cmp/secrets/${secret.reference}`))['uses']).toBe(0);
});

test('cr and p10cr with a MAC', async () => {
  const secret = await cmp.secret({ max_uses: 2 });
  await succeeds('cr', [...byMac(secret), '-newkey', 'c.key', ...subject('c'), '-certout', 'c.pem']);
  await cmp.openssl('req', '-new', '-key', 'd.key', '-subj', '/CN=d.device.example', '-out', 'd.csr');
  await succeeds('p10cr', [...byMac(secret), '-csr', 'd.csr', '-certout', 'd.pem']);
  expect(certificate('d.pem').subject).toBe('CN=d.device.example');
});

test('kur by the certificate that is renewed, and not with other names', async () => {
  await enrolled('e');
  const out = ['-newkey', 'f.key', '-certout', 'f.pem'];
  await succeeds('kur', [...signedBy('e'), ...out]);
  expect(certificate('f.pem').subject).toBe('CN=e.device.example');
  expect(certificate('f.pem').serialNumber).not.toBe(certificate('e.pem').serialNumber);
  const said = await fails('kur', [...signedBy('e'), ...subject('other'), '-newkey', 'f.key', '-certout', 'x.pem']);
  expect(said).toContain('a renewed certificate has the names of the one that it replaces');
});

test('rr of its own certificate, which then signs nothing', async () => {
  await enrolled('a');
  await succeeds('rr', [...signedBy('a'), '-oldcert', 'a.pem', '-revreason', '4']);
  const serial = certificate('a.pem')
    .serialNumber.toLowerCase()
    .replaceAll(/(..)(?=.)/g, '$1:');
  expect(dataOf(await cmp.ask('GET', `cert/${serial}`))['revocation_time']).not.toBe(0);
  expect(await fails('kur', [...signedBy('a'), '-newkey', 'f.key', '-certout', 'x.pem'])).toContain('revoked');
});

test('rr by the secret that it was had with, and not by another', async () => {
  const secret = await enrolled('b');
  const other = await cmp.secret();
  expect(await fails('rr', [...byMac(other), '-oldcert', 'b.pem'])).toContain('not its own');
  await succeeds('rr', [...byMac(secret), '-oldcert', 'b.pem']);
});

test('rr of the certificate of another', async () => {
  await enrolled('c');
  await enrolled('d');
  expect(await fails('rr', [...signedBy('c'), '-oldcert', 'd.pem'])).toContain('signerNotTrusted');
});

test.each(['caCerts', 'signKeyPairTypes', 'certReqTemplate', 'currentCRL'])('genm %s', async (type) => {
  const secret = await cmp.secret();
  expect(await succeeds('genm', [...byMac(secret), '-infotype', type])).toContain(`id-it-${type}`);
});

test('a weak MAC, a wrong one, none, and one of an unknown reference', async () => {
  const secret = await cmp.secret();
  const rest = ['-newkey', 'b.key', ...subject('b'), '-certout', 'x.pem'];
  const { reference } = secret;
  expect(await fails('ir', ['-ref', reference, '-secret', `pass:${secret.secret}`, ...rest])).toContain('SHA-1');
  const wrong = await fails('ir', [...byMac({ reference, secret: 'something else' }), ...rest]);
  const unknown = await fails('ir', [...byMac({ reference: 'nobody', secret: 'something else' }), ...rest]);
  const said = 'the MAC is wrong, or there is no secret of this reference';
  expect(wrong).toContain(said);
  expect(unknown).toContain(said);
  const unprotected = ['-unprotected_requests', '-ref', reference, '-secret', 'pass:x'];
  expect(await fails('ir', [...unprotected, ...rest])).toContain('not protected');
});

test.each([
  ['-1', 'has no proof of possession'],
  ['0', 'raVerified'],
  ['2', 'decryption is not offered'],
])('proof of possession %s', async (popo, words) => {
  const secret = await cmp.secret();
  const asked = [...byMac(secret), '-newkey', 'b.key', ...subject('b'), '-certout', 'x.pem', '-popo', popo];
  expect(await fails('ir', asked)).toContain(words);
});

test('a registration authority vouches for keys', async () => {
  const secret = await cmp.secret({ registration_authority: true });
  await succeeds('ir', [...byMac(secret), '-newkey', 'b.key', ...subject('b'), '-certout', 'x.pem', '-popo', '0']);
});

test('RSA and Ed25519 keys; a path that names the role', async () => {
  await cmp.key('rsa.key', ['RSA', '-pkeyopt', 'rsa_keygen_bits:2048']);
  await cmp.key('ed.key', ['ED25519']);
  for (const name of ['rsa', 'ed']) {
    const secret = await cmp.secret();
    const asked = [...byMac(secret), '-newkey', `${name}.key`, ...subject(name), '-certout', `${name}.pem`];
    await succeeds('ir', asked, 'issuer/root/roles/device/cmp');
  }
  await succeeds('kur', [...signedBy('rsa'), '-newkey', 'f.key', '-certout', 'x.pem'], 'roles/device/cmp');
});

test('a path of another role than that of the secret', async () => {
  await cmp.ask('POST', 'roles/other', { allow_any_name: true, key_type: 'any' });
  const secret = await cmp.secret({ role: 'device' });
  const asked = [...byMac(secret), '-newkey', 'b.key', ...subject('b'), '-certout', 'x.pem'];
  expect(await fails('ir', asked, 'roles/other/cmp')).toContain('another role');
  await succeeds('ir', asked);
});

test('a device signs with the certificate of its maker, by an auth method and its policies', async () => {
  const { live, ask, openssl } = cmp;
  const make = (...args: readonly string[]) => openssl('req', '-x509', '-newkey', 'ec', ...curve, '-nodes', ...args);
  await make('-keyout', 'maker.key', '-out', 'maker.pem', '-subj', '/CN=Maker', '-days', '3');
  const usage = ['-addext', 'basicConstraints=critical,CA:false', '-addext', 'extendedKeyUsage=clientAuth'];
  const below = ['-CA', 'maker.pem', '-CAkey', 'maker.key', '-days', '2', ...usage];
  await make('-keyout', 'device.key', '-out', 'device.pem', '-subj', '/CN=serial 7', ...below);
  const vault = (method: string, path: string, body?: object) =>
    live.vault(method, path, body, { 'x-vault-token': live.rootToken });
  await vault('POST', 'sys/auth/makers', { type: 'cert' });
  const policy = 'path "pki/cmp" { capabilities = ["update"] }';
  await vault('POST', 'sys/policies/acl/devices', { policy });
  const role = { certificate: cmp.read('maker.pem'), token_policies: 'devices' };
  await vault('POST', 'auth/makers/certs/maker', role);
  const { accessor } = dataOf(await vault('GET', 'sys/auth/makers'));
  const config = { authenticators: { cert: { accessor, cert_role: 'maker' } } };
  expect((await ask('POST', 'config/cmp', config)).status).toBe(200);
  const asked = [
    ...['-cert', 'device.pem', '-key', 'device.key', '-extracerts', 'maker.pem', '-trusted', 'root.pem'],
    ...['-newkey', 'b.key', ...subject('signed'), '-certout', 'signed.pem', '-recipient', '/CN=CMP Root'],
  ];
  await succeeds('ir', asked);
  expect(certificate('signed.pem').subject).toBe('CN=signed.device.example');
  expect(await fails('ir', asked, 'roles/device/cmp')).toContain('may not use this path');
  await vault('POST', 'auth/makers/certs/maker', { ...role, allowed_common_names: 'somebody else' });
  expect(await fails('ir', asked)).toContain('nobody is known by the certificate');
  expect((await ask('POST', 'config/cmp', { authenticators: { cert: { accessor: 'none' } } })).status).toBe(400);
  expect((await ask('POST', 'config/cmp', { authenticators: { userpass: { accessor } } })).status).toBe(400);
});

const curve = ['-pkeyopt', 'ec_paramgen_curve:P-256'];
