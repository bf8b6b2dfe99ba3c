import { createPrivateKey, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Name, basicConstraints, encodePem } from '../../../src/pki/x509/index.js';
import type { IssuedCertificate } from '../../../src/pki/issuance/certificate-making.js';
import { refusal } from '../../state/world.js';
import { csrPem } from '../policy/made.js';
import { opensslFolder } from '../x509/openssl.js';
import { origin } from '../../identity/world.js';
import { openIssuers, verified } from './issuers.js';
import { readPem } from './world.js';
import type { IssuanceWorld, PlacedIssuer } from './world.js';

let world: IssuanceWorld;
let root: PlacedIssuer;
let below: PlacedIssuer;
beforeAll(async () => {
  ({ world, root, below } = await openIssuers());
});
afterAll(() => world.end());

let before: number;
beforeEach(async () => {
  before = await world.stored();
});

test.each([
  ['ec', 224, 'ec-224'],
  ['ec', 256, 'ec-256'],
  ['ec', 384, 'ec-384'],
  ['ec', 521, 'ec-521'],
  ['ed25519', 0, 'ed25519'],
  ['rsa', 2048, 'rsa-2048'],
])('a key of %s %d is made, certified and openssl accepts it', async (type, bits, name) => {
  await world.role(name, { allow_any_name: true, key_type: type, key_bits: bits });
  const issued = await world.issue(name, {
    common_name: 'host.example.com',
    alt_names: 'a@example.com',
    ip_sans: '::1',
  });
  expect(verified(issued.certificate, below, root)).toBe('leaf.pem: OK');
  const { publicKey } = readPem(issued.certificate);
  expect(createPublicKey(createPrivateKey(issued.privateKey ?? '')).equals(publicKey.key)).toBe(true);
  expect(issued.privateKeyType).toBe(type);
});

test.each(['below', 'root', 'ec-256', 'ec-521', 'ed25519'])(
  'issuer %s signs what is asked of it',
  async (issuerRef) => {
    const issued = await world.issue('ec', { common_name: 'host.example.com' }, issuerRef);
    const { put, tryOpenssl } = opensslFolder();
    put('root.pem', root.holder.pem);
    put('issuer.pem', issued.issuingCa);
    put('leaf.pem', issued.certificate);
    expect(
      tryOpenssl('verify', '-x509_strict', '-CAfile', 'root.pem', '-untrusted', 'issuer.pem', 'leaf.pem').output,
    ).toBe('leaf.pem: OK\n');
  },
);

test.each([
  // parameters                                              certificate           private key
  [{}, /^-----BEGIN CERTIFICATE/, /^-----BEGIN EC PRIVATE/],
  [{ private_key_format: 'pem' }, /^-----BEGIN CERTIFICATE/, /^-----BEGIN EC PRIVATE/],
  [{ private_key_format: 'pkcs8' }, /^-----BEGIN CERTIFICATE/, /^-----BEGIN PRIVATE/],
  [{ format: 'der' }, /^MII[A-Za-z0-9+/]+=*$/, /^MHcC[A-Za-z0-9+/]+=*$/],
  [{ format: 'der', private_key_format: 'pkcs8' }, /^MII/, /^-----BEGIN PRIVATE/],
  [
    { format: 'pem_bundle' },
    /^-----BEGIN EC PRIVATE KEY-----[^]+-----BEGIN CERTIFICATE-----[^]+-----BEGIN CERTIFICATE-----[^]+-----END CERTIFICATE-----$/,
    /^-----BEGIN EC PRIVATE/,
  ],
  [
    { format: 'pem_bundle', private_key_format: 'pkcs8' },
    /^-----BEGIN EC PRIVATE KEY-----/,
    /^-----BEGIN PRIVATE KEY-----/,
  ],
])('%j is answered in its form', async (parameters, certificate, privateKey) => {
  const issued = await world.issue('ec', { common_name: 'host.example.com', ...parameters });
  expect(issued.certificate).toMatch(certificate);
  expect(issued.privateKey).toMatch(privateKey);
  expect(issued.caChain).toHaveLength(2);
});

