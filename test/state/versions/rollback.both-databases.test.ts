import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encryptedState, jsonState, md5, openStateService, resource, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { refusal } from '../world.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const rich = (serial: number) =>
  stateOf(serial, {
    resources: [resource('aws_vpc', 'main', {}, 2)],
    outputs: { s: { value: 'hush', type: 'string', sensitive: true } },
  });

describe('rollback', () => {
  test('copies content, JSON, inventory and outputs under a serial above every known one', async () => {
    const { rollback, outputs, versions } = world.services;
    const workspace = await world.workspaceOf();
    const source = await world.create(workspace, rich(4), { jsonState: jsonState('s') });
    await world.create(workspace, stateOf(9));
    await world.settled();
    const read = await world.read(source.id);
    const copy = await rollback.rollback(world.owner, workspace, source.id);
    expect(copy).toMatchObject({
      status: 'finalized',
      serial: 10n,
      rollbackOfId: source.id,
      lineage: read.lineage,
      engineVersion: read.engineVersion,
      stateFormat: 4,
      resourcesProcessed: true,
      resourceCount: 2n,
      modulesJson: read.modulesJson,
      providersJson: read.providersJson,
      resourcesJson: read.resourcesJson,
      createdById: world.ownerId,
    });
    expect(await world.read(copy.id)).toEqual({ ...copy, neighbours: null });
    expect((await versions.current(world.owner, workspace)).version.id).toBe(copy.id);
    expect(JSON.parse((await world.download(copy)).toString())).toEqual({
      ...(JSON.parse(rich(4).toString()) as object),
      serial: 10,
    });
    expect(await world.download(copy, 'json')).toEqual(jsonState('s'));
    expect(copy.md5).not.toBe(source.md5);
    const [output] = await world.outputsOf(world.owner, { current: workspace });
    expect(output && (await outputs.read(world.owner, output.id)).valueJson).toBe('"hush"');
    expect(copy.outputIds).not.toEqual(read.outputIds);
    expect(await world.row(workspace)).toMatchObject({ knownSerial: 10n, knownMd5: copy.md5, highestSerial: 10n });
    expect((await world.row(workspace)).lockedAt).not.toBeNull();
    await world.settled();
    expect(await world.row(workspace)).toMatchObject({ indexedStateVersionId: copy.id, resourceCount: 2n });
    // The engine goes on from the serial inside the content.
    await world.create(workspace, stateOf(11));
    expect(await refusal(world.create(workspace, stateOf(10)))).toMatchObject({ code: 'SERIAL_STALE' });
    expect((await world.actions(copy.id))[0]).toBe('state-version.rollback success olga');
    const { kept, counted } = await world.counts(workspace);
    expect(kept).toEqual(counted);
  });

  test('of a source that was not read yet, or cannot be', async () => {
    const workspace = await world.workspaceOf();
    const source = await world.create(workspace, rich(1));
    await world.settled();
    await world.client.stateVersion.update({
      where: { id: source.id },
      data: { resourcesProcessed: false, modules: '{}', resources: '[]' },
    });
    const copy = await world.services.rollback.rollback(world.owner, workspace, source.id);
    expect(copy).toMatchObject({ resourcesProcessed: false, modulesJson: '{}' });
    await world.settled();
    expect(await world.read(copy.id)).toMatchObject({ resourcesProcessed: true, resourceCount: 2n });
  });

  test('of a state that OpenTofu encrypted keeps every byte, and its serial decides about the next write', async () => {
    const { rollback } = world.services;
    const workspace = await world.workspaceOf();
    const content = encryptedState(3);
    const source = await world.create(workspace, content, { jsonState: jsonState('s') });
    await world.create(workspace, encryptedState(8));
    await world.settled();
    const copy = await rollback.rollback(world.owner, workspace, source.id);
    expect(copy).toMatchObject({
      ...{ status: 'finalized', serial: 3n, md5: md5(content), rollbackOfId: source.id, stateFormat: null },
      ...{ resourcesProcessed: true, resourceCount: null },
    });
    expect(copy.processingProblem).toContain('encrypted by OpenTofu');
    expect(await world.download(copy)).toEqual(content);
    expect(await world.download(copy, 'json')).toEqual(jsonState('s'));
    await world.settled();
    expect(await world.row(workspace)).toMatchObject({
      ...{ currentStateVersionId: copy.id, knownSerial: 3n, knownMd5: md5(content), highestSerial: 8n },
      resourceCount: -1n,
    });
    // The engine goes on from the serial inside the content.
    expect(await refusal(world.create(workspace, encryptedState(2)))).toMatchObject({ code: 'SERIAL_STALE' });
    const other = encryptedState(3, { meta: {} });
    expect(await refusal(world.create(workspace, other))).toMatchObject({ code: 'MD5_CONFLICT' });
    const next = await world.create(workspace, encryptedState(4));
    expect(await refusal(world.create(workspace, encryptedState(3)))).toMatchObject({ code: 'SERIAL_STALE' });
    // Whoever goes on without encryption later gets a serial above all of them.
    const plain = await world.create(workspace, rich(5));
    const again = await rollback.rollback(world.owner, workspace, plain.id);
    expect(again.serial).toBe(9n);
    expect(await world.download(next)).toEqual(encryptedState(4));
    // Each copy has its own content: deleting one harms no other.
    await world.services.backingData.softDelete(world.owner, source.id);
    await world.services.backingData.permanentlyDelete(world.owner, source.id);
    expect(await world.download(await world.read(copy.id))).toEqual(content);
    const { kept, counted } = await world.counts(workspace);
    expect(kept).toEqual(counted);
  });

  test('of an encrypted state at the largest serial, where no other serial is left', async () => {
    const workspace = await world.workspaceOf();
    const source = await world.create(workspace, encryptedState(1));
    const plain = await world.create(workspace, stateOf(2));
    await world.create(workspace, stateOf(2n ** 63n - 1n));
    const { rollback } = world.services;
    expect(await refusal(rollback.rollback(world.owner, workspace, plain.id))).toMatchObject({ code: 'CONFLICT' });
    const copy = await rollback.rollback(world.owner, workspace, source.id);
    expect(copy.serial).toBe(1n);
    await world.create(workspace, encryptedState(2));
  });

  test('discards what waits for content', async () => {
    const workspace = await world.workspaceOf();
    const source = await world.create(workspace, rich(1));
    const pending = await world.announce(workspace, stateOf(2));
    await world.services.rollback.rollback(world.owner, workspace, source.id);
    expect(await world.read(pending.id)).toMatchObject({ status: 'discarded' });
    expect(await refusal(world.upload(pending, stateOf(2)))).toMatchObject({ code: 'UPLOAD_CLOSED' });
    await world.services.locks.unlock(world.owner, workspace);
  });

  test('is refused, and changes nothing', async () => {
    const { rollback, locks } = world.services;
    const workspace = await world.workspaceOf();
    const elsewhere = await world.create(await world.workspaceOf(), stateOf(1));
    const source = await world.create(workspace, rich(1));
    const pending = await world.announce(workspace, stateOf(2));
    const before = await world.everything();
    expect(await refusal(rollback.rollback(world.owner, workspace, elsewhere.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(rollback.rollback(world.owner, workspace, pending.id))).toMatchObject({
      code: 'CONTENT_UNAVAILABLE',
    });
    expect(await world.everything()).toEqual(before);
    await locks.forceUnlock(world.owner, workspace);
    expect(await refusal(rollback.rollback(world.owner, workspace, source.id))).toMatchObject({
      code: 'LOCK_REQUIRED',
    });
    const writer = await world.memberWith(workspace, 'write');
    await locks.lock(writer, workspace);
    const held = await world.everything();
    expect(await refusal(rollback.rollback(world.owner, workspace, source.id))).toMatchObject({
      code: 'LOCK_HELD_BY_OTHER',
    });
    expect(await world.everything()).toEqual(held);
    expect((await rollback.rollback(writer, workspace, source.id)).createdById).toBe(writer.userId);
  });

  test('above the largest serial there is nothing', async () => {
    const workspace = await world.workspaceOf();
    const source = await world.create(workspace, stateOf(2n ** 63n - 1n));
    const before = await world.everything();
    expect(await refusal(world.services.rollback.rollback(world.owner, workspace, source.id))).toMatchObject({
      code: 'CONFLICT',
    });
    expect(await world.everything()).toEqual(before);
  });

  test('beside other rollbacks and creations, every serial is told once', async () => {
    const workspace = await world.workspaceOf();
    const source = await world.create(workspace, rich(1));
    const results = await Promise.allSettled([
      ...[1, 2, 3].map(() => world.services.rollback.rollback(world.owner, workspace, source.id)),
      world.create(workspace, stateOf(2)),
      world.create(workspace, stateOf(3)),
    ]);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(['SERIAL_STALE', 'MD5_CONFLICT', 'CONFLICT']).toContain((result.reason as { code: string }).code);
    }
    await world.settled();
    const rows = await world.client.stateVersion.findMany({
      where: { workspaceId: workspace },
      orderBy: { number: 'asc' },
    });
    const serials = rows.map(({ serial }) => serial);
    expect(new Set(serials).size).toBe(serials.length);
    expect([...serials].sort((a, b) => Number(a - b))).toEqual(serials);
    for (const row of rows)
      expect(JSON.parse((await world.download(await world.read(row.id as never))).toString())).toMatchObject({
        serial: Number(row.serial),
      });
    const last = rows.at(-1);
    expect(await world.row(workspace)).toMatchObject({ currentStateVersionId: last?.id, highestSerial: last?.serial });
    const { kept, counted } = await world.counts(workspace);
    expect(kept).toEqual(counted);
  });
});

describe('a hosted deployment', () => {
  test('takes uploads as snapshots; the last one becomes current on unlock', async () => {
    const hosted = await openStateService({ deployment: 'hosted' });
    const { locks, versions } = hosted.services;
    const workspace = await hosted.workspaceOf();
    const first = await hosted.announce(workspace, rich(1));
    await hosted.upload(first, rich(1));
    const second = await hosted.announce(workspace, stateOf(2));
    await hosted.upload(second, stateOf(2));
    await hosted.settled();
    expect(await hosted.read(first.id)).toMatchObject({
      status: 'finalized',
      intermediate: true,
      resourcesProcessed: true,
    });
    expect(await refusal(versions.current(hosted.owner, workspace))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusal(hosted.create(workspace, stateOf(1)))).toMatchObject({ code: 'SERIAL_STALE' });
    await locks.unlock(hosted.owner, workspace);
    await hosted.settled();
    const { version: current } = await versions.current(hosted.owner, workspace);
    expect(current).toMatchObject({ id: second.id, intermediate: false });
    expect(await hosted.row(workspace)).toMatchObject({ indexedStateVersionId: second.id });
    expect(await hosted.read(first.id)).toMatchObject({ intermediate: true });
    // With its content in the request, a version is current at once.
    await locks.lock(hosted.owner, workspace);
    const third = await hosted.create(workspace, stateOf(3));
    expect(third.intermediate).toBe(false);
    expect((await versions.current(hosted.owner, workspace)).version.id).toBe(third.id);
    // Forced to be unlocked while something waits: the last snapshot that has its content.
    const fourth = await hosted.announce(workspace, rich(4));
    await hosted.upload(fourth, rich(4));
    await hosted.announce(workspace, stateOf(5));
    await locks.forceUnlock(hosted.owner, workspace);
    await hosted.settled();
    expect((await versions.current(hosted.owner, workspace)).version).toMatchObject({
      id: fourth.id,
      intermediate: false,
    });
    expect(await hosted.row(workspace)).toMatchObject({ indexedStateVersionId: fourth.id, resourceCount: 2n });
    const { kept, counted } = await hosted.counts(workspace);
    expect(kept).toEqual(counted);
    await hosted.end();
  });
});
