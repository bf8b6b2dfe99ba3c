import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { keptAccountKey } from '../../../src/pki/acme/account-key.js';
import { AccountStore } from '../../../src/pki/acme/account.store.js';
import type { AcmeAccount } from '../../../src/pki/acme/account.store.js';
import { Allowances } from '../../../src/pki/acme/allowances.js';
import type { HourlyAllowances } from '../../../src/pki/acme/allowances.js';
import { AcmeCleaning } from '../../../src/pki/acme/cleaning.job.js';
import { Nonces } from '../../../src/pki/acme/nonces.js';
import { OrderStore } from '../../../src/pki/acme/order.store.js';
import { ids } from '../../../src/platform/ids.js';
import { openWorld } from '../../identity/world.js';
import { jwkOf, newKey } from './client.js';

const hour = 3_600_000;
const day = 24 * hour;
const most = 10;

let world: Awaited<ReturnType<typeof openWorld>>;
let mountId: string;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  mountId = ids.mount.make();
  const now = world.clock.now();
  const row = { id: mountId, path: mountId, accessor: mountId, createdAt: now, updatedAt: now };
  await world.client.mount.create({ data: row });
});

/** As another node has it. */
const node = (hourly: HourlyAllowances = { accounts: most, names: most }) => new Allowances({ ...world, hourly });
const from = (remoteAddress: string) => ({ requestId: 'r', remoteAddress });
const here = from('192.0.2.1');
const jwk = JSON.stringify(jwkOf(newKey().publicKey));
function accountOf(eabKeyId: string | null = null): AcmeAccount {
  const id = ids.acmeAccount.makeAt(world.clock.now());
  return {
    ...{ id, mountId, directory: '', key: keptAccountKey(jwk, id), status: 'valid', contact: [] },
    ...{ termsAgreed: true, eabKeyId, createdAt: world.clock.now() },
  };
}
const use = (one: Allowances, takings: ReturnType<Allowances['ofNames']>) =>
  world.database.writeSql([...one.using(takings)]);
const refusal = (seconds: number) => ({
  ...{ type: 'rateLimited', status: 429, headers: { 'retry-after': String(seconds) } },
});

describe('what may be done in an hour', () => {
  test('is counted by all nodes together, however many ask at once, and comes back evenly', async () => {
    const account = accountOf();
    const asked = Array.from({ length: most + 5 }, () => node()).map((one) => use(one, one.ofNames(account, here, 1)));
    const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(outcomes.filter((each) => each === 'fulfilled')).toHaveLength(most);
    const again = () => node().require(node().ofNames(account, here, 1));
    await expect(again()).rejects.toMatchObject(refusal(360));
    world.clock.advance(359_000);
    await expect(again()).rejects.toMatchObject(refusal(1));
    world.clock.advance(1_000);
    await again();
    await use(node(), node().ofNames(account, here, 1));
    await expect(again()).rejects.toMatchObject(refusal(360));
    await expect(node().require(node().ofNames(account, here, 5))).rejects.toMatchObject(refusal(5 * 360));
  });

  test('is that of the address for accounts without a key, and of the account for all', async () => {
    await use(node(), node().ofNames(accountOf(), here, most));
    await expect(node().require(node().ofNames(accountOf(), here, 1))).rejects.toMatchObject({ type: 'rateLimited' });
    await node().require(node().ofNames(accountOf(), from('192.0.2.2'), 1));
    await node().require(node().ofNames(accountOf('key'), here, 1));
    const bound = accountOf('key');
    await use(node(), node().ofNames(bound, from('192.0.2.3'), most));
    await expect(node().require(node().ofNames(bound, from('192.0.2.4'), 1))).rejects.toMatchObject({
      message: `too many names in orders and changes of an account: at most ${most} in an hour`,
    });
    await node().require(node().ofNames(accountOf(), from('192.0.2.3'), 1));
  });

  test('is that of a network of IPv6, and ten times as much that of a site', async () => {
    const accounts = (address: string) => node().ofNewAccount(mountId, from(address));
    await use(node(), accounts('2001:db8:1:0::1'));
    for (let n = 1; n < most; n += 1) await use(node(), accounts(`2001:db8:1:0::${n + 1}`));
    await expect(use(node(), accounts('2001:db8:1:0::ff'))).rejects.toThrow();
    for (let network = 1; network < 10; network += 1)
      for (let n = 0; n < most; n += 1) await use(node(), accounts(`2001:db8:1:${network}::${n + 1}`));
    await expect(node().require(accounts('2001:db8:1:a::1'))).rejects.toMatchObject({
      message: 'too many new accounts from one address: at most 100 in an hour',
    });
    await node().require(accounts('2001:db8:2:a::1'));
  });

  test('is taken whole by an order with more names, and has no limit where it is off', async () => {
    const account = accountOf('key');
    await use(node(), node().ofNames(account, here, 100));
    await expect(node().require(node().ofNames(account, here, 1))).rejects.toMatchObject(refusal(360));
    const off = { accounts: null, names: null };
    expect([node(off).ofNames(account, here, 1), node(off).ofNewAccount(mountId, here)]).toEqual([[], []]);
  });

  test('is there where a clock was wrong, and not again for a node whose clock is a little behind', async () => {
    const account = accountOf('key');
    const now = world.clock.now().getTime();
    const ahead = (ms: number) =>
      world.client.acmeAllowance.upsert({
        where: { key: `names ${account.id}` },
        create: { key: `names ${account.id}`, fullAt: BigInt(now + ms) },
        update: { fullAt: BigInt(now + ms) },
      });
    const some = () => node().ofNames(account, here, most);
    await ahead(365 * day);
    await node().require(some());
    await use(node(), some());
    await expect(node().require(some())).rejects.toMatchObject(refusal(3_600));
    await ahead(hour + 60_000);
    await expect(node().require(some())).rejects.toMatchObject(refusal(3_660));
    await expect(use(node(), some())).rejects.toThrow();
    world.clock.advance(hour);
  });

  test('leaves no row once it is all there again', async () => {
    for (let n = 0; n < 5; n += 1) await use(node(), node().ofNames(accountOf('key'), here, 1));
    expect(await node().clean(500)).toBe(false);
    const counted = await world.client.acmeAllowance.count();
    expect(counted).toBeGreaterThanOrEqual(5);
    world.clock.advance(hour + 1);
    expect(await node().clean(2)).toBe(true);
    expect(await world.client.acmeAllowance.count()).toBe(counted - 2);
    expect(await node().clean(500)).toBe(false);
    expect(await world.client.acmeAllowance.count()).toBe(0);
  });
});

