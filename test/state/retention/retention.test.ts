import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
});
afterAll(() => world.close());

test('a policy is set, read and taken away, on a workspace and on an organization', async () => {
  const { id } = await world.make();
  for (const scope of [{ on: 'workspace', id } as const, { on: 'organization', name: world.organization } as const]) {
    expect(await world.retentionPolicies.read(world.owner, scope)).toBeNull();
    await world.retentionPolicies.set(world.owner, scope, { kind: 'delete-older', days: 30 });
    expect(await world.retentionPolicies.read(world.owner, scope)).toMatchObject({
      policy: { kind: 'delete-older', days: 30 },
    });
    await world.retentionPolicies.set(world.owner, scope, { kind: 'dont-delete' });
    expect(await world.retentionPolicies.read(world.owner, scope)).toMatchObject({ policy: { kind: 'dont-delete' } });
    await world.retentionPolicies.remove(world.owner, scope);
    expect(await world.retentionPolicies.read(world.owner, scope)).toBeNull();
  }
});

test('policies of an organization are for its owners', async () => {
  const member = await world.memberWith();
  const scope = { on: 'organization', name: world.organization } as const;
  const work = world.retentionPolicies.set(member, scope, { kind: 'dont-delete' });
  expect(await refusal(work)).toMatchObject({ code: 'NOT_FOUND' });
});
