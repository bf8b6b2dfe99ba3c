import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { StateVersionId, WorkspaceId } from '../../../src/platform/ids.js';
import { RawJson } from '../../../src/platform/graphql/raw-json.js';
import { namedObjects } from '../../../src/state/backing-data/named-objects.js';
import type { ShownDocumentKind } from '../../../src/state/inventory/inventory-documents.js';
import { InventoryReader } from '../../../src/state/inventory/inventory-reader.js';
import { InventoryJob } from '../../../src/state/inventory/inventory.job.js';
import { InventoryStore } from '../../../src/state/inventory/inventory.store.js';
import { ReadAhead } from '../../../src/state/inventory/read-ahead.js';
import { OutputStore } from '../../../src/state/outputs/output.store.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { ResourceIndex } from '../../../src/state/search/resource-index.js';
import { StateVersionStore } from '../../../src/state/versions/version.store.js';
import type { StateVersion } from '../../../src/state/versions/version.type.js';
import { JobProgress } from '../../../src/platform/jobs/job-progress.js';
import { openStateService, resource, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { eventually } from '../../eventually.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const count = 2_500;
const name = (n: number) => `vpc_${String(n).padStart(5, '0')}`;
const pad = 'x'.repeat(120);
/** Every resource in a module of its own: resources and modules have no room in a row. */
const large = (serial: number, some = count) =>
  stateOf(serial, {
    outputs: { a: { value: 1, type: 'number' } },
    resources: Array.from({ length: some }, (_, n) =>
      resource('aws_vpc', name(n), { module: `module.m${n}`, private: pad }),
    ),
  });

function inventories(): InventoryStore {
  const { client, database, seal, objects } = world;
  return new InventoryStore({ client, outputs: new OutputStore({ database, seal }), objects });
}

async function shown(stateVersionId: StateVersionId, kind: ShownDocumentKind): Promise<unknown> {
  const [document] = await inventories().shown([{ stateVersionId, kind }]);
  if (!(document instanceof RawJson) || typeof document.content === 'string') throw new Error(`no document ${kind}`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of document.content.open()) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  expect(bytes).toHaveLength(document.content.size);
  return JSON.parse(bytes.toString());
}

async function expectAll(version: Pick<StateVersion, 'id'>, some = count) {
  expect(await world.read(version.id)).toMatchObject({
    resourcesProcessed: true,
    processingProblem: null,
    resourceCount: BigInt(some),
    managedCount: BigInt(some),
    resourcesJson: null,
    modulesJson: null,
  });
  const resources = await shown(version.id, 'resources');
  expect(resources).toHaveLength(some);
  expect(resources).toContainEqual({
    ...{ name: name(7), type: 'aws_vpc', count: 1, module: 'root.m7' },
    provider: 'provider["registry.terraform.io/hashicorp/aws"]',
  });
  expect(Object.keys((await shown(version.id, 'modules')) as object)).toHaveLength(some);
}

const documents = (stateVersionId: string) =>
  world.client.inventoryDocument.findMany({ where: { stateVersionId }, orderBy: { kind: 'asc' } });

const indexed = (workspaceId: WorkspaceId) => world.client.indexedResource.count({ where: { workspaceId } });

async function uploaded(workspace: WorkspaceId, content: Uint8Array): Promise<StateVersion> {
  const version = await world.announce(workspace, content);
  await world.upload(version, content);
  return version;
}

function job() {
  const { database, clock, objects } = world;
  const reader = new InventoryReader();
  return {
    reader,
    job: new InventoryJob({
      database,
      clock: world.clock,
      store: new StateVersionStore({ database }),
      inventories: inventories(),
      jobs: new JobStore({ database, clock }),
      index: new ResourceIndex({ database }),
      objects,
      reader,
      readAhead: new ReadAhead(),
      progress: new JobProgress({ database, clock, log: pino({ level: 'silent' }) }),
    }),
  };
}

describe('an inventory that its row has no room for', () => {
  test('of an upload is there when the upload is answered, and the index follows', async () => {
    const workspace = await world.workspaceOf();
    const version = await uploaded(workspace, large(1));
    await expectAll(version);
    await world.settled();
    expect(await indexed(workspace)).toBe(count);
    expect(await world.row(workspace)).toMatchObject({
      indexedStateVersionId: version.id,
      resourceCount: BigInt(count),
    });
    await uploaded(workspace, large(2, 2_000));
    await world.settled();
    expect(await indexed(workspace)).toBe(2_000);
  });

  test('is the same object for a copy, which is there until nobody names it', async () => {
    const workspace = await world.workspaceOf();
    const source = await uploaded(workspace, large(1));
    await uploaded(workspace, stateOf(2));
    await vi.waitFor(async () => expect(await indexed(workspace)).toBe(0), eventually);
    await world.settled();
    const copy = await world.services.rollback.rollback(world.owner, workspace, source.id);
    await expectAll(copy);
    await world.settled();
    expect(await indexed(workspace)).toBe(count);
    const objectsOf = async (id: string) => (await documents(id)).map(({ kind, objectId }) => `${kind} ${objectId}`);
    expect(await objectsOf(copy.id)).toEqual(await objectsOf(source.id));
    expect((await documents(copy.id)).map(({ kind }) => kind)).toEqual(['index', 'modules', 'resources']);

    const { database } = world;
    const mine = (await documents(copy.id)).map(({ objectId }) => objectId);
    await world.client.stateVersion.delete({ where: { id: source.id } });
    await world.sweptAfter(9);
    await expectAll(copy);
    const named: string[] = [];
    for await (const id of namedObjects(() => Promise.resolve(database))) named.push(id);
    expect(named).toEqual(expect.arrayContaining(mine));
    await world.client.workspace.delete({ where: { id: workspace } });
    await world.sweptAfter(9);
    expect((await world.objectIds()).filter((id) => mine.includes(id))).toEqual([]);
  });

  test('of content that came along is read by the job, again after a crash that came before its row had it, and what was left is swept', async () => {
    const workspace = await world.workspaceOf();
    const version = await world.create(workspace, large(1));
    await world.settled();
    await expectAll(version);
    expect(await indexed(workspace)).toBe(count);
    const left = (await documents(version.id)).map(({ objectId }) => objectId);
    await world.client.inventoryDocument.deleteMany({ where: { stateVersionId: version.id } });
    await world.client.stateVersion.update({ where: { id: version.id }, data: { resourcesProcessed: false } });
    const again = job();
    for (let run = 0; run < 2; run += 1) await again.job.run({ subject: version.id, attempts: 1, payload: '{}' });
    await again.reader.close();
    await world.settled();
    await expectAll(version);
    const now = (await documents(version.id)).map(({ objectId }) => objectId);
    expect(now).toHaveLength(left.length);
    expect(now.filter((id) => left.includes(id))).toEqual([]);
    await world.sweptAfter(9);
    const there = await world.objectIds();
    expect(there.filter((id) => left.includes(id))).toEqual([]);
    expect(there).toEqual(expect.arrayContaining(now));
    expect(await indexed(workspace)).toBe(count);

    // A smaller one takes its place.
    const stored = {
      inventory: {
        ...{ stateFormat: 4, engineVersion: null, modules: {}, providers: {}, outputs: [] },
        ...{ resourceCount: 0, instanceCount: 0, managedCount: 0, billableRumCount: 0 },
      },
      documents: { modules: '{}', providers: '{}', resources: '[]', index: '' },
    };
    await world.database.transaction((tx) => inventories().keep(tx, version.id, stored));
    expect(await documents(version.id)).toEqual([]);
    expect(await world.read(version.id)).toMatchObject({ resourcesJson: '[]', modulesJson: '{}' });
  });
});
