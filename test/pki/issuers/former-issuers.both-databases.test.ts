import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NameIndex } from '../../../src/pki/certificates/name-index.job.js';
import { raiseMountRevision } from '../../../src/pki/changes.js';
import { lockIssuers } from '../../../src/pki/issuers/former-issuers.js';
import { recordRevocation } from '../../../src/pki/revocation/record-revocation.js';
import { parseCrl } from '../../../src/pki/x509/index.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { gate } from '../../gate.js';
import { lockWaits } from '../../platform/database/lock-waits.js';
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

/** A root, a second one of its subject and key that can follow it, and a role. */
async function withSuccessor() {
  const { path } = await world.mounts.create(world.operator, `former-${++mounts}`, {});
  const wish = { keyType: 'ec', commonName: `Root ${mounts}`, issuerName: 'first' };
  const first = await world.roots.generate(world.operator, path, 'exported', wish);
  await world.roles.write(world.operator, { mount: path, name: 'web' }, { allowAnyName: true, keyType: 'ec' });
  const again = { commonName: wish.commonName, keyRef: first.key.uuid, issuerName: 'second' };
  const succeed = () => world.roots.generate(world.operator, path, 'existing', again);
  return { path, first, succeed };
}

/** Does something when the certificate is signed, and before it is stored. */
async function issuedWhile(path: string, meanwhile: () => Promise<unknown>) {
  const write = world.database.writeSql.bind(world.database);
  let waiting = true;
  const spy = vi.spyOn(world.database, 'writeSql').mockImplementation(async (batch) => {
    if (waiting && batch.some(({ sql }) => sql.startsWith('INSERT INTO "Certificate"'))) {
      waiting = false;
      await meanwhile();
    }
    return write(batch);
  });
  const target = { mount: path, role: 'web', issuerRef: 'first' };
  const issued = await world.issuance.issue(world.operator, target, { commonName: 'a.example.com' });
  spy.mockRestore();
  expect(waiting).toBe(false);
  return issued;
}

test.each([
  ['deleted, and there is another of its subject and key', 'before', false],
  ['deleted, and comes again', 'after', true],
] as const)('what is issued while its issuer is %s can be revoked', async (_what, follows, imported) => {
  const { path, first, succeed } = await withSuccessor();
  if (follows === 'before') await succeed();
  const issued = await issuedWhile(path, async () => {
    await world.issuers.delete(world.operator, path, 'first');
    const bundle = `${first.privateKey ?? ''}\n${first.certificate}`;
    if (imported) await world.imports.import(world.operator, path, 'bundle', bundle);
  });
  const [now] = (await world.authorities.byPath(path)).issuers;
  const row = await world.client.certificate.findUniqueOrThrow({ where: { id: issued.certificateId ?? '' } });
  expect(row.issuerId).toBe(now?.id);
  const events = await world.client.event.findMany({ where: { subject: row.serialNumber } });
  expect(events).toMatchObject([{ kind: 'certificate.issued', at: row.issuedAt, topic: row.mountId }]);
  expect(events[0]?.facts).toContain(row.issuerId);
  const { serialNumber } = issued;
  await world.revocations.revoke(world.operator, path, { serialNumber });
  expect((await crl(path, now?.uuid))?.serials).toEqual([serialNumber]);
});

test('what is issued while its issuer is deleted for good waits for its like, as what was issued before does', async () => {
  const { path, first } = await withSuccessor();
  const issued = await issuedWhile(path, () => world.issuers.delete(world.operator, path, 'first'));
  const { issuerId } = await world.client.certificate.findUniqueOrThrow({ where: { id: issued.certificateId ?? '' } });
  expect(issuerId).toBe(first.issuer.id);
  const { serialNumber } = issued;
  await world.revocations.revoke(world.operator, path, { serialNumber });
  await world.imports.import(world.operator, path, 'bundle', `${first.privateKey ?? ''}\n${first.certificate}`);
  expect((await crl(path))?.serials).toEqual([serialNumber]);
});

