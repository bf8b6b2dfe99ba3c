import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TagStore } from '../../../src/state/tags/tag.store.js';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
});
afterAll(() => world.close());

async function tagsOf(workspaceId: string) {
  const bound = await new TagStore({ client: world.client, names: world.database }).ofWorkspaces([workspaceId]);
  return bound.map(({ key, value }) => `${key}=${value}`);
}

describe('bindings of a workspace', () => {
  test('are added, changed and replaced', async () => {
    const { id } = await world.make();
    await world.tags.bindToWorkspace(world.owner, id, [{ key: 'env', value: 'dev' }, { key: 'flat' }], 'add');
    await world.tags.bindToWorkspace(world.owner, id, [{ key: 'env', value: 'prod' }], 'add');
    expect(await tagsOf(id)).toEqual(['env=prod', 'flat=']);
    await world.tags.bindToWorkspace(world.owner, id, [{ key: 'only', value: '1' }], 'replace');
    expect(await tagsOf(id)).toEqual(['only=1']);
  });

  test('flat tags come and go by key or id, and leave values alone', async () => {
    const { id } = await world.make({ tags: [{ key: 'kept', value: 'v' }] });
    await world.tags.addToWorkspace(world.owner, id, [{ key: 'kept' }, { key: 'one' }, { key: 'two' }]);
    expect(await tagsOf(id)).toEqual(['kept=v', 'one=', 'two=']);
    const one = await world.client.tag.findFirstOrThrow({ where: { key: 'one' } });
    await world.tags.removeFromWorkspace(world.owner, id, [{ id: one.id }, { key: 'two' }, { key: 'never-there' }]);
    expect(await tagsOf(id)).toEqual(['kept=v']);
    const untagged = await world.client.auditRecord.findFirstOrThrow({ where: { action: 'workspace.untag' } });
    expect(JSON.parse(untagged.details ?? '')).toEqual({
      tags: [
        { key: 'one', value: '' },
        { key: 'two', value: '' },
      ],
    });
    await world.tags.addToWorkspace(world.owner, id, [{ id: one.id }]);
    expect(await tagsOf(id)).toEqual(['kept=v', 'one=']);
    await world.tags.delete(world.owner, world.organization, [one.id]);
    expect(await tagsOf(id)).toEqual(['kept=v']);
  });

  test('need permission to change the workspace', async () => {
    const { id } = await world.make();
    const member = await world.memberWith({ workspaceId: id, access: 'write' });
    expect(await refusal(world.tags.addToWorkspace(member, id, [{ key: 'a' }]))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(world.tags.addToWorkspace(world.owner, id, [{ id: 'tag-0000000000000000' }]))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

test('tags of an organization are listed with how many workspaces carry them', async () => {
  const own = await openStateWorld();
  await own.make({ tags: [{ key: 'both' }, { key: 'single' }] });
  const second = await own.make({ tags: [{ key: 'both' }] });
  const window = { number: 1, size: 20, skip: 0 };
  const list = async (filter: object) =>
    (await own.tags.page(own.owner, own.organization, filter, window)).items.map(({ key }) => key);
  expect(await list({})).toEqual(['both', 'single']);
  expect(await list({ search: 'ing' })).toEqual(['single']);
  expect(await list({ notOnWorkspaceId: second.id })).toEqual(['single']);
  const total = async (filter: object) =>
    (await own.tags.page(own.owner, own.organization, filter, window)).pagination.totalCount;
  expect([await total({}), await total({ notOnWorkspaceId: second.id })]).toEqual([2, 1]);
  expect(await total({ notOnWorkspaceId: second.id, search: 'ing' })).toBe(1);
  const { items } = await own.tags.page(own.owner, own.organization, {}, window);
  const counts = await new TagStore({ client: own.client, names: own.database }).instanceCounts(
    items.map(({ id }) => id),
  );
  expect(items.map(({ id }) => counts.get(id))).toEqual([2, 1]);
  await own.close();
});

test('the tags of many workspaces are read together', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => world.make({ tags: [{ key: 'many' }] })));
  const store = new TagStore({ client: world.client, names: world.database });
  const seen = await world.statements(() => store.ofWorkspaces(made.map(({ id }) => id)));
  // The bindings, and the keys of their tags.
  expect(seen.filter((sql) => sql.startsWith('SELECT')).length).toBeLessThanOrEqual(2);
});
