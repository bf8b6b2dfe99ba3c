import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buildOcspRequest,
  certIdOf,
  parseCertificate,
  parseCrl,
  randomSerialNumber,
  type Certificate,
} from '../../../src/pki/x509/index.js';
import { ids } from '../../../src/platform/ids.js';
import { refusal } from '../../state/world.js';
import { certify, certifyAuthority } from '../x509/authority.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { certified } from './certified.js';
import { parseOcspResponse } from '../x509/ocsp-response-reader.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

let mounts = 0;

/** An authority of this mount and one that was imported without its key, each with a certificate of one serial number; ours is stored. */
async function twins() {
  const { path } = await world.mounts.create(world.operator, `same-serial-${++mounts}`, {});
  await world.roots.generate(world.operator, path, 'internal', { keyType: 'ec', commonName: `Ours ${mounts}` });
  const other = await certifyAuthority();
  await world.imports.import(world.operator, path, 'cert', other.pem);
  const serialNumber = randomSerialNumber();
  const notAfter = new Date(world.clock.now().getTime() + 86_400_000);
  const foreign = await certify({ issuer: other, content: { serialNumber, notBefore: world.clock.now(), notAfter } });
  const ours = await certified(world, path, { serialNumber });
  await ours.store();
  const { issuers, mount } = await world.authorities.byPath(path);
  const theirs = issuers.find(({ certificate }) => certificate.der.equals(other.certificate.der));
  if (!theirs) throw new Error('the other authority is not there');
  return { path, mountId: mount.id, serialNumber, ours, foreign, theirs };
}

const keyOf = ({ privateKey }: Awaited<ReturnType<typeof certify>>): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const revoke = (path: string, target: object) => world.revocations.revoke(world.operator, path, target);

const onCrl = async (path: string) => {
  const authority = await world.authorities.byPath(path);
  const crl = await world.crls.current(authority, authority.issuer('default'), 'complete');
  return crl && parseCrl(crl.der).entries.map(({ serialNumber }) => serialNumber);
};

const statusOf = async (path: string, leaf: Certificate) => {
  const authority = await world.authorities.byPath(path);
  const request = buildOcspRequest([certIdOf(authority.issuer('default').certificate, leaf.serialNumber)]);
  const { der } = await world.ocsp.answer(authority, request);
  return parseOcspResponse(der).basic?.responses[0]?.status.type;
};

const page = { size: 10, after: null };

test('that of the other authority, revoked by its key, leaves ours as it was', async () => {
  const { path, serialNumber, ours, foreign } = await twins();
  const outcome = await world.revocations.revokeWithKey(world.operator, path, {
    certificate: foreign.pem,
    privateKey: keyOf(foreign),
  });
  expect(outcome.warnings).toEqual([expect.stringContaining('cannot sign CRLs in this mount') as string]);
  expect(await onCrl(path)).toEqual([]);
  expect(await statusOf(path, parseCertificate(ours.der))).toBe('good');
  const shown = await world.certificates.bySerial(path, serialNumber);
  expect(shown).toMatchObject({ certificate: ours.pem.trimEnd(), status: 'valid', revokedAt: null });
  const document = await world.publicDocuments.certificate(await world.authorities.byPath(path), serialNumber);
  expect(document).toMatchObject({ revokedAt: null });
  expect(document && Buffer.from(document.der)).toEqual(ours.der);
});

test.each(['the certificate', 'its serial number', 'the key'] as const)(
  'ours is revoked by %s after it, once, and both are listed as one number',
  async (by) => {
    const { path, mountId, serialNumber, ours, foreign, theirs } = await twins();
    const first = await revoke(path, { certificate: foreign.pem });
    world.clock.advance(5_000);
    const target = by === 'its serial number' ? { serialNumber } : { certificate: ours.pem };
    const second =
      by === 'the key'
        ? await world.revocations.revokeWithKey(world.operator, path, { ...target, privateKey: ours.privateKey })
        : await revoke(path, target);
    expect(second).toMatchObject({ revokedAt: world.clock.now(), warnings: [] });
    expect(second.revocation?.id).not.toBe(first.revocation?.id);
    expect((await revoke(path, target)).revocation?.id).toBe(second.revocation?.id);
    expect((await revoke(path, { certificate: foreign.pem })).revocation?.id).toBe(first.revocation?.id);
    expect(await world.client.revocation.count({ where: { mountId } })).toBe(2);
    expect(await onCrl(path)).toEqual([serialNumber]);
    expect(await statusOf(path, parseCertificate(ours.der))).toBe('revoked');
    const rows = await world.client.certificate.findMany({ where: { mountId, revokedAt: { not: null } } });
    expect(rows.map(({ revokedAt }) => revokedAt?.getTime()).sort()).toEqual(
      [first, second].map((each) => each.revokedAt?.getTime()),
    );
    const listed = await world.certificates.serials(world.operator, path, page);
    expect(listed.filter((each) => each === serialNumber)).toEqual([serialNumber]);
    expect(await world.revocations.serialNumbers(world.operator, path, page)).toEqual([serialNumber]);
    const found = await world.certificates.bySerial(path, serialNumber, theirs.uuid);
    expect(found).toMatchObject({ certificate: foreign.pem.trimEnd(), revokedAt: first.revokedAt });
    expect(await world.certificates.bySerial(path, serialNumber)).toMatchObject({ revokedAt: second.revokedAt });
  },
);

