import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordRevocation } from '../../../src/pki/revocation/record-revocation.js';
import { parseCrl } from '../../../src/pki/x509/index.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

const second = 1000;
const minute = 60 * second;
const day = 1440 * minute;
let mounts = 0;

/** A mount with roots whose CRLs are kept as configured. */
async function mounted(config: Parameters<PkiWorld['mountConfig']['changeCrl']>[2], roots = 1) {
  const { path } = await world.mounts.create(world.operator, `upkeep-${++mounts}`, {});
  await world.mountConfig.changeCrl(world.operator, path, config);
  for (let n = 1; n <= roots; n += 1) {
    const spec = { keyType: 'ec', commonName: `Root ${mounts}.${n}` } as const;
    await world.roots.generate(world.operator, path, 'internal', spec);
  }
  const authority = await world.authorities.byPath(path);
  await world.service.jobs.idle();
  const job = () => world.client.job.findFirstOrThrow({ where: { kind: 'pki.crls', subject: authority.mount.id } });
  const heads = () => world.client.crl.findMany({ where: { mountId: authority.mount.id }, omit: { content: true } });
  /** Goes from one thing that is due to the next. @returns how many CRLs were made */
  const during = async (ms: number, each: () => Promise<void> = () => Promise.resolve()) => {
    const end = world.clock.now().getTime() + ms;
    const before = (await heads()).reduce((sum, { number }) => sum + Number(number), 0);
    for (;;) {
      const { dueAt } = await job();
      if (dueAt.getTime() > end) break;
      world.clock.advance(Math.max(0, dueAt.getTime() - world.clock.now().getTime()));
      await each();
      await world.service.jobs.idle();
    }
    world.clock.advance(Math.max(0, end - world.clock.now().getTime()));
    return (await heads()).reduce((sum, { number }) => sum + Number(number), 0) - before;
  };
  /** Nothing that is served has ended, or ends before somebody could have fetched the next. */
  const timely = async (ahead: number) => {
    for (const { nextUpdate } of await heads())
      expect(nextUpdate.getTime() - world.clock.now().getTime()).toBeGreaterThanOrEqual(ahead);
  };
  return { authority, during, timely, heads, job };
}

test('CRLs of a minute are made every 40 seconds, all of ten minutes', async () => {
  const { during, timely } = await mounted({ autoRebuild: true, expiry: 60, autoRebuildGracePeriod: 20 });
  expect(await during(10 * minute, () => timely(20 * second))).toBe(15);
});

test('complete CRLs and deltas, all of a day', async () => {
  const intervals = { expiry: 6 * 3600, autoRebuildGracePeriod: 3600, deltaRebuildInterval: 3600 };
  const { during, timely, heads } = await mounted({ autoRebuild: true, enableDelta: true, ...intervals });
  // Every hour a delta, or each fifth hour a complete one with an empty delta: two rows of one number.
  const [first] = await heads();
  await during(day, () => timely(3600 * second));
  const numbers = (await heads()).map(({ delta, number }) => ({ delta, made: Number(number) - Number(first?.number) }));
  expect(numbers).toEqual([
    { delta: false, made: 20 },
    { delta: true, made: 24 },
  ]);
});

test('deltas every five seconds', async () => {
  const { during, timely } = await mounted({
    ...{ autoRebuild: true, expiry: 120, autoRebuildGracePeriod: 60 },
    ...{ enableDelta: true, deltaRebuildInterval: 5 },
  });
  await during(2 * minute, () => timely(5 * second));
});

test('of several issuers each has its own', async () => {
  const { during, timely, heads } = await mounted({ autoRebuild: true, expiry: 600, autoRebuildGracePeriod: 60 }, 3);
  // Every nine minutes one of each.
  expect(await during(60 * minute, () => timely(60 * second))).toBe(18);
  expect(await heads()).toHaveLength(3);
});

test('an issuer whose CRL cannot be made does not keep the others from theirs', async () => {
  const { during, heads } = await mounted({ autoRebuild: true, expiry: 600, autoRebuildGracePeriod: 60 }, 2);
  const [broken, whole] = await heads();
  // Something that is no base: reading it fails, whenever it is tried.
  await world.client.crl.update({ where: { id: broken?.id ?? '' }, data: { content: new Uint8Array([1]) } });
  await during(30 * minute);
  const after = (await heads()).find(({ issuerId }) => issuerId === whole?.issuerId);
  expect(Number(after?.number) - Number(whole?.number)).toBe(3);
});

test('what a clock left out that was ahead is on the next CRL again', async () => {
  const { authority, heads, job } = await mounted({ autoRebuild: true, expiry: 3600, autoRebuildGracePeriod: 600 });
  const issuer = authority.issuer('default');
  const now = world.clock.now();
  const place = { mountId: authority.mount.id, issuerId: issuer.id, serialNumber: '40000001' };
  const notAfter = new Date(now.getTime() + day / 2);
  await world.database.transaction((tx) => recordRevocation(tx, { ...place, revokedAt: now, reason: null, notAfter }));
  const held = async () => {
    const crl = await world.crls.current(authority, issuer, 'complete');
    return crl ? parseCrl(crl.der).entries.length : -1;
  };
  await world.crls.publish(authority, issuer.id);
  expect(await held()).toBe(1);
  world.clock.advance(day);
  await world.crls.publish(authority, issuer.id);
  await world.crls.publish(authority, issuer.id);
  expect(await held()).toBe(0);
  world.clock.advance(-day);
  await world.client.job.update({ where: { id: (await job()).id }, data: { dueAt: world.clock.now() } });
  await world.service.jobs.idle();
  expect(await held()).toBe(1);
  expect((await heads())[0]?.thisUpdate).toEqual(world.clock.now());
});

test('a revocation whose CRL nobody made is looked for within seconds', async () => {
  const { authority, job } = await mounted({});
  const issuer = authority.issuer('default');
  const now = world.clock.now();
  const place = { mountId: authority.mount.id, issuerId: issuer.id, serialNumber: '40000002' };
  const notAfter = new Date(now.getTime() + day);
  expect((await job()).dueAt.getTime() - now.getTime()).toBeGreaterThanOrEqual(60 * minute);
  await world.database.transaction((tx) => recordRevocation(tx, { ...place, revokedAt: now, reason: null, notAfter }));
  expect((await job()).dueAt.getTime() - now.getTime()).toBe(10 * second);
  world.clock.advance(10 * second);
  await world.service.jobs.idle();
  const crl = await world.crls.current(authority, issuer, 'complete');
  expect(crl && parseCrl(crl.der).entries.map(({ serialNumber }) => serialNumber)).toHaveLength(1);
});
