import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { described, fileOf, openPkiWorld, openssl } from '../world.js';
import type { PkiWorld } from '../world.js';
import { refusal } from '../../state/world.js';
import { inVault } from '../../../src/platform/wording.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

let mounts = 0;
const mount = async () => (await world.mounts.create(world.operator, `roots-${++mounts}`, {})).path;
const ec = { keyType: 'ec', commonName: 'Root' };

describe('a generated root', () => {
  test.each([
    [{ keyType: 'rsa' }, 'sha256WithRSAEncryption', '2048 bit'],
    [{ keyType: 'rsa', usePss: true }, 'rsassaPss', '2048 bit'],
    [{ keyType: 'rsa', signatureBits: 512 }, 'sha512WithRSAEncryption', '2048 bit'],
    [{ keyType: 'ec', keyBits: 224 }, 'ecdsa-with-SHA256', '224 bit'],
    [{ keyType: 'ec' }, 'ecdsa-with-SHA256', '256 bit'],
    [{ keyType: 'ec', signatureBits: 224 }, 'ecdsa-with-SHA256', '256 bit'],
    [{ keyType: 'ec', keyBits: 384 }, 'ecdsa-with-SHA384', '384 bit'],
    [{ keyType: 'ec', keyBits: 521 }, 'ecdsa-with-SHA512', '521 bit'],
    [{ keyType: 'ed25519' }, 'ED25519', 'ED25519'],
  ])('%j is signed with %s', async (given, algorithm, size) => {
    const path = await mount();
    const root = await world.roots.generate(world.operator, path, 'internal', { commonName: 'Root', ...given });
    const text = described('x509', root.certificate);
    expect(text).toContain(`Signature Algorithm: ${algorithm}`);
    expect(text).toContain(size);
    expect(text).toContain('CA:TRUE');
    expect(text).toContain('Certificate Sign, CRL Sign');
    expect(root.privateKey).toBeNull();
    const file = fileOf(root.certificate);
    expect(
      openssl('verify', '-attime', '1767225700', '-x509_strict', '-check_ss_sig', '-CAfile', file, file),
    ).toMatchObject({ ok: true });
    expect(root.issuer).toMatchObject({ isDefault: true, isRoot: true });
  });

  test('says everything that was asked for', async () => {
    const path = await mount();
    const { certificate, issuer, key } = await world.roots.generate(world.operator, path, 'internal', {
      ...ec,
      commonName: 'My CA',
      altNames: ['ca.example.com', 'ca@example.com'],
      ipSans: ['192.0.2.1'],
      uriSans: ['https://ca.example.com/'],
      otherSans: ['1.3.6.1.4.1.311.20.2.3;UTF8:me@example.com'],
      excludeCnFromSans: true,
      organization: ['Example'],
      ou: ['One', 'Two'],
      country: ['DE'],
      locality: ['Berlin'],
      province: ['BE'],
      streetAddress: ['Street 1'],
      postalCode: ['10115'],
      serialNumber: '17',
      ttl: 3600,
      notBeforeDuration: 60,
      maxPathLength: 2,
      keyUsage: ['CertSign', 'CRL', 'DigitalSignature'],
      permittedDnsDomains: ['example.com'],
      excludedDnsDomains: ['bad.example.com'],
      permittedIpRanges: ['192.0.2.0/24'],
      excludedIpRanges: ['192.0.2.128/25'],
      permittedEmailAddresses: ['example.com'],
      excludedEmailAddresses: ['bad@example.com'],
      permittedUriDomains: ['.example.com'],
      excludedUriDomains: ['bad.example.com'],
      issuerName: 'main',
      keyName: 'main-key',
    });
    const text = described('x509', certificate);
    for (const part of [
      'pathlen:2',
      'Digital Signature, Certificate Sign, CRL Sign',
      'DNS:ca.example.com',
      'email:ca@example.com',
      'IP Address:192.0.2.1',
      'URI:https://ca.example.com/',
      'OU = One',
      'OU = Two',
      'street = Street 1',
      'postalCode = 10115',
      'serialNumber = 17',
      'Permitted:',
      'IP:192.0.2.128/255.255.255.128',
      'Not Before: Dec 31 23:59:00 2025',
      'Not After : Jan  1 01:00:00 2026',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('DNS:My CA');
    expect(issuer.name).toBe('main');
    expect(key.name).toBe('main-key');
  });

  test('is one of the certificates of its mount', async () => {
    const path = await mount();
    const { issuer } = await world.roots.generate(world.operator, path, 'internal', ec);
    const page = { size: 10, from: 'start', after: null, before: null } as const;
    const found = await world.certificates.search(
      world.operator,
      path,
      {},
      { field: 'issuedAt', direction: 'DESC' },
      page,
    );
    expect(found.nodes.map(({ serialNumber }) => serialNumber)).toEqual([issuer.serialNumber]);
    expect(await found.count()).toBe(1n);
  });

  test('has no more than the engine allows, and says so', async () => {
    const path = await mount();
    await world.mounts.tune(world.operator, path, { maxLeaseTtl: 7200 });
    const root = await world.roots.generate(world.operator, path, 'internal', { ...ec, ttl: 86_400 });
    expect(root.issuer.certificate.notAfter).toEqual(new Date('2026-01-01T02:00:00Z'));
    expect(root.warnings.map(inVault).join()).toContain('TTL "24h0m0s" is longer than permitted maxTTL "2h0m0s"');
    const late = await world.roots.generate(world.operator, path, 'internal', {
      ...ec,
      notAfter: '9999-12-31T23:59:59Z',
    });
    expect(late.issuer.certificate.notAfter.getTime()).toBeGreaterThan(0);
  });

  test.each([
    [{ format: 'pem', privateKeyFormat: 'der' }, /^-----BEGIN EC PRIVATE KEY-----/, /^-----BEGIN CERTIFICATE-----/],
    [{ format: 'pem', privateKeyFormat: 'pkcs8' }, /^-----BEGIN PRIVATE KEY-----/, /^-----BEGIN CERTIFICATE-----/],
    [{ format: 'der', privateKeyFormat: 'der' }, /^[A-Za-z0-9+/=]+$/, /^[A-Za-z0-9+/=]+$/],
    [
      { format: 'pem_bundle' },
      /^-----BEGIN EC PRIVATE KEY-----/,
      /^-----BEGIN EC PRIVATE KEY-----[^]+-----BEGIN CERTIFICATE/,
    ],
  ])('exported as %j', async (forms, key, certificate) => {
    const root = await world.roots.generate(world.operator, await mount(), 'exported', { ...ec, ...forms });
    expect(root.privateKey).toMatch(key);
    expect(root.certificate).toMatch(certificate);
    expect(root.privateKeyType).toBe('ec');
  });

  test('of an existing key keeps it', async () => {
    const path = await mount();
    const { key } = await world.keys.generate(world.operator, path, 'internal', { keyType: 'ec', keyName: 'mine' });
    const first = await world.roots.generate(world.operator, path, 'existing', { commonName: 'One', keyRef: 'mine' });
    const second = await world.roots.generate(world.operator, path, 'existing', { commonName: 'Two' });
    expect(first.key.id).toBe(key.id);
    expect(second.key.id).toBe(key.id);
    expect(second.issuer.isDefault).toBe(false);
    expect(await world.client.certificate.count({ where: { mount: { path } } })).toBe(2);
  });

  test.each([
    [{ keyType: 'rsa' }, 'SHA256WithRSA'],
    [{ keyType: 'rsa', signatureBits: 384 }, 'SHA384WithRSA'],
    [{ keyType: 'rsa', signatureBits: 512, usePss: true }, 'SHA512WithRSAPSS'],
    [{ keyType: 'ec', keyBits: 521 }, 'ECDSAWithSHA512'],
    [{ keyType: 'ed25519' }, 'Ed25519'],
  ])('%j revokes with %s', async (given, name) => {
    const path = await mount();
    const { issuer } = await world.roots.generate(world.operator, path, 'internal', { commonName: 'Root', ...given });
    expect(issuer.revocationSignatureAlgorithm).toBe(name);
  });

  test.each([{ keyType: 'ec' }, { keyBits: 0 }])('of a key that exists takes no %j', async (kind) => {
    const path = await mount();
    await world.roots.generate(world.operator, path, 'internal', ec);
    const again = await refusal(world.roots.generate(world.operator, path, 'existing', { commonName: 'R', ...kind }));
    expect(again).toMatchObject({
      code: 'INVALID_INPUT',
      message:
        'invalid parameter for the kms/existing path parameter, key_type nor key_bits arguments can be set in this mode',
    });
  });

  test.each([
    [{ keyType: 'dsa' }, 'REQUEST_REFUSED', 'unknown key type dsa'],
    [
      { keyBits: 1024, keyType: 'rsa' },
      'REQUEST_REFUSED',
      'RSA keys < 2048 bits are unsafe and not supported: got 1024',
    ],
    [{ commonName: '' }, 'REQUEST_REFUSED', 'common_name'],
    [{ issuerName: 'default' }, 'INVALID_INPUT', 'reserved keyword'],
    [{ issuerName: '-bad' }, 'INVALID_INPUT', 'invalid characters'],
    [{ keyName: 'Default' }, 'INVALID_INPUT', 'reserved keyword'],
    [{ format: 'xml' }, 'REQUEST_REFUSED', 'format'],
    [{ signatureBits: 128, keyType: 'rsa' }, 'REQUEST_REFUSED', 'signature_bits'],
    [{ notAfter: '10000-01-01T00:00:00Z' }, 'REQUEST_REFUSED', 'not_after'],
    [{ permittedIpRanges: ['example.com'] }, 'REQUEST_REFUSED', 'permitted_ip_ranges'],
    [{ country: ['Ö'] }, 'REQUEST_REFUSED', 'country'],
    [{ commonName: 'a\0b' }, 'REQUEST_REFUSED', ''],
  ])('%j is refused with %s, and nothing is stored', async (given, code, message) => {
    const path = await mount();
    const refused = await refusal(world.roots.generate(world.operator, path, 'internal', { ...ec, ...given }));
    expect(refused.code).toBe(code);
    expect(refused.message).toContain(message);
    const where = { mount: { path } };
    expect(await world.client.issuerKey.count({ where })).toBe(0);
    expect(await world.client.issuer.count({ where })).toBe(0);
  });

  test('its key is sealed at rest and bound to its row', async () => {
    const path = await mount();
    const { key } = await world.roots.generate(world.operator, path, 'internal', ec);
    const { sealedKey } = await world.client.issuerKey.findUniqueOrThrow({ where: { id: key.id } });
    expect(() => world.seal.unwrap('issuer-key', sealedKey, 'key-of-another-row')).toThrow();
    expect(world.seal.unwrap('issuer-key', sealedKey, key.id).length).toBeGreaterThan(100);
  });

  test('the addresses of the mount are in it, templates filled in', async () => {
    const path = await mount();
    await world.mountConfig.changeCluster(world.operator, path, { aiaPath: 'http://ca.example.com/v1/x' });
    await world.mountConfig.changeUrls(world.operator, path, {
      issuingCertificates: ['{{cluster_aia_path}}/issuer/{{issuer_id}}/der'],
      crlDistributionPoints: ['http://ca.example.com/crl'],
      ocspServers: ['http://ca.example.com/ocsp'],
      enableTemplating: true,
    });
    const { certificate, issuer, warnings } = await world.roots.generate(world.operator, path, 'internal', ec);
    const text = described('x509', certificate);
    expect(text).toContain(`URI:http://ca.example.com/v1/x/issuer/${issuer.uuid}/der`);
    expect(text).toContain('URI:http://ca.example.com/crl');
    expect(warnings).toEqual([]);
  });
});

describe('rotate and replace', () => {
  test('a rotated root waits as `next` until it replaces the default', async () => {
    const path = await mount();
    const old = await world.roots.generate(world.operator, path, 'internal', ec);
    const next = await world.roots.rotate(world.operator, path, 'internal', ec);
    expect(next.issuer).toMatchObject({ name: 'next', isDefault: false });
    expect((await world.authorities.byPath(path)).defaultIssuer?.id).toBe(old.issuer.id);
    const { authority: replaced } = await world.roots.replace(world.operator, path, '');
    expect(replaced.defaultIssuer?.id).toBe(next.issuer.id);
    expect((await world.roots.rotate(world.operator, path, 'internal', ec)).issuer.name).toBeUndefined();
    const again = await refusal(world.roots.rotate(world.operator, path, 'internal', { ...ec, issuerName: 'next' }));
    expect(again).toMatchObject({ code: 'NAME_TAKEN', message: 'issuer name already in use' });
  });

  test('the default follows the latest issuer where it is told to', async () => {
    const path = await mount();
    await world.roots.generate(world.operator, path, 'internal', ec);
    await world.mountConfig.changeIssuers(world.operator, path, { defaultFollowsLatestIssuer: true });
    const latest = await world.roots.generate(world.operator, path, 'internal', ec);
    expect(latest.issuer.isDefault).toBe(true);
  });
});

test('deleting the root deletes issuers and keys, needs sudo, and keeps certificates', async () => {
  const path = await mount();
  await world.roots.generate(world.operator, path, 'internal', ec);
  await world.roots.generate(world.operator, path, 'internal', ec);
  expect(await world.roots.deleteAll(world.operator, path)).toHaveLength(1);
  expect(world.policies.asked.at(-1)).toBe(`delete+sudo ${path}/root`);
  const authority = await world.authorities.byPath(path);
  expect(authority.issuers).toEqual([]);
  expect(() => authority.issuer('default')).toThrow('unable to find PKI issuer for reference');
  expect(await world.client.certificate.count({ where: { mount: { path } } })).toBe(2);
});
