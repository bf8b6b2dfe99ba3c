import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import { intendedIndex } from '../../../src/platform/database/direct/intended-index.js';
import { tableNamed } from '../../../src/platform/database/direct/tables.js';
import { listWorkspaceNames } from '../../../src/state/workspaces/name-parts.job.js';
import { WorkspaceNameParts } from '../../../src/state/workspaces/name-parts.js';
import { searchColumn } from '../../../src/platform/database/text-search.js';
import { openStateWorld } from '../world.js';
import type { StateWorld } from '../world.js';

/** More than are named in a statement, with one name that few parts of are common. */
const count = 1_200;
const rare = [100, 700, 1_100];
const nameOf = (n: number) => `Team_${rare.includes(n) ? 'ODD' : 'app'}-${String(n).padStart(5, '0')}`;

let world: StateWorld;
let organizationId: string;
let projectId: string;
beforeAll(async () => {
  world = await openStateWorld();
  organizationId = (await world.organizations.read(world.owner, world.organization)).id;
  projectId = (await world.client.project.findFirstOrThrow({ where: { organizationId } })).id;
  const now = world.clock.now();
  const data = Array.from({ length: count }, (_, n) => ({
    ...{ id: `ws-${String(n).padStart(16, '0')}`, organizationId, projectId, name: nameOf(n) },
    ...{ ...searchColumn(nameOf(n)), createdAt: now, updatedAt: now, latestChangeAt: now },
  }));
  for (let from = 0; from < count; from += 300)
    await world.client.workspace.createMany({ data: data.slice(from, from + 300) });
});
afterAll(() => world.close());

/** The database as it was before names were listed. */
const undone = (sqlite: boolean) => [
  ...(sqlite
    ? ['inserted', 'updated', 'deleted'].map((what) => `DROP TRIGGER "Workspace_name_parts_${what}"`)
    : [
        'DROP TRIGGER "Workspace_name_parts" ON "Workspace"',
        'DROP FUNCTION "list_workspace_name"',
        'DROP FUNCTION "workspace_name_parts"',
      ]),
  'DROP TABLE "WorkspaceNamePart"',
  `DELETE FROM "_prisma_migrations" WHERE "migration_name" = '0037_workspace_names'`,
];

const first = { size: 5, from: 'start', after: null, before: null } as const;
const byName = { by: 'name', descending: false } as const;

async function found(search: { name?: string; wildcardName?: string }) {
  const page = await world.workspaces.connection(world.owner, world.organization, search, byName, first);
  return { names: page.nodes.map(({ name }) => name), count: Number(await page.count()) };
}
const odd = rare.map(nameOf);
const parts = () => new WorkspaceNameParts({ database: world.database });
const named = async (text: string) => (await parts().few(organizationId, [{ contains: text }]))?.toSorted() ?? null;
const facts = () => world.client.installationFact.findUnique({ where: { key: 'workspace-names.listed' } });

// First, because a server asks no more once all are listed.
test('workspaces of before are listed, whenever that is interrupted; until then all names are compared', async () => {
  const rows = () =>
    world.database.readSql('SELECT "text", "workspaceId" FROM "WorkspaceNamePart" ORDER BY "workspaceId", "text"');
  const before = await rows();
  expect(before.length).toBeGreaterThan(count * 10);
  for (const statement of undone(world.database.provider === 'sqlite')) await world.client.$executeRawUnsafe(statement);
  expect((await migrateDatabase({ url: world.url })).map(({ name }) => name)).toEqual(['0037_workspace_names']);
  expect((await facts())?.value).toBe('');
  expect(await named('odd')).toBeNull();
  const stopped = new AbortController();
  const interrupted = parts();
  const listing = listWorkspaceNames(
    Object.assign(interrupted, {
      listSome: async (some: number) => {
        const more = await WorkspaceNameParts.prototype.listSome.call(interrupted, some);
        stopped.abort();
        return more;
      },
    }),
    stopped.signal,
  );
  await expect(listing).rejects.toThrow('aborted');
  expect((await facts())?.value).toMatch(/^ws-0{14}24$/);
  expect(await named('odd')).toBeNull();
  expect(await found({ name: 'odd' })).toEqual({ names: odd, count: 3 });
  // What was listed before is listed again where its progress was not kept.
  await world.client.installationFact.update({ where: { key: 'workspace-names.listed' }, data: { value: '' } });
  await listWorkspaceNames(parts(), new AbortController().signal);
  expect(await facts()).toBeNull();
  expect(await rows()).toEqual(before);
  expect(await named('odd')).toHaveLength(3);
  await listWorkspaceNames(parts(), new AbortController().signal);
  expect(await facts()).toBeNull();
});

