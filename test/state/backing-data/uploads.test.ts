import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { problems } from '../../../src/platform/problems.js';
import { ids } from '../../../src/platform/ids.js';
import { arriving, holder as actor, hour, jsonState, openStateService, stateOf, wholeOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { origin } from '../../identity/world.js';
import { refusal } from '../world.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

async function* cutOff(bytes: Uint8Array) {
  yield* arriving(bytes.subarray(0, bytes.length >> 1));
  throw new Error('the connection is gone');
}

describe('uploading', () => {
  test('finalizes, makes current, and is recorded as done through a signed URL', async () => {
    const workspace = await world.workspaceOf();
    const content = stateOf(1);
    const version = await world.announce(workspace, content);
    await world.upload(version, content);
    const read = await world.read(version.id);
    expect(read).toMatchObject({ status: 'finalized', size: BigInt(content.length), finalizedAt: world.clock.now() });
    expect(await world.row(workspace)).toMatchObject({
      currentStateVersionId: version.id,
      knownSerial: 1n,
      highestSerial: 1n,
    });
    expect(await world.download(version)).toEqual(content);
    expect(await world.actions(version.id)).toEqual([
      'state-version.create success olga',
      'state-version.upload success signed-url',
      'state-version.download success signed-url',
    ]);
    const { kept, counted } = await world.counts(workspace);
    expect(kept).toEqual(counted);
  });

  test.each([
    ['before', ['json', 'raw']],
    ['after', ['raw', 'json']],
  ] as const)('JSON %s raw', async (_when, order) => {
    const workspace = await world.workspaceOf();
    const version = await world.announce(workspace, stateOf(1));
    for (const kind of order) await world.upload(version, kind === 'raw' ? stateOf(1) : jsonState('j'), kind);
    expect(await world.download(version, 'json')).toEqual(jsonState('j'));
    for (const kind of order) {
      const again = world.upload(version, kind === 'raw' ? stateOf(1) : jsonState('k'), kind);
      expect(await refusal(again)).toMatchObject({ code: 'ALREADY_UPLOADED' });
    }
    expect(await world.download(version, 'json')).toEqual(jsonState('j'));
  });

  test('JSON at the same time as raw', async () => {
    const workspace = await world.workspaceOf();
    const version = await world.announce(workspace, stateOf(1));
    await Promise.all([world.upload(version, stateOf(1)), world.upload(version, jsonState(), 'json')]);
    expect(await world.read(version.id)).toMatchObject({ status: 'finalized', jsonUploadedAt: world.clock.now() });
  });

  test.each(['raw', 'json'] as const)('by two at once, one is taken (%s)', async (kind) => {
    const workspace = await world.workspaceOf();
    const version = await world.announce(workspace, stateOf(1));
    const before = (await world.objectIds()).length;
    const bytes = kind === 'raw' ? stateOf(1) : jsonState();
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => world.upload(version, bytes, kind)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'ALREADY_UPLOADED' });
    }
    await world.settled();
    expect((await world.objectIds()).length).toBe(before + 1);
    const { kept, counted } = await world.counts(workspace);
    expect(kept).toEqual(counted);
  });
});