describe('accounts that came to nothing', () => {
  const accounts = () => new AccountStore(world);
  const clean = () =>
    new AcmeCleaning({
      ...world,
      nonces: new Nonces({ ...world, seal: world.keys }),
      allowances: node(),
    }).run(new AbortController().signal);
  async function made(eabKeyId: string | null = null): Promise<AcmeAccount> {
    const account = accountOf(eabKeyId);
    await world.database.writeSql([accounts().inserting(account)]);
    return account;
  }
  const isThere = async ({ id }: AcmeAccount) => (await accounts().find(id)) !== null;
  async function ordered({ id: accountId }: AcmeAccount, status: 'pending' | 'valid' | 'invalid', lifeMs = day) {
    const now = world.clock.now();
    const store = new OrderStore(world);
    const order = {
      ...{ id: ids.acmeOrder.makeAt(now), mountId, accountId, status: 'pending' as const, identifiers: [] },
      ...{ profile: null, notBefore: null, notAfter: null, replaces: null, error: null, certificateId: null },
      ...{ createdAt: now, expiresAt: new Date(now.getTime() + day) },
    };
    await world.database.writeSql([...store.inserting(order, [])]);
    const expiresAt = new Date(now.getTime() + lifeMs);
    await world.client.acmeOrder.update({ where: { id: order.id }, data: { status, expiresAt } });
  }

  test('go after ninety days, and those that somebody was given a key for stay', async () => {
    const [unused, bound] = [await made(), await made('key')];
    world.clock.advance(90 * day - hour);
    await clean();
    expect(await isThere(unused)).toBe(true);
    world.clock.advance(2 * hour);
    await clean();
    expect([await isThere(unused), await isThere(bound)]).toEqual([false, true]);
  });

  test('go ninety days after the last of their orders', async () => {
    const [tried, waiting] = [await made(), await made()];
    world.clock.advance(60 * day);
    await ordered(tried, 'invalid');
    world.clock.advance(60 * day);
    await ordered(waiting, 'pending');
    await clean();
    expect([await isThere(tried), await isThere(waiting)]).toEqual([true, true]);
    world.clock.advance(31 * day + hour);
    await clean();
    expect([await isThere(tried), await isThere(waiting)]).toEqual([false, true]);
    world.clock.advance(60 * day);
    await clean();
    expect(await isThere(waiting)).toBe(false);
  });

  test('are not those that had a certificate, or that an operator has revoked', async () => {
    const [brief, lasting, revoked] = [await made(), await made(), await made()];
    await ordered(brief, 'valid', hour);
    await ordered(lasting, 'valid', 90 * day);
    await world.client.acmeAccount.update({ where: { id: revoked.id }, data: { status: 'revoked' } });
    for (const days of [10, 25, 100]) {
      world.clock.advance(days * day);
      await clean();
    }
    expect([await isThere(brief), await isThere(lasting), await isThere(revoked)]).toEqual([true, true, true]);
    expect(await world.client.acmeAccount.count({ where: { mountId, triedUntil: { not: null } } })).toBe(0);
  });

  test('are not those that an operator revokes meanwhile', async () => {
    const account = await made();
    world.clock.advance(91 * day);
    const read = world.database.readAnew.bind(world.database);
    const spy = vi.spyOn(world.database, 'readAnew').mockImplementationOnce(async (...asked) => {
      const rows = await read(...asked);
      await world.client.acmeAccount.update({ where: { id: account.id }, data: { status: 'revoked' } });
      return rows;
    });
    await clean();
    spy.mockRestore();
    expect(await isThere(account)).toBe(true);
  });

  test('are removed some at a time, and all of them', async () => {
    const now = world.clock.now();
    const row = { mountId, directory: '', jwk: '{}', status: 'valid', createdAt: now, triedUntil: now };
    await world.client.acmeAccount.createMany({
      data: Array.from({ length: 1_100 }, (_, n) => ({ ...row, id: ids.acmeAccount.makeAt(now), thumbprint: `${n}` })),
    });
    world.clock.advance(91 * day);
    await clean();
    expect(await world.client.acmeAccount.count({ where: { mountId } })).toBe(0);
  });
});
