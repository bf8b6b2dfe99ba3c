import { afterAll, beforeAll, expect, test } from 'vitest';
import { ExpiryAnnouncements } from '../../../src/pki/events/expiry.job.js';
import { ids } from '../../../src/platform/ids.js';
import { openWorld } from '../../identity/world.js';
import type { World } from '../../identity/world.js';
import { clockAt } from '../../platform/events/world.js';

const day = 86_400_000;
const begin = new Date('2026-01-01T00:00:00Z');
const after = (days: number) => new Date(begin.getTime() + days * day);

let world: World;
const mountId = ids.mount.make();
beforeAll(async () => {
  world = await openWorld();
  const stamps = { createdAt: begin, updatedAt: begin };
  await world.client.mount.create({ data: { id: mountId, path: 'pki', accessor: 'pki_1', ...stamps } });
});
afterAll(() => world.close());

async function certificate(serialNumber: string, notAfter: Date, revokedAt: Date | null = null): Promise<void> {
  await world.client.certificate.create({
    data: {
      ...{ id: ids.certificate.make(), mountId, serialNumber, notBefore: begin, notAfter, revokedAt },
      ...{ issuedAt: begin, certificate: Buffer.from('30', 'hex') },
    },
  });
}

/** What was announced so far: serial number and days, in order. */
async function announced(): Promise<string[]> {
  const rows = await world.client.event.findMany({ where: { kind: 'certificate.expiring' }, orderBy: { id: 'asc' } });
  return rows.map(({ subject, facts }) => `${subject} ${facts}`);
}

test('each certificate is announced once for each threshold that it passes, however often one looks', async () => {
  const clock = clockAt(begin);
  const announcements = new ExpiryAnnouncements({ database: world.database, clock, days: [7, 1] });
  await certificate('0a', after(10));
  await certificate('0b', after(5));
  await certificate('0c', after(5), begin);
  const expected: string[] = [];
  const steps: readonly (readonly [number, readonly string[]])[] = [
    [0, ['0b {"days":7,"issuer":null}']],
    [0, []],
    [2, []],
    [3.5, ['0a {"days":7,"issuer":null}']],
    [4.5, ['0b {"days":1,"issuer":null}']],
    [9.5, ['0a {"days":1,"issuer":null}']],
    [12, []],
  ];
  for (const [days, more] of steps) {
    clock.set(after(days));
    await announcements.run();
    expected.push(...more);
    expect(await announced()).toEqual(expected);
  }
});

test('it looks again when the next certificate passes a threshold', async () => {
  const announcements = new ExpiryAnnouncements({ database: world.database, clock: clockAt(after(20)), days: [7] });
  await certificate('0d', new Date(after(27).getTime() + 60_000));
  expect(await announcements.run()).toEqual(new Date(after(20).getTime() + 60_000));
});
