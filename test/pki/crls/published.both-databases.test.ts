import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CrlBuilder } from '../../../src/pki/crls/crl-builder.js';
import { CrlStore } from '../../../src/pki/crls/crl.store.js';
import { Crls } from '../../../src/pki/crls/crls.js';
import { heldByCrl } from '../../../src/pki/crls/held.js';
import { CrlOctets } from '../../../src/pki/crls/parts/crl-octets.js';
import { RevokedRows } from '../../../src/pki/crls/revoked-rows.js';
import { recordRevocation } from '../../../src/pki/revocation/record-revocation.js';
import { parseCrl } from '../../../src/pki/x509/index.js';
import type { Clock } from '../../../src/platform/clock.js';
import { ids } from '../../../src/platform/ids.js';
import { JobProgress } from '../../../src/platform/jobs/job-progress.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { gate } from '../../gate.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

const day = 86_400_000;
/** So many are revoked one by one. */
const few = 30;
let mounts = 0;
let serials = 0;

/** A mount with a root, whose CRL has been made. */
async function mounted() {
  const { path } = await world.mounts.create(world.operator, `published-${++mounts}`, {});
  await world.roots.generate(world.operator, path, 'internal', { keyType: 'ec', commonName: `Root ${mounts}` });
  const authority = await world.authorities.byPath(path);
  const issuer = authority.issuer('default');
  // A job makes the first CRL.
  await world.service.jobs.idle();
  /** Recorded, and on no CRL yet. */
  const revoked = async (count: number, lasts = 30 * day): Promise<string[]> => {
    const numbers = Array.from({ length: count }, () => (0x40_00_00_00 + ++serials).toString(16));
    const [revokedAt, reason] = [world.clock.now(), null];
    const notAfter = new Date(revokedAt.getTime() + lasts);
    const place = { mountId: authority.mount.id, issuerId: issuer.id };
    await world.database.transaction(async (tx) => {
      // The rows of many at once, without what else comes with a revocation.
      const together = numbers.slice(few);
      const rows = together.map((serialNumber) => ({ ...place, serialNumber, revokedAt, reason, notAfter }));
      const { revokedCount } = await tx.mount.update({
        where: { id: authority.mount.id },
        data: { revokedCount: { increment: rows.length } },
      });
      const data = rows.map((row, at) => ({ ...row, id: ids.revocation.make(), ordinal: revokedCount - BigInt(at) }));
      await tx.revocation.createMany({ data });
      for (const serialNumber of numbers.slice(0, few))
        await recordRevocation(tx, { ...place, serialNumber, revokedAt, reason, notAfter });
    });
    return numbers;
  };
  const served = async (crls = world.crls) => {
    const crl = await crls.current(authority, issuer, 'complete');
    if (!crl) throw new Error('there is no CRL');
    const { entries, number } = parseCrl(crl.der);
    const held = entries.map(({ serialNumber }) => serialNumber.replaceAll(':', ''));
    return { number: number ?? -1n, held: held.toSorted(), entryCount: Number(crl.entryCount) };
  };
  return { authority, issuer, revoked, served, publish: () => world.crls.publish(authority, issuer.id) };
}

/** Another process on the same database, whose steps a test can stop or delay. */
function another(
  steps: { building?: () => Promise<unknown>; marking?: () => Promise<unknown> } = {},
  clock: Clock = world.clock,
) {
  const { database, authorities } = world;
  const rows = new (class extends RevokedRows {
    override async markLeft(...given: Parameters<RevokedRows['markLeft']>) {
      await steps.marking?.();
      return super.markLeft(...given);
    }
  })({ database });
  const builder = new (class extends CrlBuilder {
    override async build(...given: Parameters<CrlBuilder['build']>) {
      const built = await super.build(...given);
      await steps.building?.();
      return built;
    }
  })();
  const progress = new JobProgress({ database, clock, log: pino({ level: 'silent' }) });
  return new Crls({ store: new CrlStore({ database }), rows, builder, authorities, progress, clock });
}

const crash = () => Promise.reject(new Error('the process ended'));

test('a CRL holds what was revoked, over many pages, made anew or on top of the last one', async () => {
  const { issuer, revoked, served, publish } = await mounted();
  const before = await revoked(620);
  await publish();
  expect(await served()).toMatchObject({ held: before, entryCount: 620 });
  const more = await revoked(3);
  await publish();
  expect(await served()).toMatchObject({ held: [...before, ...more], entryCount: 623 });
  await world.client.crl.deleteMany({ where: { issuerId: issuer.id } });
  await publish();
  expect(await served()).toMatchObject({ held: [...before, ...more], entryCount: 623 });
});

