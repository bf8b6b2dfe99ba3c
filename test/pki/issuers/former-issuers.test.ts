import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordRevocation } from '../../../src/pki/revocation/record-revocation.js';
import { parseCrl } from '../../../src/pki/x509/index.js';
import { certified } from '../revocation/certified.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

let mounts = 0;
/** A root with its private key, and one revoked certificate of it that is stored. */
async function withRevoked() {
  const { path } = await world.mounts.create(world.operator, `former-${++mounts}`, {});
  const wish = { keyType: 'ec', commonName: `Root ${mounts}`, issuerName: 'first' };
  const root = await world.roots.generate(world.operator, path, 'exported', wish);
  const leaf = await certified(world, path);
  await leaf.store();
  const { revokedAt } = await world.revocations.revoke(world.operator, path, { serialNumber: leaf.serialNumber });
  return { path, root, leaf, revokedAt };
}

async function crl(path: string, reference = 'default') {
  const authority = await world.authorities.byPath(path);
  const found = await world.crls.current(authority, authority.issuer(reference), 'complete');
  return found && { number: found.number, serials: parseCrl(found.der).entries.map((each) => each.serialNumber) };
}

test('what was revoked stays revoked when its issuer is deleted', async () => {
  const { path, leaf, revokedAt } = await withRevoked();
  await world.issuers.delete(world.operator, path, 'first');
  expect(await world.revocations.serialNumbers(world.operator, path, { size: 10, after: null })).toEqual([
    leaf.serialNumber,
  ]);
  const authority = await world.authorities.byPath(path);
  expect(await world.publicDocuments.certificate(authority, leaf.serialNumber)).toMatchObject({ revokedAt });
  const again = await world.revocations.revoke(world.operator, path, { serialNumber: leaf.serialNumber });
  expect(again).toMatchObject({ revokedAt, warnings: [] });
  expect(await world.client.crl.count({ where: { mount: { path } } })).toBe(0);
});

test.each([['the issuer'], ['the root']])(
  '%s that comes back has its revocations again, and counts on',
  async (what) => {
    const { path, root, leaf } = await withRevoked();
    const before = await crl(path);
    if (what === 'the root') await world.roots.deleteAll(world.operator, path);
    else await world.issuers.delete(world.operator, path, 'first');
    const bundle = `${root.privateKey ?? ''}\n${root.certificate}`;
    const { importedIssuers } = await world.imports.import(world.operator, path, 'bundle', bundle);
    const after = await crl(path);
    expect(after?.serials).toEqual([leaf.serialNumber]);
    expect(after?.number).toBeGreaterThan(before?.number ?? 0n);
    const row = await world.client.certificate.findFirstOrThrow({
      where: { revokedAt: { not: null }, mount: { path } },
    });
    expect(row.issuerId).toBe(importedIssuers[0]?.id);
  },
);

test('an issuer with the same name and key keeps the entries on its CRL', async () => {
  const { path, root, leaf } = await withRevoked();
  const before = await crl(path);
  world.clock.advance(1_000);
  const again = { commonName: root.issuer.certificate.subject.commonName ?? '', keyRef: root.key.uuid };
  const second = await world.roots.generate(world.operator, path, 'existing', { ...again, issuerName: 'second' });
  await world.issuers.delete(world.operator, path, 'first');
  const after = await crl(path, 'second');
  expect(after?.serials).toEqual([leaf.serialNumber]);
  expect(after?.number).toBeGreaterThan(before?.number ?? 0n);
  const revocation = await world.client.revocation.findFirstOrThrow({ where: { mount: { path } } });
  expect(revocation.issuerId).toBe(second.issuer.id);
  expect(await world.client.formerIssuer.count({ where: { mount: { path } } })).toBe(0);
});

test('an authority of another key takes over nothing', async () => {
  const { path, root } = await withRevoked();
  await world.issuers.delete(world.operator, path, 'first');
  const commonName = root.issuer.certificate.subject.commonName ?? '';
  await world.roots.generate(world.operator, path, 'internal', { keyType: 'ec', commonName, issuerName: 'other' });
  expect((await crl(path, 'other'))?.serials).toEqual([]);
});

