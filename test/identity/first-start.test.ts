import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstStart } from '../../src/identity/first-start.js';
import { OperatorError } from '../../src/platform/operator-error.js';
import { openWorld, origin } from './world.js';
import type { World } from './world.js';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const again = (given?: string) => firstStart(world, given);

test('makes root, service, the organization default, and a token that is shown once', async () => {
  const root = await world.root();
  expect(root).toMatchObject({ kind: 'user', username: 'root', siteAdmin: true });
  const [standing] = root.organizations.values();
  expect(standing).toMatchObject({ organizationName: 'default', owner: true });
  expect(await world.client.project.findMany()).toMatchObject([{ name: 'Default Project', isDefault: true }]);
  expect(await world.client.user.findUnique({ where: { username: 'service' } })).toMatchObject({ kind: 'service' });
  expect(await world.client.organization.findMany()).toMatchObject([
    { projectCount: 1n, teamCount: 1n, memberCount: 1n },
  ]);
});

test('changes nothing when it is done again', async () => {
  const count = () =>
    Promise.all([world.client.user.count(), world.client.organization.count(), world.client.token.count()]);
  const before = await count();
  expect(await again()).toBeNull();
  expect(await again(world.rootToken)).toBeNull();
  expect(await count()).toEqual(before);
});

test.each([
  ['in the shape of a token', `${'R'.repeat(16)}.atlasv1.${'s'.repeat(64)}`],
  ['of any other shape', 'correct-horse-battery-staple'],
])('takes a given root token %s', async (_, text) => {
  expect(await again(text)).toBeNull();
  expect(await world.authentication.authenticate(text, origin)).toMatchObject({ username: 'root', siteAdmin: true });
});

test('a given root token that was revoked stays revoked', async () => {
  const text = 'correct-horse-battery-staple';
  await again(text);
  await world.client.token.updateMany({ data: { revokedAt: world.clock.now() } });
  await again(text);
  expect(await world.authentication.authenticate(text, origin)).toBeNull();
});

test.each(['short', 'with a space in it, alas', 'x'.repeat(257)])('refuses %j as a root token', async (text) => {
  await expect(again(text)).rejects.toBeInstanceOf(OperatorError);
});

test('two starts at once agree', async () => {
  await world.client.installationFact.deleteMany({ where: { key: 'identity.first-start' } });
  await world.client.organization.deleteMany();
  await world.client.user.deleteMany();
  const shown = await Promise.all([again(), again(), again()]);
  expect(shown.filter((text) => text !== null)).toHaveLength(1);
  expect(await world.client.organization.count()).toBe(1);
});
