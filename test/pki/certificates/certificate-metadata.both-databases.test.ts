import { afterEach, beforeEach, expect, test } from 'vitest';
import { adoptFormer, removeIssuers } from '../../../src/pki/issuers/former-issuers.js';
import { openIssuanceWorld } from '../issuance/world.js';

type World = Awaited<ReturnType<typeof openIssuanceWorld>>;

let world: World;
beforeEach(async () => {
  world = await openIssuanceWorld();
});
afterEach(() => world.close());

const metadata = Buffer.from('cost centre 42').toString('base64');
const read = (serial: Parameters<World['certificatesMetadata']['bySerial']>[2]) =>
  world.certificatesMetadata.bySerial(world.rootCaller, 'pki', serial);

test('is kept sealed, whether the certificate is stored or not, and says when it ends', async () => {
  const issuer = await world.simple();
  await world.role('stored', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
  await world.role('unstored', { allow_any_name: true, key_type: 'ec', ttl: '1h', no_store: true });
  for (const role of ['stored', 'unstored']) {
    const { serialNumber, notAfter } = await world.issue(role, { common_name: 'a.test', cert_metadata: metadata });
    const found = await read(serialNumber);
    expect(found).toMatchObject({ serialNumber, notAfter, roleName: role, issuerId: issuer.id, mountPath: 'pki' });
    expect(world.certificatesMetadata.opened(found)).toBe(metadata);
    expect(Buffer.from(found.row.sealedMetadata).includes('cost centre')).toBe(false);
    const row = await world.client.auditRecord.findFirst({ orderBy: { id: 'desc' } });
    expect(row?.details).toContain('"metadata":true');
  }
  expect(await world.client.certificate.count()).toBe(1);
});

test('nothing is kept where none is given', async () => {
  await world.simple();
  await world.role('stored', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
  const { serialNumber } = await world.issue('stored', { common_name: 'a.test' });
  await expect(read(serialNumber)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const row = await world.client.auditRecord.findFirst({ orderBy: { id: 'desc' } });
  expect(row?.details).not.toContain('metadata');
});

test('goes with the certificates of an issuer to the one that takes over', async () => {
  const { id, holder, mountId } = await world.simple();
  await world.role('stored', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
  const { serialNumber } = await world.issue('stored', { common_name: 'a.test', cert_metadata: metadata });
  await world.database.transaction((tx) => removeIssuers(tx, mountId, world.clock.now(), [id]));
  const next = await world.place(mountId, holder);
  await world.database.transaction((tx) => adoptFormer(tx, mountId, next.id, holder.certificate));
  expect((await read(serialNumber)).issuerId).toBe(next.id);
});

test('ends with its mount', async () => {
  const { mountId } = await world.simple();
  await world.role('stored', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
  await world.issue('stored', { common_name: 'a.test', cert_metadata: metadata });
  await world.client.mount.delete({ where: { id: mountId } });
  expect(await world.client.certificateMetadata.count()).toBe(0);
});
