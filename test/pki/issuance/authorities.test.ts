import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  Name,
  encodePem,
  extensionOids,
  findExtension,
  nameConstraints,
  subjectAltName,
} from '../../../src/pki/x509/index.js';
import { refusal } from '../../state/world.js';
import { csrPem } from '../policy/made.js';
import { certify, certifyAgain, certifyAuthority } from '../x509/authority.js';
import { authority, openIssuers, verified } from './issuers.js';
import { readPem } from './world.js';
import type { IssuanceWorld, PlacedIssuer } from './world.js';

let world: IssuanceWorld;
let root: PlacedIssuer;
let below: PlacedIssuer;
beforeAll(async () => {
  ({ world, root, below } = await openIssuers());
});
afterAll(() => world.end());

/** The last octet belongs to the signature. */
function spoiled(der: Buffer): string {
  const changed = Buffer.from(der);
  changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
  return encodePem('CERTIFICATE', changed);
}

test('an intermediate is signed with its constraints', async () => {
  const csr = await csrPem({ key: 'ec-384' });
  const issued = await world.intermediate({
    csr,
    common_name: 'Constrained',
    permitted_dns_domains: '.example.com',
    excluded_ip_ranges: '10.0.0.0/8',
    max_path_length: 0,
    skid: '01:02:03',
  });
  const certificate = readPem(issued.certificate);
  expect(certificate.extensions.basicConstraints).toEqual({ ca: true, pathLength: 0 });
  expect(certificate.extensions.subjectKeyIdentifier?.toString('hex')).toBe('010203');
  expect(findExtension(certificate.extensions, extensionOids.nameConstraints)?.critical).toBe(true);
  expect(verified(issued.certificate, below, root)).toBe('leaf.pem: OK');
});

test('a self-issued root gets another issuer and keeps the rest', async () => {
  const other = await authority('ec-256', 'Next Root');
  const signed = await world.selfIssued.sign(
    world.rootCaller,
    { mount: 'pki', issuerRef: 'root' },
    { certificate: other.pem, requireMatchingCertificateAlgorithms: true },
  );
  const certificate = readPem(signed.certificate);
  expect(certificate.serialNumber).toBe(other.certificate.serialNumber);
  expect(certificate.issuer.toString()).toBe('CN=Root');
  expect(certificate.subject.toString()).toBe('CN=Next Root');
  expect(certificate.extensions.authorityKeyIdentifier?.keyIdentifier).toEqual(
    root.holder.certificate.extensions.subjectKeyIdentifier,
  );
  expect(verified(signed.certificate, root, root)).toBe('leaf.pem: OK');
});

test('a link from an old root to a new one of the same name is self-issued, whoever signed it', async () => {
  const old = await authority('ec-256', 'Same');
  const link = await authority('ec-256', 'Same', old);
  const request = { certificate: link.pem, requireMatchingCertificateAlgorithms: false };
  const signed = await world.selfIssued.sign(world.rootCaller, { mount: 'pki', issuerRef: 'root' }, request);
  expect(verified(signed.certificate, root, root)).toBe('leaf.pem: OK');
});

test.each([
  ['a.inside.example', null],
  ['outside.example', /^the DNS name "outside.example" is not permitted by the name constraints of CN=Narrow/],
] as const)('a self-issued root for %s under an authority for inside.example', async (host, text) => {
  const mountId =
    (await world.client.mount.findUnique({ where: { path: 'narrow' } }))?.id ?? (await world.mount('narrow'));
  const constraints = nameConstraints({ permitted: { dns: ['inside.example'] }, excluded: {} });
  const narrow = await certifyAuthority({ subject: Name.of({ commonName: 'Narrow' }), extensions: [constraints] });
  await world.place(mountId, narrow, { name: `for-${host.length}`, isDefault: false });
  const other = await certifyAuthority({
    subject: Name.of({ commonName: 'Next' }),
    extensions: [subjectAltName([{ type: 'dns', value: host }])],
  });
  const signed = world.selfIssued.sign(
    world.rootCaller,
    { mount: 'narrow', issuerRef: `for-${host.length}` },
    { certificate: other.pem, requireMatchingCertificateAlgorithms: true },
  );
  if (text === null) expect(readPem((await signed).certificate).issuer.toString()).toBe('CN=Narrow');
  else expect((await refusal(signed)).message).toMatch(text);
});

