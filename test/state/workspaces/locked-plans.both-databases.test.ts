import { afterAll, beforeAll, expect, test } from 'vitest';
import { listing } from '../../../src/platform/database/direct/reads.js';
import { tableNamed } from '../../../src/platform/database/direct/tables.js';
import { openStateWorld } from '../world.js';
import type { StateWorld } from '../world.js';

const workspaceTable = tableNamed('Workspace');

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
    const at = new Date(now.getTime() + n);
    const stamps = { createdAt: at, updatedAt: at, latestChangeAt: at, lockedAt: isLocked(n) ? now : null };
    return { id: `ws-${String(n).padStart(16, '0')}`, organizationId, projectId, name, searchName: name, ...stamps };
  });
  for (let from = 0; from < count; from += 500)
    await world.client.workspace.createMany({ data: data.slice(from, from + 500) });
  if (isPostgresql) await world.client.$executeRawUnsafe('ANALYZE');
});
afterAll(() => world.close());

async function planOf(statement: string, ...values: readonly unknown[]): Promise<string> {
  const isPostgresql = world.database.provider === 'postgresql';
  const sql = `${isPostgresql ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN'} ${statement}`;
  const rows = await world.client.$queryRawUnsafe<Record<string, unknown>[]>(sql, ...values);
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

test('they are counted without looking at the others', async () => {
  const from = `FROM "Workspace" WHERE "organizationId" = '${organizationId}' AND "lockedAt" IS NOT NULL`;
  expect(await planOf(`SELECT COUNT(*) ${from}`)).toMatch(/Workspace_locked(?:_change)?_idx/);
});

test.each([
  { direction: 'asc', after: null },
  { direction: 'desc', after: null },
  { direction: 'asc', after: 'workspace-01500' },
] as const)('a page by name reads no others: $direction, after $after', async ({ direction, after }) => {
  const where = {
    AND: [
      { AND: [{ organizationId }, { AND: [{ lockedAt: { not: null } }] }] },
      after === null ? {} : { name: { gt: after } },
    ],
  };
  const orderBy = [{ name: direction }, { id: direction }];
  const { query } = listing(world.database.provider, workspaceTable, { where, orderBy, take: 4 });
  const plan = await planOf(query.sql, ...query.args);
  expect(plan).toContain('Workspace_locked_idx');
  expect(plan).not.toMatch(/TEMP B-TREE|Sort/);
  const rows = await world.client.workspace.findMany({ where, orderBy, take: 4 });
  const all = ['00999', '01999', '02999', '03999', '04999'].map((n) => `workspace-${n}`);
  const expected = (direction === 'asc' ? all : all.toReversed()).filter((name) => after === null || name > after);
  expect(rows.map(({ name }) => name)).toEqual(expected.slice(0, 4));
});

test('a page by latest change reads no others', async () => {
  const where = { AND: [{ organizationId }, { lockedAt: { not: null } }] };
  const orderBy = [{ latestChangeAt: 'desc' }, { id: 'desc' }] as const;
  const { query } = listing(world.database.provider, workspaceTable, { where, orderBy, take: 4 });
  const plan = await planOf(query.sql, ...query.args);
  expect(plan).toMatch(/Workspace_locked(?:_change)?_idx/);
  const rows = await world.client.workspace.findMany({ where, orderBy: [...orderBy], take: 4 });
  expect(rows.map(({ name }) => name)).toEqual(['04999', '03999', '02999', '01999'].map((n) => `workspace-${n}`));
});

test.each(['createdAt', 'updatedAt', 'currentRunAt'])('a page by %s is a stretch of an index', async (column) => {
  const query = `SELECT "id" FROM "Workspace" WHERE "organizationId" = '${organizationId}' ORDER BY "${column}" DESC, "id" DESC LIMIT 20`;
  expect(await planOf(query)).toMatch(new RegExp(`Workspace_organizationId_${column}_(?:id_)?idx`));
});

test.each([
  ['in another order', { organizationId: 'o', lockedAt: { not: null } }, [{ createdAt: 'asc' }, { id: 'asc' }]],
  ['in two directions', { organizationId: 'o', lockedAt: { not: null } }, [{ name: 'asc' }, { id: 'desc' }]],
  ['of any organization', { lockedAt: { not: null } }, [{ name: 'asc' }, { id: 'asc' }]],
  [
    'one condition of several',
    { organizationId: 'o', OR: [{ lockedAt: { not: null } }] },
    [{ name: 'asc' }, { id: 'asc' }],
  ],
  ['not locked', { organizationId: 'o', lockedAt: null }, [{ name: 'asc' }, { id: 'asc' }]],
])('other pages name no index: %s', (_, where, orderBy) => {
  for (const provider of ['sqlite', 'postgresql'] as const) {
    expect(listing(provider, workspaceTable, { where, orderBy, take: 4 }).query.sql).not.toContain('INDEXED BY');
  }
});
