import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkspaceId } from '../../../src/platform/ids.js';
import { arriving, openStateService, resource, stateOf, wholeOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { refusal } from '../world.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const client = (lockId: string) => ({
  ...{ lockId, operation: 'OperationTypeApply', info: '', who: 'ann@workstation' },
  ...{ version: '1.11.4', created: '2026-01-02T03:04:05Z', path: '' },
});

async function write(
  workspace: WorkspaceId,
  content: Uint8Array,
  {
    lockId = null,
    md5 = null,
    caller = world.owner,
  }: { lockId?: string | null; md5?: string | null; caller?: typeof world.owner } = {},
) {
  const target = await world.service.content.writable(caller, workspace);
  return target.write({ content: arriving(content, 100_000), lockId, md5 });
}

async function read(workspace: WorkspaceId) {
  const found = await world.service.content.current(world.owner, workspace);
  return found && wholeOf(await found.open());
}

describe('the content of a workspace', () => {
  test('is what was written last; each write is a version with all that it says', async () => {
    const workspace = await world.workspaceOf({ locked: false });
    expect(await read(workspace)).toBeNull();
    await write(workspace, stateOf(1, { outputs: { word: { value: 'one', type: 'string' } } }));
    // Large enough to be read on its way in.
    const large = stateOf(2, { resources: Array.from({ length: 3_000 }, (_, at) => resource('aws_vpc', `vpc_${at}`)) });
    const { id } = await write(workspace, large);
    expect(await read(workspace)).toEqual(large);
    expect(await world.read(id)).toMatchObject({ resourcesProcessed: true, resourceCount: 3_000n, serial: 2n });
    await world.settled();
    expect(await world.row(workspace)).toMatchObject({ resourceCount: 3_000n, finalizedCount: 2n });
  });

  test('is not what was refused, of which nothing stays', async () => {
    const workspace = await world.workspaceOf({ locked: false });
    await write(workspace, stateOf(3));
    await world.settled();
    const before = await world.objectIds();
    const other = stateOf(3, { check_results: ['other'] });
    expect(await refusal(write(workspace, other))).toMatchObject({ code: 'MD5_CONFLICT' });
    expect(await refusal(write(workspace, stateOf(2)))).toMatchObject({ code: 'SERIAL_STALE' });
    expect(await refusal(write(workspace, stateOf(4), { md5: '0'.repeat(32) }))).toMatchObject({
      code: 'CONTENT_MISMATCH',
    });
    expect(await refusal(write(workspace, Buffer.from('hello')))).toMatchObject({ code: 'CONTENT_NOT_STATE' });
    expect(await world.objectIds()).toEqual(before);
    expect(await read(workspace)).toEqual(stateOf(3));
  });

  test('of two at once with one serial one is stored', async () => {
    const workspace = await world.workspaceOf({ locked: false });
    const states = [1, 2, 3, 4].map((note) => stateOf(1, { check_results: [note] }));
    const done = await Promise.allSettled(states.map((state) => write(workspace, state)));
    const won = done.findIndex(({ status }) => status === 'fulfilled');
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await read(workspace)).toEqual(states[won]);
  });

  test('is for those who may read it, or write it', async () => {
    const workspace = await world.workspaceOf({ locked: false });
    await write(workspace, stateOf(1));
    const { content } = world.service;
    const reader = await world.memberWith(workspace, 'read');
    expect(await content.current(reader, workspace)).not.toBeNull();
    expect(await refusal(content.writable(reader, workspace))).toMatchObject({ code: 'NOT_FOUND' });
    const stranger = await world.caller({ userId: await world.user() });
    expect(await refusal(content.current(stranger, workspace))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a lock with an id of its client', () => {
  test('is what a write must name', async () => {
    const workspace = await world.workspaceOf({ locked: false });
    await world.services.locks.lock(world.owner, workspace, { client: client('mine') });
    const refused = async (lockId: string | null) => (await refusal(write(workspace, stateOf(1), { lockId }))).code;
    expect(await refused(null)).toBe('LOCK_ID_MISMATCH');
    expect(await refused('other')).toBe('LOCK_ID_MISMATCH');
    await write(workspace, stateOf(1), { lockId: 'mine' });
    await world.services.locks.unlock(world.owner, workspace, { lockId: 'mine' });
    expect(await refused('mine')).toBe('LOCK_REQUIRED');
    await write(workspace, stateOf(2));
  });

  test('of somebody else is in the way, whatever is named', async () => {
    const workspace = await world.workspaceOf({ locked: false });
    const writer = await world.memberWith(workspace, 'write');
    await world.services.locks.lock(writer, workspace, { client: client('theirs') });
    for (const lockId of [null, 'theirs', 'mine']) {
      expect(await refusal(write(workspace, stateOf(1), { lockId }))).toMatchObject({ code: 'LOCK_HELD_BY_OTHER' });
    }
    await write(workspace, stateOf(1), { lockId: 'theirs', caller: writer });
  });

  test('broken while a state arrives keeps that state out', async () => {
    const workspace = await world.workspaceOf({ locked: false });
    const { locks } = world.services;
    await locks.lock(world.owner, workspace, { client: client('first') });
    const target = await world.service.content.writable(world.owner, workspace);
    async function* slowly() {
      yield* arriving(stateOf(1));
      await locks.forceUnlock(world.owner, workspace, { lockId: 'first' });
      await locks.lock(world.owner, workspace, { client: client('second') });
    }
    const arrived = target.write({ content: slowly(), lockId: 'first', md5: null });
    expect(await refusal(arrived)).toMatchObject({ code: 'LOCK_ID_MISMATCH' });
    expect(await read(workspace)).toBeNull();
  });

  test('is released by its id only, and forgotten then', async () => {
    const workspace = await world.workspaceOf({ locked: false });
    const { locks } = world.services;
    await locks.lock(world.owner, workspace, { client: client('mine') });
    expect((await world.row(workspace)).lockClient).toContain('ann@workstation');
    for (const work of [locks.unlock.bind(locks), locks.forceUnlock.bind(locks)]) {
      expect(await refusal(work(world.owner, workspace, { lockId: 'other' }))).toMatchObject({
        code: 'LOCK_ID_MISMATCH',
      });
    }
    await locks.unlock(world.owner, workspace, { lockId: 'mine' });
    expect((await world.row(workspace)).lockClient).toBeNull();
    // One without a client has the id of its holder.
    await locks.lock(world.owner, workspace);
    expect(await refusal(locks.unlock(world.owner, workspace, { lockId: 'mine' }))).toMatchObject({
      code: 'LOCK_ID_MISMATCH',
    });
    await locks.unlock(world.owner, workspace, { lockId: world.ownerId });
  });
});
