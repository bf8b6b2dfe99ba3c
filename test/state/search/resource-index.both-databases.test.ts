import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StateVersionId, WorkspaceId } from '../../../src/platform/ids.js';
import type { InventoryResource } from '../../../src/state/inventory/inventory.js';
import { ResourceIndex } from '../../../src/state/search/resource-index.js';
import { textsOf } from '../inventory/collected.js';
import { openStateService, resource, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';

let world: StateServiceWorld;
let index: ResourceIndex;
beforeAll(async () => {
  world = await openStateService();
  index = new ResourceIndex({ database: world.database });
});
afterAll(() => world.end());

const found = (name: string, count: number, modulePath = ''): InventoryResource => ({
  address: `${modulePath ? `${modulePath}.` : ''}aws_vpc.${name}`,
  module: 'root',
  modulePath,
  mode: 'managed',
  resourceType: 'aws_vpc',
  type: 'aws_vpc',
  name,
  provider: 'aws',
  count,
});

/** Lines of an index with so many resources each, in chunks that are cut anywhere. */
function* chunks(resources: readonly InventoryResource[], inLine = 3, inChunk = 50): Generator<Uint8Array> {
  const lines: Uint8Array[] = [];
  for (let at = 0; at < resources.length; at += inLine) lines.push(textsOf(resources.slice(at, at + inLine)).index);
  const all = Buffer.concat(lines);
  for (let at = 0; at < all.length; at += inChunk) yield all.subarray(at, at + inChunk);
}

interface Place {
  readonly workspaceId: WorkspaceId;
  readonly stateVersionId: StateVersionId;
}

async function place(): Promise<Place> {
  const workspaceId = await world.workspaceOf();
  const { id: stateVersionId } = await world.create(workspaceId, stateOf(1));
  await world.settled();
  return { workspaceId, stateVersionId };
}

const apply = (where: Place, resources: readonly InventoryResource[]) =>
  index.apply({ ...where, entries: chunks(resources), managedInstances: BigInt(resources.length) });

const rows = ({ workspaceId }: Place) =>
  world.client.indexedResource.findMany({ where: { workspaceId }, orderBy: { address: 'asc' } });

const said = async (where: Place) =>
  (await rows(where)).map(({ address, module, instanceCount }) => `${module} ${address} ${instanceCount}`);

const expected = (resources: readonly InventoryResource[]) =>
  resources.map(({ address, modulePath, count }) => `${modulePath || 'root'} ${address} ${count}`).sort();

const states = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'ü "quoted"\n'),
    count: fc.nat({ max: 2 }),
    modulePath: fc.constantFrom('', 'module.net'),
  }),
  { selector: ({ name, modulePath }) => `${modulePath} ${name}`, maxLength: 12 },
);

test('the index becomes what a state has, and keeps the ids of what stays', async () => {
  const where = await place();
  const byAddress = (all: Awaited<ReturnType<typeof rows>>) => new Map(all.map(({ address, id }) => [address, id]));
  await fc.assert(
    fc.asyncProperty(states, async (state) => {
      const resources = state.map(({ name, count, modulePath }) => found(name, count, modulePath));
      const before = byAddress(await rows(where));
      await apply(where, resources);
      expect((await said(where)).sort()).toEqual(expected(resources));
      for (const [address, id] of byAddress(await rows(where))) {
        if (before.has(address)) expect(id).toBe(before.get(address));
      }
      expect(await world.row(where.workspaceId)).toMatchObject({
        indexedStateVersionId: where.stateVersionId,
        resourceCount: BigInt(resources.length),
      });
    }),
    { numRuns: 25 },
  );
});

test('of two with one address the later counts, in one line and in two', async () => {
  const where = await place();
  const twice = [found('a', 1), found('a', 2), found('b', 1), found('c', 1), found('b', 3)];
  await apply(where, twice);
  expect(await said(where)).toEqual(['root aws_vpc.a 2', 'root aws_vpc.b 3', 'root aws_vpc.c 1']);
});

const applyShort = (
  where: Place,
  resources: readonly InventoryResource[],
  after: StateVersionId | null = where.stateVersionId,
) => {
  const entries = resources.length === 0 ? [] : [textsOf(resources).index];
  return index.apply({ ...where, entries, managedInstances: BigInt(resources.length), after });
};