const cases = [
  [{ name: 'odd' }, odd, 3],
  [{ name: 'D' }, odd, 3],
  [{ name: 'm_o' }, odd, 3],
  [{ name: '_ODD-007' }, odd.slice(1, 2), 1],
  [{ name: '%' }, [], 0],
  [{ name: '\u{e004}' }, [], 0],
  [{ name: 'nowhere' }, [], 0],
  [{ name: 'team' }, [0, 1, 2, 3, 4].map(nameOf), count],
  [{ wildcardName: 'team_o*' }, odd, 3],
  [{ wildcardName: '*01100' }, odd.slice(2), 1],
  [{ wildcardName: '*am_*dd*' }, odd, 3],
  [{ wildcardName: 'eam_odd*' }, [], 0],
  [{ wildcardName: '*0110' }, [nameOf(110)], 1],
  [{ wildcardName: 'TEAM_odd-00100' }, odd.slice(0, 1), 1],
  [{ wildcardName: 'team_odd-0010' }, [], 0],
  [{ wildcardName: `${'a'.repeat(91)}*` }, [], 0],
] as const;
const inOrder = (names: readonly string[]) => names.toSorted((one, other) => (one < other ? -1 : 1));

test.each(cases)('%j is found', async (search, names, matches) => {
  const { names: shown, count: all } = await found(search);
  expect(all).toBe(matches);
  expect(shown).toHaveLength(Math.min(matches, 5));
  if (matches < count) expect(shown).toEqual(inOrder(names));
});

test('few are named, however common the pieces of the text are; many are not', async () => {
  expect(await named('odd')).toEqual(rare.map((n) => `ws-${String(n).padStart(16, '0')}`));
  expect(await named('nowhere')).toEqual([]);
  expect(await named('00-00')).toEqual([]);
  expect(await named('app-000')).toHaveLength(100);
  expect(await named('team')).toBeNull();
  expect(await parts().few('org-other', [{ contains: 'odd' }])).toEqual([]);
});

test('SQLite reads the rows that are named, and no others', () => {
  const workspaces = tableNamed('Workspace');
  const where = { AND: [{ organizationId: 'o' }, { id: { in: ['ws-1', 'ws-2'] } }] };
  const orderBy = [{ name: 'asc' }, { id: 'asc' }];
  expect(intendedIndex('sqlite', workspaces, where, orderBy)).toContain('sqlite_autoindex_Workspace_1');
  expect(intendedIndex('sqlite', workspaces, where, undefined)).toContain('sqlite_autoindex_Workspace_1');
  expect(intendedIndex('sqlite', workspaces, { OR: [where] }, orderBy)).toBe('');
  expect(intendedIndex('sqlite', workspaces, { id: { in: [] } }, orderBy)).toBe('');
  expect(intendedIndex('postgresql', workspaces, where, orderBy)).toBe('');
});

test('a new name is found at once, a former one no more', async () => {
  const { id, name } = await world.make();
  expect(await named(name)).toEqual([id]);
  await world.workspaces.update(world.owner, { id }, { name: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' });
  expect(await named(name)).toEqual([]);
  expect(await named('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')).toEqual([id]);
  expect(await found({ name: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab' })).toEqual({ names: [], count: 0 });
  await world.workspaces.delete(world.owner, { id });
  const left = await world.database.readSql('SELECT "text" FROM "WorkspaceNamePart" WHERE "workspaceId" = ?', [id]);
  expect(left).toEqual([]);
});
