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

test('the version at a path is the one of the whole configuration, and each writing changes it', async () => {
  const { database, seal } = world;
  const store = new ExternalPolicyStore({ database, seal });
  expect(await store.versionAt('nowhere')).toEqual(await store.callableAt('nowhere'));
  expect(await store.versionAt('pki')).toEqual(await store.callableAt('pki'));
  const { mount } = await store.callableAt('pki');
  const mountId = String(mount?.['id']);
  const written = async (at: Date) => {
    await database.transaction((tx) => store.put(tx, mountId, noExternalPolicy, 'keep', at));
    const { policy } = await store.callableAt('pki');
    if (policy === null) throw new Error('it is not there');
    const { mount: same, policy: version } = await store.versionAt('pki');
    expect(same).toEqual(mount);
    expect(version).toEqual({ id: policy.id, updatedAt: policy.updatedAt });
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
