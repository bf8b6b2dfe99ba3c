import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import type { WorkspaceId } from '../../../src/platform/ids.js';
import { problems } from '../../../src/platform/problems.js';
import { arriving, day, jsonState, openStateService, stateOf } from '../service.js';
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

  test.each(['raw', 'json'] as const)(
    'an upload, %s: what waited is discarded, and the lock can be released',
    async (kind) => {
      const workspace = await world.workspaceOf();
      const kept = await world.create(workspace, stateOf(1));
      const next = stateOf(2, { note: 'longer' });
      const content = kind === 'raw' ? next : jsonState('x'.repeat(next.length));
      await leave(content.length - 1);
      const version = await world.announce(workspace, next);
      const objects = await world.objectIds();
      expect(await refusal(world.services.locks.unlock(world.owner, workspace))).toMatchObject({
        code: 'LATEST_VERSION_PENDING',
      });
      expect(await refusal(world.upload(version, content, kind))).toMatchObject(noRoom);
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
      const other = () => (kind === 'raw' ? world.upload(version, jsonState(), 'json') : world.upload(version, next));
      expect(await refusal(other())).toMatchObject(noRoom);
      await world.services.locks.unlock(world.owner, workspace);
      await world.services.locks.lock(world.owner, workspace);
      await quota(null);
      await world.announce(workspace, next);
      expect(await refusal(other())).toMatchObject({ code: 'UPLOAD_CLOSED' });
    },
  );

  test('for as much as the current version stores: nothing is announced', async () => {
    const workspace = await world.workspaceOf();
    await world.create(workspace, stateOf(1), { jsonState: jsonState() });
    const smaller = stateOf(2);
    await leave(Number(length(stateOf(1), jsonState())) - 1);
    expect(await refusal(world.announce(workspace, smaller))).toMatchObject(noRoom);
    await leave(Number(length(stateOf(1), jsonState())));
    await world.upload(await world.announce(workspace, smaller), smaller);
  });

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

test('those who store at once do not pass the quota together', async () => {
  const content = stateOf(1);
  const workspaces = await Promise.all(Array.from({ length: 8 }, () => world.workspaceOf()));
  const { storageQuota } = await leave(content.length * 3);
  const settled = await Promise.allSettled(workspaces.map((workspace) => world.create(workspace, content)));
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await used()).toBe(storageQuota);
  for (const outcome of settled) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(noRoom);
});