test('what is revoked is never kept with an issuer that has gone to another', async () => {
  const { path, root } = await withRevoked();
  const mountId = (await world.authorities.byPath(path)).mount.id;
  const again = { commonName: root.issuer.certificate.subject.commonName ?? '', keyRef: root.key.uuid };
  await world.roots.generate(world.operator, path, 'existing', { ...again, issuerName: 'second' });
  // As a revocation has it that read its certificate before the issuer went.
  const underWay = {
    mountId,
    issuerId: root.issuer.id,
    serialNumber: 'abcd',
    revokedAt: world.clock.now(),
    reason: null,
  };
  const record = () =>
    world.database.transaction((tx) => recordRevocation(tx, { ...underWay, notAfter: world.clock.now() }));
  await world.issuers.delete(world.operator, path, 'first');
  await expect(record()).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await world.client.revocation.count({ where: { mountId } })).toBe(1);
});

test('with one that waits for its like it is', async () => {
  const { path, root } = await withRevoked();
  const mountId = (await world.authorities.byPath(path)).mount.id;
  await world.issuers.delete(world.operator, path, 'first');
  const late = { mountId, issuerId: root.issuer.id, serialNumber: 'abcd', revokedAt: world.clock.now(), reason: null };
  await world.database.transaction((tx) => recordRevocation(tx, { ...late, notAfter: world.clock.now() }));
  expect(await world.client.revocation.count({ where: { mountId } })).toBe(2);
});

/** A root, a root of the same subject and key beside it unless it comes later, and a stored certificate of the first one, with its lease. */
async function leasedOf(successor: 'beside it' | 'later' | 'never') {
  const { path } = await world.mounts.create(world.operator, `leased-${++mounts}`, {});
  const commonName = `Leasing ${mounts}`;
  const root = await world.roots.generate(world.operator, path, 'exported', {
    ...{ keyType: 'ec', commonName, issuerName: 'first' },
  });
  if (successor === 'beside it') {
    const again = { commonName, keyRef: root.key.uuid, issuerName: 'second' };
    await world.roots.generate(world.operator, path, 'existing', again);
  }
  const leaf = await certified(world, path, {}, 'first');
  await leaf.store();
  const { mount } = await world.authorities.byPath(path);
  const lease = {
    ...{ id: `${path}/issue/web/1`, mountId: mount.id, serialNumber: leaf.serialNumber.replaceAll(':', '') },
    ...{ issuerId: root.issuer.id, issuedAt: world.clock.now(), expiresAt: new Date(Date.now() + 86_400_000) },
  };
  await world.client.lease.create({ data: lease });
  await world.issuers.delete(world.operator, path, 'first');
  if (successor === 'later')
    await world.imports.import(world.operator, path, 'bundle', `${root.privateKey ?? ''}\n${root.certificate}`);
  return { path, mountId: mount.id, leaf, leaseId: lease.id, gone: root.issuer.id };
}

test.each(['beside it', 'later', 'never'] as const)(
  'a lease of an issuer that is gone ends with its certificate; one that takes over comes %s',
  async (successor) => {
    const { path, mountId, leaf, leaseId } = await leasedOf(successor);
    await world.leases.revoke(world.operator, leaseId);
    expect(await world.client.lease.count({ where: { mountId } })).toBe(0);
    expect(await world.certificates.bySerial(path, leaf.serialNumber)).toMatchObject({ status: 'revoked' });
    const [issuer] = (await world.authorities.byPath(path)).issuers;
    if (issuer) expect((await crl(path, issuer.uuid))?.serials).toEqual([leaf.serialNumber]);
  },
);

test('an event leads to its certificate, whichever issuer has taken that over', async () => {
  const { path, leaf, gone } = await leasedOf('beside it');
  const { serialNumber } = leaf;
  const found = await world.certificates.known({ mountPath: path, serialNumber, issuerId: gone });
  expect(found).toMatchObject({ certificate: leaf.pem.trimEnd() });
});

test('rows that name an issuer and outlive it are known to who hands over', () => {
  const schema = readFileSync(new URL('../../../schema.prisma', import.meta.url), 'utf8');
  const models = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)];
  const outliving = models.filter(
    ([, , body = '']) => /^ {2}issuerId /m.test(body) && !body.includes('[issuerId], ref'),
  );
  expect(outliving.map(([, name]) => name).sort()).toEqual(['Certificate', 'Lease', 'Revocation']);
});