test.each([
  ['generated here, is not in the bundle', true, 1],
  ['imported, is in it', false, 2],
])('a root that was %s', async (_what, generated, certificates) => {
  await world.client.issuer.updateMany({ where: { name: 'root' }, data: { generated } });
  await world.client.mount.updateMany({ data: { revision: { increment: 1 } } });
  const bundle = await world.sign(
    'ec',
    { csr: await csrPem(), common_name: 'a.example', format: 'pem_bundle' },
    'root',
  );
  expect(bundle.certificate.match(/BEGIN/g)).toHaveLength(certificates);
});

test('roots leave the chain when asked to', async () => {
  const issued = await world.issue('ec', { common_name: 'a.example', remove_roots_from_chain: true });
  expect(issued.caChain).toEqual([below.holder.pem.trimEnd()]);
});

test('signatures are as they were asked for', async () => {
  const csr = await csrPem({ subject: Name.of({ commonName: 'v.example' }) });
  const pss = await world.verbatim({ csr, use_pss: true, signature_bits: 512 });
  expect(readPem(pss.certificate).algorithm.name).toBe('sha512 with RSA-PSS');
  const curve = await world.verbatim({ csr, use_pss: true, signature_bits: 512 }, undefined, 'ec-256');
  expect(readPem(curve.certificate).algorithm.name).toBe('sha256 with ECDSA');
  expect(verified(pss.certificate, below, root)).toBe('leaf.pem: OK');
});

test('what a role does not store is nowhere', async () => {
  const issued = await world.issue('unstored', { common_name: 'gone.example' });
  expect(issued.certificateId).toBeUndefined();
  expect(await world.stored()).toBe(before);
});

test.each<[string, (request: { csr: string; common_name: string }) => Promise<IssuedCertificate>, string]>([
  ['an issued one', ({ common_name }) => world.issue('ec', { common_name }), 'certificate.issue'],
  ['a signed one', (request) => world.sign('ec', request), 'certificate.sign'],
  ['one by verbatim', (request) => world.verbatim(request), 'certificate.sign-verbatim'],
  ['an intermediate', (request) => world.intermediate(request), 'certificate.sign-intermediate'],
])('%s is recorded in the commit that stores it, with token and address', async (_what, how, action) => {
  const csr = await csrPem({ subject: Name.of({ commonName: 'recorded.example' }) });
  let id = '';
  const statements = await world.statements(async () => {
    id = (await how({ csr, common_name: 'recorded.example' })).certificateId ?? '';
  });
  const writes = statements.filter((sql) => /INTO "(Certificate|AuditRecord)"/.test(sql));
  expect(writes).toEqual([expect.stringMatching(/INTO "Certificate".*INTO "AuditRecord"/s)]);
  const [record] = await world.client.auditRecord.findMany({ where: { targetId: id } });
  const { tokenId, userId: actorId, origin } = world.rootCaller;
  const { remoteAddress, requestId } = origin;
  expect(record).toMatchObject({ action, outcome: 'success', tokenId, actorId, remoteAddress, requestId });
});

test('verbatim by a role that stores nothing is recorded all the same', async () => {
  const csr = await csrPem({ subject: Name.of({ commonName: 'recorded.example' }) });
  const { serialNumber } = await world.verbatim({ csr }, 'unstored');
  expect(await world.stored()).toBe(before);
  const [record] = await world.client.auditRecord.findMany({ where: { targetId: serialNumber } });
  expect(record).toMatchObject({ action: 'certificate.sign-verbatim' });
  expect(record?.details).toContain('recorded.example');
});

