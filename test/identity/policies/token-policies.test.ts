import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { origin, openWorld } from '../world.js';
import type { World } from '../world.js';

let world: World;
let root: Caller;
beforeAll(async () => {
  world = await openWorld();
  root = await world.root();
});
afterAll(() => world.close());

const as = async (text: string) => {
  const caller = await world.authentication.authenticate(text, origin);
  if (!caller) throw new Error('the token is not accepted');
  return caller;
};

test('a site administrator has everything, others what every token has', async () => {
  const user = await world.caller({ userId: await world.user() });
  expect([root.policies, user.policies]).toEqual([['root'], ['default']]);
  expect(await world.policies.allows(root, 'pki/root', 'delete', 'sudo')).toBe(true);
  expect(await world.policies.allows(user, 'auth/token/lookup-self', 'read')).toBe(true);
  expect(await world.policies.allows(user, 'pki/issue/web', 'update')).toBe(false);
});

test("a team's token keeps its place and has the policies that it was given", async () => {
  const organizationId = await world.organization(await world.user());
  const teamId = await world.team(organizationId);
  const { text } = await world.tokens.createForTeam(root, teamId, { description: 'ci', policies: ['PKI-user'] });
  const caller = await as(text);
  expect(caller).toMatchObject({ kind: 'team', teamId, policies: ['default', 'pki-user'] });
  expect(caller.organizations.has(organizationId)).toBe(true);
  expect(await world.policies.allows(caller, 'pki/issue/web', 'update')).toBe(true);
});

test('nobody gives a policy that it does not have', async () => {
  const user = await world.caller({ userId: await world.user() });
  const input = { policies: ['pki-operator'] };
  await expect(world.tokens.createForUser(user, null, input)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('root needs a site administrator behind it, now and later', async () => {
  const userId = await world.user({ siteAdmin: true });
  const admin = await world.caller({ userId });
  const { text } = await world.serviceTokens.create(admin, {});
  expect((await as(text)).policies).toEqual(['root']);
  await world.client.user.update({ where: { id: userId }, data: { siteAdmin: false } });
  await world.turn();
  expect(await as(text)).toMatchObject({ kind: 'restricted', policies: [], siteAdmin: false });
});

test('a refusal is recorded with its path', async () => {
  const user = await world.caller({ userId: await world.user() });
  const refusal = world.policies.require(user, 'pki/root/sign-self-issued', 'update', 'sudo');
  await expect(refusal).rejects.toMatchObject({ code: 'PERMISSION_DENIED', message: 'permission denied' });
  await world.audit.flush();
  const record = await world.client.auditRecord.findFirst({ where: { actorId: user.userId } });
  expect(record).toMatchObject({
    action: 'policy.update+sudo',
    targetType: 'path',
    targetId: 'pki/root/sign-self-issued',
    outcome: 'denied',
  });
});

test('a line of tokens has an end', async () => {
  let { text } = await world.serviceTokens.create(root, {});
  const descend = async () => {
    for (let depth = 0; depth < 40; depth += 1) ({ text } = await world.serviceTokens.create(await as(text), {}));
  };
  await expect(descend()).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect((await as(text)).policies).toEqual(['root']);
});
