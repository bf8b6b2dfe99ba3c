import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import { origin } from '../../identity/world.js';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
});
afterAll(() => world.close());

const window = { number: 1, size: 20, skip: 0 };
const consumersOf = async (id: string) => {
  const workspace = await world.workspaces.read(world.owner, { id });
  const page = await world.visibleTo().lists.consumersOfWorkspace.numbered(workspace, {}, window);
  return page.items.map(({ name }) => name);
};

test('are added, replaced and removed', async () => {
  const provider = await world.make();
  const [a, b, c] = [await world.make({ name: 'a' }), await world.make({ name: 'b' }), await world.make({ name: 'c' })];
  await world.consumers.change(world.owner, provider.id, [b.id, a.id, a.id], 'add');
  expect(await consumersOf(provider.id)).toEqual(['a', 'b']);
  await world.consumers.change(world.owner, provider.id, [b.id, c.id], 'replace');
  expect(await consumersOf(provider.id)).toEqual(['b', 'c']);
  await world.consumers.change(world.owner, provider.id, [c.id, ids.workspace.make()], 'remove');
  expect(await consumersOf(provider.id)).toEqual(['b']);
  await world.consumers.change(world.owner, provider.id, [], 'replace');
  expect(await consumersOf(provider.id)).toEqual([]);
});

test('can be more than one statement takes', async () => {
  const provider = await world.make();
  const like = await world.client.workspace.findUniqueOrThrow({ where: { id: provider.id } });
  const many = Array.from({ length: 1_100 }, (_, index) => ({
    ...like,
    id: ids.workspace.make(),
    name: `many-${index}`,
  }));
  // Prisma compiles a statement of so many rows for seconds, and one of a hundred once.
  for (let start = 0; start < many.length; start += 100)
    await world.client.workspace.createMany({ data: many.slice(start, start + 100) });
  const all = many.map(({ id }) => id);
  await world.consumers.change(world.owner, provider.id, all, 'replace');
  await world.consumers.change(world.owner, provider.id, all.slice(1), 'replace');
  expect(await world.client.remoteStateConsumer.count({ where: { workspaceId: provider.id } })).toBe(1_099);
});

test('may be changed by several at once', async () => {
  const provider = await world.make();
  const [a, b, c] = [await world.make(), await world.make(), await world.make()];
  const changes = [
    [a.id, b.id],
    [b.id, c.id],
    [c.id, a.id],
  ];
  await Promise.all(changes.map((given) => world.consumers.change(world.owner, provider.id, given, 'add')));
  expect(await consumersOf(provider.id)).toHaveLength(3);
});

test('must be other workspaces of the organization', async () => {
  const provider = await world.make();
  for (const id of [provider.id, ids.workspace.make(), 'nonsense']) {
    expect(await refusal(world.consumers.change(world.owner, provider.id, [id], 'add'))).toMatchObject({
      code: 'INVALID_INPUT',
      field: ['consumerIds'],
    });
  }
});

test('let who writes the state of a consumer read the provider', async () => {
  const provider = await world.make();
  const consumer = await world.make();
  const member = await world.memberWith({ workspaceId: consumer.id, access: 'write' });
  const read = () => world.workspaces.read(member, { id: provider.id });
  expect(await refusal(read())).toMatchObject({ code: 'NOT_FOUND' });
  await world.consumers.change(world.owner, provider.id, [consumer.id], 'add');
  expect(await read()).toMatchObject({ id: provider.id });
});

test('a narrowed token gives no state away, and what is shared stays so', async () => {
  const text = await world.token({ userId: world.ownerId }, { policies: JSON.stringify(['pki-user']) });
  const narrowed = await world.authentication.authenticate(text, origin);
  if (!narrowed) throw new Error('the token is not accepted');
  const place = await world.project(world.organizationId);
  const workspace = await world.make();
  const reader = await world.make();
  const refused = { code: 'TOKEN_KIND_REFUSED' };
  const update = (input: object, caller = narrowed) => world.workspaces.update(caller, { id: workspace.id }, input);
  await expect(update({ globalRemoteState: true })).rejects.toMatchObject(refused);
  await expect(update({ projectId: place.id })).rejects.toMatchObject(refused);
  for (const mode of ['add', 'replace', 'remove'] as const) {
    const change = world.consumers.change(narrowed, workspace.id, [reader.id], mode);
    await expect(change).rejects.toMatchObject(refused);
  }
  await expect(world.make({ globalRemoteState: true }, narrowed)).rejects.toMatchObject(refused);
  await expect(world.make({ globalRemoteState: false }, narrowed)).resolves.toMatchObject({ globalRemoteState: false });
  expect(await update({ description: 'x', globalRemoteState: false, projectId: workspace.projectId })).toMatchObject({
    ...{ description: 'x', globalRemoteState: false, projectId: workspace.projectId },
  });
  expect(await consumersOf(workspace.id)).toEqual([]);

  await update({ globalRemoteState: true, projectId: place.id }, world.owner);
  expect(await update({ globalRemoteState: true })).toMatchObject({ globalRemoteState: true, projectId: place.id });
  expect(await update({ globalRemoteState: null })).toMatchObject({ globalRemoteState: false });
});