test('one revocation more leaves the rows of all others as they are', async () => {
  const { issuer, revoked, publish } = await mounted();
  const rows = () => world.client.revocation.findMany({ where: { issuerId: issuer.id }, orderBy: { ordinal: 'asc' } });
  await revoked(20);
  await publish();
  const before = await rows();
  await revoked(1);
  const written = await world.statements(publish);
  expect((await rows()).slice(0, 20)).toEqual(before);
  expect(written.filter((sql) => sql.includes('"Revocation"') && !/^\s*SELECT/i.test(sql))).toEqual([]);
});

test('what is revoked while a CRL is made is on the next one', async () => {
  const { authority, issuer, revoked, served, publish } = await mounted();
  const first = await revoked(2);
  const late: string[] = [];
  const slow = another({ building: async () => late.push(...(await revoked(2))) });
  await slow.publish(authority, issuer.id);
  expect((await served()).held).toEqual(first);
  const { ordinal } = await world.client.revocation.findFirstOrThrow({ where: { serialNumber: late[0] ?? '' } });
  expect(await world.crls.holds(authority, { issuerId: issuer.id, ordinal })).toBe(false);
  await publish();
  expect((await served()).held).toEqual([...first, ...late]);
  expect(await world.crls.holds(authority, { issuerId: issuer.id, ordinal })).toBe(true);
});

test('a process that ends before it published leaves everything to the next one', async () => {
  const { authority, issuer, revoked, served, publish } = await mounted();
  const before = await served();
  const numbers = await revoked(2);
  await expect(another({ building: crash }).publish(authority, issuer.id)).rejects.toThrow('the process ended');
  expect(await served()).toEqual(before);
  await publish();
  expect(await served()).toMatchObject({ held: numbers, number: before.number + 1n });
});

test('a process that ends after it published leaves nothing behind that the next one does not mend', async () => {
  const { authority, issuer, revoked, served, publish } = await mounted();
  const [ending = ''] = await revoked(1, 60_000);
  const staying = await revoked(2);
  await publish();
  world.clock.advance(120_000);
  await publish();
  expect(await served()).toMatchObject({ held: [ending, ...staying], entryCount: 3 });
  await expect(another({ marking: crash }).publish(authority, issuer.id)).rejects.toThrow('the process ended');
  expect(await served()).toMatchObject({ held: staying, entryCount: 2 });
  const left = () => world.client.revocation.count({ where: { issuerId: issuer.id, leftIn: { not: null } } });
  expect(await left()).toBe(0);
  await publish();
  expect(await served()).toMatchObject({ held: staying, entryCount: 2 });
  expect(await left()).toBe(1);
  // It does not come back when there is no CRL to build on.
  await world.client.crl.deleteMany({ where: { issuerId: issuer.id } });
  await publish();
  expect(await served()).toMatchObject({ held: staying, entryCount: 2 });
});

test('who was overtaken by a CRL that holds more has nothing left to do', async () => {
  const { authority, issuer, revoked, served, publish } = await mounted();
  const before = await served();
  const numbers = await revoked(1);
  let builds = 0;
  const slow = another({
    building: async () => {
      builds += 1;
      numbers.push(...(await revoked(1)));
      await publish();
    },
  });
  const head = await slow.publish(authority, issuer.id);
  expect(builds).toBe(1);
  expect(head?.number).toBe(before.number + 1n);
  expect(await served()).toMatchObject({ held: numbers, number: before.number + 1n });
});

test('who was overtaken by one that holds less begins again: numbers only rise, and nothing is lost', async () => {
  const { authority, issuer, revoked, served } = await mounted();
  const before = await served();
  const numbers = await revoked(1);
  const [built, released] = [gate(), gate()];
  const early = another({
    building: () => {
      built.open();
      return released.opened;
    },
  });
  const first = early.publish(authority, issuer.id);
  await built.opened;
  numbers.push(...(await revoked(1)));
  let builds = 0;
  const late = another({
    building: async () => {
      if (++builds > 1) return;
      released.open();
      await first;
    },
  });
  const head = await late.publish(authority, issuer.id);
  expect(builds).toBe(2);
  expect((await first)?.number).toBe(before.number + 1n);
  expect(head?.number).toBe(before.number + 2n);
  expect(await served()).toMatchObject({ held: numbers.toSorted(), number: before.number + 2n });
});

/** A process that holds its first CRL back until it is told. */
function holding() {
  const [built, released] = [gate(), gate()];
  let builds = 0;
  const crls = another({
    building: async () => {
      builds += 1;
      built.open();
      await released.opened;
    },
  });
  return { crls, built: built.opened, release: released.open, builds: () => builds };
}

test('all who see that an issuer has no CRL yet are given one', async () => {
  const { authority, issuer, served } = await mounted();
  const before = await served();
  await world.client.crl.deleteMany({ where: { issuerId: issuer.id } });
  const { crls, built, release, builds } = holding();
  // As a job does when an issuer is new.
  const job = crls.publishDue(authority, issuer.id);
  await built;
  const reader = crls.current(authority, issuer, 'complete');
  const late = crls.publishDue(authority, issuer.id);
  release();
  const numbers = [await job, await reader, await late].map((head) => head?.number);
  expect(numbers).toEqual([before.number + 1n, before.number + 1n, before.number + 1n]);
  expect(builds()).toBe(1);
});