describe('a short list that the index has', () => {
  const [one, other] = [
    [found('a', 1), found('b', 1)],
    [found('a', 2), found('c', 1)],
  ];

  /** The index of `one` without a row, which only shows again where the list is written. */
  async function marked(): Promise<Place> {
    const where = await place();
    await applyShort(where, one);
    await world.client.indexedResource.deleteMany({ where: { ...ofWorkspace(where), name: 'a' } });
    return where;
  }
  const ofWorkspace = ({ workspaceId }: Place) => ({ workspaceId });

  test('is not written again, but for the version', async () => {
    const where = await marked();
    await world.client.workspace.update({
      where: { id: where.workspaceId },
      data: { resourceCount: 7n },
    });
    await applyShort(where, one);
    expect(await said(where)).toEqual(['root aws_vpc.b 1']);
    expect(await world.row(where.workspaceId)).toMatchObject({
      indexedStateVersionId: where.stateVersionId,
      resourceCount: 2n,
    });
  });

  test('is written after another one', async () => {
    const where = await marked();
    await applyShort(where, other);
    expect(await said(where)).toEqual(expected(other));
    await applyShort(where, one);
    expect(await said(where)).toEqual(expected(one));
    await applyShort(where, []);
    expect(await said(where)).toEqual([]);
  });

  test('is written after a long one, even if that stopped between two lines', async () => {
    const where = await place();
    await applyShort(where, one);
    const stop = new AbortController();
    function* entries() {
      yield textsOf(other).index;
      stop.abort(new Error('stopped'));
      yield textsOf([found('d', 1)]).index;
    }
    const long = index.apply({ ...where, entries: entries(), managedInstances: 3n }, stop.signal);
    await expect(long).rejects.toThrow('stopped');
    await applyShort(where, one);
    expect(await said(where)).toEqual(expected(one));
    await apply(where, other);
    await applyShort(where, one);
    expect(await said(where)).toEqual(expected(one));
  });

  test('is written after a server of an earlier version wrote another one', async () => {
    const where = await marked();
    await world.client.workspace.update({
      where: { id: where.workspaceId },
      data: { indexedStateVersionId: 'sv-of-that-one' },
    });
    await applyShort(where, one);
    expect(await said(where)).toEqual(expected(one));
  });

  test.each([
    ['by its job', 200_000],
    ['when it is made', 1],
  ])('is written after a version of which a server of an earlier version wrote a part, %s', async (_, padding) => {
    const workspaceId = await world.workspaceOf();
    const shape = { resources: [resource('aws_vpc', 'a')] };
    const create = (serial: number, names: typeof shape) =>
      world.create(workspaceId, stateOf(serial, { ...names, pad: 'x'.repeat(padding) }));
    const { id: stateVersionId } = await create(1, shape);
    await world.settled();
    const has = { indexedStateVersionId: stateVersionId, indexedAs: (await world.row(workspaceId)).indexedAs };
    expect(has.indexedAs).not.toBeNull();
    await create(2, { resources: [resource('aws_vpc', 'b')] });
    await world.settled();
    // As that server leaves it: with rows of the second version, and nothing said of them.
    await world.client.workspace.update({ where: { id: workspaceId }, data: has });
    await create(3, shape);
    await world.settled();
    expect(await said({ workspaceId, stateVersionId })).toEqual(['root aws_vpc.a 1']);
  });
});

test('more than a page of it', async () => {
  const where = await place();
  const many = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => found(String(from + n).padStart(5, '0'), 1));
  const lines = (resources: InventoryResource[]) =>
    index.apply({ ...where, entries: chunks(resources, 500, 100_000), managedInstances: 0n });
  await lines(many(0, 2_500));
  await lines(many(1_200, 3_400));
  expect(await said(where)).toEqual(expected(many(1_200, 3_400)));
  await lines([]);
  expect(await said(where)).toEqual([]);
});

test('a version that is not current any more writes nothing, nor one whose workspace went', async () => {
  const where = await place();
  await apply(where, [found('a', 1)]);
  const { id } = await world.create(where.workspaceId, stateOf(2));
  await world.settled();
  await apply(where, [found('b', 1)]);
  expect(await said(where)).toEqual([]);
  expect(await world.row(where.workspaceId)).toMatchObject({ indexedStateVersionId: id });

  // It loses its place between two lines.
  const next = { ...where, stateVersionId: id };
  let third: StateVersionId | undefined;
  async function* entries() {
    yield textsOf([found('x', 1)]).index;
    third = (await world.create(where.workspaceId, stateOf(3))).id;
    await world.settled();
    yield textsOf([found('y', 1)]).index;
  }
  await index.apply({ ...next, entries: entries(), managedInstances: 2n });
  expect(await said(where)).toEqual([]);
  expect(await world.row(where.workspaceId)).toMatchObject({ indexedStateVersionId: third, resourceCount: 0n });

  await world.client.workspace.delete({ where: { id: where.workspaceId } });
  await apply(where, [found('b', 1)]);
  expect(await rows(where)).toEqual([]);
});

test('a stop ends it between two writes, and the next run completes it', async () => {
  const where = await place();
  const stop = new AbortController();
  function* entries() {
    yield textsOf([found('x', 1)]).index;
    stop.abort(new Error('stopped'));
    yield textsOf([found('y', 1)]).index;
  }
  const source = { ...where, managedInstances: 2n };
  await expect(index.apply({ ...source, entries: entries() }, stop.signal)).rejects.toThrow('stopped');
  expect(await said(where)).toEqual(['root aws_vpc.x 1']);
  await index.apply({ ...source, entries: entries() });
  expect(await said(where)).toEqual(['root aws_vpc.x 1', 'root aws_vpc.y 1']);
});
