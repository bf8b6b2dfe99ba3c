import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
  const [rights] = root.organizations.values();
  expect(rights).toMatchObject({ organizationName: 'default', owner: true });
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

describe('another root token than before', () => {
  const [first, second] = ['correct-horse-battery-staple', `${'R'.repeat(16)}.atlasv1.${'s'.repeat(64)}`];
  const valid = async (text: string) => (await world.authentication.authenticate(text, origin)) !== null;
  const fromFile = (text: string) => firstStart(world, text, 'the file root-token');

  test('takes its place at once, and what was made from it ends with it', async () => {
    const own = await world.tokens.createForUser(await world.root(), null, { description: 'root token' });
    const child = await world.serviceTokens.create(await world.root(), {});
    expect([await valid(world.rootToken), await valid(child.text)]).toEqual([true, true]);
    await again(first);
    expect([await valid(first), await valid(world.rootToken), await valid(child.text)]).toEqual([true, false, false]);
    await fromFile(second);
    expect([await valid(second), await valid(first), await valid(own.text)]).toEqual([true, false, true]);
    await world.audit.flush();
    const records = await world.client.auditRecord.findMany({ where: { actorName: 'start' }, orderBy: { id: 'asc' } });
    expect(records.map(({ action }) => action)).toEqual(Array(2).fill(['token.create', 'token.revoke']).flat());
  });

  test('never brings back one that was replaced', async () => {
    await again(first);
    await again(second);
    await expect(again(first)).rejects.toThrow('was revoked, or replaced by another one: choose a new one');
    await fromFile(first);
    await fromFile(world.rootToken);
    expect([await valid(second), await valid(first), await valid(world.rootToken)]).toEqual([true, false, false]);
  });

  test('takes the place of every one that was given before that was remembered', async () => {
    await again(first);
    await world.client.token.updateMany({ data: { revokedAt: null } });
    await world.client.installationFact.deleteMany({ where: { key: 'identity.root-token' } });
    await world.turn();
    const root = await world.root();
    const own = await world.tokens.createForUser(root, null, {
      description: 'root token',
      expiresAt: new Date('2027-01-01'),
    });
    expect([await valid(first), await valid(world.rootToken)]).toEqual([true, true]);
    await again(first);
    expect([await valid(first), await valid(world.rootToken), await valid(own.text)]).toEqual([true, false, true]);
  });

  test('is not the token of somebody else, nor half of another one', async () => {
    const ours = await world.token({ userId: await world.user() });
    const [name] = world.rootToken.split('.');
    for (const given of [ours, `${name}.atlasv1.${'x'.repeat(43)}`])
      await expect(again(given)).rejects.toThrow('begins like another token');
    expect(await valid(world.rootToken)).toBe(true);
  });

  test('given to two starts at once, one of them holds', async () => {
    await Promise.all([again(first), again(second)]);
    expect([await valid(first), await valid(second)].filter(Boolean)).toHaveLength(1);
    expect(await valid(world.rootToken)).toBe(false);
  });
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
