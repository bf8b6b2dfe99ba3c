import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LeaseRevocation } from '../../../src/pki/revocation/lease-revocation.job.js';
import { leaseRevocation, readLeaseRevocation } from '../../../src/pki/revocation/lease-revocation.job-kind.js';
import { clocksDifferMs } from '../../../src/pki/revocation/leases.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
let mountId: string;
let issuerId: string;
beforeAll(async () => {
  world = await openPkiWorld();
  await world.roots.generate(world.operator, 'pki', 'internal', { keyType: 'ec', commonName: 'Root' });
  const authority = await world.authorities.byPath('pki');
  mountId = authority.mount.id;
  issuerId = authority.issuer('default').id;
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.client.lease.deleteMany();
  await world.client.revocation.deleteMany();
  await world.client.certificate.deleteMany();
});

let made = 0;
/** Leases of certificates whose content nobody reads. */
async function leased(path: string, count: number, issuedAt = world.clock.now()) {
  const notAfter = new Date(world.clock.now().getTime() + 3_600_000);
  const serials = Array.from({ length: count }, () => (0x10_0000 + ++made).toString(16));
  await world.client.certificate.createMany({
    data: serials.map((serialNumber) => ({
      ...{ id: `crt-${serialNumber}`, mountId, serialNumber, issuerId, notAfter, issuedAt },
      ...{ notBefore: issuedAt, certificate: new Uint8Array([0]) },
    })),
  });
  await world.client.lease.createMany({
    data: serials.map((serialNumber) => ({
      ...{ id: `${path}/${serialNumber}`, path, mountId, serialNumber, issuerId, issuedAt, expiresAt: notAfter },
    })),
  });
}
const left = () => world.client.lease.count();
const revoked = () => world.client.revocation.count();
const records = async (action: string) => {
  await world.audit.flush();
  return world.client.auditRecord.findMany({ where: { action }, orderBy: { id: 'asc' } });
};
const asked = (below: string, more = {}) => ({ below, force: false, sync: false, ...more });

test('a request ends some leases itself, and leaves those beyond to the background', async () => {
  await leased('pki/issue/a', 70);
  await leased('pki/issue/b', 60);
  await leased('pki/issue-c', 1);
  const answer = await world.leases.revokeWithin(world.operator, asked('pki/issue'));
  expect(answer).toMatchObject({ endedCount: 50, warnings: [expect.stringContaining('in the background')] });
  expect([await left(), await revoked()]).toEqual([81, 50]);
  await world.service.jobs.idle();
  expect([await left(), await revoked()]).toEqual([1, 130]);
  expect(await world.client.job.count({ where: { kind: 'pki.lease-revocation' } })).toBe(0);
  const [asking] = await records('lease.revoke');
  expect(asking).toMatchObject({ actorName: 'olga', targetId: 'sys/leases/revoke-prefix/pki/issue' });
  const whose = (await records('certificate.revoke')).map(({ actorName, requestId }) => `${actorName} ${requestId}`);
  expect(new Set(whose)).toEqual(new Set([`olga ${world.operator.origin.requestId}`]));
});

test('who waits is answered when all are ended', async () => {
  await leased('pki/issue/a', 70);
  const answer = await world.leases.revokeWithin(world.operator, asked('pki/issue/a', { sync: true }));
  expect(answer).toEqual({ endedCount: 70, warnings: [] });
  expect([await left(), await revoked()]).toEqual([0, 70]);
});

test('work that was interrupted goes on where it stopped, and spares what was issued later', async () => {
  await leased('pki/issue/a', 250);
  const until = world.clock.now();
  const { payload = '' } = leaseRevocation({ prefix: 'pki/issue', until, force: false, actor: world.operator });
  expect(readLeaseRevocation(payload)).toMatchObject({ until, actor: { username: 'olga' } });
  await leased('pki/issue/a', 5, new Date(until.getTime() + 1));
  const stop = new AbortController();
  const leases = {
    forget: world.leases.forget.bind(world.leases),
    giveUp: world.leases.giveUp.bind(world.leases),
    endLater: async (...given: Parameters<typeof world.leases.endLater>) => {
      stop.abort();
      await world.leases.endLater(...given);
    },
  };
  const job = (ending: Pick<typeof world.leases, 'endLater' | 'forget' | 'giveUp'>) =>
    new LeaseRevocation({ database: world.database, leases: ending });
  await expect(job(leases).run({ payload }, stop.signal)).rejects.toThrow('abort');
  expect(await left()).toBe(155);
  await job(world.leases).run({ payload }, new AbortController().signal);
  expect([await left(), await revoked()]).toEqual([5, 250]);
});

