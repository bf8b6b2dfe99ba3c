import { writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newObjectId } from '../../../src/platform/objects/object-id.js';
import type { ObjectId } from '../../../src/platform/objects/object-id.js';
import { lastSweep } from '../../../src/state/backing-data/sweep-report.js';
import { whyTooMany } from '../../../src/state/backing-data/sweeper.js';
import { UnnamedObjects } from '../../../src/state/backing-data/unnamed-objects.js';
import { arriving, day, hour, openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());
beforeEach(async () => {
  for (const id of await world.objectIds()) {
    const versions = await world.client.stateVersion.count({ where: { contentObjectId: id } });
    if (versions === 0) await world.objects.delete(id as ObjectId);
  }
  await world.client.unnamedObject.deleteMany();
});

/** As after a crash between storing and naming. */
async function unnamed(count = 1): Promise<ObjectId[]> {
  const ids = Array.from({ length: count }, () => newObjectId());
  for (const id of ids) await world.objects.write(id, arriving(stateOf(1)));
  return ids;
}

const there = async (ids: readonly string[]) => {
  const all = new Set(await world.objectIds());
  return ids.filter((id) => all.has(id));
};

async function version() {
  return world.create(await world.workspaceOf(), stateOf(1));
}

async function contentOf(id: string): Promise<string> {
  return (await world.client.stateVersion.findUniqueOrThrow({ where: { id } })).contentObjectId ?? '';
}

test('takes what no row names when its days have passed, and nothing else', async () => {
  const kept = await contentOf((await version()).id);
  const old = await unnamed(2);
  await world.sweep();
  world.lived.advance(7 * day);
  const young = await unnamed();
  const next = await world.sweep();
  expect(next.getTime()).toBeGreaterThan(world.clock.now().getTime());
  expect(await there([kept, ...old, ...young])).toEqual([kept, ...old, ...young]);
  const { unnamed: count, removed = 0 } = (await lastSweep(world.database)) ?? {};
  expect(count).toBe(3);
  world.lived.advance(day);
  await world.sweep();
  expect(await there([kept, ...old, ...young])).toEqual([kept, ...young]);
  expect(await lastSweep(world.database)).toMatchObject({ removed: removed + 2, stopped: null });
});

test('no clock and no time of a file makes it take what is on its way', async () => {
  const [id = newObjectId()] = await unnamed();
  const half = join(world.folder, 'temporary', `${newObjectId()}.half`);
  writeFileSync(half, 'half');
  for (const file of [join(world.folder, id.slice(0, 2), id), half]) await utimes(file, new Date(0), new Date(0));
  const ahead = { now: () => new Date(world.clock.now().getTime() + 400 * day) };
  const behind = { now: () => new Date(0) };
  for (const clock of [ahead, behind, ahead]) {
    await world.sweep({ clock, trashDays: 0 });
    world.lived.advance(7 * hour);
  }
  expect(await there([id])).toEqual([id]);
  const temporary = async () => {
    const names: string[] = [];
    for await (const name of world.objects.temporary()) names.push(name);
    return names;
  };
  expect(await temporary()).toHaveLength(1);
  // The upload ends, and its row names it.
  const { id: versionId } = await version();
  const replaced = await contentOf(versionId);
  await world.client.stateVersion.update({ where: { id: versionId }, data: { contentObjectId: id } });
  await world.sweptAfter(20);
  expect(await there([id, replaced])).toEqual([id]);
  expect(await temporary()).toEqual([]);
});

