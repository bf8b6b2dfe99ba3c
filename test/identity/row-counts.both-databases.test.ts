import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '../../src/platform/database/database.js';
import { rowCount } from '../../src/platform/database/row-counts.js';
import type { WholeCounter } from '../../src/platform/database/row-counts.js';
import { openWorld } from './world.js';

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const count = async (list: WholeCounter) => Number(await rowCount(world.database, list));
const stamps = () => ({ createdAt: world.clock.now(), updatedAt: world.clock.now() });

/** Each list with how many rows it has when they are counted. */
async function counted(
  organizationId: string,
  workspaceId: string,
): Promise<readonly (readonly [WholeCounter, number])[]> {
  const { client } = world;
  return [
    ['organization', await client.organization.count()],
    ['user', await client.user.count({ where: { kind: 'person' } })],
    [`tag/${organizationId}`, await client.tag.count({ where: { organizationId } })],
    [`run/${workspaceId}`, await client.run.count({ where: { workspaceId } })],
    [`configuration-version/${workspaceId}`, await client.configurationVersion.count({ where: { workspaceId } })],
  ];
}

test('what is added, removed, or goes with its owner is counted, and what was there before is', async () => {
  const { client } = world;
  const ownerId = await world.user({ siteAdmin: true });
  const organizationId = await world.organization(ownerId);
  const project = await client.project.findFirstOrThrow({ where: { organizationId } });
  const { name } = await client.organization.findUniqueOrThrow({ where: { id: organizationId } });
  const workspaceId = 'ws-AAAAAAAAAAAAAAAA';
  await client.workspace.create({
    data: {
      ...{ id: workspaceId, organizationId, projectId: project.id, name: 'counted', searchName: 'counted' },
      ...{ ...stamps(), latestChangeAt: world.clock.now() },
    },
  });
  await client.tag.createMany({
    data: ['a', 'b', 'c'].map((key) => ({ id: `tag-${key}`, organizationId, key, createdAt: world.clock.now() })),
  });
  await client.configurationVersion.create({ data: { id: 'cv-1', workspaceId, createdAt: world.clock.now() } });
  await client.run.createMany({ data: ['run-1', 'run-2'].map((id) => ({ id, workspaceId, ...stamps() })) });
  await client.run.update({ where: { id: 'run-1' }, data: { status: 'applied' } });
  await client.run.delete({ where: { id: 'run-2' } });
  await client.tag.delete({ where: { id: 'tag-a' } });
  const now = await counted(organizationId, workspaceId);
  expect(now.slice(2).map(([, rows]) => rows)).toEqual([2, 1, 1]);
  for (const [list, rows] of now) expect([list, await count(list)]).toEqual([list, rows]);

  const lists = ['organization', 'user', 'tag/%', 'run/%', 'configuration-version/%'];
  const among = lists.map((list) => `"list" LIKE '${list}'`).join(' OR ');
  const rows = () => world.database.readSql(`SELECT * FROM "RowCount" WHERE ${among} ORDER BY "list"`);
  const kept = await rows();
  const sqlite = world.database.provider === 'sqlite';
  const triggers = sqlite
    ? await world.database.readSql(
        `SELECT "name" FROM sqlite_schema WHERE "type" = 'trigger' AND "name" LIKE '%_counted_%'`,
      )
    : [];
  const undone = sqlite
    ? triggers.map(({ name: trigger }) => `DROP TRIGGER "${String(trigger)}"`)
    : ['DROP FUNCTION "count_row" CASCADE'];
  const recorded = `DELETE FROM "_prisma_migrations" WHERE "migration_name" = '0062_row_counts'`;
  for (const statement of [...undone, 'DROP TABLE "RowCount"', recorded]) await client.$executeRawUnsafe(statement);
  expect((await migrateDatabase({ url: world.url })).map(({ name: done }) => done)).toEqual(['0062_row_counts']);
  expect(await rows()).toEqual(kept);

  const admin = await world.caller({ userId: ownerId });
  const page = { size: 5, from: 'start', after: null, before: null } as const;
  const organizations = await world.organizations.list(admin, {}, page);
  expect(Number(await organizations.count())).toBe(await client.organization.count());
  const users = await world.users.list(admin, null, { field: 'username', direction: 'ASC' }, page);
  expect(Number(await users.count())).toBe(await client.user.count({ where: { kind: 'person' } }));

  await client.workspace.delete({ where: { id: workspaceId } });
  await world.organizations.delete(admin, name);
  for (const list of [`tag/${organizationId}`, `run/${workspaceId}`, `configuration-version/${workspaceId}`] as const)
    expect([list, await count(list)]).toEqual([list, 0]);
  expect(await count('organization')).toBe(await client.organization.count());
  expect(await rows()).toHaveLength(2);
});

test('those who add at the same time are all counted', async () => {
  const before = await count('user');
  await Promise.all(Array.from({ length: 20 }, () => world.user()));
  expect(await count('user')).toBe(before + 20);
});