describe('an upload that is refused changes nothing, and the URL goes on working', () => {
  const declared = stateOf(7);
  const rows: [string, AsyncIterable<Uint8Array> | Uint8Array, string, string?][] = [
    ['another serial', stateOf(8), 'CONTENT_MISMATCH', 'md5'],
    ['another lineage', stateOf(7, { lineage: 'x' }), 'CONTENT_MISMATCH', 'md5'],
    ['the same in other bytes', Buffer.concat([declared, Buffer.from(' ')]), 'CONTENT_MISMATCH', 'md5'],
    ['half of it', declared.subarray(0, 40), 'CONTENT_NOT_STATE', 'state'],
    ['nothing', Buffer.alloc(0), 'CONTENT_NOT_STATE', 'state'],
    ['text', Buffer.from('hello'), 'CONTENT_NOT_STATE', 'state'],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22]), 'CONTENT_NOT_STATE', 'state'],
  ];
  test.each(rows)('%s', async (_name, content, code, field) => {
    const workspace = await world.workspaceOf();
    await world.create(workspace, stateOf(6));
    const version = await world.announce(workspace, declared);
    const before = await world.everything();
    const refused = await refusal(world.upload(version, content));
    expect(refused).toMatchObject({ code, field: [field] });
    expect(await world.everything()).toEqual(before);
    await world.upload(version, declared);
    expect(await world.read(version.id)).toMatchObject({ status: 'finalized' });
  });

  test('cut off half way', async () => {
    const workspace = await world.workspaceOf();
    const version = await world.announce(workspace, declared);
    const before = await world.everything();
    await expect(world.upload(version, cutOff(declared))).rejects.toThrow('the connection is gone');
    await expect(world.upload(version, cutOff(jsonState()), 'json')).rejects.toThrow('the connection is gone');
    const aborted = AbortSignal.abort(new Error('stopping'));
    const upload = { segment: world.segment(version), content: arriving(declared), actor, signal: aborted };
    await expect(world.service.uploads.receive(upload)).rejects.toThrow('stopping');
    expect(await world.everything()).toEqual(before);
    await world.upload(version, declared);
  });

  test('JSON that is none', async () => {
    const workspace = await world.workspaceOf();
    const version = await world.announce(workspace, declared);
    const before = await world.everything();
    for (const bytes of [Buffer.from('{}'), Buffer.from('[]'), declared]) {
      expect(await refusal(world.upload(version, bytes, 'json'))).toMatchObject({
        code: 'CONTENT_NOT_STATE',
        field: ['jsonState'],
      });
    }
    expect(await world.everything()).toEqual(before);
  });

  test('the lock is gone, or another’s, or the same holder’s again', async () => {
    const workspace = await world.workspaceOf();
    const { locks } = world.services;
    const version = await world.announce(workspace, declared);
    await locks.forceUnlock(world.owner, workspace);
    let before = await world.everything();
    expect(await refusal(world.upload(version, declared))).toMatchObject({
      code: 'LOCK_REQUIRED',
      message: problems.LOCK_REQUIRED,
    });
    expect(await world.everything()).toEqual(before);
    const other = await world.memberWith(workspace, 'write');
    await locks.lock(other, workspace);
    before = await world.everything();
    expect(await refusal(world.upload(version, declared))).toMatchObject({ code: 'LOCK_HELD_BY_OTHER' });
    expect(await world.everything()).toEqual(before);
    await locks.forceUnlock(world.owner, workspace);
    await locks.lock(world.owner, workspace);
    await world.upload(version, declared);
  });

  test('a team’s lock in the place of the user’s, and a run’s', async () => {
    const workspace = await world.workspaceOf();
    const { locks } = world.services;
    const version = await world.announce(workspace, declared);
    await locks.forceUnlock(world.owner, workspace);
    const teamId = await world.team(world.organizationId);
    await world.onWorkspace(teamId, workspace, { access: 'write', stateVersions: 'none' });
    await world.turn();
    await locks.lock(await world.caller({ teamId }), workspace);
    expect(await refusal(world.upload(version, declared))).toMatchObject({ code: 'LOCK_HELD_BY_OTHER' });
    await locks.forceUnlock(world.owner, workspace);
    const runId = ids.run.make();
    const stamps = { createdAt: world.clock.now(), updatedAt: world.clock.now() };
    await world.client.run.create({ data: { id: runId, workspaceId: workspace, ...stamps } });
    await locks.lock(world.owner, workspace, { runId });
    expect(await refusal(world.upload(version, declared))).toMatchObject({ code: 'LOCK_HELD_BY_OTHER' });
  });

  test('the URL is forged, expired, for the other direction, or of a version that is gone', async () => {
    const workspace = await world.workspaceOf();
    const version = await world.announce(workspace, declared);
    const segment = world.segment(version);
    const to = (text: string) => world.service.uploads.receive({ segment: text, content: arriving(declared), actor });
    const before = await world.everything();
    expect(await refusal(to(`${segment.slice(0, -1)}_`))).toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(await refusal(to('..%2f..'))).toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(await refusal(to(world.segment(version, 'raw', 'download')))).toMatchObject({ code: 'SIGNATURE_INVALID' });
    expect(await refusal(to(world.segment({ ...version, id: ids.stateVersion.make() })))).toMatchObject({
      code: 'SIGNATURE_INVALID',
    });
    expect(await world.everything()).toEqual(before);
    world.clock.advance(25 * hour);
    expect(await refusal(to(segment))).toMatchObject({ code: 'SIGNATURE_EXPIRED' });
  });
});

