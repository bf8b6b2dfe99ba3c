import { afterAll, beforeAll, expect, test } from 'vitest';
import { idsOfList, indexSql } from '../../../src/state/search/index-statements.js';
import { lockWaits } from '../../platform/database/lock-waits.js';
import { openStateService, resource, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';

const sql = indexSql('postgresql', 1_000);

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const vpc = (name: string) => resource('aws_vpc', name);
const addresses = async (workspaceId: string) =>
  (await world.client.indexedResource.findMany({ where: { workspaceId }, orderBy: { address: 'asc' } })).map(
    ({ address }) => address,
  );

/** Waits until another connection of this database waits for a row. */
const untilSomebodyWaits = () => expect.poll(() => lockWaits(world.database)).toBeGreaterThan(0);

/** The job of a version runs a statement while the transaction that makes the next one current is not committed yet. */
async function during(statement: string, first: (workspaceId: string) => Promise<readonly string[]>) {
  const workspaceId = await world.workspaceOf();
  const { id: old } = await world.create(workspaceId, stateOf(1, { resources: [vpc('kept')] }));
  await world.settled();
  const { id: next } = await world.create(workspaceId, stateOf(2, { resources: [vpc('kept')] }));
  await world.settled();
  const current = (id: string) => ({ where: { id: workspaceId }, data: { currentStateVersionId: id } });
  await world.client.workspace.update(current(old));
  const row = [...(await first(workspaceId)), workspaceId, old];
  let running: Promise<void> | undefined;
  await world.database.transaction(async (tx) => {
    await tx.workspace.update(current(next));
    running = world.database.writeSql([{ sql: statement, rows: [row] }]);
    await untilSomebodyWaits();
  });
  await running;
  return addresses(workspaceId);
}

const entry = (name: string) =>
  JSON.stringify([
    [`aws_vpc.${name}`, 'root', 'managed', 'aws_vpc', name, 'provider["registry.terraform.io/hashicorp/aws"]', 1],
  ]);

// The job of the next version looks at what is there as soon as that is current: nothing of an older one may come after it.
test('what an older version has is not inserted once the next one is current', async () => {
  const late = () => Promise.resolve([idsOfList(), entry('late')]);
  expect(await during(sql.upsert, late)).toEqual(['aws_vpc.kept']);
});

test('what an older version does not have is not removed once the next one is current', async () => {
  const kept = async (workspaceId: string) => {
    const where = { workspaceId, address: 'aws_vpc.kept' };
    const { id } = await world.client.indexedResource.findFirstOrThrow({ where });
    return [JSON.stringify([id])];
  };
  expect(await during(sql.remove, kept)).toEqual(['aws_vpc.kept']);
});
