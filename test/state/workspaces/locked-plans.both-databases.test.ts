import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStateWorld } from '../world.js';
import type { StateWorld } from '../world.js';

/** Few locked ones among many. */
const count = 5_000;
const isLocked = (n: number) => n % 1_000 === 999;

let world: StateWorld;
let organizationId: string;
beforeAll(async () => {
  world = await openStateWorld();
  organizationId = (await world.organizations.read(world.owner, world.organization)).id;
  const { id: projectId } = await world.client.project.findFirstOrThrow({ where: { organizationId } });
  const isPostgresql = world.database.provider === 'postgresql';
  const now = world.clock.now();
  const data = Array.from({ length: count }, (_, n) => {
    const name = `workspace-${String(n).padStart(5, '0')}`;
    const stamps = { createdAt: now, updatedAt: now, latestChangeAt: now, lockedAt: isLocked(n) ? now : null };
    return { id: `ws-${String(n).padStart(16, '0')}`, organizationId, projectId, name, searchName: name, ...stamps };
  });
  for (let from = 0; from < count; from += 500)
    await world.client.workspace.createMany({ data: data.slice(from, from + 500) });
  if (isPostgresql) await world.client.$executeRawUnsafe('ANALYZE');
});
afterAll(() => world.close());

async function planOf(statement: string): Promise<string> {
  const isPostgresql = world.database.provider === 'postgresql';
  const sql = `${isPostgresql ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'} ${statement}`;
  const rows = await world.client.$queryRawUnsafe<Record<string, unknown>[]>(sql);
  return rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n');
}

test('the locked workspaces of an organization are listed in order, and counted', async () => {
  const byName = { by: 'name', descending: false } as const;
  const first = { size: 3, from: 'start', after: null, before: null } as const;
  const { workspaces } = world;
  const page = await workspaces.connection(world.owner, world.organization, { locked: true }, byName, first);
  expect(page.nodes.map(({ name }) => name)).toEqual(['00999', '01999', '02999'].map((n) => `workspace-${n}`));
  expect(Number(await page.count())).toBe(5);
});

test('they are counted without looking at the others, and on PostgreSQL listed so', async () => {
  const from = `FROM "Workspace" WHERE "organizationId" = '${organizationId}' AND "lockedAt" IS NOT NULL`;
  expect(await planOf(`SELECT COUNT(*) ${from}`)).toContain('Workspace_locked_idx');
  // SQLite, which keeps no statistics here, goes along the names of all and stops at the end of the page.
  const index = world.database.provider === 'postgresql' ? 'Workspace_locked_idx' : 'Workspace_organizationId_name_key';
  expect(await planOf(`SELECT * ${from} ORDER BY "name", "id" LIMIT 21`)).toContain(index);
});
