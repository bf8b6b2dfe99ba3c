import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ExternalPolicyStore,
  isSameVersion,
  noExternalPolicy,
} from '../../../src/pki/external-policy/external-policy.store.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

test('each writing changes the version that stands beside the mount at a path', async () => {
  const { database, seal } = world;
  const store = new ExternalPolicyStore({ database, seal });
  expect(await store.callableAt('nowhere')).toEqual({ mount: undefined, policy: null });
  const { mount, policy: none } = await store.callableAt('pki');
  expect(none).toBeNull();
  const mountId = String(mount?.['id']);
  const written = async (at: Date) => {
    await database.transaction((tx) => store.put(tx, mountId, noExternalPolicy, 'keep', at));
    const { mount: same, policy } = await store.callableAt('pki');
    if (policy === null) throw new Error('it is not there');
    expect(same).toEqual(mount);
    expect(policy).toEqual(await store.callable(mountId));
    return policy;
  };
  const now = new Date('2026-03-29T01:30:00.123Z');
  const first = await written(now);
  expect(first.updatedAt).toEqual(now);
  // Twice within a millisecond, and by a server whose clock is behind.
  const second = await written(now);
  expect(isSameVersion(second, first)).toBe(false);
  const third = await written(new Date(now.getTime() - 5_000));
  expect(third.updatedAt.getTime()).toBeGreaterThan(second.updatedAt.getTime());
});
