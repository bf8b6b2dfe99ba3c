import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/platform/database/database.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { deepPage } from '../../../../src/platform/database/direct/deep-pages.js';
import { tableNamed } from '../../../../src/platform/database/direct/tables.js';
import { freshDatabase } from '../fresh-database.js';
import { organization } from '../scratch-rows.js';

let database: Database;
let removed: () => Promise<void>;
const count = 1_250;
const then = { createdAt: new Date(0), updatedAt: new Date(0) };
const organizationId = 'org-1';
const nameOf = (n: number) => `w-${String(n).padStart(5, '0')}`;
const byName = [{ name: 'asc' }, { id: 'asc' }] as const;

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'trustate-pages-'));
  const { url, remove } = await freshDatabase(folder);
  removed = async () => {
    await remove();
    rmSync(folder, { recursive: true, force: true });
  };
  database = await openDatabase({ url });
  const { client } = database;
  for (const id of [organizationId, 'org-2']) {
    await client.organization.create({ data: { ...organization(id), id } });
    await client.project.create({ data: { id: `prj-${id}`, organizationId: id, name: 'p', searchName: 'p', ...then } });
    await client.workspace.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        ...{ id: `ws-${id}-${String(count - n).padStart(5, '0')}`, organizationId: id, projectId: `prj-${id}` },
        ...{
          name: nameOf(n),
          searchName: nameOf(n),
          description: n % 2 === 0 ? 'even' : 'odd',
          latestChangeAt: then.createdAt,
          ...then,
        },
      })),
    });
  }
});
afterAll(async () => {
  await database.close();
  await removed();
});

describe('a page far into a list', () => {
  test.each([
    ['upwards', [...byName], {}, (n: number) => nameOf(n), 1_100],
    [
      'downwards',
      [{ name: 'desc' as const }, { id: 'desc' as const }],
      {},
      (n: number) => nameOf(count - 1 - n),
      1_100,
    ],
    ['with a filter', [...byName], { description: { not: 'none' } }, (n: number) => nameOf(n), 1_000],
  ])('%s holds what is there', async (_way, orderBy, filter, expected, skip) => {
    const where = { AND: [{ organizationId }, filter] };
    const rows = await database.client.workspace.findMany({ where, orderBy, take: 20, skip });
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, n) => expected(skip + n)));
    expect(new Set(rows.map((row) => row.organizationId))).toEqual(new Set([organizationId]));
  });

  test('ends where the list ends', async () => {
    const asked = { where: { organizationId }, orderBy: [...byName], take: 20 };
    expect(await database.client.workspace.findMany({ ...asked, skip: count - 3 })).toHaveLength(3);
    expect(await database.client.workspace.findMany({ ...asked, skip: count })).toEqual([]);
  });
});

test.each<[table: string, where: object, orderBy: unknown, column: string | null]>([
  ['Workspace', { organizationId: 'o' }, byName, 'name'],
  ['Workspace', { AND: [{ organizationId: 'o' }, { lockedAt: null }] }, [{ name: 'desc' }], 'name'],
  ['Organization', {}, { name: 'asc' }, 'name'],
  ['TeamWorkspaceAccess', { workspaceId: 'w' }, [{ id: 'asc' }], null],
  // Others have the same name in other organizations.
  ['Workspace', {}, byName, null],
  ['Workspace', { organizationId: { in: ['o', 'p'] } }, byName, null],
  ['Workspace', { OR: [{ organizationId: 'o' }] }, byName, null],
  ['Workspace', { organizationId: 'o' }, [{ latestChangeAt: 'desc' }, { id: 'desc' }], null],
  ['Workspace', { organizationId: 'o' }, undefined, null],
])('PostgreSQL passes over values of what %s where %j in the order %j differ in', (name, where, orderBy, column) => {
  const table = tableNamed(name);
  const asked = { where, orderBy, skip: 1_000 };
  expect(deepPage('postgresql', table, asked)?.column ?? null).toBe(column);
  expect(deepPage('postgresql', table, { ...asked, skip: 999 })).toBeNull();
  expect(deepPage('sqlite', table, asked)).toBeNull();
});