const pemOf = (bytes: Uint8Array): string => encodePem('CERTIFICATE REQUEST', bytes);
test.each<[string, () => Promise<unknown>, string, RegExp | string]>([
  ['unknown role', () => world.issue('none', {}), 'UNKNOWN_ROLE', 'unknown role: none'],
  ['unknown issuer', () => world.issue('ec', { common_name: 'a' }, 'none'), 'ISSUER_NOT_FOUND', /for reference/],
  ['NUL in a name', () => world.issue('ec', { common_name: 'a\0.example' }), 'REQUEST_REFUSED', /./],
  ['key type any', () => world.issue('any', { common_name: 'a' }), 'REQUEST_REFUSED', /without providing key_type/],
  [
    'both ends',
    () => world.issue('ec', { common_name: 'a', ttl: 1, not_after: '2030-01-01T00:00:00Z' }),
    'REQUEST_REFUSED',
    /Both/,
  ],
  [
    'beyond time',
    () => world.issue('ec', { common_name: 'a', not_after: '12026-01-01T00:00:00Z' }),
    'REQUEST_REFUSED',
    /not_after/,
  ],
  ['unknown format', () => world.issue('ec', { common_name: 'a', format: 'jks' }), 'REQUEST_REFUSED', /"format"/],
  [
    'a CSR that is none',
    () => world.sign('ec', { csr: pemOf(Buffer.from('3003020100', 'hex')), common_name: 'a' }),
    'REQUEST_REFUSED',
    /could not be parsed/,
  ],
  [
    'a CSR of another key type',
    async () => world.sign('ec', { csr: await csrPem({ key: 'ed25519' }), common_name: 'a' }),
    'REQUEST_REFUSED',
    'role requires keys of type ec',
  ],
  [
    'an authority verbatim',
    async () =>
      world.verbatim({
        csr: await csrPem({ subject: Name.of({ commonName: 'x' }), extensions: [basicConstraints({ ca: true })] }),
      }),
    'REQUEST_REFUSED',
    /intermediate CA certificate verbatim/,
  ],
])('%s is refused, and nothing is stored', async (_what, work, code, text) => {
  const refused = await refusal(work());
  expect(refused.code).toBe(code);
  expect(refused.message).toMatch(text);
  expect(await world.stored()).toBe(before);
});