test('whoever revokes while a CRL with it is being made has no other made', async () => {
  const { authority, issuer, revoked, served } = await mounted();
  const before = await served();
  const [serialNumber = ''] = await revoked(1);
  const recorded = await world.client.revocation.findFirstOrThrow({ where: { issuerId: issuer.id, serialNumber } });
  const { crls, built, release, builds } = holding();
  // As a job does which finds a revocation on no CRL.
  const job = crls.publishDue(authority, issuer.id);
  await built;
  const told = heldByCrl({ crls, scoped: world.scopedCrls }, authority, recorded, serialNumber);
  release();
  await job;
  expect(await told).toEqual([]);
  expect(builds()).toBe(1);
  expect(await served()).toMatchObject({ held: [serialNumber], number: before.number + 1n });
});

test('a clock that steps back at every look does not keep a revocation off the CRL that is due', async () => {
  const { authority, issuer, revoked, served } = await mounted();
  const before = await served();
  const numbers = await revoked(1);
  let looks = 0;
  const stepping = { now: () => new Date(world.clock.now().getTime() - ++looks) };
  const head = await another({}, stepping).publishDue(authority, issuer.id);
  expect(head?.number).toBe(before.number + 1n);
  expect(await served()).toMatchObject({ held: numbers, number: before.number + 1n });
});

test('what is revoked after a CRL was begun is on one more', async () => {
  const { authority, issuer, revoked, served } = await mounted();
  const before = await served();
  const numbers = await revoked(1);
  const { crls, built, release, builds } = holding();
  const first = crls.publishDue(authority, issuer.id);
  await built;
  numbers.push(...(await revoked(1)));
  const second = crls.publishDue(authority, issuer.id);
  release();
  expect((await first)?.number).toBe(before.number + 1n);
  expect((await second)?.number).toBe(before.number + 2n);
  expect(builds()).toBe(2);
  expect(await served()).toMatchObject({ held: numbers.toSorted(), number: before.number + 2n });
});

test('several processes that revoke and publish at once', async () => {
  const { authority, issuer, revoked, served } = await mounted();
  const before = await served();
  const processes = [another(), another(), another()];
  const numbers: string[] = [];
  await Promise.all(
    processes.flatMap((each) =>
      Array.from({ length: 4 }, async () => {
        const [number = ''] = await revoked(1);
        numbers.push(number);
        await each.publish(authority, issuer.id);
        expect((await served(each)).held).toContain(number);
      }),
    ),
  );
  const after = await served();
  expect(after.held).toEqual(numbers.toSorted());
  expect(after.number).toBeGreaterThan(before.number);
  expect(await world.client.crl.count({ where: { issuerId: issuer.id } })).toBe(1);
});

test('a delta takes the place of a delta, and of nothing else', async () => {
  const { authority, issuer } = await mounted();
  const store = new CrlStore({ database: world.database });
  const [now, members] = [world.clock.now(), [issuer.id]];
  const crl = (number: bigint, delta: boolean) => ({
    ...{ mountId: authority.mount.id, issuerId: issuer.id, number, delta, baseNumber: delta ? 10n : null },
    ...{ thisUpdate: now, nextUpdate: now, entryCount: 0n, through: 7n, suppressed: false },
    octets: CrlOctets.whole(new Uint8Array(3_000_000).fill(Number(number))),
  });
  const numbers = async () => [
    (await store.last(members, 'complete'))?.number,
    (await store.last(members, 'delta'))?.number,
  ];
  const seen = await store.lastNumber(members);
  expect(await store.publish(members, seen, crl(10n, false), crl(10n, true))).toMatchObject({
    number: 10n,
    through: 7n,
  });
  expect(await numbers()).toEqual([10n, 10n]);
  expect(await store.publish(members, 10n, crl(11n, true))).toMatchObject({ number: 11n, delta: true });
  expect(await numbers()).toEqual([10n, 11n]);
  expect(await store.publish(members, 10n, crl(12n, false))).toBeNull();
  expect(await store.publish([...members, 'iss-gone'], 11n, crl(12n, false))).toBeNull();
  expect(await numbers()).toEqual([10n, 11n]);
  expect(await store.lastNumber(members)).toBe(11n);
  const published = await store.publish(members, 11n, crl(12n, false));
  expect(await numbers()).toEqual([12n, undefined]);
  const octets = await store.octets(published?.id ?? '');
  const content = await octets?.joined();
  expect(Buffer.alloc(3_000_000, 12).equals(content ?? Buffer.alloc(0))).toBe(true);
});
