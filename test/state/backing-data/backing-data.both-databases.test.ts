import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { ids } from '../../../src/platform/ids.js';
import type { WorkspaceId } from '../../../src/platform/ids.js';
import { day, jsonState, openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { refusal } from '../world.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const withOutputs = (serial: number) =>
  stateOf(serial, {
    outputs: { a: { value: 'x', type: 'string' }, s: { value: 'hush', type: 'string', sensitive: true } },
  });

/** Two versions, the first of them not current. */
async function twoVersions(workspace?: WorkspaceId) {
  const workspaceId = workspace ?? (await world.workspaceOf());
  const old = await world.create(workspaceId, withOutputs(1), { jsonState: jsonState() });
  const current = await world.create(workspaceId, withOutputs(2));
  await world.settled();
  return { workspaceId, old, current };
}

async function countersAreTrue(workspaceId: WorkspaceId) {
  const { kept, counted } = await world.counts(workspaceId);
  expect(kept).toEqual(counted);
}

test('soft deletion with 0 days by the settings ends at once', async () => {
  const other = await openStateService({ softDeleteDays: 0 });
  try {
    const workspace = await other.workspaceOf();
    const old = await other.create(workspace, stateOf(1));
    await other.create(workspace, stateOf(2));
    const deleted = await other.services.backingData.softDelete(other.owner, old.id);
    expect(deleted).toMatchObject({ deleteOlderThanNDays: 0, backingDataDueAt: other.clock.now() });
    await other.settled();
    expect(await other.read(old.id)).toMatchObject({ status: 'backing_data_permanently_deleted' });
  } finally {
    await other.end();
  }
});

describe('soft deletion', () => {
  test('takes content, JSON and outputs away and leaves the record; restoring gives them back', async () => {
    const { backingData, outputs, comparisons, rollback } = world.services;
    const { workspaceId, old, current } = await twoVersions();
    const before = await world.read(old.id);
    const segment = world.segment(old, 'raw', 'download');
    const content = await world.download(old);
    const [a] = await world.outputsOf(world.owner, old.id);
    if (!a) throw new Error('there are no outputs');
    const deleted = await backingData.softDelete(world.owner, old.id);
    expect(deleted).toMatchObject({
      status: 'backing_data_soft_deleted',
      deleteOlderThanNDays: 7,
      softDeletedAt: world.clock.now(),
      backingDataDueAt: new Date(world.clock.now().getTime() + 7 * day),
      outputIds: [],
    });
    expect(await world.read(old.id)).toEqual(deleted);
    for (const work of [
      () => world.download(old),
      () => world.download(old, 'json'),
      () => world.outputsOf(world.owner, old.id),
      () => outputs.read(world.owner, a.id),
    ]) {
      expect(await refusal(work())).toMatchObject({ code: 'NOT_FOUND' });
    }
    const visible = world.service.scope().visibleTo(world.owner);
    expect((await visible.outputs(deleted, pageAsked({}))).nodes).toEqual([]);
    for (const work of [
      () => comparisons.compare(world.owner, old.id, current.id),
      () => rollback.rollback(world.owner, workspaceId, old.id),
    ]) {
      expect(await refusal(work())).toMatchObject({ code: 'CONTENT_UNAVAILABLE' });
    }
    expect(await refusal(world.upload(old, withOutputs(1)))).toMatchObject({ code: 'ALREADY_UPLOADED' });
    await countersAreTrue(workspaceId);

    expect(await backingData.restore(world.owner, old.id)).toEqual(before);
    expect(world.segment(old, 'raw', 'download')).toBe(segment);
    expect(await world.download(old)).toEqual(content);
    expect((await world.outputsOf(world.owner, old.id)).map(({ id }) => id)).toEqual(before.outputIds);
    await countersAreTrue(workspaceId);
    expect((await world.actions(old.id)).filter((action) => action.includes('backing'))).toEqual([
      'state-version.soft-delete-backing-data success olga',
      'state-version.restore-backing-data success olga',
    ]);
  });

  test.each([1, 30, 36_500])('for %d days', async (days) => {
    const { old } = await twoVersions();
    const deleted = await world.services.backingData.softDelete(world.owner, old.id, days);
    expect(deleted).toMatchObject({
      deleteOlderThanNDays: days,
      backingDataDueAt: new Date(world.clock.now().getTime() + days * day),
    });
  });

  test('is refused where the table has no row, and nothing changes', async () => {
    const { backingData } = world.services;
    const { workspaceId, old, current } = await twoVersions();
    const pending = await world.announce(workspaceId, stateOf(3));
    const member = await world.memberWith(workspaceId, 'admin');
    const before = await world.everything();
    const rows: [() => Promise<unknown>, string][] = [
      [() => backingData.softDelete(world.owner, current.id), 'TRANSITION_NOT_ALLOWED'],
      [() => backingData.softDelete(world.owner, pending.id), 'TRANSITION_NOT_ALLOWED'],
      [() => backingData.restore(world.owner, old.id), 'TRANSITION_NOT_ALLOWED'],
      [() => backingData.permanentlyDelete(world.owner, old.id), 'TRANSITION_NOT_ALLOWED'],
      [() => backingData.permanentlyDelete(world.owner, current.id), 'TRANSITION_NOT_ALLOWED'],
      [() => backingData.softDelete(member, old.id), 'NOT_FOUND'],
      [() => backingData.restore(member, old.id), 'NOT_FOUND'],
      [() => backingData.permanentlyDelete(member, old.id), 'NOT_FOUND'],
      [() => backingData.softDelete(world.owner, ids.stateVersion.make()), 'NOT_FOUND'],
      [() => backingData.softDelete(world.owner, old.id, 0), 'INVALID_INPUT'],
      [() => backingData.softDelete(world.owner, old.id, 1.5), 'INVALID_INPUT'],
      [() => backingData.softDelete(world.owner, old.id, 36_501), 'INVALID_INPUT'],
    ];
    for (const [work, code] of rows) expect(await refusal(work())).toMatchObject({ code });
    expect(await world.everything()).toEqual(before);
  });

  test('twice, and by two at once, happens once', async () => {
    const { backingData } = world.services;
    const { workspaceId, old } = await twoVersions();
    const results = await Promise.allSettled(
      [1, 2, 3].map((days) => backingData.softDelete(world.owner, old.id, days)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(backingData.softDelete(world.owner, old.id))).toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    });
    await countersAreTrue(workspaceId);
  });
});

