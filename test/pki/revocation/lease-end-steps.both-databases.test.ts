import { afterAll, beforeAll, expect, test } from 'vitest';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { LeaseEnd, lookAgainMs } from '../../../src/pki/revocation/lease-end.job.js';
import { openIssuanceWorld } from '../issuance/world.js';
import type { IssuanceWorld } from '../issuance/world.js';

/** Tokens with a lease each: more than one run looks at. The first has many. */
const tokens = 10_100;
const ofFirst = 600;
const tokenOf = (n: number) => `at-${String(n).padStart(6, '0')}`;

let world: IssuanceWorld;
beforeAll(async () => {
  world = await openIssuanceWorld();
  const mountId = await world.mount();
  const issuedAt = world.clock.now();
  const expiresAt = new Date(issuedAt.getTime() + 86_400_000);
  const lease = (id: string, tokenId: string) => [id, mountId, '0a', tokenId, issuedAt, expiresAt, 'pki/issue/ec'];
  const one = Array.from({ length: tokens }, (_, n) => lease(`pki/issue/ec/${n}`, tokenOf(n)));
  const more = Array.from({ length: ofFirst }, (_, n) => lease(`pki/issue/ec/first-${n}`, tokenOf(0)));
  await world.database.writeSql([
    {
      sql: 'INSERT INTO "Lease" ("id", "mountId", "serialNumber", "tokenId", "issuedAt", "expiresAt", "path") VALUES (?, ?, ?, ?, ?, ?, ?)',
      rows: [...one, ...more],
    },
  ]);
});
afterAll(() => world.end());

test('a run looks at so many tokens, each once, and the next one goes on from there', async () => {
  const asked: string[] = [];
  let changed = (): void => undefined;
  const { database, clock, client } = world;
  const none = () => Promise.reject(new Error('no token has ended'));
  const job = new LeaseEnd({
    ...{ database, clock, leases: { end: none, giveUp: () => Promise.resolve() } },
    tokenEnds: {
      among: (ids) => {
        asked.push(...ids);
        return Promise.resolve(new Set());
      },
      listen: (listener) => {
        changed = listener;
      },
    },
    jobs: new JobStore({ database, clock }),
    wake: () => undefined,
    failed: (error) => {
      throw error;
    },
  });
  const { signal } = new AbortController();
  const wait = async () => (await job.run(signal)).getTime() - clock.now().getTime();
  expect(await wait()).toBe(1_000);
  expect(asked).toEqual(Array.from({ length: 10_000 }, (_, n) => tokenOf(n)));
  expect(await wait()).toBe(lookAgainMs);
  expect(asked).toEqual(Array.from({ length: tokens }, (_, n) => tokenOf(n)));

  // What changes while it is under way may be before its place.
  await wait();
  changed();
  expect(await wait()).toBe(1_000);
  await wait();
  expect(await wait()).toBe(lookAgainMs);
  job.stop();

  clock.advance(2 * 86_400_000);
  await wait();
  expect(await client.lease.count()).toBe(0);
});
