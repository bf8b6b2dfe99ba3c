import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keptAccountKey } from '../../../src/pki/acme/account-key.js';
import { AccountStore } from '../../../src/pki/acme/account.store.js';
import type { AcmeAccount } from '../../../src/pki/acme/account.store.js';
import { Allowances, usualAllowances } from '../../../src/pki/acme/allowances.js';
import { AcmeCleaning } from '../../../src/pki/acme/cleaning.job.js';
import { nonceLifeMs, Nonces } from '../../../src/pki/acme/nonces.js';
import { mostPending, OrderStore, statusOf } from '../../../src/pki/acme/order.store.js';
import type { AcmeOrder, Authorization } from '../../../src/pki/acme/order.store.js';
import { ChangesMissing } from '../../../src/platform/database/database.js';
import { ids } from '../../../src/platform/ids.js';
import { openWorld } from '../../identity/world.js';
import { jwkOf, newKey } from './client.js';

type World = Awaited<ReturnType<typeof openWorld>>;

let world: World;
let accounts: AccountStore;
let orders: OrderStore;
let account: AcmeAccount;
beforeAll(async () => {
  world = await openWorld();
  accounts = new AccountStore(world);
  orders = new OrderStore(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  const id = ids.mount.make();
  const now = world.clock.now();
  await world.client.mount.create({ data: { id, path: id, accessor: id, createdAt: now, updatedAt: now } });
  account = accountOf(id, 'thumbprint');
  await world.database.writeSql([accounts.inserting(account)]);
});

const nonces = () => new Nonces({ ...world, seal: world.keys });
const jwk = JSON.stringify(jwkOf(newKey().publicKey));
const accountOf = (mountId: string, thumbprint: string): AcmeAccount => ({
  ...{ id: ids.acmeAccount.makeAt(world.clock.now()), mountId, directory: '', key: keptAccountKey(jwk, thumbprint) },
  ...{ status: 'valid', contact: ['mailto:a@b.example'], termsAgreed: true, eabKeyId: null },
  createdAt: world.clock.now(),
});

async function ordered(): Promise<{ order: AcmeOrder; authorization: Authorization }> {
  const now = world.clock.now();
  const order: AcmeOrder = {
    ...{ id: ids.acmeOrder.makeAt(now), mountId: account.mountId, accountId: account.id, status: 'pending' },
    ...{ identifiers: [{ type: 'dns', value: '*.a.example' }], profile: null, notBefore: null, notAfter: null },
    ...{ replaces: null, error: null, certificateId: null, createdAt: now },
    expiresAt: new Date(now.getTime() + 3_600_000),
  };
  const authorization: Authorization = {
    ...{ id: ids.acmeAuthorization.makeAt(now), orderId: order.id, identifier: { type: 'dns', value: 'a.example' } },
    ...{
      wildcard: true,
      status: 'pending',
      token: 'seed',
      challenge: null,
      attempts: 0,
      error: null,
      validatedAt: null,
    },
  };
  await world.database.writeSql(orders.inserting(order, [authorization]));
  return { order, authorization };
}

test('an account that was ended or removed meanwhile gets no order', async () => {
  await world.database.writeSql([accounts.changing(account, [], world.clock.now())]);
  await expect(ordered()).rejects.toBeInstanceOf(ChangesMissing);
  await world.client.acmeAccount.delete({ where: { id: account.id } });
  await expect(ordered()).rejects.toBeInstanceOf(ChangesMissing);
});

test('an account has as many orders under way as it may, however many are made at once', async () => {
  const now = world.clock.now();
  const shared = { mountId: account.mountId, accountId: account.id, status: 'pending', identifiers: '[]' };
  const times = { createdAt: now, expiresAt: new Date(now.getTime() + 3_600_000) };
  await world.client.acmeOrder.createMany({
    data: Array.from({ length: mostPending - 2 }, () => ({ id: ids.acmeOrder.makeAt(now), ...shared, ...times })),
  });
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => ordered()));
  const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  expect(refused.map((reason) => reason instanceof ChangesMissing)).toEqual(Array.from({ length: 6 }, () => true));
  expect(await world.client.acmeOrder.count({ where: { accountId: account.id } })).toBe(mostPending);
  // What is over has given its place back.
  await world.client.acmeOrder.updateMany({ where: { accountId: account.id }, data: { status: 'invalid' } });
  await ordered();
});

