import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openInstallation } from './installation.js';
import type { Installation } from './installation.js';

let world: Installation;
const mounts = ['pki', 'second', 'third'];
const day = 86_400_000;

beforeAll(async () => {
  world = await openInstallation();
  const root = await world.root();
  const { roots, roles, issuance, mountConfig } = world.pki;
  for (const mount of mounts) {
    if (mount !== 'pki') await world.pki.mounts.create(root, mount, {});
    await mountConfig.changeUrls(root, mount, {
      issuingCertificates: ['http://a.example/ca'],
      crlDistributionPoints: ['http://a.example/crl'],
      ocspServers: ['http://a.example/ocsp'],
    });
    await roots.generate(root, mount, 'internal', { keyType: 'ec', commonName: 'Root', ttl: 400 * 86_400 });
    for (const days of [1, 2, 3]) {
      // The one whose details are read has a key that takes long to make.
      const keyType = mount === 'pki' && days === 3 ? 'rsa' : 'ec';
      await roles.write(root, { mount, name: 'web' }, { allowAnyName: true, keyType, organization: ['Acme'] });
      world.clock.advance(1_000);
      await issuance.issue(
        root,
        { mount, role: 'web' },
        { commonName: `t${days * 24}h.example.com`, ttl: days * 86_400 },
      );
    }
  }
});
afterAll(() => world.end());

const said = `commonName certificate subject issuerName keyUsages extKeyUsages extKeyUsageOids subjectKeyId authorityKeyId
  publicKeyAlgorithm signatureAlgorithm basicConstraints { isAuthority maxPathLength } fingerprints { sha256 sha1 }
  urls { issuingCertificates crlDistributionPoints deltaCrlDistributionPoints ocspServers }`;

const details = z.object({
  certificate: z.string(),
  subject: z.string().nullable(),
  fingerprints: z.object({ sha256: z.string(), sha1: z.string() }),
});
const listed = z.object({ certificates: z.object({ nodes: z.array(details.loose()) }) });

test('a certificate tells what it says itself', async () => {
  const { data, errors } = await world.ask(`{ certificates(filter: { role: "web" }, first: 1) { nodes { ${said} } } }`);
  expect(errors).toEqual([]);
  const [shown] = listed.parse(data).certificates.nodes;
  const { certificate: pem = '', ...told } = shown ?? {};
  const judge = new X509Certificate(pem);
  expect(told).toMatchObject({
    commonName: 't72h.example.com',
    subject: 'CN=t72h.example.com,O=Acme',
    issuerName: 'CN=Root',
    keyUsages: ['DIGITAL_SIGNATURE', 'KEY_ENCIPHERMENT', 'KEY_AGREEMENT'],
    extKeyUsages: ['SERVER_AUTH', 'CLIENT_AUTH'],
    extKeyUsageOids: judge.keyUsage,
    publicKeyAlgorithm: 'rsaEncryption',
    signatureAlgorithm: 'ECDSAWithSHA256',
    basicConstraints: { isAuthority: false, maxPathLength: null },
    fingerprints: { sha256: judge.fingerprint256.toLowerCase(), sha1: judge.fingerprint.toLowerCase() },
    urls: {
      issuingCertificates: ['http://a.example/ca'],
      crlDistributionPoints: ['http://a.example/crl'],
      deltaCrlDistributionPoints: [],
      ocspServers: ['http://a.example/ocsp'],
    },
  });
  const issuer = await world.ask('{ issuer { subjectKeyId } }');
  expect(issuer.data).toEqual({ issuer: { subjectKeyId: shown?.['authorityKeyId'] } });
  const root = await world.ask(`{ certificates(filter: { commonName: "Root" }) { nodes { ${said} } } }`);
  expect(listed.parse(root.data).certificates.nodes).toMatchObject([
    { basicConstraints: { isAuthority: true, maxPathLength: null }, publicKeyAlgorithm: 'id-ecPublicKey, secp256r1' },
  ]);
});

test('one that cannot be read is null with an error, and stands in nobody’s way', async () => {
  const row = await world.client.certificate.findFirstOrThrow({ where: { commonName: 't24h.example.com' } });
  await world.client.certificate.update({ where: { id: row.id }, data: { certificate: new Uint8Array([1]) } });
  const query =
    '{ certificates(filter: { role: "web" }, first: 10) { nodes { certificate subject fingerprints { sha256 sha1 } } } }';
  const { data, errors } = await world.ask(query);
  const { nodes } = listed.parse(data).certificates;
  expect(nodes.map(({ subject }) => subject)).toEqual([
    'CN=t72h.example.com,O=Acme',
    'CN=t48h.example.com,O=Acme',
    null,
  ]);
  expect(errors).toMatchObject([
    { path: ['certificates', 'nodes', 2, 'subject'], extensions: { code: 'CONTENT_DAMAGED' } },
  ]);
  await world.client.certificate.update({ where: { id: row.id }, data: { certificate: row.certificate } });
});

const buckets = z.array(z.object({ from: z.string(), count: z.number(), hasMore: z.boolean() })).nullable();
const histograms = z.object({ mounts: z.object({ nodes: z.array(z.object({ expiryHistogram: buckets })) }) });

async function histogram(from: Date, to: Date, bucket: string, first = 10) {
  const args = `from: "${from.toISOString()}", to: "${to.toISOString()}", bucket: "${bucket}"`;
  return world.ask(`{ mounts(first: ${first}) { nodes { expiryHistogram(${args}) { from count hasMore } } } }`);
}

test('how many expire when, in one statement for all mounts', async () => {
  const from = new Date(world.clock.now().getTime() + day / 2);
  const [one, all] = [
    await histogram(from, new Date(from.getTime() + 4 * day), 'P1D', 1),
    await histogram(from, new Date(from.getTime() + 4 * day), 'P1D'),
  ];
  expect(one.reads.length).toBeGreaterThan(0);
  expect(one.reads.length).toBe(all.reads.length);
  const { nodes } = histograms.parse(all.data).mounts;
  expect(nodes).toHaveLength(mounts.length);
  for (const { expiryHistogram } of nodes)
    expect(expiryHistogram?.map(({ count, hasMore }) => [count, hasMore])).toEqual([
      [1, false],
      [1, false],
      [1, false],
      [0, false],
    ]);
});

test.each([
  [0, 'P1D', 'to must be after from'],
  [
    101 * day,
    'P1D',
    'from, to and bucket make 101 buckets; at most 100 are allowed, so bucket must be at least 87264 seconds',
  ],
  [day, 'PT0S', 'bucket must not be zero'],
])('a range of %i milliseconds by %s: %s', async (length, bucket, message) => {
  const from = world.clock.now();
  const { data, errors } = await histogram(from, new Date(from.getTime() + length), bucket, 1);
  expect(data).toEqual({ mounts: { nodes: [{ expiryHistogram: null }] } });
  expect(errors).toMatchObject([{ message, extensions: { code: 'INVALID_PARAMETER' } }]);
});
