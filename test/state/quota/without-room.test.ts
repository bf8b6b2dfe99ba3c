import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import { Storage } from '../../../src/state/quota/storage.js';
import { arriving, day, holder, jsonState, stateOf } from '../service.js';
import { refusal } from '../world.js';
import { length, noRoom, outputs, quotaWorld } from './quota-world.js';

const given = quotaWorld();
const { leave, quota, stored, used } = given;
let world: typeof given.world;
beforeAll(() => {
  ({ world } = given);
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