test('a nonce serves once, whichever node made it, until it expires', async () => {
  const nonce = nonces().make();
  await nonces().use(nonce);
  await expect(nonces().use(nonce)).rejects.toMatchObject({ type: 'badNonce' });
  const together = nonces().make();
  const used = await Promise.allSettled([nonces().use(together), nonces().use(together)]);
  expect(used.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const old = nonces().make();
  world.clock.advance(nonceLifeMs + 1);
  await expect(nonces().use(old)).rejects.toMatchObject({ message: 'the nonce has expired' });
  world.clock.advance(nonceLifeMs);
  const fresh = nonces().make();
  await nonces().use(fresh);
  expect(await nonces().clean(1)).toBe(true);
  expect(await nonces().clean(500)).toBe(false);
  expect(await world.client.acmeNonce.count()).toBe(1);
  await expect(nonces().use(fresh)).rejects.toMatchObject({ type: 'badNonce' });
});

test('a key has one account in a directory', async () => {
  await expect(
    world.database.writeSql([accounts.inserting(accountOf(account.mountId, 'thumbprint'))]),
  ).rejects.toBeInstanceOf(ChangesMissing);
  expect(await accounts.byKey(account.mountId, '', 'thumbprint')).toMatchObject({
    id: account.id,
    contact: account.contact,
  });
});

test('an order is as its authorizations are, and is fulfilled once', async () => {
  const { order, authorization } = await ordered();
  const status = async () => {
    const found = await orders.find(order.id);
    return found && statusOf(found, await orders.authorizationsOf(order.id), world.clock.now());
  };
  expect(await status()).toBe('pending');
  const fulfilling = () => world.database.writeSql([orders.fulfilling(order, 'crt-x', order.expiresAt)]);
  await expect(fulfilling()).rejects.toBeInstanceOf(ChangesMissing);
  await world.database.writeSql([orders.choosing(authorization, 'dns-01')]);
  await expect(world.database.writeSql([orders.choosing(authorization, 'dns-01')])).rejects.toBeInstanceOf(
    ChangesMissing,
  );
  await world.database.writeSql([orders.retrying(authorization, 1, { detail: 'no' })]);
  await world.database.writeSql([orders.proving(authorization, 2, world.clock.now())]);
  expect(await orders.authorization(authorization.id)).toMatchObject({
    authorization: { status: 'valid', attempts: 2, challenge: 'dns-01', error: null, wildcard: true },
  });
  expect(await status()).toBe('ready');
  const both = await Promise.allSettled([fulfilling(), fulfilling()]);
  expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await status()).toBe('valid');
  expect(await orders.ofCertificate('crt-x')).toMatchObject({ id: order.id, status: 'valid' });
  expect(await orders.idsOf(account.id, null)).toEqual([order.id]);
});

test('a proof that failed for good ends its order', async () => {
  const { order, authorization } = await ordered();
  await world.database.writeSql(orders.failing(authorization, 4, { detail: 'no' }));
  expect(await orders.find(order.id)).toMatchObject({ status: 'invalid', error: { detail: 'no' } });
});

test('what expired a week ago is removed, and accounts stay', async () => {
  const { order } = await ordered();
  const cleaning = new AcmeCleaning({
    ...{ ...world, nonces: nonces() },
    allowances: new Allowances({ ...world, hourly: usualAllowances }),
  });
  const never = new AbortController().signal;
  world.clock.advance(7 * 86_400_000 + 3_599_000);
  await cleaning.run(never);
  expect(await orders.find(order.id)).not.toBeNull();
  world.clock.advance(2_000);
  await cleaning.run(never);
  expect(await orders.find(order.id)).toBeNull();
  expect(await world.client.acmeAuthorization.count({ where: { orderId: order.id } })).toBe(0);
  const row = await world.client.acmeAccount.findUnique({ where: { id: account.id } });
  expect(row).toMatchObject({ status: 'valid', usedUntil: null });
});