describe('permanent deletion', () => {
  test('takes objects and outputs, for good', async () => {
    const { backingData } = world.services;
    const { workspaceId, old } = await twoVersions();
    const { contentObjectId, jsonObjectId } = await world.read(old.id);
    await backingData.softDelete(world.owner, old.id);
    const gone = await backingData.permanentlyDelete(world.owner, old.id);
    expect(gone).toMatchObject({
      status: 'backing_data_permanently_deleted',
      permanentlyDeletedAt: world.clock.now(),
      contentObjectId: null,
      jsonObjectId: null,
      backingDataDueAt: null,
      outputIds: [],
    });
    expect(await world.read(old.id)).toEqual(gone);
    const objects = await world.objectIds();
    expect(objects).not.toContain(contentObjectId);
    expect(objects).not.toContain(jsonObjectId);
    expect(await world.client.stateVersionOutput.count({ where: { stateVersionId: old.id } })).toBe(0);
    for (const work of [
      () => backingData.restore(world.owner, old.id),
      () => backingData.softDelete(world.owner, old.id),
    ]) {
      const refused = await refusal(work());
      expect(refused).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
      expect(refused.message).toContain('transition not allowed');
    }
    expect(await refusal(world.upload(old, withOutputs(1)))).toMatchObject({ code: 'UPLOAD_CLOSED' });
    await countersAreTrue(workspaceId);
  });

  test('comes by itself when the days have passed, and not before', async () => {
    const { backingData } = world.services;
    const { workspaceId, old } = await twoVersions();
    await backingData.softDelete(world.owner, old.id, 3);
    world.clock.advance(3 * day - 1);
    await world.settled();
    expect(await world.read(old.id)).toMatchObject({ status: 'backing_data_soft_deleted' });
    world.clock.advance(1);
    await world.settled();
    expect(await world.read(old.id)).toMatchObject({ status: 'backing_data_permanently_deleted', outputIds: [] });
    expect(await world.client.job.count({ where: { subject: old.id } })).toBe(0);
    expect((await world.actions(old.id)).at(-1)).toBe(
      'state-version.permanently-delete-backing-data success backing-data',
    );
    await countersAreTrue(workspaceId);
  });

  test('does not come for what was restored; deleted again, its new days count', async () => {
    const { backingData } = world.services;
    const { old } = await twoVersions();
    await backingData.softDelete(world.owner, old.id, 3);
    await backingData.restore(world.owner, old.id);
    world.clock.advance(4 * day);
    await world.settled();
    expect(await world.read(old.id)).toMatchObject({ status: 'finalized' });
    await backingData.softDelete(world.owner, old.id, 1);
    await backingData.restore(world.owner, old.id);
    await backingData.softDelete(world.owner, old.id, 9);
    world.clock.advance(8 * day);
    await world.settled();
    expect(await world.read(old.id)).toMatchObject({ status: 'backing_data_soft_deleted' });
    world.clock.advance(day);
    await world.settled();
    expect(await world.read(old.id)).toMatchObject({ status: 'backing_data_permanently_deleted' });
  });

  test('of one never harms another that a rollback made from it', async () => {
    const { backingData, rollback } = world.services;
    const { workspaceId, old } = await twoVersions();
    const copy = await rollback.rollback(world.owner, workspaceId, old.id);
    await backingData.softDelete(world.owner, old.id);
    await backingData.permanentlyDelete(world.owner, old.id);
    await world.settled();
    expect((await world.download(copy)).toString()).toContain('"serial":3');
    expect(await world.download(copy, 'json')).toEqual(jsonState());
    expect(await world.outputsOf(world.owner, { current: workspaceId })).toHaveLength(2);
    await world.create(workspaceId, stateOf(4));
    await backingData.softDelete(world.owner, copy.id);
    await backingData.permanentlyDelete(world.owner, copy.id);
    await countersAreTrue(workspaceId);
  });
});

test('a hosted deployment has none of it, and says so to owners only', async () => {
  const hosted = await openStateService({ deployment: 'hosted' });
  const workspace = await hosted.workspaceOf();
  const version = await hosted.create(workspace, stateOf(1));
  const member = await hosted.memberWith(workspace, 'admin');
  const { backingData } = hosted.services;
  for (const act of ['softDelete', 'restore', 'permanentlyDelete'] as const) {
    expect(await refusal(backingData[act](hosted.owner, version.id))).toMatchObject({ code: 'NOT_IN_DEPLOYMENT' });
    expect(await refusal(backingData[act](member, version.id))).toMatchObject({ code: 'NOT_FOUND' });
  }
  await hosted.end();
});
