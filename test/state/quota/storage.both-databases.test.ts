import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import type { WorkspaceId } from '../../../src/platform/ids.js';
import { problems } from '../../../src/platform/problems.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { storageMetrics } from '../../../src/state/quota/storage-metrics.js';
import { Storage, usedBytesOf } from '../../../src/state/quota/storage.js';
import { arriving, day, holder, jsonState, openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { refusal } from '../world.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const noRoom = { code: 'STORAGE_QUOTA_EXCEEDED', message: problems.STORAGE_QUOTA_EXCEEDED };
const outputs = Buffer.from(JSON.stringify({ word: { value: 'a', type: 'string', sensitive: false } }));

const quota = (storageQuota: bigint | null) =>
  world.client.organization.update({ where: { id: world.organizationId }, data: { storageQuota } });
const stored = async (workspace: WorkspaceId) => (await world.row(workspace)).storedBytes;
async function used(): Promise<bigint> {
  const { _sum } = await world.client.workspace.aggregate({
    where: { organizationId: world.organizationId },
    _sum: { storedBytes: true },
  });
  return _sum.storedBytes ?? 0n;
}
/** So that exactly this many bytes may still be stored. */
const leave = async (bytes: number) => quota((await used()) + BigInt(bytes));
const length = (...contents: readonly Uint8Array[]) => BigInt(contents.reduce((sum, { length }) => sum + length, 0));

beforeEach(() => quota(null));

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
    const record = vi.spyOn(world.audit, 'record').mockRejectedValue(new Error('killed here'));
    await expect(world.create(workspace, stateOf(2))).rejects.toThrow('killed here');
    await expect(world.upload(waiting, stateOf(1))).rejects.toThrow('killed here');
    await expect(world.upload(waiting, jsonState(), 'json')).rejects.toThrow('killed here');
    record.mockRestore();
    // Of a failure that says nothing, the sweep decides what happens to the objects.
    expect(await world.everything()).toEqual({ ...before, objects: expect.anything() as unknown });
  });
});

