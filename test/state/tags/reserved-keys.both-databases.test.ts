import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import { mostReservedKeys } from '../../../src/state/tags/reserved-keys.js';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
});
afterAll(() => world.close());

const reserve = (key: string, disableOverrides?: boolean) =>
  world.reservedKeys.create(world.owner, world.organization, {
    key,
    ...(disableOverrides !== undefined && { disableOverrides }),
  });
const listed = async () =>
  (await world.reservedKeys.list(world.owner, world.organization)).map(({ key, disableOverrides }) => [
    key,
    disableOverrides,
  ]);
let names = 0;
async function projectWith(tags: readonly { key: string; value?: string }[]) {
  const project = await world.projects.create(world.owner, world.organization, { name: `reserved ${++names}` });
  await world.tags.bindToProject(world.owner, project.id, tags, 'add');
  return project;
}

test('a key is reserved, changed and free again', async () => {
  const made = await reserve('life');
  expect(made).toMatchObject({ key: 'life', disableOverrides: false, organizationId: world.organizationId });
  expect(await refusal(reserve('life'))).toMatchObject({ code: 'NAME_TAKEN', field: ['key'] });
  expect(await refusal(reserve('a;b'))).toMatchObject({ code: 'INVALID_INPUT', field: ['key'] });
  expect(await refusal(reserve(''))).toMatchObject({ code: 'INVALID_INPUT' });
  const other = await reserve('else', true);
  expect(await listed()).toEqual([
    ['else', true],
    ['life', false],
  ]);
  const renamed = { key: 'life' };
  expect(await refusal(world.reservedKeys.update(world.owner, other.id, renamed))).toMatchObject({
    code: 'NAME_TAKEN',
  });
  expect(await world.reservedKeys.update(world.owner, other.id, { disableOverrides: false })).toMatchObject({
    ...{ key: 'else', disableOverrides: false },
  });
  for (const { id } of [made, other]) expect(await world.reservedKeys.delete(world.owner, id)).toBe(id);
  expect(await listed()).toEqual([]);
  expect(await refusal(world.reservedKeys.read(world.owner, made.id))).toMatchObject({ code: 'NOT_FOUND' });
});

test('members see them, owners write them, and others learn nothing', async () => {
  const { id } = await reserve('seen');
  const member = await world.memberWith();
  expect(await world.reservedKeys.read(member, id)).toMatchObject({ key: 'seen' });
  const stranger = await world.caller({ userId: await world.user() });
  const refused = [
    () => world.reservedKeys.create(member, world.organization, { key: 'x' }),
    () => world.reservedKeys.update(member, id, { key: 'x' }),
    () => world.reservedKeys.delete(member, id),
    () => world.reservedKeys.read(stranger, id),
    () => world.reservedKeys.list(stranger, world.organization),
    () => world.reservedKeys.read(member, 'rtk-111111111111111a'),
    () => world.reservedKeys.read(member, 'no id'),
  ];
  for (const each of refused) expect(await refusal(each())).toMatchObject({ code: 'NOT_FOUND' });
  await world.reservedKeys.delete(world.owner, id);
});

test('a workspace does not override what its project binds to a key without overrides', async () => {
  const { id } = await reserve('stage', true);
  const project = await projectWith([
    { key: 'stage', value: 'prod' },
    { key: 'team', value: 'net' },
  ]);
  const workspace = await world.make({ projectId: project.id });
  const bind = (tags: { key: string; value?: string }[], mode: 'add' | 'replace' = 'add') =>
    world.tags.bindToWorkspace(world.owner, workspace.id, tags, mode);
  const other = { key: 'stage', value: 'dev' };
  const flat = await world.client.tag.findFirstOrThrow({ where: { key: 'stage' } });
  const refused = [
    () => bind([{ key: 'free' }, other]),
    () => bind([other], 'replace'),
    () => world.tags.addToWorkspace(world.owner, workspace.id, [{ key: 'stage' }]),
    () => world.tags.addToWorkspaces(world.owner, flat.id, [workspace.id]),
    () => world.make({ projectId: project.id, tags: [other] }),
    () => world.workspaces.update(world.owner, workspace.id, { tags: [other] }),
  ];
  for (const each of refused) {
    expect(await refusal(each())).toMatchObject({
      ...{ code: 'INVALID_INPUT', field: ['tags'] },
      message: 'Tag key "stage" is reserved: a workspace cannot override the value that its project gives it',
    });
  }
  expect(await world.client.tagBinding.count({ where: { workspaceId: workspace.id } })).toBe(0);
  // The same value overrides nothing, another key is not reserved, and elsewhere the project binds nothing.
  await bind([
    { key: 'stage', value: 'prod' },
    { key: 'team', value: 'own' },
  ]);
  const elsewhere = await world.make({ tags: [other] });
  expect(await world.client.tagBinding.count({ where: { workspaceId: elsewhere.id } })).toBe(1);
  await world.reservedKeys.update(world.owner, id, { disableOverrides: false });
  await bind([other]);
  await world.reservedKeys.delete(world.owner, id);
});

test('an override of before hides nothing any more: the binding of the project counts, also in searches', async () => {
  const project = await projectWith([{ key: 'zone', value: 'eu' }]);
  const workspace = await world.make({ projectId: project.id, tags: [{ key: 'zone', value: 'us' }] });
  const alone = await world.make({ tags: [{ key: 'zone', value: 'us' }] });
  const found = async (value: string) => {
    const page = { from: 'start', size: 20, after: null, before: null } as const;
    const sort = { by: 'name', descending: false } as const;
    const search = { tagged: [{ key: 'zone', value }] };
    const list = await world.workspaces.connection(world.owner, world.organization, search, sort, page);
    return list.edges.map(({ node }) => node.id).toSorted();
  };
  const both = [workspace.id, alone.id].toSorted();
  expect(await found('us')).toEqual(both);
  expect(await found('eu')).toEqual([]);
  const { id } = await reserve('zone', true);
  expect(await found('us')).toEqual([alone.id]);
  expect(await found('eu')).toEqual([workspace.id]);
  await world.reservedKeys.delete(world.owner, id);
  expect(await found('us')).toEqual(both);
});

test('an organization reserves so many, and no more', async () => {
  const now = world.clock.now();
  const { organizationId } = world;
  const data = Array.from({ length: mostReservedKeys - 1 }, (_, index) => ({
    ...{ id: ids.reservedTagKey.make(), organizationId, key: `many-${index}` },
    ...{ createdAt: now, updatedAt: now },
  }));
  await world.client.reservedTagKey.createMany({ data });
  await reserve('last');
  expect(await refusal(reserve('beyond'))).toMatchObject({ code: 'INVALID_INPUT', field: ['key'] });
});
