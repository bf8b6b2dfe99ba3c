import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CrlStore } from '../../../../src/pki/crls/crl.store.js';
import { CrlParts } from '../../../../src/pki/crls/parts/crl-parts.js';
import { LeftParts, RemovalFailures } from '../../../../src/pki/crls/parts/left-parts.js';
import { ownScope } from '../../../../src/pki/crls/parts/place.js';
import type { CrlDatabase } from '../../../../src/pki/crls/parts/place.js';
import { ScopedCrlStore } from '../../../../src/pki/crls/scoped/scoped-crl.store.js';
import { entriesOf } from '../../../../src/pki/x509/index.js';
import { gate } from '../../../gate.js';
import { eventually } from '../../../eventually.js';
import { openPkiWorld } from '../../world.js';
import type { PkiWorld } from '../../world.js';
import { digestsOf, partsIn, printOf, publishing, throughTo } from './published-parts.js';

let world: PkiWorld;
let large: ReturnType<typeof publishing>;
beforeAll(async () => {
  world = await openPkiWorld();
  large = publishing(world);
});
afterAll(() => world.close());

test('who tidies up after a CRL leaves alone what is being written for the next one', async () => {
  const { id, crls, parts, served, publish, next } = await large.issued();
  await publish(crls.of(next, 0, 1));
  const crl = crls.of(next + 1n, 0, 20_000);
  // Left by a process that ended, and the same as what is written now.
  const { digest = '', length } = crl.entryParts[0] ?? {};
  const content = Uint8Array.from(entriesOf(crl.der).subarray(0, length));
  await world.client.crlPart.create({ data: { issuerId: id, scope: ownScope, digest, number: next, content } });
  const [reached, released] = [gate(), gate()];
  const slow = large.stepping(async (commit) => {
    if (commit !== 1) return;
    reached.open();
    await released.opened;
  });
  const attempt = publish(crl, slow);
  await reached.opened;
  await new CrlParts({ database: world.database, table: 'Crl' }).removeLeft([{ issuerId: id, scope: ownScope }], next);
  released.open();
  expect(await attempt).toMatchObject({ number: next + 1n });
  expect(await served()).toBe(printOf(crl.der));
  expect(await parts()).toEqual(digestsOf(crl));
});

test('parts with numbers that no CRL will have are removed with the next publication, and not what is current', async () => {
  const { id, store, crls, parts, served, publish, next } = await large.issued();
  const ahead = crls.of(next + 1_000n, 50_000, 70_000);
  await expect(store.publish([id], next - 1n, ahead)).resolves.not.toBeNull();
  const kept = crls.of(next + 1_001n, 0, 20_000);
  await publish(kept);
  // As after a restore, or in another group of issuers.
  await world.client.issuer.update({ where: { id }, data: { crlNumber: next } });
  const { content } = await world.client.crlPart.findFirstOrThrow({ where: { issuerId: id } });
  await world.client.crlPart.createMany({
    data: ['one', 'two'].map((digest) => ({ issuerId: id, scope: ownScope, digest, number: next + 500n, content })),
  });
  const delta = { ...crls.of(next + 1n, 0, 1), delta: true, baseNumber: kept.number };
  await publish(delta);
  expect(await parts()).toEqual(digestsOf(kept));
  expect(await served()).toBe(printOf(kept.der));
});

test('whoever writes parts with a number that is ahead fails by a publication that removes them', async () => {
  const { id, crls, parts, served, next, authority } = await large.issued();
  const database = world.database;
  const scoped = new ScopedCrlStore({ database });
  const shardOf = (number: bigint, from: number, to: number) => ({
    ...{ ...crls.of(number, from, to), shard: 0, parts: '{}', mountId: authority.mount.id },
  });
  const first = await scoped.publishShard(shardOf(next, 0, 1), null);
  const usual = shardOf(next + 1n, 0, 20_000);
  const [reached, released] = [gate(), gate()];
  let commit = 0;
  const fast = new ScopedCrlStore({
    database: {
      ...throughTo(database),
      writeSql: async (batch) => {
        if (partsIn(batch) > 0 && commit++ === 1) {
          reached.open();
          await released.opened;
        }
        await database.writeSql(batch);
      },
    },
  });
  const attempt = fast.publishShard(shardOf(next + 1_000_000n, 50_000, 70_000), first);
  await reached.opened;
  const second = await scoped.publishShard(usual, first);
  expect(await parts()).toEqual(digestsOf(usual));
  released.open();
  expect(await attempt).toBeNull();
  const third = shardOf(next + 2n, 0, 0);
  await scoped.publishShard({ ...third, octets: usual.octets }, second);
  expect(await parts()).toEqual(digestsOf(usual));
  expect(await served()).not.toBeNull();
  expect(await world.client.crlPart.count({ where: { issuerId: id, number: { gt: next + 2n } } })).toBe(0);
});

