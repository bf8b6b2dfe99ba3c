import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { certified } from './certified.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
  await world.roots.generate(world.operator, 'pki', 'internal', { keyType: 'ec', commonName: 'Root' });
});
afterAll(() => world.close());

const second = 1000;

async function token(data: { readonly expiresAt?: Date; readonly parentId?: string } = {}): Promise<string> {
  const id = ids.token.make();
  const { userId } = world.operator;
  await world.client.token.create({
    data: { id, secretHash: id, kind: 'user', userId, createdAt: world.clock.now(), ...data },
  });
  return id;
}

async function leased(tokenId: string, expiresAt = new Date(world.clock.now().getTime() + 3600 * second)) {
  const leaf = await certified(world, 'pki');
  await leaf.store();
  const serialNumber = leaf.serialNumber.replaceAll(':', '');
  const { mount } = await world.authorities.byPath('pki');
  const id = `pki/issue/x/${serialNumber}`;
  await world.client.lease.create({
    data: { id, mountId: mount.id, serialNumber, tokenId, issuedAt: world.clock.now(), expiresAt },
  });
  return { id, serialNumber };
}

const leases = async () => (await world.client.lease.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);
const revoked = async () =>
  (await world.client.revocation.findMany({ orderBy: { serialNumber: 'asc' } })).map((row) => row.serialNumber);

test('what expires takes its leases along, and those of tokens made from it; a lease that is over is forgotten', async () => {
  const soon = new Date(world.clock.now().getTime() + 10 * second);
  const expiring = await token({ expiresAt: soon });
  const child = await token({ parentId: expiring });
  const lasting = await token();
  const gone = await Promise.all([leased(expiring), leased(child), leased('at-0000000000000000')]);
  const stays = await leased(lasting);
  await leased(lasting, soon);
  world.clock.advance(70 * second);
  await world.service.jobs.idle();
  expect(await leases()).toEqual([stays.id]);
  expect(await revoked()).toEqual(gone.map(({ serialNumber }) => serialNumber).sort());
});

test('a lease whose certificate can never be revoked says so once its token has ended, and is left alone then', async () => {
  await world.client.lease.deleteMany();
  const tokenId = await token({ expiresAt: new Date(world.clock.now().getTime() + 10 * second) });
  const { mount, issuers } = await world.authorities.byPath('pki');
  const serialNumber = issuers[0]?.serialNumber.replaceAll(':', '') ?? '';
  const expiresAt = new Date(world.clock.now().getTime() + 3600 * second);
  const id = `pki/issue/x/${serialNumber}`;
  await world.client.lease.create({
    data: { id, mountId: mount.id, serialNumber, tokenId, issuedAt: world.clock.now(), expiresAt },
  });
  const other = await leased(tokenId);
  world.clock.advance(70 * second);
  await world.service.jobs.idle();
  const seen = async () =>
    (await world.client.lease.findMany()).map((lease) => `${lease.id} ${lease.tokenId} ${lease.revokeError}`);
  const [{ uuid } = { uuid: '' }] = issuers;
  const all = [`${id} null adding issuer (id: ${uuid}) to its own CRL is not allowed`];
  expect(await seen()).toEqual(all);
  expect(await revoked()).toContain(other.serialNumber);
});
