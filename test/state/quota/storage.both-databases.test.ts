import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { storageMetrics } from '../../../src/state/quota/storage-metrics.js';
import { Storage, usedBytesOf } from '../../../src/state/quota/storage.js';
import { day, jsonState, stateOf } from '../service.js';
import { refusal } from '../world.js';
import { length, noRoom, outputs, quotaWorld } from './quota-world.js';

const given = quotaWorld();
const { leave, quota, stored, used } = given;
let world: typeof given.world;
beforeAll(() => {
  ({ world } = given);
});

describe('what is counted', () => {
  test('comes with content, JSON form and outputs, and goes with them for good', async () => {
    const workspace = await world.workspaceOf();
    const { backingData, rollback } = world.services;
    const first = await world.create(workspace, stateOf(1), { jsonState: jsonState(), jsonStateOutputs: outputs });
    const one = length(stateOf(1), jsonState(), outputs);
    expect(await stored(workspace)).toBe(one);
    const second = await world.announce(workspace, stateOf(2), { jsonStateOutputs: outputs });
    expect(await stored(workspace)).toBe(one + length(outputs));
    await world.upload(second, jsonState('b'), 'json');
    expect(await stored(workspace)).toBe(one + length(outputs, jsonState('b')));
    await world.upload(second, stateOf(2));
    const two = length(outputs, jsonState('b'), stateOf(2));
    expect(await stored(workspace)).toBe(one + two);
    await world.settled();
    await rollback.rollback(world.owner, workspace, first.id);
    // The serial is another, and as long.
    expect(await stored(workspace)).toBe(one + two + one);

    await backingData.softDelete(world.owner, first.id, 3);
    expect(await stored(workspace)).toBe(one + two + one);
    await backingData.restore(world.owner, first.id);
    await backingData.softDelete(world.owner, first.id, 3);
    await backingData.permanentlyDelete(world.owner, first.id);
    expect(await stored(workspace)).toBe(two + one);
    expect(await world.read(first.id)).toMatchObject({ size: length(stateOf(1)), outputsSize: 0n });
    await backingData.softDelete(world.owner, second.id, 3);
    world.clock.advance(3 * day);
    await world.settled();
    expect(await stored(workspace)).toBe(one);
    const { kept, counted } = await world.counts(workspace);
    expect(kept).toEqual(counted);
  });

  test('goes with what is superseded before its content came', async () => {
    const workspace = await world.workspaceOf();
    const waiting = await world.announce(workspace, stateOf(1), { jsonStateOutputs: outputs });
    await world.upload(waiting, jsonState(), 'json');
    expect(await stored(workspace)).toBe(length(outputs, jsonState()));
    await world.create(workspace, stateOf(2));
    expect(await stored(workspace)).toBe(length(stateOf(2)));
    expect(await world.read(waiting.id)).toMatchObject({ status: 'discarded', outputsSize: 0n, jsonObjectId: null });
  });

  test('goes with the workspace', async () => {
    const before = await used();
    const workspace = await world.workspaceOf();
    await world.create(workspace, stateOf(1));
    expect(await used()).toBe(before + length(stateOf(1)));
    await world.services.locks.unlock(world.owner, workspace);
    await world.services.workspaces.delete(world.owner, { id: workspace });
    expect(await used()).toBe(before);
  });

  test('is as it was when the transaction that stores is not kept', async () => {
    const workspace = await world.workspaceOf();
    const waiting = await world.announce(workspace, stateOf(1));
    const before = await world.everything();
    const wrong = { sql: 'INSERT INTO "Nowhere" VALUES (1)', rows: [[]] };
    const mocks = [
      vi.spyOn(world.audit, 'record').mockRejectedValue(new Error('killed here')),
      vi.spyOn(world.audit, 'statement').mockReturnValue(wrong),
    ];
    await expect(world.create(workspace, stateOf(2))).rejects.toThrow('Nowhere');
    await expect(world.upload(waiting, stateOf(1))).rejects.toThrow('Nowhere');
    await expect(world.upload(waiting, jsonState(), 'json')).rejects.toThrow('killed here');
    for (const mock of mocks) mock.mockRestore();
    // Of a failure that says nothing, the sweep decides what happens to the objects.
    expect(await world.everything()).toEqual({ ...before, objects: expect.anything() as unknown });
  });
});

