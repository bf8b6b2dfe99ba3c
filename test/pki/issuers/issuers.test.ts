import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { signIntermediate } from '../signing.js';
import { refusal } from '../../state/world.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

let mounts = 0;
const mount = async () => (await world.mounts.create(world.operator, `issuers-${++mounts}`, {})).path;
const ec = { keyType: 'ec', commonName: 'Root' };
async function withRoot(given = {}) {
  const path = await mount();
  return { path, ...(await world.roots.generate(world.operator, path, 'internal', { ...ec, ...given })) };
}

describe('references', () => {
  test('by identifier of either kind, name, or default', async () => {
    const { path, issuer } = await withRoot({ issuerName: 'main' });
    for (const reference of [issuer.id, issuer.uuid, 'main', 'default'])
      expect((await world.issuers.read(world.operator, path, reference)).id).toBe(issuer.id);
    expect(world.policies.asked.at(-1)).toBe(`read ${path}/issuer/default`);
    expect(await refusal(world.issuers.read(world.operator, path, 'nobody'))).toMatchObject({
      code: 'ISSUER_NOT_FOUND',
      message: 'unable to find PKI issuer for reference: nobody',
    });
  });

  test.each([
    ['a', true],
    ['a.b-c_d', true],
    ['0', true],
    ['-a', false],
    ['a-', false],
    ['a b', false],
    ['a/b', false],
    ['default', false],
    ['DEFAULT', false],
    ['0d4c8b6a-1111-4222-8333-444455556666', false],
  ])('%s may be a name: %s', async (name, may) => {
    const { path, issuer } = await withRoot();
    const named = world.issuers.update(world.operator, path, issuer.id, { issuerName: name });
    if (may) expect((await named).issuer.name).toBe(name);
    else expect((await refusal(named)).code).toBe('INVALID_INPUT');
  });

  test('a name is taken once, and can be given back', async () => {
    const { path, issuer } = await withRoot({ issuerName: 'main' });
    const other = await world.roots.generate(world.operator, path, 'internal', ec);
    const taken = world.issuers.update(world.operator, path, other.issuer.id, { issuerName: 'main' });
    expect(await refusal(taken)).toMatchObject({ code: 'NAME_TAKEN', message: 'issuer name already in use' });
    await world.issuers.update(world.operator, path, issuer.id, { issuerName: '' });
    const again = await world.issuers.update(world.operator, path, other.issuer.id, { issuerName: 'main' });
    expect(again.issuer.name).toBe('main');
  });
});

describe('settings', () => {
  test.each([
    [{ leafNotAfterBehavior: 'sometimes' }, 'leaf_not_after_behavior'],
    [{ usage: ['read-only', 'flying'] }, 'unknown name for usage: flying'],
    [{ revocationSignatureAlgorithm: 'SHA256WithRSA' }, 'with a key of type ec'],
    [{ revocationSignatureAlgorithm: 'ROT13' }, 'unknown signature algorithm'],
    [{ revocationSignatureAlgorithm: 'Ed25519' }, 'with a key of type ec'],
    [{ ocspServers: ['ocsp.example.com'] }, 'invalid URL'],
    [{ ocspServers: ['http://x/{{issuer_id}}'] }, 'templating is not enabled'],
    [{ ocspServers: ['http://x/{{issuer_name}}'], enableAiaUrlTemplating: true }, 'unknown template'],
    [{ manualChain: ['default', 'default'] }, 'twice'],
  ])('%j is refused', async (given, message) => {
    const { path } = await withRoot();
    const refused = await refusal(world.issuers.update(world.operator, path, 'default', given));
    expect(refused.code).toBe('INVALID_INPUT');
    expect(refused.message).toContain(message);
  });

  test.each([['SHA384WithRSA'], ['SHA512WithRSAPSS'], ['SHA256-RSA']])(
    'an RSA issuer signs CRLs with %s',
    async (name) => {
      const { path } = await withRoot({ keyType: 'rsa' });
      const { issuer } = await world.issuers.update(world.operator, path, 'default', {
        revocationSignatureAlgorithm: name,
      });
      expect(issuer.revocationSignatureAlgorithm).toBe(name);
      expect(issuer.revocationSignature.hash).toBe(`sha${/\d+/.exec(name)?.[0] ?? ''}`);
      expect(issuer.revocationSignature.pss).toBe(name.endsWith('PSS'));
    },
  );

  test('own addresses replace those of the mount, all of them', async () => {
    const { path } = await withRoot();
    await world.mountConfig.changeUrls(world.operator, path, {
      issuingCertificates: ['http://mount.example.com/ca'],
      ocspServers: ['http://mount.example.com/ocsp'],
    });
    const { issuer } = await world.issuers.update(world.operator, path, 'default', {
      ocspServers: ['http://own.example.com/{{issuer_id}}'],
      enableAiaUrlTemplating: true,
    });
    const { urls, extensions } = issuer;
    expect(urls.issuingCertificates).toEqual([]);
    expect(urls.ocspServers[0]).toMatch(/^http:\/\/own\.example\.com\/[0-9a-f-]{36}$/);
    expect(extensions.map(({ oid }) => oid)).toEqual(['2.5.29.35', '1.3.6.1.5.5.7.1.1']);
  });

  test('without templating no template stays among its addresses', async () => {
    const { path } = await withRoot();
    const templated = { ocspServers: ['http://x/{{issuer_id}}'], enableAiaUrlTemplating: true };
    await world.issuers.update(world.operator, path, 'default', templated);
    const off = world.issuers.update(world.operator, path, 'default', { enableAiaUrlTemplating: false });
    expect((await refusal(off)).message).toContain('templating is not enabled');
  });

  test('what an issuer may not be used for is refused where it is used', async () => {
    const { path } = await withRoot();
    await world.issuers.update(world.operator, path, 'default', { usage: ['read-only', 'crl-signing'] });
    const authority = await world.authorities.byPath(path);
    expect(authority.issuerFor('default', 'crl-signing').id).toBe(authority.defaultIssuer?.id);
    expect(() => authority.issuerFor('default', 'issuing-certificates')).toThrow(
      'requested usage issuing-certificates for issuer [id:',
    );
  });
});

