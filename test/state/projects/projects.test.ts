import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
});
afterAll(() => world.close());

const window = { number: 1, size: 20, skip: 0 };

describe('a project', () => {
  test('is made, found by name, changed and deleted', async () => {
    const made = await world.projects.create(world.owner, world.organization, {
      name: 'storage',
      description: 'disks',
    });
    const search = { names: ['storage', 'absent'] };
    const { items, pagination } = await world.projects.page(world.owner, world.organization, search, window);
    expect(items).toEqual([made]);
    expect(pagination.totalCount).toBe(1);
    const changed = await world.projects.update(world.owner, made.id, { name: 'storage 2' });
    expect(changed).toMatchObject({ name: 'storage 2', description: 'disks' });
    await world.projects.delete(world.owner, made.id);
    expect(await refusal(world.projects.read(world.owner, made.id))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('has a name of its own', async () => {
    await world.projects.create(world.owner, world.organization, { name: 'twice' });
    const again = world.projects.create(world.owner, world.organization, { name: 'twice' });
    expect(await refusal(again)).toMatchObject({ code: 'NAME_TAKEN', field: ['name'] });
  });

  test('with workspaces cannot be deleted, nor can the default one', async () => {
    const { id } = await world.projects.create(world.owner, world.organization, { name: 'full' });
    await world.make({ projectId: id });
    expect(await refusal(world.projects.delete(world.owner, id))).toMatchObject({ code: 'IN_USE' });
    const { items } = await world.projects.page(
      world.owner,
      world.organization,
      { names: ['Default Project'] },
      window,
    );
    expect(await refusal(world.projects.delete(world.owner, items[0]!.id))).toMatchObject({
      code: 'IN_USE',
      message: 'The default project cannot be deleted',
    });
  });

  test('is not for members without the grant', async () => {
    const member = await world.memberWith();
    const work = world.projects.create(member, world.organization, { name: 'mine' });
    expect(await refusal(work)).toMatchObject({ code: 'NOT_FOUND' });
  });
});