test('a counter that is below 0 is room for nobody', async () => {
  const workspace = await world.workspaceOf();
  await world.client.workspace.update({ where: { id: workspace }, data: { storedBytes: { decrement: 10n ** 9n } } });
  const quotaBytes = BigInt(stateOf(1).length);
  await quota(quotaBytes);
  expect(await usedBytesOf(world.client, [world.organizationId])).toEqual(new Map([[world.organizationId, 0n]]));
  expect(await refusal(world.announce(workspace, stateOf(1), { jsonState: Buffer.alloc(500, ' ') }))).toMatchObject(
    noRoom,
  );
  await world.client.workspace.update({ where: { id: workspace }, data: { storedBytes: { increment: 10n ** 9n } } });
});

test('the sum that metrics show is read once a minute, and again after it could not be read', async () => {
  const metrics = new Metrics({ process: false });
  const { database, clock } = world;
  storageMetrics(metrics, { clock, storage: new Storage({ database, quotaBytes: null }) });
  const shown = async () => /^trustate_stored_bytes (.*)$/m.exec((await metrics.render()).body)?.[1];
  const sum = async () =>
    String((await world.client.workspace.aggregate({ _sum: { storedBytes: true } }))._sum.storedBytes);
  const before = await sum();
  expect(await shown()).toBe(before);
  await world.create(await world.workspaceOf(), stateOf(1));
  clock.advance(59_999);
  expect(await shown()).toBe(before);
  clock.advance(1);
  expect(await shown()).toBe(await sum());
  expect(await sum()).not.toBe(before);

  const failing = new Metrics({ process: false });
  const usedByAll = vi.fn<() => Promise<bigint>>(() => Promise.reject(new Error('away')));
  storageMetrics(failing, { clock, storage: { onRefused: () => undefined, usedByAll } });
  for (let times = 0; times < 2; times += 1)
    expect((await failing.render()).body).toContain('trustate_stored_bytes Nan');
  expect(usedByAll).toHaveBeenCalledTimes(2);
});

test('those who store at once do not pass the quota together', async () => {
  const content = stateOf(1);
  const workspaces = await Promise.all(Array.from({ length: 8 }, () => world.workspaceOf()));
  const { storageQuota } = await leave(content.length * 3);
  const settled = await Promise.allSettled(workspaces.map((workspace) => world.create(workspace, content)));
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await used()).toBe(storageQuota);
  for (const outcome of settled) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(noRoom);
});

test('what workspaces store together is known from a few rows, whatever changes them, many at once', async () => {
  const { client, organizationId } = world;
  const made = await Promise.all(Array.from({ length: 40 }, () => world.workspaceOf()));
  await Promise.all(
    made.map((id, n) =>
      world.database.transaction(async (tx) => {
        await tx.workspace.update({ where: { id }, data: { storedBytes: BigInt(n) } });
        await tx.workspace.update({ where: { id }, data: { storedBytes: BigInt(1_000 * n) } });
      }),
    ),
  );
  const failed = world.database.transaction(async (tx) => {
    await tx.workspace.updateMany({ where: { id: { in: made } }, data: { storedBytes: 7n } });
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  await client.workspace.deleteMany({ where: { id: { in: made.slice(30) } } });
  await client.workspace.updateMany({
    where: { id: { in: made.slice(20) } },
    data: { storedBytes: { increment: 5n } },
  });
  const [copied] = await client.workspace.findMany({ where: { id: made[1] ?? '' } });
  if (!copied) throw new Error('there is no such workspace');
  await client.workspace.create({
    data: { ...copied, id: ids.workspace.make(), name: 'copied', latestStateVersionId: null },
  });
  expect(await used()).toBeGreaterThan(0n);
  expect((await usedBytesOf(client, [organizationId])).get(organizationId)).toBe(await used());
  const rows = await client.storedBytes.count({ where: { organizationId } });
  expect(rows).toBeLessThanOrEqual(world.database.provider === 'sqlite' ? 1 : 16);
});
