import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ChangesMissing } from '../../../src/platform/database/database.js';
import { ids } from '../../../src/platform/ids.js';
import { inventoryJobKind } from '../../../src/state/inventory/inventory.job-kind.js';
import { fromRow } from '../../../src/state/versions/version.row.js';
import type { StateVersion } from '../../../src/state/versions/version.type.js';
import { openStateService, resource, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { refusal } from '../world.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService({ quotaBytes: 1_000_000n });
});
afterAll(() => world.end());

const outputs = Buffer.from(JSON.stringify({ a: { value: 'x', type: 'string' }, b: { value: 'y', type: 'string' } }));

/** The statements of a piece of work, each as what it does to which table; without what PostgreSQL says and asks beside it to keep the quota. */
async function statementsOf(work: () => Promise<unknown>, of = world): Promise<readonly string[]> {
  await of.settled();
  const statements = (await of.statements(work)).flatMap((sql) => sql.split('; '));
  const named = statements.flatMap((text) => {
    const sql = text.replaceAll(/\(SELECT [^()]*(?:\([^()]*\)[^()]*)*\)/g, '');
    const [, verb, table] = /^(\w+)\b.*?(?:(?<=^UPDATE)|FROM|INTO) (?:[`"]\w+[`"]\.)?[`"](\w+)[`"]/s.exec(sql) ?? [];
    return verb === undefined || table === undefined ? [] : [`${verb} ${table}`];
  });
  return named.at(-2) === 'SELECT StoredBytes' ? named.slice(0, -1) : named;
}

describe('with a quota', () => {
  test('a version that waits for its content takes six statements', async () => {
    const id = await world.workspaceOf();
    expect(await statementsOf(() => world.announce(id, stateOf(1)))).toEqual([
      ...['SELECT Workspace', 'SELECT StoredBytes'],
      ...['INSERT StateVersion', 'UPDATE Workspace', 'INSERT Event', 'INSERT AuditRecord'],
    ]);
  });

  test('what is there is read once, whatever comes with the version and whatever it replaces', async () => {
    const id = await world.workspaceOf();
    await world.announce(id, stateOf(1), { jsonStateOutputs: outputs });
    expect(await statementsOf(() => world.announce(id, stateOf(2), { jsonStateOutputs: outputs }))).toEqual([
      ...['SELECT Workspace', 'SELECT StateVersion', 'SELECT StoredBytes'],
      ...['INSERT StateVersion', 'UPDATE Workspace', 'DELETE StateVersionOutput', 'UPDATE StateVersion'],
      ...['INSERT StateVersionOutput', 'INSERT Event', 'INSERT AuditRecord'],
    ]);
  });

  test('so is its run', async () => {
    const id = await world.workspaceOf();
    await world.announce(id, stateOf(1));
    const runId = ids.run.make();
    const now = world.clock.now();
    const run = { id: runId, workspaceId: id, status: 'applied', executedByService: true };
    await world.client.run.create({ data: { ...run, createdAt: now, updatedAt: now } });
    expect(await statementsOf(() => world.create(id, stateOf(2), { runId, jsonStateOutputs: outputs }))).toEqual([
      ...['SELECT Workspace', 'SELECT Run', 'SELECT User', 'SELECT StateVersion', 'SELECT StoredBytes'],
      ...['INSERT StateVersion', 'UPDATE Workspace', 'DELETE StateVersionOutput', 'UPDATE StateVersion', 'INSERT Job'],
      // The content has no outputs: those that were given are not written.
      ...['INSERT Event', 'INSERT AuditRecord', 'SELECT StoredBytes'],
    ]);
  });
});

describe('without a quota, everything that is written is one batch', () => {
  const batches: object[][] = [];
  let free: StateServiceWorld;
  beforeAll(async () => {
    free = await openStateService();
    free.database.onCommitted((committed) => batches.push([...committed]));
  });
  afterAll(() => free.end());

  /** How many parts each commit of the work had. */
  async function commitsOf(work: () => Promise<unknown>): Promise<readonly number[]> {
    await free.settled();
    batches.length = 0;
    await work();
    return batches.map((parts) => parts.length);
  }

  test('a version with its content, and one that waits for it', async () => {
    const id = await free.workspaceOf();
    const created = () => free.create(id, stateOf(1));
    expect(await statementsOf(created, free)).toEqual([
      ...['SELECT Workspace', 'INSERT StateVersion', 'UPDATE Workspace'],
      ...['INSERT Job', 'INSERT Event', 'INSERT AuditRecord'],
    ]);
    expect(await commitsOf(() => free.announce(id, stateOf(2)))).toEqual([4]);
  });

  test('the content that a version waits for', async () => {
    const id = await free.workspaceOf();
    const version = await free.announce(id, stateOf(1));
    expect(await statementsOf(() => free.upload(version, stateOf(1)), free)).toEqual([
      ...['SELECT StateVersion', 'SELECT Workspace'],
      ...['UPDATE Workspace', 'UPDATE StateVersion', 'INSERT Job', 'INSERT Event', 'INSERT AuditRecord'],
    ]);
    expect(await free.row(id)).toMatchObject({ pendingCount: 0n, finalizedCount: 1n });
  });

  test('the content of a version whose outputs were given: as many statements, and nothing after them', async () => {
    const id = await free.workspaceOf();
    const content = stateOf(2, { outputs: JSON.parse(outputs.toString()) as Record<string, unknown> });
    await free.create(id, stateOf(1));
    await free.settled();
    const version = await free.announce(id, content, { jsonStateOutputs: outputs });
    expect(await statementsOf(() => free.uploadAnnounced(version, content), free)).toEqual([
      ...['SELECT StateVersion', 'SELECT Workspace', 'SELECT StateVersionOutput', 'UPDATE Workspace'],
      ...['UPDATE StateVersion', 'INSERT StateVersionOutput', 'INSERT Event', 'INSERT AuditRecord'],
    ]);
    expect(await free.client.job.count({ where: { subject: version.id } })).toBe(0);
    expect(await free.read(version.id)).toMatchObject({ resourcesProcessed: true, outputIds: version.outputIds });
  });

  test('what is read in it, and its rows for search after the answer', async () => {
    const id = await free.workspaceOf();
    const shape = { outputs: { a: { value: 'x', type: 'string' } }, resources: [resource('aws_vpc', 'main')] };
    const createdAndRead = (serial: number, names: typeof shape) =>
      commitsOf(async () => {
        await free.create(id, stateOf(serial, names));
        await free.settled();
      });
    expect(await createdAndRead(1, shape)).toEqual([6, 2]);
    // With the resources of the one before, nothing is left to do.
    expect(await createdAndRead(2, shape)).toEqual([5]);
    const uploaded = await free.announce(id, stateOf(3, shape));
    const uploading = async () => {
      await free.uploadAnnounced(uploaded, stateOf(3, shape));
      await free.settled();
    };
    expect(await commitsOf(uploading)).toEqual([5]);
    expect(await free.client.job.count({ where: { kind: inventoryJobKind } })).toBe(0);
    expect(await createdAndRead(4, shape)).toEqual([5]);
    expect(await createdAndRead(5, { ...shape, resources: [resource('aws_vpc', 'other')] })).toEqual([6, 3]);
    const found = await free.client.indexedResource.findMany({ where: { workspaceId: id }, select: { name: true } });
    expect(found).toEqual([{ name: 'other' }]);
    expect(await free.row(id)).toMatchObject({ resourceCount: 1n });
  });

  test('a content that is read twice at the same moment is known once', async () => {
    const id = await free.workspaceOf();
    const writing = vi.spyOn(free.database.background, 'writeSql').mockImplementationOnce(() => {
      throw new ChangesMissing('somebody else was faster');
    });
    // More than is read while it arrives.
    const outputs = { a: { value: 'x'.repeat(200_000), type: 'string' } };
    const version = await free.create(id, stateOf(1, { outputs }));
    await free.settled();
    writing.mockRestore();
    expect(await free.read(version.id)).toMatchObject({ resourcesProcessed: true, outputIds: [expect.any(String)] });
    expect(await free.client.stateVersionOutput.count({ where: { stateVersionId: version.id } })).toBe(1);
  });

  test('what is answered is what was written', async () => {
    const id = await free.workspaceOf();
    for (const version of [
      await free.announce(id, stateOf(1), { jsonStateOutputs: outputs }),
      await free.create(id, stateOf(2), { jsonStateOutputs: outputs }),
    ]) {
      const row = await free.client.stateVersion.findUniqueOrThrow({ where: { id: version.id } });
      const discarded = row.status === 'discarded' ? { status: 'pending', discardedAt: null } : {};
      const { outputIds, outputsSize } = version;
      expect({ ...fromRow(row), ...discarded, outputIds, outputsSize }).toEqual({
        ...version,
        ...{ home: null, neighbours: null },
      });
    }
  });

  test('of many who create at the same moment, all do, one after the other', async () => {
    const id = await free.workspaceOf();
    const content = stateOf(1);
    const created = await Promise.all(Array.from({ length: 12 }, () => free.create(id, content)));
    expect(created.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
    expect(await free.row(id)).toMatchObject({
      ...{ lastNumber: 12n, finalizedCount: 12n, revision: expect.any(BigInt) as bigint },
      storedBytes: BigInt(content.length * 12),
    });
  });
});

test('a workspace that changes meanwhile is read again, with what waits in it', async () => {
  const id = await world.workspaceOf();
  const first = await world.announce(id, stateOf(1));
  const content = stateOf(2);
  const write = world.objects.write.bind(world.objects);
  let second: StateVersion | undefined;
  const writing = vi.spyOn(world.objects, 'write').mockImplementationOnce(async (...written) => {
    second = await world.announce(id, stateOf(1), { jsonStateOutputs: outputs });
    return write(...written);
  });
  const version = await world.create(id, content);
  writing.mockRestore();
  expect(version).toMatchObject({ number: 3n, status: 'finalized' });
  expect(await world.row(id)).toMatchObject({
    ...{ lastNumber: 3n, pendingCount: 0n, discardedCount: 2n, finalizedCount: 1n },
    storedBytes: BigInt(content.length),
  });
  for (const { id: discarded } of [first, second ?? first]) {
    expect(await world.read(discarded)).toMatchObject({ status: 'discarded', outputIds: [], outputsSize: 0n });
  }
});

test('a lock that is lost meanwhile is lost', async () => {
  const id = await world.workspaceOf();
  const write = world.objects.write.bind(world.objects);
  const writing = vi.spyOn(world.objects, 'write').mockImplementationOnce(async (...written) => {
    await world.services.locks.forceUnlock(world.owner, id);
    return write(...written);
  });
  expect(await refusal(world.create(id, stateOf(1)))).toMatchObject({ code: 'LOCK_REQUIRED' });
  writing.mockRestore();
  expect(await world.row(id)).toMatchObject({ lastNumber: 0n, storedBytes: 0n });
});
