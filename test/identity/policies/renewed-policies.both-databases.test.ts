import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPolicy } from '../../../src/identity/policies/policy-text.js';
import { writePolicy } from '../../../src/identity/policies/policy.store.js';
import { readyPolicies } from '../../../src/identity/policies/ready-policies.js';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

/** What `default` was in 0.1.0, before answers could be wrapped. */
const first = `# What every token may: know itself, live longer, and end.
path "auth/token/lookup-self" {
  capabilities = ["read"]
}
path "auth/token/renew-self" {
  capabilities = ["update"]
}
path "auth/token/revoke-self" {
  capabilities = ["update"]
}
path "sys/capabilities-self" {
  capabilities = ["update"]
}
path "sys/internal/ui/mounts" {
  capabilities = ["read"]
}
path "sys/internal/ui/mounts/*" {
  capabilities = ["read"]
}
`;

async function given(text: string) {
  const rules = readPolicy(text);
  await world.database.transaction((tx) => writePolicy(tx, { name: 'default', text, rules, now: world.clock.now() }));
  await world.turn();
}
async function authenticated(text: string) {
  const caller = await world.authentication.authenticate(text, origin);
  if (!caller) throw new Error('the token is not accepted');
  return caller;
}
const stored = async () => (await world.client.aclPolicy.findUnique({ where: { name: 'default' } }))?.text;
const written = async () => {
  await world.audit.flush();
  return world.client.auditRecord.count({ where: { action: 'policy.write', actorName: 'start' } });
};

test('tokens of an installation that an earlier version made may what those of a new one may, recorded once', async () => {
  await given(first);
  const { text } = await world.serviceTokens.create(await world.root(), { policies: ['default'] });
  const holder = await authenticated(text);
  expect(await world.policies.allows(holder, 'sys/wrapping/unwrap', 'update')).toBe(false);
  await world.renewReadyPolicies();
  const now = await authenticated(text);
  expect(await world.policies.allows(now, 'sys/wrapping/unwrap', 'update')).toBe(true);
  expect(await world.policies.allows(now, 'sys/leases/renew', 'update')).toBe(true);
  expect(await stored()).toBe(readyPolicies['default']);
  await world.renewReadyPolicies();
  expect(await written()).toBe(1);
});

test('two servers that start at once write it once', async () => {
  await given(first);
  await Promise.all([world.renewReadyPolicies(), world.renewReadyPolicies()]);
  expect(await stored()).toBe(readyPolicies['default']);
  expect(await written()).toBe(1);
});

test.each([
  ['one more rule', `${first}path "pki/*" {\n  capabilities = ["deny"]\n}\n`],
  ['one rule less', first.slice(0, first.indexOf('path "sys/internal/ui/mounts"'))],
  ['another comment', first.replace('know itself', 'know itself only')],
])('a policy that somebody changed stays as it is: %s', async (_, text) => {
  await given(text);
  await world.renewReadyPolicies();
  expect(await stored()).toBe(text);
  expect(await written()).toBe(0);
});

test('a policy that is not there is not made again', async () => {
  await world.client.aclPolicy.delete({ where: { name: 'default' } });
  await world.renewReadyPolicies();
  expect(await stored()).toBeUndefined();
});
