import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import { Allowances, usualAllowances } from '../../../src/pki/acme/allowances.js';
import { AcmeCleaning } from '../../../src/pki/acme/cleaning.job.js';
import { Nonces } from '../../../src/pki/acme/nonces.js';
import { day, hour, openTidyWorld, sliceSize } from './tidy-world.js';
import type { TidyWorld } from './tidy-world.js';

let world: TidyWorld;
beforeEach(async () => {
  world = await openTidyWorld();
});
afterEach(() => world.close());

const now = () => world.clock.now();
const inDays = (days: number) => new Date(now().getTime() + days * day);
async function account(more: object = {}): Promise<string> {
  const id = ids.acmeAccount.make();
  const row = { id, mountId: world.mountId, directory: '', thumbprint: id, jwk: '{}', status: 'valid' };
  await world.client.acmeAccount.create({ data: { ...row, createdAt: now(), ...more } });
  return id;
}
async function order(accountId: string, status: string, expiresAt: Date): Promise<string> {
  const { id: mountId } = await world.client.mount.findFirstOrThrow({
    where: { acmeAccounts: { some: { id: accountId } } },
  });
  const id = ids.acmeOrder.make();
  const row = { id, mountId, accountId, status, identifiers: '[]', createdAt: now(), expiresAt };
  await world.client.acmeOrder.create({ data: row });
  const proof = { id: ids.acmeAuthorization.make(), orderId: id, type: 'dns', value: 'a.example', token: 't' };
  await world.client.acmeAuthorization.create({ data: { ...proof, status: 'pending' } });
  return id;
}
const statusOf = async (id: string) => (await world.client.acmeAccount.findUnique({ where: { id } }))?.status;
const counts = async (given = {}) => (await world.tidied({ tidyAcme: true, ...given })).progress.counts;
/** What the job of every hour does. */
async function cleaned(): Promise<void> {
  const { database, clock, seal } = world;
  const nonces = new Nonces({ database, clock, seal });
  const allowances = new Allowances({ database, clock, hourly: usualAllowances });
  await new AcmeCleaning({ database, clock, nonces, allowances }).run(new AbortController().signal);
}

