import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitionOf, newTerms } from '../../../src/identity/auth-methods/auth-role.js';
import type { SignInTerms } from '../../../src/identity/auth-methods/auth-role.js';
import { untuned } from '../../../src/identity/auth-methods/auth-method.js';
import type { MethodType } from '../../../src/identity/auth-methods/auth-method.js';
import { hashSecret, newSalt, saltOf } from '../../../src/identity/auth-methods/secret-hashes.js';
import { sha256 } from '../../../src/identity/tokens/token-text.js';
import { openServiceAccount } from '../../../src/identity/organizations/found.js';
import { ids } from '../../../src/platform/ids.js';
import { ProblemError } from '../../../src/platform/problems.js';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function method(type: MethodType) {
  const now = world.clock.now();
  const id = ids.authMethod.make();
  const accessor = `auth_${type}_${randomBytes(4).toString('hex')}`;
  const salt = newSalt();
  await world.database.transaction(async (tx) => {
    const accountId = await openServiceAccount(tx, 'method', id, now);
    const stamps = { createdAt: now, updatedAt: now };
    await tx.authMethod.create({
      data: { id, accessor, path: accessor, type, config: JSON.stringify(untuned), salt, accountId, ...stamps },
    });
  });
  return { id, accessor, salt };
}

async function role(methodId: string, name: string, secretHash: string | null, terms: Partial<SignInTerms> = {}) {
  const now = world.clock.now();
  const id = ids.authRole.make();
  const definition = definitionOf({ terms: { ...newTerms, ...terms } });
  await world.client.authRole.create({
    data: { id, methodId, name, definition, secretHash, createdAt: now, updatedAt: now },
  });
  return id;
}

const refusal = async (work: Promise<unknown>) => {
  try {
    await work;
    return 'none';
  } catch (error) {
    return error instanceof ProblemError ? error.code : String(error);
  }
};

test('a user signs in with the name in any case and its whole password', async () => {
  const { id, accessor } = await method('userpass');
  const password = `${'p'.repeat(80)}1`;
  await role(id, 'alice', await hashSecret(password), { policies: ['devices'] });
  const { caller, displayName, metadata } = await world.signIns.byPassword(accessor, 'Alice', password, origin);
  expect({ displayName, metadata, policies: caller.policies }).toEqual({
    displayName: `${accessor}-alice`,
    metadata: { username: 'alice' },
    policies: ['default', 'devices'],
  });
  expect([caller.siteAdmin, caller.narrowed, caller.organizations.size]).toEqual([false, true, 0]);
  for (const wrong of [`${'p'.repeat(80)}2`, '', 'p'.repeat(5_000)])
    expect(await refusal(world.signIns.byPassword(accessor, 'alice', wrong, origin))).toBe('SIGN_IN_REFUSED');
  expect(await refusal(world.signIns.byPassword(accessor, 'bob', password, origin))).toBe('SIGN_IN_REFUSED');
  expect(await refusal(world.signIns.byPassword('auth_userpass_0', 'alice', password, origin))).toBe('SIGN_IN_REFUSED');
});

test('a user of a role with networks signs in from these only', async () => {
  const { id, accessor } = await method('userpass');
  await role(id, 'alice', await hashSecret('p'), { boundCidrs: ['198.51.100.0/24'] });
  const from = (remoteAddress: string) =>
    refusal(world.signIns.byPassword(accessor, 'alice', 'p', { ...origin, remoteAddress }));
  expect([await from('198.51.100.7'), await from('192.0.2.1')]).toEqual(['none', 'SIGN_IN_REFUSED']);
});

test('a role with the policy root admits nobody', async () => {
  const { id, accessor } = await method('userpass');
  await role(id, 'alice', await hashSecret('p'), { policies: ['root'] });
  expect(await refusal(world.signIns.byPassword(accessor, 'alice', 'p', origin))).toBe('INVALID_INPUT');
});

test('a challenge of a role is right for that role, or for no named one', async () => {
  const { id, accessor, salt } = await method('scep');
  await role(id, 'routers', await hashSecret('open sesame', saltOf(salt)), { policies: ['scep'] });
  const by = (name: string | null, challenge: string) =>
    refusal(world.signIns.byChallenge(accessor, name, challenge, origin));
  expect([
    await by('routers', 'open sesame'),
    await by(null, 'open sesame'),
    await by('others', 'open sesame'),
    await by(null, 'sesame'),
  ]).toEqual(['none', 'none', 'SIGN_IN_REFUSED', 'SIGN_IN_REFUSED']);
});

test('of requests at once with a challenge for one, one is admitted', async () => {
  const { id, accessor } = await method('scep');
  const roleId = await role(id, 'routers', null);
  const now = world.clock.now();
  const put = (text: string, lives: number) =>
    world.client.authChallenge.create({
      data: {
        ...{ id: ids.authChallenge.make(), methodId: id, roleId, hash: sha256(text), createdAt: now },
        expiresAt: new Date(now.getTime() + lives),
      },
    });
  await put('one', 60_000);
  await put('late', 0);
  const tries = await Promise.all(
    Array.from({ length: 6 }, () => refusal(world.signIns.byChallenge(accessor, null, 'one', origin))),
  );
  expect(tries.filter((each) => each === 'none')).toHaveLength(1);
  expect(await refusal(world.signIns.byChallenge(accessor, null, 'one', origin))).toBe('SIGN_IN_REFUSED');
  expect(await refusal(world.signIns.byChallenge(accessor, null, 'late', origin))).toBe('SIGN_IN_REFUSED');
});

test('a challenge is not used up from another network than those of its role', async () => {
  const { id, accessor } = await method('scep');
  const roleId = await role(id, 'routers', null, { boundCidrs: ['198.51.100.0/24'] });
  const now = world.clock.now();
  const ends = { createdAt: now, expiresAt: new Date(now.getTime() + 60_000) };
  await world.client.authChallenge.create({
    data: { id: ids.authChallenge.make(), methodId: id, roleId, hash: sha256('one'), ...ends },
  });
  const from = (remoteAddress: string) =>
    refusal(world.signIns.byChallenge(accessor, null, 'one', { ...origin, remoteAddress }));
  expect([await from('192.0.2.1'), await from('198.51.100.7')]).toEqual(['SIGN_IN_REFUSED', 'none']);
});

test('a method is found by its accessor and its kind', async () => {
  const { accessor } = await method('cert');
  expect((await world.signIns.find('cert', accessor))?.accessor).toBe(accessor);
  expect(await world.signIns.find('userpass', accessor)).toBeNull();
});
