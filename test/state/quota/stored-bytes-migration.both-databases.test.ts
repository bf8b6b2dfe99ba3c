import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import { usedBytesOf } from '../../../src/state/quota/storage.js';
import { jsonState, openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

/** The database as it was before there were counters of stored bytes. */
const undone = (sqlite: boolean) => [
  ...(sqlite
    ? ['inserted', 'updated', 'deleted'].flatMap((what) => [
        `DROP TRIGGER "Workspace_stored_bytes_${what}"`,
        `DROP TRIGGER "Workspace_all_stored_bytes_${what}"`,
      ])
    : [
        `DROP TRIGGER "Workspace_stored_bytes" ON "Workspace"`,
        `DROP FUNCTION "add_stored_bytes"`,
        `DROP TRIGGER "Workspace_all_stored_bytes" ON "Workspace"`,
      ]),
  `DROP TABLE "StoredBytes"`,
  `DROP INDEX "Workspace_organizationId_storedBytes_idx"`,
  `ALTER TABLE "Workspace" DROP COLUMN "storedBytes"`,
  `ALTER TABLE "StateVersion" DROP COLUMN "outputsSize"`,
  `ALTER TABLE "Organization" DROP COLUMN "storageQuota"`,
  `DELETE FROM "_prisma_migrations" WHERE "migration_name" IN ('0009_stored_bytes', '0012_stored_bytes_together')`,
];

const outputs = Buffer.from(
  JSON.stringify({
    größe: { value: 'ä', type: 'string', sensitive: false },
    secret: { value: 'hidden', type: 'string', sensitive: true },
  }),
);

async function rows() {
  return {
    versions: await world.client.stateVersion.findMany({ orderBy: { id: 'asc' }, omit: { outputsSize: true } }),
    outputs: await world.client.stateVersionOutput.findMany({ orderBy: { id: 'asc' } }),
  };
}

// Once it is read, the outputs are those of the content.
const named = stateOf(1, {
  outputs: { größe: { value: 'ä', type: 'string' }, secret: { value: 'hidden', type: 'string', sensitive: true } },
});

test('what stands is counted, and stays as it is', async () => {
  const { client } = world;
  const { backingData } = world.services;
  const full = await world.workspaceOf();
  const given = await world.create(full, named, { jsonState: jsonState(), jsonStateOutputs: outputs });
  const gone = await world.create(full, stateOf(2), { jsonState: jsonState(), jsonStateOutputs: outputs });
  await world.create(full, stateOf(3), { jsonState: jsonState('c') });
  await backingData.softDelete(world.owner, given.id);
  await backingData.softDelete(world.owner, gone.id);
  await backingData.permanentlyDelete(world.owner, gone.id);
  const waits = await world.workspaceOf();
  const waiting = await world.announce(waits, stateOf(1), { jsonStateOutputs: outputs });
  await world.upload(waiting, jsonState('long'), 'json');
  const superseded = await world.workspaceOf();
  await world.upload(await world.announce(superseded, stateOf(1)), jsonState(), 'json');
  await world.create(superseded, stateOf(2));
  const empty = await world.workspaceOf();
  await world.settled();
  const stood = await rows();

  for (const statement of undone(world.database.provider === 'sqlite')) await client.$executeRawUnsafe(statement);
  expect((await migrateDatabase({ url: world.url })).map(({ name }) => name)).toEqual([
    '0009_stored_bytes',
    '0012_stored_bytes_together',
  ]);

  expect(await rows()).toEqual(stood);
  // What was given is not kept: names and values as they are stored.
  const kept = await client.stateVersionOutput.findMany({ where: { stateVersionId: given.id } });
  expect(kept).toHaveLength(2);
  const bytes = kept.reduce(
    (sum, { name, value, sealedValue }) =>
      sum + Buffer.byteLength(name) + (sealedValue ?? Buffer.from(value ?? '')).length,
    0,
  );
  const sizes = await client.stateVersion.findMany({ where: { outputsSize: { gt: 0 } }, orderBy: { number: 'asc' } });
  expect(sizes.map(({ id, outputsSize }) => [id, outputsSize]).sort()).toEqual(
    [given.id, waiting.id].map((id) => [id, BigInt(bytes)]).sort(),
  );
  const stored = async (id: string) =>
    Number((await client.workspace.findUniqueOrThrow({ where: { id } })).storedBytes);
  expect(await stored(full)).toBe(
    named.length + jsonState().length + bytes + stateOf(3).length + jsonState('c').length,
  );
  expect(await stored(waits)).toBe(jsonState('long').length + bytes);
  expect(await stored(superseded)).toBe(stateOf(2).length);
  expect(await stored(empty)).toBe(0);
  const { _sum } = await client.workspace.aggregate({ _sum: { storedBytes: true } });
  expect((await usedBytesOf(client, [world.organizationId])).get(world.organizationId)).toBe(_sum.storedBytes);
  expect((await client.organization.findMany()).map(({ storageQuota }) => storageQuota)).toEqual([null, null]);
  for (const workspace of [full, waits, superseded, empty]) {
    const { kept: counters, counted } = await world.counts(workspace);
    expect(counters).toEqual(counted);
  }
});