/** Parts of an issuer with these numbers, named after them. */
async function storedParts(issuerId: string, ...numbers: readonly bigint[]) {
  const data = numbers.map((number, at) => ({
    ...{ issuerId, scope: ownScope, digest: `${number} ${at}`, number, content: Buffer.from('entries') },
  }));
  await world.client.crlPart.createMany({ data });
  return data.map(({ digest }) => digest).toSorted();
}

test('what is marked for a later CRL after it was found is not removed', async () => {
  const { id, parts, next } = await large.issued();
  const [kept = '', gone = ''] = await storedParts(id, next, next);
  const named = async () => {
    const where = { issuerId_scope_digest: { issuerId: id, scope: ownScope, digest: kept } };
    await world.client.crlPart.update({ where, data: { number: next + 1n } });
    return new Set<string>();
  };
  expect(await parts()).toEqual([kept, gone]);
  const places = [{ issuerId: id, scope: ownScope }];
  const left = new LeftParts({ database: world.database, named });
  // Parts with the number of the CRL itself are not ahead of it.
  expect(await left.ahead(places, next, new Set())).toEqual([]);
  await left.remove(places, next);
  expect(await parts()).toEqual([kept]);
});

test('one publication removes few, and none that a CRL names or that it publishes itself', async () => {
  const { id, parts, next } = await large.issued();
  const places = [{ issuerId: id, scope: ownScope }];
  const own = await storedParts(id, ...Array.from({ length: 20 }, () => next));
  const ahead = await storedParts(id, ...Array.from({ length: 12 }, () => next + 9n));
  const [named = '', published = ''] = ahead;
  const left = new LeftParts({
    database: world.database,
    named: () => Promise.resolve(new Set([named, ...own.slice(0, 2)])),
  });
  const writes = await left.ahead(places, next, new Set([published]));
  await world.database.writeSql(writes);
  // As it was before: parts with the number of the CRL itself, two of those ahead, and what is more than eight.
  expect(await parts()).toEqual([...own, named, published, ...ahead.slice(10)].toSorted());
  await left.remove(places, next);
  expect((await parts()).filter((digest) => own.includes(digest))).toEqual([...own.slice(0, 2), ...own.slice(18)]);
});

test('parts that cannot be removed are told once, counted each time, and tried again', async () => {
  const { crls, parts, publish, next } = await large.issued();
  const told: string[] = [];
  let failures = 0;
  const removals = new RemovalFailures({ log: pino({ level: 'warn' }, { write: (line) => void told.push(line) }) });
  removals.listen(() => (failures += 1));
  let isBroken = true;
  const database: CrlDatabase = {
    ...throughTo(world.database),
    background: {
      writeSql: (batch) =>
        isBroken ? Promise.reject(new Error('no room')) : world.database.background.writeSql(batch),
    },
  };
  const store = new CrlStore({ database, removals });
  const crl = crls.of(next, 0, 20_000);
  await publish(crl, store);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await publish(crls.of(next + 1n, 0, 1), store);
    expect(await parts()).toEqual(digestsOf(crl));
    vi.advanceTimersByTime(30_000);
    await vi.waitUntil(() => failures === 2, eventually);
    isBroken = false;
    vi.advanceTimersByTime(30_000);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(parts).toEqual([]);
  expect(failures).toBe(2);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('no room');
  store.close();
});

test('where two cannot remove parts, it is said once until both can', () => {
  const told: string[] = [];
  const removals = new RemovalFailures({ log: pino({ level: 'warn' }, { write: (line) => void told.push(line) }) });
  const [own, scoped] = [{}, {}];
  removals.failed(own, new Error('no room'));
  removals.failed(scoped, new Error('no room'));
  removals.succeeded(own);
  removals.failed(scoped, new Error('no room'));
  removals.failed(own, new Error('no room'));
  expect(told).toHaveLength(1);
  removals.succeeded(own);
  removals.succeeded(scoped);
  removals.failed(scoped, new Error('no room'));
  expect(told).toHaveLength(2);
});
