import { afterEach, describe, expect, test } from 'vitest';
import { openStateService, resource, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';

let world: StateServiceWorld;
afterEach(() => world.end());

const many = (count: number) => Array.from({ length: count }, (_, at) => resource('aws_vpc', `vpc_${at}`));

/** More of an index than is written at once. */
const large = 4_000;

describe('the count of a workspace is that of its current version, as soon as that says what there is', () => {
  test('although its index is not there yet', async () => {
    world = await openStateService();
    await world.service.indexer.close();
    const workspace = await world.workspaceOf();
    await world.create(workspace, stateOf(1, { resources: many(3) }));
    await world.service.jobs.idle();
    const { id } = await world.create(workspace, stateOf(2, { resources: many(large) }));
    await world.service.jobs.idle();
    expect(await world.read(id)).toMatchObject({ resourcesProcessed: true });
    const row = await world.row(workspace);
    expect(row).toMatchObject({ resourceCount: BigInt(large), currentStateVersionId: id });
    expect(row.indexedStateVersionId).not.toBe(id);
  });

  test('after a rollback, whose inventory is known at once', async () => {
    world = await openStateService();
    const workspace = await world.workspaceOf();
    const first = await world.create(workspace, stateOf(1, { resources: many(3) }));
    await world.create(workspace, stateOf(2, { resources: many(5) }));
    await world.settled();
    await world.service.jobs.close();
    const copy = await world.services.rollback.rollback(world.owner, workspace, first.id);
    expect(await world.read(copy.id)).toMatchObject({ resourcesProcessed: true });
    expect(await world.row(workspace)).toMatchObject({ resourceCount: 3n, currentStateVersionId: copy.id });
  });

  test('when the last snapshot becomes current', async () => {
    world = await openStateService({ deployment: 'hosted' });
    const workspace = await world.workspaceOf();
    const content = stateOf(1, { resources: many(4) });
    const version = await world.announce(workspace, content);
    await world.upload(version, content);
    await world.settled();
    expect(await world.read(version.id)).toMatchObject({ resourcesProcessed: true, intermediate: true });
    expect(await world.row(workspace)).toMatchObject({ resourceCount: 0n, currentStateVersionId: null });
    await world.service.jobs.close();
    await world.services.locks.unlock(world.owner, workspace);
    expect(await world.row(workspace)).toMatchObject({ resourceCount: 4n, currentStateVersionId: version.id });
  });

  test('and is unknown when it cannot be read', async () => {
    world = await openStateService();
    const workspace = await world.workspaceOf();
    await world.create(workspace, stateOf(1, { resources: many(2) }));
    await world.settled();
    const broken = Buffer.from(JSON.stringify({ version: 4, serial: 2, lineage: null, resources: 7 }));
    const { id } = await world.create(workspace, broken, { declared: { force: true } });
    await world.settled();
    expect((await world.read(id)).processingProblem).not.toBeNull();
    expect(await world.row(workspace)).toMatchObject({ resourceCount: -1n });
  });
});

test('a small state does not wait behind a large one', async () => {
  world = await openStateService({ maxContentBytes: 16 * 2 ** 20 });
  // As if it were reading for hours.
  await world.service.largeReads.close();
  const workspaces = [await world.workspaceOf(), await world.workspaceOf(), await world.workspaceOf()];
  const content = stateOf(1, { resources: many(1), check_results: ['x'.repeat(5 * 2 ** 20)] });
  const larger = [];
  for (const workspace of workspaces) larger.push(await world.create(workspace, content));
  const small = await world.create(await world.workspaceOf(), stateOf(1, { resources: many(2) }));
  await world.service.jobs.idle();
  expect(await world.read(small.id)).toMatchObject({ resourcesProcessed: true, resourceCount: 2n });
  for (const { id } of larger) expect(await world.read(id)).toMatchObject({ resourcesProcessed: false });
});