test('what can never be revoked says why, is not tried again, does not hold up the others, and ends if that is forced', async () => {
  await leased('pki/issue/a', 3);
  await world.client.certificate.deleteMany({ where: { serialNumber: (0x10_0000 + made).toString(16) } });
  const job = new LeaseRevocation({ database: world.database, leases: world.leases });
  const run = (force: boolean) => {
    const asking = { prefix: 'pki/issue', until: world.clock.now(), force, actor: world.operator };
    return job.run({ payload: leaseRevocation(asking).payload ?? '' }, new AbortController().signal);
  };
  await world.client.auditRecord.deleteMany({ where: { action: 'lease.revoke' } });
  await run(false);
  expect([await left(), await revoked()]).toEqual([1, 2]);
  const given = (await records('lease.revoke')).map(({ details }) => details ?? '');
  expect(given).toEqual([expect.stringContaining('"irrevocable":true')]);
  const [lease] = await world.leases.irrevocable(world.operator, 10);
  expect(lease?.revokeError).toMatch(/^certificate with serial .* not found$/);
  expect(await world.leases.irrevocableCounts(world.operator)).toMatchObject([{ mountPath: 'pki', leaseCount: 1n }]);
  await run(false);
  expect(await records('lease.revoke')).toHaveLength(1);
  await world.client.auditRecord.deleteMany({ where: { action: 'lease.revoke' } });
  await run(true);
  expect([await left(), await revoked()]).toEqual([0, 2]);
  await forgotten('sys/leases/revoke-force/pki/issue');
});

test('what may succeed later is tried again, and not forgotten even if that is forced', async () => {
  await leased('pki/issue/a', 3);
  const [{ id } = { id: '' }] = await world.client.lease.findMany({ orderBy: { id: 'asc' }, take: 1 });
  const away = Object.assign(new Error('the disk is away'), { code: 'EIO' });
  const leases = {
    forget: world.leases.forget.bind(world.leases),
    giveUp: world.leases.giveUp.bind(world.leases),
    endLater: (...[actor, lease]: Parameters<typeof world.leases.endLater>) =>
      lease.id === id ? Promise.reject(away) : world.leases.endLater(actor, lease),
  };
  for (const force of [false, true]) {
    const asking = { prefix: 'pki/issue', until: world.clock.now(), force, actor: world.operator };
    const job = new LeaseRevocation({ database: world.database, leases });
    const run = job.run({ payload: leaseRevocation(asking).payload ?? '' }, new AbortController().signal);
    await expect(run).rejects.toMatchObject({ message: 'some leases could not be ended', cause: away });
    expect(await world.client.lease.findMany({ select: { id: true, revokeError: true } })).toEqual([
      { id, revokeError: null },
    ]);
  }
});

test('leases of a node whose clock is ahead end, too', async () => {
  await leased('pki/issue/a', 3, new Date(world.clock.now().getTime() + clocksDifferMs));
  await leased('pki/issue/a', 1, new Date(world.clock.now().getTime() + clocksDifferMs + 1));
  await world.leases.revokeWithin(world.operator, asked('pki/issue'));
  expect(await left()).toBe(1);
});

async function forgotten(targetId: string) {
  const found = await records('lease.revoke');
  expect(found).toMatchObject([{ actorName: 'olga', targetId }]);
  const id = `pki/issue/a/${(0x10_0000 + made).toString(16)}`;
  expect(JSON.parse(found[0]?.details ?? '')).toMatchObject({ force: true, count: 1, leases: [id] });
}

test('a request revokes and schedules the others before it says what cannot be revoked, and records what it forgets', async () => {
  const serialNumber = (0x10_0000 + made + 1).toString(16);
  await leased('pki/issue/a', 70);
  await world.client.certificate.deleteMany({ where: { serialNumber } });
  const refused = { code: 'CERTIFICATE_NOT_FOUND' };
  await expect(world.leases.revokeWithin(world.operator, asked('pki/issue', { sync: true }))).rejects.toMatchObject(
    refused,
  );
  expect([await left(), await revoked()]).toEqual([1, 69]);
  await leased('pki/issue/b', 60);
  await expect(world.leases.revokeWithin(world.operator, asked('pki/issue'))).rejects.toMatchObject(refused);
  await world.service.jobs.idle();
  expect([await left(), await revoked()]).toEqual([1, 129]);
  await world.client.auditRecord.deleteMany({ where: { action: 'lease.revoke' } });
  await world.leases.revokeWithin(world.operator, asked('pki/issue', { force: true }));
  expect(await left()).toBe(0);
  const [record] = await records('lease.revoke');
  expect(JSON.parse(record?.details ?? '')).toMatchObject({ force: true, leases: [`pki/issue/a/${serialNumber}`] });
});
