import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import type { WorkspaceId } from '../../../src/platform/ids.js';
import { openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';

const versions = 1_200;
const size = 20;

let world: StateServiceWorld;
let workspaceId: WorkspaceId;

beforeAll(async () => {
  world = await openStateService();
  workspaceId = await world.workspaceOf({ name: 'long' });
  const { id } = await world.create(workspaceId, stateOf(1));
  await world.settled();
  const first = await world.client.stateVersion.findUniqueOrThrow({ where: { id } });
  const others = Array.from({ length: versions - 1 }, (_, index) => ({
    ...first,
    id: ids.stateVersion.make(),
    number: BigInt(index + 2),
    contentObjectId: null,
  }));
  // Prisma compiles a statement of so many rows for seconds, and one of a hundred once.
  for (let start = 0; start < others.length; start += 100)
    await world.client.stateVersion.createMany({ data: others.slice(start, start + 100) });
  await world.client.workspace.update({
    where: { id: workspaceId },
    data: { lastNumber: BigInt(versions), finalizedCount: BigInt(versions) },
  });
});
afterAll(() => world.end());

async function numbersOf(page: number): Promise<number[]> {
  const named = { organization: world.organization, workspace: 'long' };
  const window = { number: page, size, skip: (page - 1) * size };
  const { items } = await world.services.versions.page(world.owner, named, [], window);
  return items.map(({ number }) => Number(number));
}

/** Takes versions away, as retention does. */
async function without(...numbers: number[]): Promise<void> {
  await world.client.stateVersion.deleteMany({
    where: { workspaceId, number: { in: numbers.map((number) => BigInt(number)) } },
  });
  await world.client.workspace.update({
    where: { id: workspaceId },
    data: { finalizedCount: { decrement: BigInt(numbers.length) } },
  });
}

const down = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index);

test('pages far down are the same whether or not versions are missing', async () => {
  expect(await numbersOf(50)).toEqual(down(220, 20));
  expect(await numbersOf(52)).toEqual(down(180, 20));
  expect(await numbersOf(60)).toEqual(down(20, 20));
  expect(await numbersOf(61)).toEqual([]);

  await without(1, 2, 3);
  expect(await numbersOf(60)).toEqual(down(20, 17));

  await without(600, 700);
  expect(await numbersOf(52)).toEqual(down(178, 20));
  expect(await numbersOf(60)).toEqual(down(18, 15));

  await without(versions);
  expect(await numbersOf(52)).toEqual(down(177, 20));
});
