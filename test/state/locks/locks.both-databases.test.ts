import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import { ProblemError } from '../../../src/platform/problems.js';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
const unlocked: string[] = [];
beforeAll(async () => {
  world = await openStateWorld((_tx, workspace) => {
    unlocked.push(workspace.id);
    return Promise.resolve({ values: { latestChangeAt: new Date('2030-01-01T00:00:00.000Z') }, writes: [] });
  });
});
afterAll(() => world.close());

async function addVersion(workspaceId: string, status: string, number = 1n): Promise<void> {
  const id = ids.stateVersion.make();
  const common = { serial: 1n, md5: '0'.repeat(32), createdAt: world.clock.now(), number };
  await world.client.stateVersion.create({ data: { id, workspaceId, status, ...common } });
  const pendingCount = { increment: status === 'pending' ? 1 : 0 };
  await world.client.workspace.update({ where: { id: workspaceId }, data: { latestStateVersionId: id, pendingCount } });
}

describe('a lock', () => {
  test('is held by the account that took it, with its reason', async () => {
    const { id, revision } = await world.make();
    const locked = await world.locks.lock(world.owner, id, { reason: 'Locked by Terraform' });
    expect(locked).toMatchObject({
      lockHolderKind: 'User',
      lockHolderId: world.ownerId,
      lockHolderName: 'olga',
      lockReason: 'Locked by Terraform',
      revision: revision + 1n,
    });
    expect(locked.lockedAt).toEqual(world.clock.now());
    expect(await world.locks.unlock(world.owner, id)).toMatchObject({ lockedAt: null, lockHolderId: null });
  });

  test('is not taken twice, whoever holds it', async () => {
    const { id } = await world.make();
    await world.locks.lock(world.owner, id);
    const other = await world.memberWith({ workspaceId: id, access: 'write' });
    const said = { code: 'ALREADY_LOCKED', message: 'Unable to lock workspace. The workspace is already locked.' };
    expect(await refusal(world.locks.lock(world.owner, id))).toMatchObject(said);
    expect(await refusal(world.locks.lock(other, id))).toMatchObject(said);
  });

  test('of another is named when it refuses to open', async () => {
    const { id } = await world.make();
    const other = await world.memberWith({ workspaceId: id, access: 'write' });
    await world.locks.lock(world.owner, id);
    expect(await refusal(world.locks.unlock(other, id))).toMatchObject({
      code: 'UNLOCK_HELD_BY_OTHER',
      message: expect.stringContaining('is locked by User olga') as string,
    });
  });

  test('taken with a token of a team is the team’s', async () => {
    const { id } = await world.make();
    const teamId = await world.team(world.organizationId, { name: 'crew' });
    await world.onWorkspace(teamId, id, { access: 'write', stateVersions: 'none' });
    await world.turn();
    const locked = await world.locks.lock(await world.caller({ teamId }), id);
    expect(locked).toMatchObject({ lockHolderKind: 'Team', lockHolderId: teamId, lockHolderName: 'crew' });
    expect((await refusal(world.locks.unlock(world.owner, id))).message).toContain('is locked by Team crew');
    expect(await world.locks.unlock(await world.caller({ teamId }), id)).toMatchObject({ lockedAt: null });
  });

  test('taken for a run is the run’s', async () => {
    const { id } = await world.make();
    const { id: runId } = await world.runs.create(world.owner, { workspaceId: id });
    await world.locks.lock(world.owner, id, { runId });
    expect((await refusal(world.locks.unlock(world.owner, id))).message).toContain(`is locked by Run ${runId}`);
    expect(await world.locks.unlock(world.owner, id, { runId })).toMatchObject({ lockedAt: null });
    const { id: elsewhere } = await world.make();
    expect(await refusal(world.locks.lock(world.owner, elsewhere, { runId }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('does not open while the newest state version is pending, but for force', async () => {
    const { id } = await world.make();
    await world.locks.lock(world.owner, id);
    await addVersion(id, 'pending');
    expect(await refusal(world.locks.unlock(world.owner, id))).toMatchObject({
      code: 'LATEST_VERSION_PENDING',
      message: expect.stringContaining('latest state version is still pending') as string,
    });
    expect(unlocked).not.toContain(id);
    expect(await world.locks.forceUnlock(world.owner, id)).toMatchObject({ lockedAt: null });
    expect(unlocked).toContain(id);
  });

  test('is not kept by what waited under a lock that was broken, but by what its own holder has begun', async () => {
    const { id } = await world.make();
    await world.locks.lock(world.owner, id);
    await addVersion(id, 'pending');
    await world.locks.forceUnlock(world.owner, id);
    const other = await world.memberWith({ workspaceId: id, access: 'write' });
    await world.locks.lock(other, id);
    expect(await world.locks.unlock(other, id)).toMatchObject({ lockedAt: null });
    await world.locks.lock(other, id);
    await addVersion(id, 'pending', 2n);
    expect(await refusal(world.locks.unlock(other, id))).toMatchObject({ code: 'LATEST_VERSION_PENDING' });
  });

  test('changes what else becomes true on unlocking, together with it', async () => {
    const { id } = await world.make();
    await world.locks.lock(world.owner, id);
    expect(await world.locks.unlock(world.owner, id)).toMatchObject({
      latestChangeAt: new Date('2030-01-01T00:00:00.000Z'),
    });
  });
});

describe('permission', () => {
  test.each([
    // access    lock          force-unlock of another's lock
    ['read', 'NOT_FOUND', 'NOT_FOUND'],
    ['plan', 'NOT_FOUND', 'NOT_FOUND'],
    ['write', null, 'NOT_FOUND'],
    ['admin', null, null],
  ])('%s: lock %s, force-unlock %s', async (access, lock, force) => {
    const { id } = await world.make();
    const member = await world.memberWith({ workspaceId: id, access });
    const outcome = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => (error instanceof ProblemError ? error.code : error),
      );
    expect(await outcome(world.locks.lock(member, id))).toBe(lock);
    if (lock === null) await world.locks.unlock(member, id);
    await world.locks.lock(world.owner, id);
    expect(await outcome(world.locks.forceUnlock(member, id))).toBe(force);
  });

  test.each(['ws-0000000000000000', 'ws-short', '', '../etc/passwd'])('%j is not found', async (id) => {
    expect(await refusal(world.locks.lock(world.owner, id))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('of many who lock at once, exactly one wins', async () => {
  const { id } = await world.make();
  const members = await Promise.all(
    Array.from({ length: 8 }, () => world.memberWith({ workspaceId: id, access: 'write' })),
  );
  const outcomes = await Promise.allSettled(members.map((member) => world.locks.lock(member, id)));
  const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(won).toHaveLength(1);
  const row = await world.client.workspace.findUniqueOrThrow({ where: { id } });
  expect(row.lockHolderId).toBe(won[0]!.lockHolderId);
  expect(await world.client.auditRecord.count({ where: { targetId: id, action: 'workspace.lock' } })).toBe(1);
});
