import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import type { StateVersionId } from '../../../src/platform/ids.js';
import type { StateVersion } from '../../../src/state/versions/version.type.js';
import { arriving, holder, openStateService, resource, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const name = fc.constantFrom('', 'a', 'b', 'B', 'c', 'é', '__proto__');
const output = fc.oneof(
  fc.record({ value: fc.string(), type: fc.constant('string'), sensitive: fc.boolean() }),
  fc.record({ value: fc.integer(), type: fc.constant('number') }),
  fc.record({ value: fc.constant({ b: [1, null], a: 'x' }), sensitive: fc.boolean() }),
);
const outputs = fc.dictionary(name, output, { maxKeys: 5 });

/** What no two versions share. */
const unlike = { id: null, workspaceId: null, contentObjectId: null, createdUnderLock: null };

/** Who has which id: callers may use those that were given. */
async function idsOf(id: StateVersionId): Promise<ReadonlyMap<string, string>> {
  const rows = await world.client.stateVersionOutput.findMany({ where: { stateVersionId: id } });
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** All that is stored of a version and its outputs, with the names in place of the ids that are new, and sealed values opened. */
async function storedOf(id: StateVersionId, given: ReadonlyMap<string, string>) {
  const row = await world.client.stateVersion.findUniqueOrThrow({ where: { id } });
  const kept = await world.client.stateVersionOutput.findMany({ where: { stateVersionId: id } });
  const { workspaceId } = row;
  const wanted: unknown = JSON.parse(row.outputIds);
  const nameOf = new Map(kept.map((each) => [each.id, each.name]));
  return {
    row: { ...row, ...unlike, outputIds: Array.isArray(wanted) && wanted.map((each: string) => nameOf.get(each)) },
    outputs: kept
      .map(({ id: outputId, sealedValue, ...each }) => ({
        ...{ ...each, stateVersionId: null },
        sealed: sealedValue && world.seal.unwrap('state-output', sealedValue, outputId).toString(),
        // The id that was given for this name, or another one.
        given: given.get(outputId) ?? null,
      }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    resourceCount: (await world.row(ids.workspace.require(workspaceId))).resourceCount,
  };
}

type Outputs = Readonly<Record<string, unknown>>;

/** A version with given outputs whose content comes later. @param announced its length, without which the job reads it */
async function uploaded(content: Buffer, given: Outputs, announced: boolean) {
  const workspace = await world.workspaceOf();
  const version = await world.announce(workspace, content, { jsonStateOutputs: Buffer.from(JSON.stringify(given)) });
  const had = await idsOf(version.id);
  await (announced ? world.uploadAnnounced(version, content) : world.upload(version, content));
  const before: StateVersion = await world.read(version.id);
  await world.settled();
  return { before, stored: await storedOf(version.id, had) };
}

test('what is stored with the content is what the job finds, for whatever was given', async () => {
  await fc.assert(
    fc.asyncProperty(outputs, outputs, fc.nat({ max: 2 }), async (given, found, instances) => {
      const resources = instances === 0 ? [] : [resource('aws_vpc', 'main', {}, instances)];
      const content = stateOf(1, { outputs: found, resources });
      const byJob = await uploaded(content, given, false);
      const together = await uploaded(content, given, true);
      expect(together.before.resourcesProcessed).toBe(true);
      expect(together.stored).toEqual(byJob.stored);
      // With the request, nobody had an id before.
      const workspace = await world.workspaceOf();
      const jsonStateOutputs = Buffer.from(JSON.stringify(given));
      const version = await world.create(workspace, content, { jsonStateOutputs });
      expect(version).toMatchObject({ resourcesProcessed: true, outputsGiven: true });
      expect((await world.read(version.id)).outputIds).toEqual(version.outputIds);
      await world.settled();
      const { row, outputs: kept, ...others } = await storedOf(version.id, new Map());
      expect({ ...others, row, kept }).toEqual({
        resourceCount: byJob.stored.resourceCount,
        row: byJob.stored.row,
        kept: byJob.stored.outputs.map((each) => ({ ...each, given: null })),
      });
    }),
    { numRuns: 25 },
  );
});

test('more outputs than a statement writes, given or found, are left to the job', async () => {
  const of = (count: number): Outputs =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`o${at}`, { value: at, type: 'number' }]));
  for (const [given, found] of [
    [of(251), of(3)],
    [of(3), of(251)],
  ] as const) {
    const content = stateOf(1, { outputs: found });
    const byJob = await uploaded(content, given, false);
    const together = await uploaded(content, given, true);
    expect(together.stored).toEqual(byJob.stored);
    const jsonStateOutputs = Buffer.from(JSON.stringify(given));
    const created = await world.create(await world.workspaceOf(), content, { jsonStateOutputs });
    expect(created.outputIds).toHaveLength(Object.keys(given).length);
    await world.settled();
    expect((await world.read(created.id)).outputIds).toHaveLength(Object.keys(found).length);
  }
});

test('a version that is discarded while its content arrives keeps no outputs', async () => {
  const workspace = await world.workspaceOf();
  const given = { a: { value: 'x', type: 'string' } };
  const content = stateOf(1, { outputs: given });
  const version = await world.announce(workspace, content, { jsonStateOutputs: Buffer.from(JSON.stringify(given)) });
  async function* interrupted() {
    yield content.subarray(0, 10);
    await world.announce(workspace, stateOf(2));
    yield* arriving(content.subarray(10));
  }
  const segment = world.segment(version);
  const upload = { segment, content: interrupted(), announcedBytes: content.length, actor: holder };
  await expect(world.service.uploads.receive(upload)).rejects.toMatchObject({ code: 'UPLOAD_CLOSED' });
  expect((await idsOf(version.id)).size).toBe(0);
});