describe('without room', () => {
  test('content inline: nothing of it stays, the lock neither', async () => {
    const workspace = await world.workspaceOf();
    await world.create(workspace, stateOf(1));
    const next = { jsonState: jsonState(), jsonStateOutputs: outputs };
    await leave(Number(length(stateOf(2), jsonState(), outputs)) - 1);
    const before = await world.everything();
    expect(await refusal(world.create(workspace, stateOf(2), next))).toMatchObject(noRoom);
    expect(await world.everything()).toEqual(before);
    await leave(Number(length(stateOf(2), jsonState(), outputs)));
    expect(await world.download(await world.create(workspace, stateOf(2), next))).toEqual(stateOf(2));
  });

  test('not even for a byte: nothing is announced', async () => {
    const workspace = await world.workspaceOf();
    await leave(0);
    const before = await world.everything();
    expect(await refusal(world.announce(workspace, stateOf(1)))).toMatchObject(noRoom);
    expect(await world.everything()).toEqual(before);
  });

  test.each([
    ['for its size', 'STORAGE_QUOTA_EXCEEDED'],
    ['though the organization had any', 'CONTENT_TOO_LARGE'],
  ])('an upload %s: what waited is discarded, and the lock can be released', async (_, code) => {
    const workspace = await world.workspaceOf();
    const kept = await world.create(workspace, stateOf(1));
    const next = stateOf(2, { note: 'longer' });
    if (code === 'STORAGE_QUOTA_EXCEEDED') await leave(next.length - 1);
    const version = await world.announce(workspace, next);
    const objects = await world.objectIds();
    expect(await refusal(world.services.locks.unlock(world.owner, workspace))).toMatchObject({
      code: 'LATEST_VERSION_PENDING',
    });
    const sent = code === 'CONTENT_TOO_LARGE' ? stateOf(2, { note: 'x'.repeat(2_000_000) }) : next;
    expect(await refusal(world.upload(version, arriving(sent, 65_536)))).toMatchObject({ code });
    expect(await world.read(version.id)).toMatchObject({
      status: 'discarded',
      contentObjectId: null,
      jsonObjectId: null,
    });
    expect(await world.row(workspace)).toMatchObject({
      currentStateVersionId: kept.id,
      lockHolderId: world.ownerId,
      knownSerial: 1n,
      storedBytes: length(stateOf(1)),
    });
    await world.settled();
    expect(await world.objectIds()).toEqual(objects);
    expect(await world.actions(version.id)).toEqual([
      'state-version.create success olga',
      'state-version.discard success signed-url',
    ]);
    const { kept: counters, counted } = await world.counts(workspace);
    expect(counters).toEqual(counted);
    const other = () => world.upload(version, jsonState(), 'json');
    expect(await refusal(other())).toMatchObject({ code: 'CONTENT_TOO_LARGE' });
    await world.services.locks.unlock(world.owner, workspace);
    await world.services.locks.lock(world.owner, workspace);
    await quota(null);
    await world.announce(workspace, next);
    expect(await refusal(other())).toMatchObject({ code: 'UPLOAD_CLOSED' });
  });

  test('content that is said to be larger than the room is refused before a byte of it', async () => {
    const workspace = await world.workspaceOf();
    await leave(1_000);
    const version = await world.announce(workspace, stateOf(1));
    const content: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => {
        throw new Error('it was read');
      },
    };
    const upload = { segment: world.segment(version), content, announcedBytes: 1_001, actor: holder };
    expect(await refusal(world.service.uploads.receive(upload))).toMatchObject(noRoom);
  });

  test('for as much as the current version stores: a smaller one comes all the same', async () => {
    const workspace = await world.workspaceOf();
    await world.create(workspace, stateOf(1, { note: 'x'.repeat(1_000) }), { jsonState: jsonState() });
    const smaller = stateOf(2);
    await leave(smaller.length);
    await world.upload(await world.announce(workspace, smaller), smaller);
    expect(await world.row(workspace)).toMatchObject({ knownSerial: 2n });
  });

  test('what waits for its content keeps nothing out that takes its place', async () => {
    const workspace = await world.workspaceOf();
    const first = await world.create(workspace, stateOf(1));
    await leave(0);
    const { storageQuota } = await leave(stateOf(2).length);
    const long = jsonState('x'.repeat(stateOf(2).length - jsonState('').length));
    const waits = async () => world.upload(await world.announce(workspace, stateOf(2)), long, 'json');

    await waits();
    expect(await used()).toBe(storageQuota);
    await world.announce(workspace, stateOf(2));
    expect(await used()).toBe((storageQuota ?? 0n) - length(long));
    await waits();
    await world.create(workspace, stateOf(2));
    expect(await used()).toBe(storageQuota);

    await leave(long.length);
    await world.upload(await world.announce(workspace, stateOf(3)), long, 'json');
    await world.services.rollback.rollback(world.owner, workspace, first.id);
    const { kept, counted } = await world.counts(workspace);
    expect(kept).toEqual(counted);

    // Room for what waits is no room for more than that.
    await leave(long.length);
    await world.upload(await world.announce(workspace, stateOf(9)), long, 'json');
    const longer = stateOf(9, { note: 'longer than what waits' });
    expect(await refusal(world.create(workspace, longer))).toMatchObject(noRoom);
  });

  test.each([
    ['the organization has no room', () => jsonState('x'.repeat(1_000)), 'STORAGE_QUOTA_EXCEEDED'],
    ['it is above the limit', () => jsonState('x'.repeat(2_000_000)), 'CONTENT_TOO_LARGE'],
  ])('for a JSON form, where %s: the state comes all the same', async (_, form, code) => {
    const workspace = await world.workspaceOf();
    if (code === 'STORAGE_QUOTA_EXCEEDED') await leave(stateOf(1).length);
    const version = await world.announce(workspace, stateOf(1));
    expect(await refusal(world.upload(version, arriving(form(), 65_536), 'json'))).toMatchObject({ code });
    await world.upload(version, stateOf(1));
    expect(await world.download(version)).toEqual(stateOf(1));
    expect(await world.read(version.id)).toMatchObject({ status: 'finalized', jsonUploadedAt: null });
  });

  test.each(['raw', 'json'] as const)(
    'for the same once more, sent at the same time: it is there (%s)',
    async (kind) => {
      const workspace = await world.workspaceOf();
      const content = kind === 'raw' ? stateOf(1) : jsonState();
      await leave(content.length);
      const version = await world.announce(workspace, stateOf(1));
      const looking = vi.spyOn(Storage.prototype, 'room').mockImplementationOnce(async function (this: Storage, place) {
        await world.upload(version, content, kind);
        return this.room(place);
      });
      expect(await refusal(world.upload(version, content, kind))).toMatchObject({ code: 'ALREADY_UPLOADED' });
      looking.mockRestore();
      expect(await stored(workspace)).toBe(length(content));
      expect(await world.row(workspace)).toMatchObject({ pendingCount: kind === 'raw' ? 0n : 1n });
    },
  );

  test('the JSON form that came before goes with what is discarded', async () => {
    const workspace = await world.workspaceOf();
    const before = await used();
    await leave(stateOf(1).length);
    const version = await world.announce(workspace, stateOf(1));
    const objects = await world.objectIds();
    await world.upload(version, jsonState(), 'json');
    expect(await refusal(world.upload(version, stateOf(1)))).toMatchObject(noRoom);
    expect(await used()).toBe(before);
    expect(await world.objectIds()).toEqual(objects);
  });

  test('the JSON form of content that is there: the content stays', async () => {
    const workspace = await world.workspaceOf();
    const version = await world.announce(workspace, stateOf(1));
    await world.upload(version, stateOf(1));
    await leave(jsonState().length - 1);
    expect(await refusal(world.upload(version, jsonState(), 'json'))).toMatchObject(noRoom);
    expect(await world.read(version.id)).toMatchObject({ status: 'finalized', jsonUploadedAt: null });
    await leave(jsonState().length);
    await world.upload(version, jsonState(), 'json');
    expect(await world.download(version)).toEqual(stateOf(1));
  });

  test('no more of an upload is taken in than there is room for', async () => {
    const workspace = await world.workspaceOf();
    const content = stateOf(1, { note: 'x'.repeat(500_000) });
    await leave(1_000);
    const version = await world.announce(workspace, content);
    let sent = 0;
    async function* counted() {
      for await (const chunk of arriving(content, 1_000)) {
        sent += chunk.length;
        yield chunk;
      }
    }
    expect(await refusal(world.upload(version, counted()))).toMatchObject(noRoom);
    expect(sent).toBeLessThan(content.length);
  });

  test('a rollback', async () => {
    const workspace = await world.workspaceOf();
    const first = await world.create(workspace, stateOf(1));
    await world.create(workspace, stateOf(2));
    await leave(stateOf(1).length - 1);
    const before = await world.everything();
    const refused = world.services.rollback.rollback(world.owner, workspace, first.id);
    expect(await refusal(refused)).toMatchObject(noRoom);
    expect(await world.everything()).toEqual(before);
  });

  test('reading, restoring, deleting and purging go on, and make room', async () => {
    const workspace = await world.workspaceOf();
    const { backingData } = world.services;
    const first = await world.create(workspace, stateOf(1));
    const second = await world.create(workspace, stateOf(2));
    const rows = await world.client.stateVersion.count();
    // Far below what is there: that deletes nothing.
    await quota(1n);
    expect(await world.client.stateVersion.count()).toBe(rows);
    expect(await world.download(first)).toEqual(stateOf(1));
    await backingData.softDelete(world.owner, first.id);
    await backingData.restore(world.owner, first.id);
    await backingData.softDelete(world.owner, first.id);
    await quota(await used());
    expect(await refusal(world.create(workspace, stateOf(3)))).toMatchObject(noRoom);
    await backingData.permanentlyDelete(world.owner, first.id);
    const third = await world.create(workspace, stateOf(3));
    expect(await world.download(third)).toEqual(stateOf(3));
    await quota(0n);
    await backingData.softDelete(world.owner, second.id, 1);
    world.clock.advance(day);
    await world.settled();
    expect((await world.read(second.id)).status).toBe('backing_data_permanently_deleted');
    await world.services.workspaces.delete(world.owner, { id: workspace });
  });

  test('another organization has room of its own', async () => {
    const workspace = await world.workspaceOf();
    await quota(0n);
    const userId = await world.user();
    const { name } = await world.organizations.create(await world.caller({ userId }), {
      name: 'another',
      email: 'a@example.com',
    });
    const owner = await world.caller({ userId });
    const elsewhere = await world.services.workspaces.create(owner, name, { name: 'elsewhere' });
    await world.services.locks.lock(owner, elsewhere.id);
    await world.create(ids.workspace.require(elsewhere.id), stateOf(1), {}, owner);
    expect(await refusal(world.create(workspace, stateOf(1)))).toMatchObject(noRoom);
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