test('a CSR with a broken signature is refused', async () => {
  const der = Buffer.from((await csrPem()).replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
  der[der.length - 5] = (der.at(-5) ?? 0) ^ 1;
  expect((await refusal(world.sign('ec', { csr: pemOf(der), common_name: 'a' }))).message).toMatch(/signature invalid/);
});

const searched = async (search: object) => {
  const page = { size: 10, from: 'start', after: null, before: null } as const;
  const { nodes } = await world.certificates.search(
    world.rootCaller,
    'pki',
    search,
    { field: 'issuedAt', direction: 'DESC' },
    page,
  );
  return nodes.map(({ serialNumber }) => serialNumber);
};

test('names are found however they are spelled', async () => {
  const wish = { common_name: 'bücher.example.com', ip_sans: ['2001:db8:0:0::1', '10.1.2.3'] };
  const { serialNumber } = await world.issue('ec', wish);
  await world.settled();
  for (const search of [
    { name: 'bücher.example.com' },
    { name: 'BÜCHER.example.com', nameKind: 'dns' },
    { name: 'xn--bcher-kva.example.com' },
    { name: '2001:DB8::1' },
    { name: '2001:db8:0:0:0:0:0:1', nameKind: 'ip' },
    { name: '10.1.2.3' },
  ])
    expect(await searched(search), JSON.stringify(search)).toEqual([serialNumber]);
  expect(await searched({ name: 'b\u00fccher.example.org' })).toEqual([]);
});

test('a thousand names are certified, and more names than that are found', async () => {
  const names = Array.from({ length: 1000 }, (_, n) => `n${n}.many.example.com`);
  const issued = await world.issue('ec', { common_name: 'first.example.com', alt_names: names });
  await world.settled();
  expect(await searched({ name: 'N999.many.example.com' })).toEqual([issued.serialNumber]);
  expect(await searched({ below: 'many.example.com' })).toEqual([issued.serialNumber]);
  expect(await searched({ name: 'many.example.com' })).toEqual([]);
  expect(
    await searched({ name: 'first.example.com', nameKind: 'cn', role: 'ec', issuer: 'below', status: 'valid' }),
  ).toEqual([issued.serialNumber]);
  expect(await searched({ name: 'first.example.com', expiresBefore: new Date() })).toEqual([]);
});

test('names are indexed without a change to the mount, which others wait for, and all that is stored is counted', async () => {
  const mount = () => world.client.mount.findUniqueOrThrow({ where: { path: 'pki' } });
  const seen = await mount();
  await world.issue('ec', { common_name: 'counted.example.com' });
  await world.settled();
  expect(await world.client.certificate.count({ where: { indexed: false } })).toBe(0);
  expect(await mount()).toEqual(seen);
  const page = { size: 1, from: 'start', after: null, before: null } as const;
  const found = await world.certificates.search(
    world.rootCaller,
    'pki',
    {},
    { field: 'issuedAt', direction: 'DESC' },
    page,
  );
  expect(Number(await found.count())).toBe(await world.stored());
});

test('a dry run says every rule and stores nothing', async () => {
  await world.role('strict', {
    allowed_domains: 'example.com',
    allow_subdomains: true,
    key_type: 'ec',
    allow_ip_sans: false,
  });
  const target = { mount: 'pki', role: 'strict' };
  const { decision: refused } = await world.issuance.explain(world.rootCaller, target, {
    commonName: 'a.org',
    ipSans: ['192.0.2.1'],
  });
  expect(refused.broken?.map(({ rule }) => rule)).toEqual(['name-allowed', 'ip-sans-allowed']);
  const { decision: allowed } = await world.issuance.explain(world.rootCaller, target, { commonName: 'a.example.com' });
  expect(allowed.broken).toBeUndefined();
  expect(await world.stored()).toBe(before);
});

test('an RSA key lies ready once a role wants it, and each is given out once', async () => {
  world.keys.expect({ type: 'rsa', bits: 2048 });
  const keys = await Promise.all([1, 2, 3].map(() => world.keys.take({ type: 'rsa', bits: 2048 }, { account: 'a' })));
  expect(new Set(keys.map(({ traditional }) => traditional.toString('hex'))).size).toBe(3);
});

test.each(['issue', 'sign'] as const)('without a row for it, %s leaves a record', async (verb) => {
  const asked = { common_name: 'unstored.example' };
  const { serialNumber } = await (verb === 'issue'
    ? world.issue('unstored', asked)
    : world.sign('unstored', { ...asked, csr: await csrPem() }));
  const [record, ...others] = await world.client.auditRecord.findMany({ where: { targetId: serialNumber } });
  expect(others).toEqual([]);
  expect(record).toMatchObject({ action: `certificate.${verb}`, outcome: 'success', targetName: serialNumber });
  const details: unknown = JSON.parse(record?.details ?? '');
  expect(details).toMatchObject({ mount: 'pki', role: 'unstored', subject: 'CN=unstored.example' });
});

test('templates of a role speak of the account of a token, and of nobody for an orphan', async () => {
  const own = { allowed_domains: '{{identity.entity.name}}.example', allowed_domains_template: true };
  await world.role('own', { ...own, allow_bare_domains: true, key_type: 'ec' });
  await world.policies.write(world.rootCaller, 'own', 'path "pki/issue/own" { capabilities = ["update"] }');
  const issueAs = async (noParent: boolean, policies: readonly string[]) => {
    const { text } = await world.serviceTokens.create(world.rootCaller, { policies, noParent });
    const caller = await world.authentication.authenticate(text, origin);
    if (!caller) throw new Error('the token is not accepted');
    return world.issuance.issue(caller, { mount: 'pki', role: 'own' }, { commonName: 'root.example' });
  };
  await expect(issueAs(false, ['own'])).resolves.toMatchObject({ warnings: [] });
  for (const policies of [['own'], ['root']]) {
    await expect(issueAs(true, policies)).rejects.toThrow('common name root.example not allowed by this role');
  }
});

test('policies are asked about the path that the mount has, however it is spelled', async () => {
  const require = vi.spyOn(world.policies, 'require');
  const target = { mount: '/pki//', role: 'ec' };
  const issued = await world.issuance.issue(world.rootCaller, target, { commonName: 'a.example' });
  await world.issuance.signVerbatim(world.rootCaller, { mount: 'pki/' }, { csr: await csrPem() }).catch(() => null);
  await world.roles.read(world.rootCaller, { mount: 'pki/', name: 'ec' });
  await world.certificates.serials(world.rootCaller, '/pki', { size: 10, after: null });
  const asked = require.mock.calls.map(([, path]) => path);
  require.mockRestore();
  expect(issued.serialNumber).toMatch(/^[0-9a-f:]+$/);
  expect(asked).toEqual(['pki/issue/ec', 'pki/sign-verbatim', 'pki/roles/ec', 'pki/certs/']);
});
