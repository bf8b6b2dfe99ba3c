import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PageAsked } from '../../../src/platform/graphql/connection.js';
import { mostRequests } from '../../../src/pki/revocation/revocation-requests.js';
import { serialOfBare } from '../../../src/pki/x509/index.js';
import { refusal } from '../../state/world.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { certified } from './certified.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());
afterEach(() => {
  world.policies.refusing = () => false;
});

const start: PageAsked = { size: 10, from: 'start', after: null, before: null };
const serial = (text: string) => serialOfBare(text.replaceAll(':', ''));

let count = 0;
/** Two mounts, and a certificate that the second has. */
async function pair(taking = true) {
  const paths = [`asked-${++count}`, `holder-${count}`] as const;
  for (const path of paths) {
    await world.mounts.create(world.operator, path, {});
    await world.roots.generate(world.operator, path, 'internal', { keyType: 'ec', commonName: path });
    await world.mountConfig.changeCrl(world.operator, path, { autoRebuild: true, crossClusterRevocation: taking });
  }
  const leaf = await certified(world, paths[1]);
  await leaf.store();
  return { asked: paths[0], holder: paths[1], serialNumber: leaf.serialNumber };
}

const revoke = (path: string, serialNumber: string) => world.revocations.revoke(world.operator, path, { serialNumber });
const waiting = async (path: string, after: string | null = null) => [
  ...(await world.revocationRequests.accessors(world.operator, path, { size: 10, after })).keys(),
];
/** The caller may revoke in the mount that he asks only. */
const onlyAt = (path: string) => {
  world.policies.refusing = (at) => at.endsWith('/revoke') && at !== `${path}/revoke`;
};
const isRevoked = async (serialNumber: string) =>
  (await world.client.revocation.count({ where: { serialNumber: serialNumber.replaceAll(':', '') } })) > 0;

test('waits for the mount that has the certificate, where somebody who may confirms it', async () => {
  const { asked, holder, serialNumber } = await pair();
  onlyAt(asked);
  expect(await revoke(asked, serialNumber)).toMatchObject({ pending: true, revocation: null });
  expect([await isRevoked(serialNumber), await waiting(holder), await waiting(asked)]).toEqual([
    false,
    [serialNumber],
    [serialNumber],
  ]);
  expect(await waiting(holder, serialNumber)).toEqual([]);
  world.policies.refusing = () => false;
  expect(await revoke(holder, serialNumber)).toMatchObject({ revocation: { issuerId: expect.any(String) as string } });
  expect([await waiting(holder), await waiting(asked)]).toEqual([[], []]);
  await world.audit.flush();
  const records = await world.client.auditRecord.findMany({ where: { targetId: serialNumber } });
  expect(records.map(({ action }) => action)).toEqual(['certificate.request-revocation', 'certificate.revoke']);
});

test('is done at once where the caller may revoke there', async () => {
  const { asked, holder, serialNumber } = await pair();
  expect((await revoke(asked, serialNumber)).revocation?.mountId).toBe(
    (await world.authorities.byPath(holder)).mount.id,
  );
  expect(await waiting(holder)).toEqual([]);
});

test('is answered the same whether another mount has the certificate, and shows only to who has it', async () => {
  const { asked, holder, serialNumber } = await pair();
  onlyAt(asked);
  const [known, unknown] = [await revoke(asked, serialNumber), await revoke(asked, '01:23:45')];
  expect({ ...known, serialNumber: '' }).toEqual({ ...unknown, serialNumber: '' });
  const again = await revoke(asked, serialNumber);
  expect(again).toEqual(known);
  expect(await waiting(asked)).toEqual(['01:23:45', serialNumber].toSorted());
  expect(await waiting(holder)).toEqual([serialNumber]);
});

test('needs both mounts to take part', async () => {
  const { asked, holder, serialNumber } = await pair(false);
  expect(await refusal(revoke(asked, serialNumber))).toMatchObject({ code: 'CERTIFICATE_NOT_FOUND' });
  await world.mountConfig.changeCrl(world.operator, asked, { crossClusterRevocation: true });
  // The caller might revoke there, but that mount wants nothing from others.
  expect(await revoke(asked, serialNumber)).toMatchObject({ pending: true });
  expect([await isRevoked(serialNumber), await waiting(holder)]).toEqual([false, []]);
  await world.mountConfig.changeCrl(world.operator, holder, { crossClusterRevocation: true });
  expect(await waiting(holder)).toEqual([]);
});