describe('ACME', () => {
  test('orders go with their proofs: without a certificate once they expired, with one after the safety buffer', async () => {
    const id = await account();
    await order(id, 'pending', inDays(1));
    await order(id, 'invalid', inDays(1));
    const fulfilled = await order(id, 'valid', inDays(1));
    expect(await counts()).toMatchObject({ acmeOrdersDeleted: 0, acmeAccounts: 1, acmeAccountsRevoked: 0 });
    world.clock.advance(day + hour);
    expect(await counts()).toMatchObject({ acmeOrdersDeleted: 2 });
    expect((await world.client.acmeOrder.findMany()).map((each) => each.id)).toEqual([fulfilled]);
    expect(await world.client.acmeAuthorization.count()).toBe(1);
    world.clock.advance(3 * day);
    expect(await counts()).toMatchObject({ acmeOrdersDeleted: 1 });
    expect([await world.client.acmeOrder.count(), await world.client.acmeAuthorization.count()]).toEqual([0, 0]);
  });

  test('orders of other mounts stay', async () => {
    const other = await world.mounts.create(world.operator, 'other', {});
    const { mount } = await world.authorities.byPath(other.path);
    await order(await account({ mountId: mount.id }), 'invalid', inDays(1));
    world.clock.advance(day + hour);
    expect(await counts({ acmeAccountSafetyBuffer: 1 })).toMatchObject({ acmeOrdersDeleted: 0, acmeAccounts: 0 });
    expect(await world.client.acmeOrder.count()).toBe(1);
  });

  test('an account that nobody uses is revoked, and removed a buffer later', async () => {
    const id = await account();
    world.clock.advance(29 * day);
    expect(await counts()).toMatchObject({ acmeAccounts: 1, acmeAccountsRevoked: 0, acmeAccountsDeleted: 0 });
    world.clock.advance(2 * day);
    expect(await counts()).toMatchObject({ acmeAccounts: 1, acmeAccountsRevoked: 1, acmeAccountsDeleted: 0 });
    expect(await statusOf(id)).toBe('revoked');
    expect(await counts()).toMatchObject({ acmeAccountsRevoked: 0, acmeAccountsDeleted: 0 });
    world.clock.advance(31 * day);
    expect(await counts()).toMatchObject({ acmeAccountsRevoked: 0, acmeAccountsDeleted: 1 });
    expect(await statusOf(id)).toBeUndefined();
  });

  test('an account is used as long as its certificates were valid, whoever removed the orders', async () => {
    const byTidy = await account();
    await order(byTidy, 'valid', inDays(90));
    const byItself = await account();
    await order(byItself, 'valid', inDays(90));
    world.clock.advance(98 * day);
    await cleaned();
    // Sooner than the job that runs every hour would remove it.
    await order(byTidy, 'valid', inDays(-5));
    expect(await counts()).toMatchObject({ acmeOrdersDeleted: 1, acmeAccountsRevoked: 0 });
    world.clock.advance(21 * day);
    expect(await counts()).toMatchObject({ acmeAccountsRevoked: 0 });
    world.clock.advance(2 * day);
    expect(await counts()).toMatchObject({ acmeAccountsRevoked: 1 });
    world.clock.advance(4 * day);
    expect(await counts()).toMatchObject({ acmeAccountsRevoked: 1 });
    expect([await statusOf(byTidy), await statusOf(byItself)]).toEqual(['revoked', 'revoked']);
  });

  test('an account that was deactivated goes a buffer later, and one with orders stays', async () => {
    const id = await account({ status: 'deactivated', endedAt: inDays(20) });
    const busy = await account({ status: 'deactivated', endedAt: inDays(-50) });
    await order(busy, 'valid', inDays(400));
    world.clock.advance(40 * day);
    expect(await counts()).toMatchObject({ acmeAccountsDeleted: 0 });
    world.clock.advance(20 * day);
    expect(await counts()).toMatchObject({ acmeAccountsDeleted: 1, acmeAccountsRevoked: 0 });
    expect([await statusOf(id), await statusOf(busy)]).toEqual([undefined, 'deactivated']);
  });

  test('keys for accounts that nobody made go', async () => {
    const { id } = await world.eabKeys.create(world.operator, { mount: 'pki' });
    world.clock.advance(29 * day);
    expect(await counts()).toMatchObject({ acmeEabKeysDeleted: 0 });
    expect(await world.client.acmeEabKey.findUnique({ where: { id } })).not.toBeNull();
    world.clock.advance(2 * day);
    expect(await counts()).toMatchObject({ acmeEabKeysDeleted: 1 });
  });

  test('goes on where it was killed, and counts nothing twice', async () => {
    const id = await account();
    for (let n = 0; n < sliceSize * 2 + 1; n += 1) await order(id, 'invalid', inDays(1));
    for (let n = 0; n < sliceSize; n += 1) await account();
    world.clock.advance(5 * day);
    await world.begun({ tidyAcme: true, acmeAccountSafetyBuffer: 3 * 86_400 });
    for (const at of [2, 2, 2]) {
      // Orders that expired some days ago are not removed by that.
      await cleaned();
      const dying = world.dying(at);
      await expect(world.jobOf(dying.parts).run(world.mountId, dying.signal)).rejects.toThrow();
    }
    await world.jobOf().run(world.mountId, new AbortController().signal);
    expect(await world.status()).toMatchObject({
      state: 'finished',
      progress: {
        counts: {
          ...{ acmeOrdersDeleted: sliceSize * 2 + 1, acmeAccounts: sliceSize + 1 },
          ...{ acmeAccountsRevoked: sliceSize + 1, acmeAccountsDeleted: 0 },
        },
      },
    });
    expect(await statusOf(id)).toBe('revoked');
  });

  test('is done by itself where it is configured, with its buffers', async () => {
    await account();
    await world.tidies.configure(world.operator, 'pki', {
      ...{ enabled: true, tidyAcme: true, acmeAccountSafetyBuffer: 3600, intervalDuration: 7200 },
      ...{ minStartupBackoffDuration: 1, maxStartupBackoffDuration: 1 },
    });
    const job = world.jobOf();
    world.clock.advance(3 * hour);
    await job.run(world.mountId, new AbortController().signal);
    expect(await world.status()).toMatchObject({ automatic: true, progress: { counts: { acmeAccountsRevoked: 1 } } });
  });
});

test('requests to revoke that nobody confirmed go after their buffer', async () => {
  const rows = (count: number, from: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ id: ids.revocationRequest.make(), mountId: world.mountId, requestedAt: now(), requestedBy: 'x' },
      serialNumber: (0x100000 + from + at).toString(16),
    }));
  await world.client.revocationRequest.createMany({ data: rows(sliceSize + 1, 0) });
  world.clock.advance(day);
  await world.client.revocationRequest.createMany({ data: rows(2, 100) });
  const removed = async (more = {}) =>
    (await world.tidied({ tidyRevocationQueue: true, ...more })).progress.counts.revocationQueueDeleted;
  expect(await removed()).toBe(0);
  world.clock.advance(day + hour);
  expect(await removed()).toBe(sliceSize + 1);
  expect(await removed({ revocationQueueSafetyBuffer: 3600 })).toBe(2);
});