describe('revocation of an issuer', () => {
  test('ends its issuing, is told once, and puts it on the CRL of who signed it', async () => {
    const { path, issuer: root } = await withRoot();
    const { csr } = await world.intermediates.generate(world.operator, path, 'internal', { ...ec, commonName: 'Sub' });
    const set = await world.imports.import(world.operator, path, 'signed', signIntermediate(root, csr));
    const reference = set.importedIssuers[0]?.uuid ?? '';
    const { issuer: revoked, warnings } = await world.issuers.revoke(world.operator, path, reference);
    expect(warnings).toEqual([]);
    expect(revoked.revokedAt).toEqual(world.clock.now());
    expect(revoked.usage.has('issuing-certificates')).toBe(false);
    const [entry, ...others] = await world.client.revocation.findMany({ where: { mount: { path } } });
    expect(entry?.id).toMatch(/^rev-/);
    expect(entry).toMatchObject({ issuerId: root.id, serialNumber: revoked.serialNumber.replaceAll(':', '') });
    expect(others).toEqual([]);
    // The answer comes after the CRL, as with any certificate.
    const authority = await world.authorities.byPath(path);
    const crl = await world.crls.current(authority, authority.issuer(root.id), 'complete');
    expect(crl?.through).toBe(entry?.ordinal);
    expect(crl?.entryCount).toBe(1n);
    world.clock.advance(1000);
    expect((await world.issuers.revoke(world.operator, path, reference)).issuer.revokedAt).toEqual(revoked.revokedAt);
    const back = world.issuers.update(world.operator, path, reference, { usage: ['issuing-certificates'] });
    expect((await refusal(back)).message).toContain('revoked issuer');
  });

  test('a root is on nobody’s CRL', async () => {
    const { path } = await withRoot();
    expect((await world.issuers.revoke(world.operator, path, 'default')).issuer.revokedAt).toBeDefined();
    expect(await world.client.revocation.count({ where: { mount: { path } } })).toBe(0);
    expect(await world.client.certificate.count({ where: { mount: { path }, revokedAt: { not: null } } })).toBe(1);
  });
});

test('deleting the default issuer warns; deleting nothing is no mistake', async () => {
  const { path, key } = await withRoot();
  const { warnings } = await world.issuers.delete(world.operator, path, 'default');
  expect(warnings).toHaveLength(1);
  expect(await world.issuers.delete(world.operator, path, 'default')).toEqual({ deletedId: null, warnings: [] });
  expect(await world.keys.delete(world.operator, path, key.id)).toMatchObject({ deletedId: key.id });
});

describe('what is read of an authority', () => {
  test('is the same object until the mount changes, and new at once after that', async () => {
    const { path } = await withRoot();
    const before = await world.authorities.byPath(path);
    expect(await world.authorities.byPath(path)).toBe(before);
    await world.mountConfig.changeUrls(world.operator, path, { ocspServers: ['http://o.example.com'] });
    const after = await world.authorities.byPath(path);
    expect(after).not.toBe(before);
    expect(after.defaultIssuer?.urls.ocspServers).toEqual(['http://o.example.com']);
    expect(after.defaultIssuer?.privateKey()).toBe((await world.authorities.byPath(path)).defaultIssuer?.privateKey());
  });

  test('costs one statement while nothing changes', async () => {
    const { path } = await withRoot();
    await world.authorities.byPath(path);
    // Jobs that make the CRLs of the new root change it.
    await world.service.jobs.idle();
    expect(await world.statements(() => world.authorities.byPath(path))).toHaveLength(1);
  });

  test('signers are made once for each choice', async () => {
    const { issuer } = await withRoot({ keyType: 'rsa' });
    expect(issuer.signer()).toBe(issuer.signer());
    expect(issuer.asyncSigner({ bits: 512, pss: true }).algorithm.name).toBe('sha512 with RSA-PSS');
  });
});