test('a mount keeps so many and no more', async () => {
  const { asked } = await pair();
  const { mount } = await world.authorities.byPath(asked);
  const requestedAt = world.clock.now();
  await world.client.revocationRequest.createMany({
    data: Array.from({ length: mostRequests - 1 }, (_, at) => ({
      ...{ id: `rvq-${String(at).padStart(16, '0')}`, mountId: mount.id, requestedAt, requestedBy: 'x' },
      serialNumber: (0x100000 + at).toString(16),
    })),
  });
  const outcomes = await Promise.allSettled(['71', '72', '73'].map((serialNumber) => revoke(asked, serialNumber)));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  await world.revocationRequests.dismiss(world.operator, asked, serial('10:00:00'));
  expect(await revoke(asked, '74')).toMatchObject({ pending: true });
});

test('is listed by serial number, forwards and backwards, whoever asked', async () => {
  const [one, other] = [await pair(), await pair()];
  onlyAt(one.asked);
  await revoke(one.asked, one.serialNumber);
  const asked = ['02', '01:02', '0a:00:00'];
  for (const each of asked) await revoke(one.asked, each);
  onlyAt(other.asked);
  await revoke(other.asked, one.serialNumber);
  world.policies.refusing = () => false;
  const page = (path: string, more: Partial<PageAsked>) =>
    world.revocationRequests.connection(world.operator, path, { ...start, ...more });
  const serials = ({ nodes }: Awaited<ReturnType<typeof page>>) => nodes.map(({ serialNumber }) => serialNumber);
  const all = [...asked, one.serialNumber].toSorted((a, b) => (a.replaceAll(':', '') < b.replaceAll(':', '') ? -1 : 1));
  const first = await page(one.asked, { size: 2 });
  expect(serials(first)).toEqual(all.slice(0, 2));
  expect(first.pageInfo.hasNextPage).toBe(true);
  expect(await first.count()).toBe(4);
  const rest = await page(one.asked, { after: first.pageInfo.endCursor });
  expect([serials(rest), rest.pageInfo.hasNextPage]).toEqual([all.slice(2), false]);
  expect(serials(await page(one.asked, { from: 'end', size: 3 }))).toEqual(all.slice(1));
  // Two mounts were asked for the same certificate.
  const held = await page(one.holder, {});
  expect(serials(held)).toEqual([one.serialNumber, one.serialNumber]);
  expect(new Set(held.nodes.map(({ mountAccessor }) => mountAccessor)).size).toBe(2);
  expect(held.nodes.map(({ requestedBy }) => requestedBy)).toEqual(['olga', 'olga']);
  expect(await waiting(one.holder)).toEqual([one.serialNumber]);
});

test('is dismissed by who may revoke in either mount, and can be asked again', async () => {
  const { asked, holder, serialNumber } = await pair();
  const dismiss = (path: string) => world.revocationRequests.dismiss(world.operator, path, serial(serialNumber));
  onlyAt(asked);
  await revoke(asked, serialNumber);
  expect(await refusal(dismiss(holder))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await waiting(holder)).toEqual([serialNumber]);
  await dismiss(asked);
  expect([await waiting(holder), await waiting(asked)]).toEqual([[], []]);
  expect(await refusal(dismiss(asked))).toMatchObject({ code: 'NOT_FOUND' });
  await revoke(asked, serialNumber);
  onlyAt(holder);
  expect(await dismiss(holder)).toBe(serialNumber);
  expect([await waiting(holder), await isRevoked(serialNumber)]).toEqual([[], false]);
  await world.audit.flush();
  const records = await world.client.auditRecord.findMany({ where: { targetId: serialNumber } });
  expect(records.filter(({ action }) => action === 'certificate.dismiss-request')).toHaveLength(2);
});
