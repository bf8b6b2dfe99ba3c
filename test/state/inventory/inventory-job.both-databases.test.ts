import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { WorkspaceId } from '../../../src/platform/ids.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { InventoryReadFailed } from '../../../src/state/inventory/inventory-thread.js';
import { InventoryReader } from '../../../src/state/inventory/inventory-reader.js';
import { InventoryJob } from '../../../src/state/inventory/inventory.job.js';
import { InventoryStore } from '../../../src/state/inventory/inventory.store.js';
import { ReadAhead } from '../../../src/state/inventory/read-ahead.js';
import { OutputStore } from '../../../src/state/outputs/output.store.js';
import { ResourceIndex } from '../../../src/state/search/resource-index.js';
import { StateVersionStore } from '../../../src/state/versions/version.store.js';
import { JobProgress } from '../../../src/platform/jobs/job-progress.js';
import { openStateService, resource, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { refusal } from '../world.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const indexed = async (workspaceId: WorkspaceId) =>
  (await world.client.indexedResource.findMany({ where: { workspaceId }, orderBy: { address: 'asc' } })).map(
    ({ address, instanceCount }) => `${address} ${instanceCount}`,
  );

/** The job by itself, with a reader of the test's choice. */
function jobWith(reader: Pick<InventoryReader, 'read'>, readAhead = new ReadAhead()) {
  const { database, client, clock, seal, objects } = world;
  return new InventoryJob({
    database,
    clock,
    store: new StateVersionStore({ database }),
    inventories: new InventoryStore({ client, outputs: new OutputStore({ database, seal }), objects }),
    jobs: new JobStore({ database, clock }),
    index: new ResourceIndex({ database }),
    objects,
    readAhead,
    progress: new JobProgress({ database, clock, log: pino({ level: 'silent' }) }),
    reader: Object.assign(new InventoryReader(), { read: reader.read.bind(reader) }),
  });
}

/** A version of which nothing has been read. */
const unread = {
  ...{ resourcesProcessed: false, resourceCount: 0n, managedCount: 0n, billableRumCount: null },
  ...{ modules: '{}', providers: '{}', resources: '[]' },
};

describe('the inventory job', () => {
  test('fills in what the content says, and the index of what is current', async () => {
    const workspace = await world.workspaceOf();
    await world.create(
      workspace,
      stateOf(1, {
        resources: [
          resource('aws_vpc', 'a'),
          resource('aws_vpc', 'b', { module: 'module.net' }, 3),
          resource('aws_ami', 'd', { mode: 'data' }),
        ],
      }),
    );
    await world.settled();
    expect(await indexed(workspace)).toEqual(['aws_vpc.a 1', 'data.aws_ami.d 1', 'module.net.aws_vpc.b 3']);
    expect(await world.row(workspace)).toMatchObject({ resourceCount: 4n });
    const ids = await world.client.indexedResource.findMany({
      where: { workspaceId: workspace },
      select: { id: true, address: true },
    });
    await world.create(
      workspace,
      stateOf(2, {
        resources: [
          resource('aws_vpc', 'a', {}, 2),
          resource('aws_vpc', 'c'),
          resource('aws_ami', 'd', { mode: 'data' }),
        ],
      }),
    );
    await world.settled();
    expect(await indexed(workspace)).toEqual(['aws_vpc.a 2', 'aws_vpc.c 1', 'data.aws_ami.d 1']);
    const now = await world.client.indexedResource.findMany({
      where: { workspaceId: workspace },
      select: { id: true, address: true },
    });
    const idOf = (rows: typeof ids, address: string) => rows.find((row) => row.address === address)?.id;
    expect(idOf(now, 'aws_vpc.a')).toBe(idOf(ids, 'aws_vpc.a'));
    expect(await world.row(workspace)).toMatchObject({ resourceCount: 3n });
  });

  test('outputs are not to be had before it ran', async () => {
    const workspace = await world.workspaceOf();
    await world.service.jobs.close();
    // More than is read while it arrives.
    const outputs = { a: { value: 'x'.repeat(200_000), type: 'string' } };
    const version = await world.create(workspace, stateOf(1, { outputs }));
    expect(await refusal(world.outputsOf(world.owner, { current: workspace }))).toMatchObject({
      code: 'NOT_PROCESSED',
    });
    expect(await world.outputsOf(world.owner, version.id)).toEqual([]);
    await world.end();
    world = await openStateService();
  });

  test('does the same again', async () => {
    const workspace = await world.workspaceOf();
    const version = await world.create(
      workspace,
      stateOf(1, { resources: [resource('aws_vpc', 'a')], outputs: { a: { value: 1, type: 'number' } } }),
    );
    const before = await world.everything();
    const job = jobWith(new InventoryReader());
    for (let run = 0; run < 2; run += 1) await job.run({ subject: version.id, attempts: 1, payload: '{}' });
    // As after a crash between what it filled in and the index.
    await world.client.indexedResource.deleteMany({ where: { workspaceId: workspace } });
    await world.client.workspace.update({
      where: { id: workspace },
      data: { indexedStateVersionId: null, resourceCount: 0n },
    });
    await job.run({ subject: version.id, attempts: 2, payload: '{}' });
    const after = await world.everything();
    expect({ ...after, index: null }).toEqual({ ...before, index: null });
    expect(await indexed(workspace)).toEqual(['aws_vpc.a 1']);
  });

  test('content that cannot be read empties the index and says so; the next is read as usual', async () => {
    const workspace = await world.workspaceOf();
    await world.create(workspace, stateOf(1, { resources: [resource('aws_vpc', 'a')] }));
    await world.settled();
    const bad = await world.create(workspace, stateOf(2, { resources: [resource('aws_vpc', 'b'), 7] }));
    await world.settled();
    expect(await world.read(bad.id)).toMatchObject({ resourcesProcessed: true, status: 'finalized' });
    expect((await world.read(bad.id)).processingProblem).toContain('structure');
    expect(await indexed(workspace)).toEqual([]);
    await world.services.locks.forceUnlock(world.owner, workspace);
    expect(await refusal(world.services.workspaces.safeDelete(world.owner, { id: workspace }))).toMatchObject({
      code: 'WORKSPACE_MANAGES_RESOURCES',
    });
    await world.services.locks.lock(world.owner, workspace);
    await world.create(workspace, stateOf(3, { resources: [resource('aws_vpc', 'a')] }));
    await world.settled();
    expect(await indexed(workspace)).toEqual(['aws_vpc.a 1']);
  });

  test('what was read while small content arrived is not read again, and is the same', async () => {
    const workspace = await world.workspaceOf();
    const shape = {
      outputs: { a: { value: 'x', type: 'string' }, b: { value: [1], type: ['list', 'number'], sensitive: true } },
      resources: [resource('aws_vpc', 'a', {}, 2), resource('aws_ami', 'd', { mode: 'data' })],
    };
    const reading = vi.spyOn(world.objects, 'read');
    const { id } = await world.create(workspace, stateOf(1, shape));
    const uploaded = await world.announce(workspace, stateOf(2, shape));
    await world.uploadAnnounced(uploaded, stateOf(2, shape));
    await world.settled();
    expect(reading).not.toHaveBeenCalled();
    reading.mockRestore();
    for (const each of [id, uploaded.id]) {
      const read = await world.client.stateVersion.findUniqueOrThrow({ where: { id: each } });
      await world.client.stateVersionOutput.deleteMany({ where: { stateVersionId: each } });
      await world.client.stateVersion.update({ where: { id: each }, data: { ...unread, outputIds: '[]' } });
      await jobWith(new InventoryReader()).run({ subject: each, attempts: 1, payload: '{}' });
      const { outputIds, ...readAgain } = await world.client.stateVersion.findUniqueOrThrow({ where: { id: each } });
      expect({ ...readAgain, outputIds: JSON.parse(outputIds) as unknown }).toEqual({
        ...read,
        outputIds: [expect.any(String), expect.any(String)],
      });
    }
    expect(await indexed(workspace)).toEqual(['aws_vpc.a 2', 'data.aws_ami.d 1']);
  });

  test('what could not be read before is, when it can be', async () => {
    const workspace = await world.workspaceOf();
    const shape = { outputs: { a: { value: 1, type: 'number' } }, resources: [resource('aws_vpc', 'a')] };
    const { id } = await world.create(workspace, stateOf(1, shape));
    await world.settled();
    await world.client.stateVersionOutput.deleteMany({ where: { stateVersionId: id } });
    const failed = { processingProblem: 'the thread ended', resourceCount: 0n, managedCount: 0n, outputIds: '[]' };
    await world.client.stateVersion.update({ where: { id }, data: failed });
    await jobWith(new InventoryReader()).run({ subject: id, attempts: 1, payload: '{}' });
    expect(await world.read(id)).toMatchObject({
      ...{ processingProblem: null, resourceCount: 1n },
      outputIds: [expect.any(String)],
    });
  });

  test('content that a thread reads while it arrives is told as processed once', async () => {
    const workspace = await world.workspaceOf();
    for (const [serial, resources] of [[], [resource('aws_vpc', 'a')]].entries()) {
      const content = stateOf(serial + 1, { resources, pad: 'x'.repeat(600_000) });
      const { id } = await world.announce(workspace, content);
      await world.upload(await world.read(id), content);
      await world.settled();
      const ofVersion = { subject: id, kind: { startsWith: 'state-version.' } };
      const told = await world.client.event.findMany({ where: ofVersion, orderBy: { id: 'asc' } });
      expect(told.map(({ kind }) => kind)).toEqual([
        ...['state-version.created', 'state-version.finalized', 'state-version.processed'],
      ]);
    }
  });

  test('large content goes through the thread', async () => {
    const workspace = await world.workspaceOf();
    const resources = Array.from({ length: 3_000 }, (_, n) => resource('aws_vpc', `vpc_${String(n).padStart(4, '0')}`));
    const version = await world.create(workspace, stateOf(1, { resources }));
    expect(version.size).toBeGreaterThan(300_000n);
    await world.settled();
    expect(await world.read(version.id)).toMatchObject({ resourceCount: 3_000n, processingProblem: null });
    expect(await indexed(workspace)).toHaveLength(3_000);
    await world.create(workspace, stateOf(2));
    await world.settled();
    expect(await indexed(workspace)).toEqual([]);
  });

  test('a workspace that goes meanwhile, a version whose content goes: nothing comes back', async () => {
    const workspace = await world.workspaceOf();
    const { id } = await world.create(
      workspace,
      stateOf(1, { outputs: { a: { value: 1, type: 'number' } }, resources: [resource('aws_vpc', 'a')] }),
    );
    await world.create(workspace, stateOf(2));
    await world.settled();
    await world.client.stateVersion.update({ where: { id }, data: { resourcesProcessed: false, outputIds: '[]' } });
    const genuine = new InventoryReader();
    const before: (() => Promise<unknown>)[] = [
      async () => {
        await world.services.backingData.softDelete(world.owner, id);
        await world.services.backingData.permanentlyDelete(world.owner, id);
      },
      () => world.client.workspace.delete({ where: { id: workspace } }),
    ];
    for (const meanwhile of before) {
      const job = jobWith({
        read: async (content, sink) => {
          const result = await genuine.read(content, sink);
          await meanwhile();
          return result;
        },
      });
      await job.run({ subject: id, attempts: 1, payload: '{}' });
      expect(await world.client.stateVersionOutput.count({ where: { stateVersionId: id } })).toBe(0);
      if (meanwhile === before[0])
        expect(await world.read(id)).toMatchObject({ status: 'backing_data_permanently_deleted', outputIds: [] });
    }
  });

  test('content that ends the thread each time is given up in the end', async () => {
    const workspace = await world.workspaceOf();
    const { id } = await world.create(workspace, stateOf(1));
    await world.settled();
    await world.client.stateVersion.update({ where: { id }, data: { resourcesProcessed: false } });
    const job = jobWith({ read: () => Promise.reject(new InventoryReadFailed('the thread ended')) });
    await expect(job.run({ subject: id, attempts: 4, payload: '{}' })).rejects.toThrow('the thread ended');
    expect(await world.read(id)).toMatchObject({ resourcesProcessed: false });
    await job.run({ subject: id, attempts: 5, payload: '{}' });
    expect((await world.read(id)).processingProblem).toContain('the thread ended');
  });

  test('a stop ends the reading, and is no judgement', async () => {
    const workspace = await world.workspaceOf();
    const { id } = await world.create(workspace, stateOf(1));
    await world.settled();
    await world.client.stateVersion.update({ where: { id }, data: { resourcesProcessed: false } });
    await expect(
      jobWith(new InventoryReader()).run({ subject: id, attempts: 9, payload: '{}' }, AbortSignal.abort()),
    ).rejects.toThrow('stopped');
    expect(await world.read(id)).toMatchObject({ resourcesProcessed: false, processingProblem: null });
  });
});
