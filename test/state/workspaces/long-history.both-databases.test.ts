import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { organizationContents } from '../../../src/state/workspaces/organization-contents.js';
import { removeOldest } from '../../../src/state/workspaces/history-removal.js';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';
import { manyRows } from './many-rows.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
  world.organizations.removeContentsBy(organizationContents(world.database));
});
afterAll(() => world.close());

const size = { finalized: 2_600, discarded: 400, bytes: 7 };
const all = size.finalized + size.discarded;

let made = 0;
let organizationId: string;
let workspaceId: string;
let owner: Caller;

/** A workspace with `size` versions, each with an object and an output; the newest is the current one. */
beforeEach(async () => {
  const userId = await world.user();
  const founder = await world.caller({ userId });
  const organization = { name: `long-${(made += 1)}`, email: 'ops@example.com' };
  ({ id: organizationId } = await world.organizations.create(founder, organization));
  owner = await world.caller({ userId });
  ({ id: workspaceId } = await world.workspaces.create(owner, organization.name, { name: 'main' }));
  const { now, upTo, insert } = manyRows(world);
  await insert(`"StateVersion" ("id", "workspaceId", "number", "status", "serial", "md5", "createdAt", "contentObjectId", "size", "resourcesProcessed")
    SELECT 'sv-${workspaceId}-' || a.i, '${workspaceId}', a.i, CASE WHEN a.i <= ${size.discarded} THEN 'discarded' ELSE 'finalized' END, a.i, 'x', ${now},
           'object-${workspaceId}-' || a.i, ${size.bytes}, true
      FROM ${upTo(all, 'a')}`);
  await insert(`"StateVersionOutput" ("id", "stateVersionId", "name", "sensitive", "type")
    SELECT 'wsout-' || v."id", v."id", 'o', false, 'string' FROM "StateVersion" v WHERE v."workspaceId" = '${workspaceId}'`);
  const newest = `sv-${workspaceId}-${all}`;
  await world.client.workspace.update({
    where: { id: workspaceId },
    data: {
      ...{ currentStateVersionId: newest, latestStateVersionId: newest, indexedStateVersionId: newest },
      ...{ lastNumber: BigInt(all), storedBytes: BigInt(all * size.bytes) },
      ...{ finalizedCount: BigInt(size.finalized), discardedCount: BigInt(size.discarded) },
    },
  });
});

const versions = () => world.client.stateVersion.count({ where: { workspaceId } });
const marked = () => world.client.unnamedObject.count({ where: { id: { startsWith: `object-${workspaceId}-` } } });

async function records(targetId: string, action: string) {
  const found = await world.client.auditRecord.findMany({
    where: { targetId, action, outcome: 'success' },
    select: { details: true },
  });
  return found.map(({ details }) => JSON.parse(details ?? '{}') as { readonly stateVersions?: number });
}

/** The counters of the workspace and of its organization say what there is. */
async function expectRightCounters() {
  const workspace = await world.client.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  const count = (status: string) => world.client.stateVersion.count({ where: { workspaceId, status } });
  expect(workspace.finalizedCount).toBe(BigInt(await count('finalized')));
  expect(workspace.discardedCount).toBe(BigInt(await count('discarded')));
  expect(workspace.storedBytes).toBe(BigInt((await versions()) * size.bytes));
  const parts = await world.client.storedBytes.findMany({ where: { organizationId } });
  expect(parts.reduce((sum, { bytes }) => sum + bytes, 0n)).toBe(workspace.storedBytes);
}

test('a workspace with a long history goes in parts, each of them recorded', async () => {
  await world.workspaces.delete(owner, { id: workspaceId });
  expect(await world.client.workspace.findUnique({ where: { id: workspaceId } })).toBeNull();
  expect(await versions()).toBe(0);
  expect(await world.client.stateVersionOutput.count({ where: { stateVersionId: { contains: workspaceId } } })).toBe(0);
  expect(await marked()).toBe(all);
  expect(await records(workspaceId, 'workspace.clear')).toEqual([{ stateVersions: 1_000 }]);
  expect(await records(workspaceId, 'workspace.delete')).toHaveLength(1);
  expect(await world.client.event.count({ where: { kind: 'workspace.deleted', topic: workspaceId } })).toBe(1);
});

test('what is left after an interruption is whole: its newest states, and right counters', async () => {
  const { database, clock } = world;
  const part = (end: () => void) =>
    database.transaction(async (tx) => {
      const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
      await removeOldest(tx, database.provider, workspace, clock.now());
      end();
    });
  const cut = part(() => {
    throw new Error('cut off');
  });
  await expect(cut).rejects.toThrow('cut off');
  expect([await versions(), await marked()]).toEqual([all, 0]);
  await expectRightCounters();
  await part(() => undefined);
  expect([await versions(), await marked()]).toEqual([all - 1_000, 1_000]);
  await expectRightCounters();
  const oldest = await world.client.stateVersion.findFirst({ where: { workspaceId }, orderBy: { number: 'asc' } });
  expect(oldest?.number).toBe(1_001n);
  expect((await world.workspaces.read(owner, { id: workspaceId })).currentStateVersionId).toBe(
    `sv-${workspaceId}-${all}`,
  );
  await world.workspaces.delete(owner, { id: workspaceId });
  expect(await versions()).toBe(0);
});

test('a deletion that is refused takes nothing', async () => {
  await world.locks.lock(owner, workspaceId);
  expect(await refusal(world.workspaces.safeDelete(owner, { id: workspaceId }))).toMatchObject({
    code: 'WORKSPACE_LOCKED',
  });
  const stranger = await world.caller({ userId: await world.user() });
  expect(await refusal(world.workspaces.delete(stranger, { id: workspaceId }))).toMatchObject({ code: 'NOT_FOUND' });
  expect([await versions(), await marked()]).toEqual([all, 0]);
  expect(await records(workspaceId, 'workspace.clear')).toEqual([]);
});

test('versions with much in their outputs are few a part', async () => {
  const { client, clock } = world;
  await client.stateVersion.updateMany({ where: { workspaceId }, data: { outputsSize: 30n * 1024n * 1024n } });
  const workspace = await client.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  const removed = await world.database.transaction((tx) =>
    removeOldest(tx, world.database.provider, workspace, clock.now()),
  );
  expect(removed).toBe(2);
  await client.stateVersion.updateMany({ where: { workspaceId }, data: { outputsSize: 1024n ** 3n } });
  const next = await world.database.transaction((tx) =>
    removeOldest(tx, world.database.provider, workspace, clock.now()),
  );
  expect(next).toBe(1);
});

test('goes with its organization in the same parts', async () => {
  await world.organizations.delete(owner, organizationId, true);
  expect(await world.client.organization.findUnique({ where: { id: organizationId } })).toBeNull();
  expect(await versions()).toBe(0);
  expect(await marked()).toBe(all);
  const parts = await records(organizationId, 'organization.clear');
  expect(parts).toEqual([{ workspaces: 0, stateVersions: 1_000, variableSets: 0 }]);
});
