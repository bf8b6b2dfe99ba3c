import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysFault, effectivePolicy, policyColumns } from '../../../src/state/retention/retention-policy.js';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
});
afterAll(() => world.close());

test.each([
  [1, true],
  [36_500, true],
  [0, false],
  [-1, false],
  [1.5, false],
  [36_501, false],
])('%d days are allowed: %s', (days, allowed) => {
  expect(daysFault(days) === null).toBe(allowed);
});

const none = policyColumns(null);
const week = policyColumns({ kind: 'delete-older', days: 7 });
const keep = policyColumns({ kind: 'dont-delete' });
test.each([
  // workspace  organization  effective
  [none, none, null],
  [none, week, { kind: 'delete-older', days: 7 }],
  [keep, week, { kind: 'dont-delete' }],
  [week, keep, { kind: 'delete-older', days: 7 }],
])('%j in %j: %j', (workspace, organization, effective) => {
  expect(effectivePolicy(workspace, organization)).toEqual(effective);
});

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