test('a number that an issuer never gave is nobody’s of it', async () => {
  const { path, serialNumber, theirs } = await twins();
  expect((await refusal(world.certificates.bySerial(path, serialNumber, theirs.uuid))).code).toBe('NOT_FOUND');
});

test('both at once are two revocations', async () => {
  const { path, mountId, ours, foreign } = await twins();
  const targets = [ours.pem, foreign.pem, ours.pem, foreign.pem];
  const outcomes = await Promise.all(targets.map((certificate) => revoke(path, { certificate })));
  expect(new Set(outcomes.map(({ revocation }) => revocation?.id)).size).toBe(2);
  expect(await world.client.revocation.count({ where: { mountId } })).toBe(2);
});

test('an event leads to the certificate of its issuer', async () => {
  const { path, serialNumber, ours, foreign, theirs } = await twins();
  await revoke(path, { certificate: foreign.pem });
  const { issuerId } = await world.certificates.bySerial(path, serialNumber);
  const shown = (id: string | null) => world.certificates.known({ mountPath: path, serialNumber, issuerId: id });
  expect(await shown(theirs.id)).toMatchObject({ certificate: foreign.pem.trimEnd(), issuerId: theirs.id });
  expect(await shown(issuerId)).toMatchObject({ certificate: ours.pem.trimEnd() });
  // Whoever has handed over is known no more; one that was deleted alone has what it issued.
  expect(await shown('issuer-that-is-gone')).toMatchObject({ certificate: ours.pem.trimEnd() });
  await world.issuers.delete(world.operator, path, theirs.id);
  expect(await shown(theirs.id)).toMatchObject({ certificate: foreign.pem.trimEnd() });
  await world.client.certificate.deleteMany({ where: { issuerId: theirs.id } });
  expect(await shown(theirs.id)).toBeNull();
  const events = await world.client.event.findMany({
    where: { kind: 'certificate.revoked' },
    orderBy: { id: 'desc' },
    take: 1,
  });
  expect(events.map(({ facts }) => JSON.parse(facts) as unknown)).toEqual([{ reason: null, issuer: theirs.id }]);
});

test('a lease ends with the certificate that it was for, also when the authority that gave it is gone', async () => {
  const { path, mountId, serialNumber, foreign, theirs } = await twins();
  const authority = await world.authorities.byPath(path);
  const ours = authority.issuer('default');
  const bare = serialNumber.replaceAll(':', '');
  const { notBefore, notAfter, der } = foreign.certificate;
  await world.client.certificate.create({
    data: {
      ...{ id: ids.certificate.make(), mountId, serialNumber: bare, issuerId: theirs.id },
      ...{ notBefore, notAfter, issuedAt: notBefore, certificate: new Uint8Array(der) },
    },
  });
  const id = `${path}/issue/web/1`;
  await world.client.lease.create({
    data: { id, mountId, serialNumber: bare, issuerId: ours.id, issuedAt: world.clock.now(), expiresAt: notAfter },
  });
  await world.issuers.delete(world.operator, path, 'default');
  await world.leases.revoke(world.operator, id);
  const revoked = await world.client.revocation.findMany({ where: { mountId } });
  expect(revoked.map(({ issuerId }) => issuerId)).toEqual([ours.id]);
  expect(await world.client.lease.count({ where: { id } })).toBe(0);
  expect(await world.certificates.bySerial(path, serialNumber, theirs.uuid)).toMatchObject({ status: 'valid' });
});
