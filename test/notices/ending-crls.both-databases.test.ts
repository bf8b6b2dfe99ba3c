import { afterEach, beforeEach, expect, test } from 'vitest';
import { ExpiryAnnouncements } from '../../src/pki/events/expiry.job.js';
import { ids } from '../../src/platform/ids.js';
import { openWorld } from '../identity/world.js';
import type { World } from '../identity/world.js';

const hour = 3_600_000;
let world: World;
const [mountId, issuerId] = [ids.mount.make(), ids.issuer.make()];
beforeEach(async () => {
  world = await openWorld();
  const [at, nothing] = [world.clock.now(), Buffer.from('30', 'hex')];
  const stamps = { createdAt: at, updatedAt: at };
  await world.client.mount.create({ data: { id: mountId, path: 'pki', accessor: 'pki_1', ...stamps } });
  await world.client.issuer.create({
    data: {
      ...{ id: issuerId, mountId, uuid: 'u', certificate: nothing, fingerprint: 'f', serialNumber: '01' },
      ...{ subjectHash: 's', issuerHash: 's', notBefore: at, notAfter: at, createdAt: at },
    },
  });
});
afterEach(() => world.close());

async function crl(number: bigint, hours: number, delta = false): Promise<void> {
  const thisUpdate = world.clock.now();
  const nextUpdate = new Date(thisUpdate.getTime() + hours * hour);
  await world.client.crl.create({
    data: {
      ...{ id: ids.crl.make(), mountId, issuerId, delta, number, thisUpdate, nextUpdate, entryCount: 0n, through: 0n },
      content: Buffer.from('30', 'hex'),
    },
  });
}
const announced = async () =>
  (await world.client.event.findMany({ where: { kind: 'crl.expiring' }, orderBy: { id: 'asc' } })).map(({ facts }) =>
    facts.replaceAll(/"nextUpdate":"[^"]*",/g, ''),
  );
const looking = (hours: readonly number[]) =>
  new ExpiryAnnouncements({
    ...{ database: world.database, clock: world.clock, days: [] },
    asked: () => Promise.resolve({ certificateDays: new Map(), crlHours: new Map([[mountId, hours]]) }),
  });

test('a CRL that nobody replaces is reported once for each number of hours that somebody asked for', async () => {
  await crl(1n, 72);
  await crl(2n, 0.2, true);
  const expected: string[] = [];
  for (const [advance, hours, more] of [
    [0, [24, 2], []],
    [47, [24, 2], []],
    [1, [24, 2], ['{"number":"1","hours":24}']],
    [1, [24, 2], []],
    // Somebody asks for another number later.
    [0, [48, 24, 2], ['{"number":"1","hours":48}']],
    [21, [48, 24, 2], ['{"number":"1","hours":2}']],
    [10, [48, 24, 2], []],
  ] as const) {
    world.clock.advance(advance * hour);
    await Promise.all([looking(hours).run(), looking(hours).run()]);
    expected.push(...more);
    expect(await announced()).toEqual(expected);
  }
});

test('one that was replaced in time is not, and it is looked at again when the next one is due', async () => {
  await crl(1n, 72);
  world.clock.advance(47 * hour);
  await crl(2n, 72);
  world.clock.advance(2 * hour);
  const next = await looking([24]).run();
  expect(await announced()).toEqual([]);
  expect(next.getTime()).toBe(world.clock.now().getTime() + hour);
  world.clock.advance(45.5 * hour);
  expect((await looking([24]).run()).getTime()).toBe(world.clock.now().getTime() + 0.5 * hour);
});

test('who asks for nothing is told nothing', async () => {
  await crl(1n, 1);
  await new ExpiryAnnouncements({ database: world.database, clock: world.clock, days: [] }).run();
  expect(await announced()).toEqual([]);
});
