import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInstallation } from './installation.js';
import type { Installation } from './installation.js';

let world: Installation;
let workspaceId: string;
beforeAll(async () => {
  world = await openInstallation();
  const { id } = await world.services.workspaces.create(world.owner, world.organization, { name: 'net' });
  workspaceId = id;
});
afterAll(() => world.end());

const named = (name: string) => ({ named: { organization: world.organization, name } });
const problems = async (mutation: string, input: object) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const { data, errors } = await world.say(
    `mutation ($input: ${type}!) { it: ${mutation}(input: $input) { problems { code } } }`,
    { input },
  );
  return { data, errors: errors.map(({ message }) => message) };
};
const done = { data: { it: { problems: [] } }, errors: [] };
const missing = { data: { it: { problems: [{ code: 'NOT_FOUND' }] } }, errors: [] };

test('a workspace is named by its id, or by its organization and name', async () => {
  expect(await problems('lockWorkspace', { workspace: named('net') })).toEqual(done);
  expect(await problems('unlockWorkspace', { workspace: { id: workspaceId } })).toEqual(done);
  expect(await problems('addWorkspaceTags', { workspace: named('net'), tags: [{ key: 'a' }] })).toEqual(done);
  expect(
    await problems('changeRemoteStateConsumers', { workspace: named('net'), consumerIds: [], mode: 'ADD' }),
  ).toEqual(done);
  for (const workspace of [named('none'), { id: 'ws-none' }, { id: 'net' }])
    expect(await problems('lockWorkspace', { workspace })).toEqual(missing);
});

test('an organization is named by its id or its name, each as what it is', async () => {
  const { id, name } = await world.client.organization.findFirstOrThrow({ where: { name: world.organization } });
  for (const organization of [{ id }, { name }])
    expect(await problems('setStorageQuota', { organization, kind: 'UNLIMITED' })).toEqual(done);
  for (const organization of [{ id: name }, { name: 'none' }])
    expect(await problems('setStorageQuota', { organization, kind: 'UNLIMITED' })).toEqual(missing);
});

test('a data retention policy is set on what either reference names', async () => {
  const { id, name } = await world.client.organization.findFirstOrThrow({ where: { name: world.organization } });
  for (const target of [
    { workspace: { id: workspaceId } },
    { workspace: named('net') },
    { organization: { id } },
    { organization: { name } },
  ]) {
    expect(await problems('setDataRetentionPolicy', { target, kind: 'DONT_DELETE' })).toEqual(done);
    expect(await problems('removeDataRetentionPolicy', { target })).toEqual(done);
  }
});

test('an account is named by its id or its username', async () => {
  await problems('createUser', { username: 'ann', email: 'ann@example.com' });
  const { id } = await world.client.user.findFirstOrThrow({ where: { username: 'ann' } });
  for (const user of [{ id }, { username: 'ann' }])
    expect(await problems('updateUser', { user, email: 'a@example.com' })).toEqual(done);
  expect(await problems('updateUser', { user: { id: 'ann' } })).toEqual(missing);
});

test.each([
  ['none', {}],
  ['two', { id: 'ws-1', named: { organization: 'a', name: 'b' } }],
  ['null', { id: null }],
])('a reference with %s of its names is refused', async (_what, workspace) => {
  const { data, errors } = await problems('lockWorkspace', { workspace });
  expect(data ?? null).toBeNull();
  expect(errors).toHaveLength(1);
});