test('what is named again, whatever became of its row meanwhile, is as it was', async () => {
  const { id: versionId } = await version();
  const id = await contentOf(versionId);
  const name = (contentObjectId: string | null) =>
    world.client.stateVersion.update({ where: { id: versionId }, data: { contentObjectId } });
  await name(null);
  await world.sweep();
  world.lived.advance(20 * day);
  await name(id);
  await world.sweep();
  expect(await world.client.unnamedObject.count()).toBe(0);
  await name(null);
  await world.sweptAfter(7);
  expect(await there([id])).toEqual([id]);
  world.lived.advance(day);
  // Named in the moment between the look and the removal.
  const naming = {
    ...world.objects,
    list: () => world.objects.list(),
    temporary: async function* () {
      await name(id);
      yield* world.objects.temporary();
    },
  };
  await world.sweep({ objects: Object.assign(Object.create(world.objects) as typeof world.objects, naming) });
  expect(await there([id])).toEqual([id]);
});

test('two that sweep at once, and one that is killed in the middle, take nothing else', async () => {
  const kept = await contentOf((await version()).id);
  const old = await unnamed(6);
  await Promise.all([world.sweep(), world.sweep()]);
  expect(await world.client.unnamedObject.count()).toBe(6);
  world.lived.advance(9 * day);
  const killed = Object.assign(Object.create(world.objects) as typeof world.objects, {
    async delete(id: ObjectId) {
      await world.objects.delete(id);
      throw new Error('killed');
    },
  });
  await expect(world.sweep({ objects: killed })).rejects.toThrow('killed');
  expect(await world.client.unnamedObject.count()).toBe(6);
  await Promise.all([world.sweep(), world.sweep()]);
  expect(await there([kept, ...old])).toEqual([kept]);
  expect(await world.client.unnamedObject.count()).toBe(0);
});

describe('a sweep that would take much', () => {
  test.each([
    [10, 10, false],
    [11, 11, true],
    [11, 219, true],
    [11, 220, false],
    [5_001, 100_000, true],
    [5_000, 100_000, false],
  ])('%i of %i: stops is %s', (unexpected, objects, stops) => {
    expect(whyTooMany(unexpected, objects) !== null).toBe(stops);
  });

  test('stops and says so, until the operator lets it go on with what there is', async () => {
    const lost = await unnamed(11);
    const said: string[] = [];
    const log = pino({}, { write: (line) => void said.push(line) });
    await world.sweptAfter(30, { log });
    expect(await there(lost)).toEqual(lost);
    expect(said.at(-1)).toMatch(/nothing is swept: 11 of \d+ objects .*objects release/);
    expect((await lastSweep(world.database))?.stopped).toMatch(/^11 of/);
    expect(await new UnnamedObjects(world).release()).toBe(11);
    const later = await unnamed();
    await world.sweep();
    expect(await there([...lost, ...later])).toEqual(later);
    expect((await lastSweep(world.database))?.stopped).toBeNull();
  });

  test('does not stop for what a deleted workspace left', async () => {
    const workspaceId = await world.workspaceOf();
    const contents: string[] = [];
    for (let serial = 1; serial <= 13; serial += 1) {
      const { id } = await world.create(workspaceId, stateOf(serial));
      contents.push(await contentOf(id));
    }
    await world.settled();
    await world.services.locks.unlock(world.owner, workspaceId);
    await world.services.workspaces.delete(world.owner, { id: workspaceId });
    expect(await world.client.unnamedObject.count({ where: { id: { in: contents }, released: true } })).toBe(13);
    await world.sweptAfter(9);
    expect(await there(contents)).toEqual([]);
    expect((await lastSweep(world.database))?.stopped).toBeNull();
  });
});

test.each(['older-database', 'older-store', 'foreign', 'unmarked', 'unwritten'] as const)(
  'with a store that is not the database’s (%s) nothing is noted and nothing taken',
  async (relation) => {
    const lost = await unnamed(2);
    const owner = {
      relation: () => Promise.resolve(relation),
      turn: () => Promise.reject(new Error('no turn is taken')),
    };
    await world.sweptAfter(30, { owner });
    expect(await there(lost)).toEqual(lost);
    expect(await world.client.unnamedObject.count()).toBe(0);
    expect((await lastSweep(world.database))?.stopped).toMatch(/store/);
  },
);
