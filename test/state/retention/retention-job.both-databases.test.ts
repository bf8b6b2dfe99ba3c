import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkspaceId } from '../../../src/platform/ids.js';
import { monthsBefore, retentionJobKind } from '../../../src/state/retention/retention.job.js';
import { day, openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

/** The daily job, made due now. */
async function daily(of = world) {
  await of.database.transaction(async (tx) => {
    await tx.job.upsert({
      where: { kind_subject: { kind: retentionJobKind, subject: 'all' } },
      create: {
        id: `job-${'a'.repeat(16)}`,
        kind: retentionJobKind,
        subject: 'all',
        dueAt: of.clock.now(),
        createdAt: of.clock.now(),
      },
      update: { dueAt: of.clock.now() },
    });
  });
  await of.settled();
}

async function versionsOf(count: number, workspace: WorkspaceId, from = 1) {
  const made = [];
  for (let serial = from; serial < from + count; serial += 1) made.push(await world.create(workspace, stateOf(serial)));
  await world.settled();
  return made;
}

const statuses = async (workspaceId: WorkspaceId) =>
  (await world.client.stateVersion.findMany({ where: { workspaceId }, orderBy: { number: 'asc' } })).map(
    ({ status }) => status,
  );

async function countersAreTrue(workspaceId: WorkspaceId) {
  const { kept, counted } = await world.counts(workspaceId);
  expect(kept).toEqual(counted);
}

const setOn = (workspaceId: WorkspaceId, policy: Parameters<typeof world.services.retentionPolicies.set>[2]) =>
  world.services.retentionPolicies.set(world.owner, { on: 'workspace', id: workspaceId }, policy);

describe('data retention policies', () => {
  const softly = 'backing_data_soft_deleted';
  const gone = 'backing_data_permanently_deleted';

  test('mark what is older and not current, then delete it for good', async () => {
    const workspace = await world.workspaceOf();
    await versionsOf(2, workspace);
    world.clock.advance(5 * day);
    await versionsOf(2, workspace, 3);
    await setOn(workspace, { kind: 'delete-older', days: 5 });
    await daily();
    expect(await statuses(workspace)).toEqual(['finalized', 'finalized', 'finalized', 'finalized']);
    world.clock.advance(1);
    await daily();
    expect(await statuses(workspace)).toEqual([softly, softly, 'finalized', 'finalized']);
    world.clock.advance(6 * day);
    await daily();
    expect(await statuses(workspace)).toEqual([softly, softly, softly, 'finalized']);
    world.clock.advance(day);
    await world.settled();
    expect(await statuses(workspace)).toEqual([gone, gone, softly, 'finalized']);
    world.clock.advance(100 * day);
    await daily();
    await daily();
    expect(await statuses(workspace)).toEqual([gone, gone, gone, 'finalized']);
    await countersAreTrue(workspace);
    const records = await world.client.auditRecord.findMany({
      where: { action: 'state-version.soft-delete-backing-data' },
    });
    expect(records.map(({ actorName }) => actorName)).toEqual(['retention', 'retention', 'retention']);
  });

  test('a workspace’s own goes before its organization’s', async () => {
    const own = await world.workspaceOf();
    const spared = await world.workspaceOf();
    const inherits = await world.workspaceOf();
    for (const workspace of [own, spared, inherits]) await versionsOf(2, workspace);
    const { retentionPolicies } = world.services;
    const scope = { on: 'organization', name: world.organization } as const;
    await retentionPolicies.set(world.owner, scope, { kind: 'delete-older', days: 10 });
    await setOn(own, { kind: 'delete-older', days: 30 });
    await setOn(spared, { kind: 'dont-delete' });
    world.clock.advance(20 * day);
    await daily();
    expect(await statuses(own)).toEqual(['finalized', 'finalized']);
    expect(await statuses(spared)).toEqual(['finalized', 'finalized']);
    expect(await statuses(inherits)).toEqual([softly, 'finalized']);
    await retentionPolicies.remove(world.owner, scope);
  });

  test('more than a batch of them', async () => {
    const workspace = await world.workspaceOf();
    await versionsOf(70, workspace);
    await setOn(workspace, { kind: 'delete-older', days: 1 });
    world.clock.advance(2 * day);
    await daily();
    expect((await statuses(workspace)).filter((status) => status === softly)).toHaveLength(69);
    await countersAreTrue(workspace);
  });
});

describe('the free plan', () => {
  beforeEach(() => world.client.organization.update({ where: { id: world.organizationId }, data: { plan: 'free' } }));

  /** Rows of many versions at once; their age is all that matters. */
  async function seeded(workspace: WorkspaceId, count: number) {
    const [like] = await versionsOf(1, workspace);
    if (!like) throw new Error('nothing was made');
    const row = await world.client.stateVersion.findUniqueOrThrow({ where: { id: like.id } });
    const letters = (n: number) => `sv-${String(n).padStart(8, '0')}${workspace.slice(-8)}`;
    await world.client.stateVersion.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        ...row,
        id: letters(n),
        number: BigInt(n + 2),
        contentObjectId: null,
        size: 0n,
      })),
    });
    await world.client.workspace.update({
      where: { id: workspace },
      data: {
        lastNumber: BigInt(count + 1),
        finalizedCount: BigInt(count + 1),
        latestStateVersionId: letters(count - 1),
        currentStateVersionId: letters(count - 1),
      },
    });
  }

  test('keeps the last hundred over all workspaces and the newest of each; the others go after six months', async () => {
    await world.client.workspace.deleteMany();
    const busy = await world.workspaceOf();
    const quiet = await world.workspaceOf();
    const [first, second] = await versionsOf(2, quiet);
    const discarded = await world.announce(quiet, stateOf(3));
    await world.services.locks.forceUnlock(world.owner, quiet);
    world.clock.advance(day);
    await seeded(busy, 60);
    world.clock.advance(day);
    const late = await world.workspaceOf();
    await seeded(late, 60);
    expect(await world.client.stateVersion.count()).toBe(2 + 1 + 61 + 61);
    const copy = await world.client.stateVersion.updateMany({
      where: { workspaceId: late, number: 5n },
      data: { rollbackOfId: first?.id ?? null },
    });
    expect(copy.count).toBe(1);

    world.clock.advance(170 * day);
    await daily();
    expect(await world.client.stateVersion.count()).toBe(2 + 1 + 61 + 61);
    // Before the time comes: the runner of jobs may look for work at any moment.
    const before = await world.objectIds();
    world.clock.advance(30 * day);
    await daily();
    // 100 newest: all 61 of `late`, and the border falls into the moment in which all of `busy` were made.
    expect(await statuses(late)).toHaveLength(61);
    expect(await statuses(busy)).toHaveLength(61);
    expect(await statuses(quiet)).toEqual(['finalized', 'pending']);
    expect(await world.client.stateVersion.findUnique({ where: { id: first?.id ?? '' } })).toBeNull();
    expect(await world.read(discarded.id)).toMatchObject({ status: 'pending' });
    expect((await world.services.versions.current(world.owner, quiet)).version.id).toBe(second?.id);
    const after = await world.objectIds();
    expect(before.filter((id) => !after.includes(id))).toEqual([first?.contentObjectId]);
    for (const workspace of [busy, quiet, late]) await countersAreTrue(workspace);
    expect(await world.actions(first?.id ?? '')).toContain('state-version.delete success retention');
    const { client } = world;
    expect(await client.stateVersion.findFirst({ where: { workspaceId: late, number: 5n } })).toMatchObject({
      rollbackOfId: null,
    });

    // A hundred more elsewhere: of `busy` only its newest stays.
    const more = await world.workspaceOf();
    await seeded(more, 110);
    await daily();
    expect(await statuses(busy)).toHaveLength(1);
    expect(await statuses(late)).toHaveLength(1);
    expect(await statuses(more)).toHaveLength(111);
    const again = await world.everything();
    await daily();
    expect(await world.everything()).toEqual(again);
    for (const workspace of [busy, late, more]) await countersAreTrue(workspace);
    // Numbers and serials go on.
    await world.services.locks.lock(world.owner, quiet);
    expect(await world.create(quiet, stateOf(4))).toMatchObject({ number: 4n });
  });

  test('other plans keep everything', async () => {
    await world.client.organization.update({ where: { id: world.organizationId }, data: { plan: 'standard' } });
    const workspace = await world.workspaceOf();
    await seeded(workspace, 150);
    world.clock.advance(1_000 * day);
    await daily();
    expect(await statuses(workspace)).toHaveLength(151);
  });
});

test.each([
  ['2026-08-31T10:00:00.000Z', 6, '2026-02-28T10:00:00.000Z'],
  ['2024-08-31T10:00:00.000Z', 6, '2024-02-29T10:00:00.000Z'],
  ['2026-03-15T00:00:00.000Z', 6, '2025-09-15T00:00:00.000Z'],
  ['2026-01-31T23:59:59.999Z', 2, '2025-11-30T23:59:59.999Z'],
])('%s less %d months is %s', (time, months, earlier) => {
  expect(monthsBefore(new Date(time), months).toISOString()).toBe(earlier);
});