test('an intermediate that has the name of its root is none', async () => {
  const mountId = await world.mount('same');
  const same = await authority('ec-256', 'Same');
  const top = await world.place(mountId, same, { name: 'top', isDefault: false, generated: true });
  const link = await authority('ec-256', 'Same', same);
  await world.place(mountId, link, { name: 'link', above: [top], generated: true });
  await world.role('w', { allow_any_name: true, key_type: 'ec', no_store: true }, 'same');
  const target = { mount: 'same', role: 'w' };
  const input = { commonName: 'a.test', removeRootsFromChain: true, format: 'pem_bundle' };
  const issued = await world.issuance.issue(world.rootCaller, target, input);
  expect(issued.caChain.map((each) => readPem(each).serialNumber)).toEqual([link.certificate.serialNumber]);
  expect(issued.certificate.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
});

test.each<[string, () => Promise<string>, RegExp]>([
  [
    'one with a signature that is not of its key',
    async () => spoiled((await authority('ec-256', 'x')).certificate.der),
    /own key/,
  ],
  ['nothing', () => Promise.resolve(''), /missing self-issued certificate/],
  ['no certificate', () => Promise.resolve('x'), /certificate could not be PEM-decoded/],
  ['no authority', async () => (await certify()).pem, /not a CA certificate/],
  ['somebody else’s', async () => (await authority('ec-256', 'x', root.holder)).pem, /not self-issued/],
  ['another key type', async () => (await authority('ed25519', 'x')).pem, /public key algorithm/],
])('%s is not signed as self-issued', async (_what, certificate, text) => {
  const request = { certificate: await certificate(), requireMatchingCertificateAlgorithms: true };
  const refused = await refusal(world.selfIssued.sign(world.rootCaller, { mount: 'pki', issuerRef: 'root' }, request));
  expect(refused.code).toBe('REQUEST_REFUSED');
  expect(refused.message).toMatch(text);
});

test('constraints above an issuer hold, whatever chain an operator gave it', async () => {
  const mountId = await world.mount('constrained');
  const above = await certifyAuthority({
    extensions: [nameConstraints({ permitted: { dns: ['inside.example'] }, excluded: {} })],
  });
  const between = await certifyAuthority({ issuer: above });
  await world.place(mountId, above, { isDefault: false });
  await world.place(mountId, between, { isDefault: false });
  await world.place(mountId, await certifyAuthority({ issuer: between }), { above: [] });
  await world.role('any', { allow_any_name: true, key_type: 'ec', ttl: '1h' }, 'constrained');
  const issue = (commonName: string) =>
    world.issuance.issue(world.rootCaller, { mount: 'constrained', role: 'any' }, { commonName });
  await expect(issue('a.inside.example')).resolves.toMatchObject({ warnings: [] });
  await expect(issue('a.outside.example')).rejects.toMatchObject({ code: 'REQUEST_REFUSED' });
});

test('constraints of who certified a root, or was that root before, are none of its own', async () => {
  const mountId = await world.mount('crossed');
  const within = (host: string) => [nameConstraints({ permitted: { dns: [host] }, excluded: {} })];
  const subject = Name.of({ commonName: 'Reissued' });
  const before = await certifyAuthority({ subject, extensions: within('inside.example') });
  const partner = await certifyAuthority({ extensions: within('partner.example') });
  const now = { notBefore: new Date() };
  const reissued = await certifyAgain(before, before, { extensions: within('example'), ...now });
  const crossed = await certifyAgain(before, partner);
  const chain = [];
  for (const holder of [before, partner, crossed]) chain.push(await world.place(mountId, holder, { isDefault: false }));
  await world.place(mountId, reissued, { name: 'reissued', isDefault: false, above: chain });
  await world.place(mountId, await certifyAuthority({ issuer: before }), { name: 'below', above: chain });
  for (const issuer of ['reissued', 'below']) {
    const role = { allow_any_name: true, key_type: 'ec', ttl: '1h', issuer_ref: issuer };
    await world.role(issuer, role, 'crossed');
    const issue = (commonName: string) =>
      world.issuance.issue(world.rootCaller, { mount: 'crossed', role: issuer }, { commonName });
    await expect(issue('a.outside.example')).resolves.toMatchObject({ warnings: [] });
    await expect(issue('a.outside.test')).rejects.toMatchObject({ code: 'REQUEST_REFUSED' });
  }
});