describe('downloading', () => {
  test('ranges, and a tag that stays', async () => {
    const workspace = await world.workspaceOf();
    const content = stateOf(1);
    const version = await world.create(workspace, content);
    const { downloads } = world.service;
    const segment = world.segment(version, 'raw', 'download');
    const found = await downloads.find(segment, actor);
    expect(found).toMatchObject({ kind: 'raw', size: content.length, lastModified: world.clock.now() });
    expect((await downloads.find(segment, actor)).etag).toBe(found.etag);
    // What was found is not looked for again.
    const looking = vi.spyOn(world.objects, 'read');
    expect(await found.open()).toEqual(content);
    expect(looking).not.toHaveBeenCalled();
    looking.mockRestore();
    expect(await wholeOf(await found.open({ start: 3, end: 9 }))).toEqual(content.subarray(3, 10));
    expect(await refusal(found.open({ start: content.length, end: content.length + 5 }))).toMatchObject({
      code: 'RANGE_NOT_SATISFIABLE',
    });
    expect(await refusal(downloads.find(world.segment(version, 'json', 'download'), actor))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await refusal(downloads.find(world.segment(version), actor))).toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  describe('whoever has the URL reads as long as whoever was shown it', () => {
    const shownTo = async (more: { expiresAt?: Date } = {}) => {
      const workspaceId = await world.workspaceOf();
      const version = await world.create(workspaceId, stateOf(1));
      const { userId } = await world.memberWith(workspaceId, 'read');
      const caller = await world.authentication.authenticate(await world.token({ userId }, more), origin);
      if (!caller) throw new Error('the token is not accepted');
      const segment = world.segment(version, 'raw', 'download', caller);
      const find = () => world.service.downloads.find(segment, actor);
      expect((await find()).kind).toBe('raw');
      return { userId, caller, find };
    };
    const gone = { code: 'NOT_FOUND' };

    test('its team, or its account', async () => {
      const { userId, find } = await shownTo();
      await world.client.teamMembership.deleteMany({ where: { userId } });
      await world.turn();
      expect(await refusal(find())).toMatchObject(gone);
    });

    test('its account is suspended', async () => {
      const { userId, find } = await shownTo();
      await world.users.update(await world.root(), userId, { suspended: true });
      expect(await refusal(find())).toMatchObject(gone);
    });

    test('its token is revoked', async () => {
      const { caller, find } = await shownTo();
      await world.tokens.revoke(caller, caller.tokenId);
      expect(await refusal(find())).toMatchObject(gone);
    });

    test('its token expires', async () => {
      const { find } = await shownTo({ expiresAt: new Date(world.clock.now().getTime() + hour) });
      world.clock.advance(hour);
      expect(await refusal(find())).toMatchObject(gone);
    });
  });

  test('nothing before the content is there', async () => {
    const version = await world.announce(await world.workspaceOf(), stateOf(1));
    expect(await refusal(world.download(version))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