test('what an earlier version stored with an issuer that had gone is that of the one that signed it once it is revoked', async () => {
  const { path, succeed } = await withSuccessor();
  const second = await succeed();
  const target = { mount: path, role: 'web', issuerRef: 'first' };
  const issued = await world.issuance.issue(world.operator, target, { commonName: 'a.example.com' });
  await world.issuers.delete(world.operator, path, 'first');
  const where = { id: issued.certificateId ?? '' };
  await world.client.certificate.update({ where, data: { issuerId: 'iss-gone' } });
  await world.revocations.revoke(world.operator, path, { serialNumber: issued.serialNumber });
  expect(await world.client.certificate.findUniqueOrThrow({ where })).toMatchObject({
    ...{ issuerId: second.issuer.id, revokedAt: world.clock.now() },
  });
  expect((await crl(path, 'second'))?.serials).toEqual([issued.serialNumber]);
});

const postgresql = () => world.database.provider === 'postgresql';
test('who deletes an issuer waits for what is being stored with it, and goes before what comes later', async () => {
  const { path, succeed } = await withSuccessor();
  const second = await succeed();
  const target = { mount: path, role: 'web', issuerRef: 'first' };
  const issue = () => world.issuance.issue(world.operator, target, { commonName: 'a.example.com' });
  const [written, end] = [gate(), gate()];
  const write = world.database.writeSql.bind(world.database);
  let ids: readonly (string | undefined)[];
  if (postgresql()) {
    // The first one's transaction stays open: what is stored goes through one of the client.
    let open: Promise<unknown> = Promise.resolve();
    const spy = vi.spyOn(world.database, 'writeSql').mockImplementation(async (batch) => {
      if (!batch.some(({ sql }) => sql.startsWith('INSERT INTO "Certificate"'))) return write(batch);
      spy.mockRestore();
      open = world.database.transaction(async (tx) => {
        for (const { sql, rows } of batch) {
          let place = 0;
          const numbered = sql.replaceAll('?', () => `$${++place}`);
          for (const row of rows) await tx.$executeRawUnsafe(numbered, ...row);
        }
        written.open();
        await end.opened;
      });
      await open;
    });
    const early = issue();
    await written.opened;
    const deleting = world.issuers.delete(world.operator, path, 'first');
    // A job of the mount may wait as well.
    await expect.poll(() => lockWaits(world.database, 'advisory')).toBeGreaterThanOrEqual(1);
    const late = issue();
    await expect.poll(() => lockWaits(world.database, 'advisory')).toBeGreaterThanOrEqual(2);
    end.open();
    await deleting;
    ids = (await Promise.all([early, late])).map(({ certificateId }) => certificateId);
  } else {
    const [early] = await Promise.all([issue(), world.issuers.delete(world.operator, path, 'first')]);
    ids = [early.certificateId];
  }
  for (const id of ids) {
    const { issuerId } = await world.client.certificate.findUniqueOrThrow({ where: { id: id ?? '' } });
    expect(issuerId).toBe(second.issuer.id);
  }
});

test.each([
  ['a CRL is published', 'Issuer'],
  ['names of certificates are indexed', 'Certificate'],
] as const)('while %s nobody who changes issuers is waited for with a row that they want', async (_what, table) => {
  const { path } = await withSuccessor();
  await world.issuance.issue(world.operator, { mount: path, role: 'web' }, { commonName: 'a.example.com' });
  const { mount } = await world.authorities.byPath(path);
  const { database, clock } = world;
  const ignore = () => undefined;
  const index = new NameIndex({
    ...{ database, clock, jobs: new JobStore({ database, clock }) },
    ...{ wake: ignore, failed: ignore },
  });
  const work = () =>
    table === 'Issuer'
      ? world.crlRotation.rotate(world.operator, path, 'complete')
      : index.run(new AbortController().signal);
  let working: Promise<unknown> = Promise.resolve();
  await world.database.transaction(async (tx) => {
    await lockIssuers(tx, world.database.provider, mount.id);
    await raiseMountRevision(tx, mount.id);
    if (!postgresql()) return;
    // Only now: the world's own job would do it before.
    await world.client.certificate.updateMany({ where: { mountId: mount.id }, data: { indexed: false } });
    working = work();
    await expect.poll(() => lockWaits(world.database, 'advisory')).toBeGreaterThan(0);
    await tx.$executeRawUnsafe(`SELECT 1 FROM "${table}" WHERE "mountId" = $1 FOR UPDATE NOWAIT`, mount.id);
  });
  await working;
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
  expect(outliving.map(([, name]) => name).sort()).toEqual([
    'Certificate',
    'CertificateMetadata',
    'Lease',
    'Revocation',
  ]);
});
