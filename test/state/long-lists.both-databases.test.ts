import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchColumn } from '../../src/platform/database/text-search.js';
import { scannedBy } from '../platform/database/scans.js';
import { openStateWorld } from './world.js';
import type { StateWorld } from './world.js';

/*
 * Lists of which one object has as many rows as there are: a page reads few of them, and a total reads none. 1,200 are more than the lists take for few.
 */

const many = 1_200;
let world: StateWorld;
let organizationId: string;
const digits = (n: number) => String(n).padStart(4, '0');
const id = (kind: string, n: number) => `${kind}-AAAAAAAAAAAA${digits(n)}`;
const window = (number: number) => ({ number, size: 3, skip: (number - 1) * 3 });
const first = { size: 3, from: 'start', after: null, before: null } as const;
const byName = { by: 'name', descending: false } as const;

beforeAll(async () => {
  world = await openStateWorld();
  organizationId = (await world.organizations.read(world.owner, world.organization)).id;
  const { id: projectId } = await world.client.project.findFirstOrThrow({ where: { organizationId } });
  const { id: otherProject } = await world.project(organizationId);
  const now = world.clock.now();
  const stamps = { createdAt: now, updatedAt: now };
  const each = Array.from({ length: many }, (_, n) => n);
  const put = async <T>(rows: readonly T[], write: (data: T[]) => Promise<unknown>) => {
    for (let from = 0; from < rows.length; from += 300) await write(rows.slice(from, from + 300));
  };
  await put(
    each.map((n) => ({
      ...{ id: id('ws', n), organizationId, projectId: n === 7 ? otherProject : projectId },
      ...{ name: `w-${digits(n)}`, ...searchColumn(`w-${digits(n)}`), latestChangeAt: now, ...stamps },
    })),
    (data) => world.client.workspace.createMany({ data }),
  );
  await world.client.organization.update({ where: { id: organizationId }, data: { workspaceCount: many } });
  await put(
    each.slice(1).map((n) => ({ workspaceId: 'ws-AAAAAAAAAAAA0000', consumerId: id('ws', n) })),
    (data) => world.client.remoteStateConsumer.createMany({ data }),
  );
  await world.client.tag.createMany({
    data: ['common', 'rare', 'inherited'].map((key) => ({ id: `tag-${key}`, organizationId, key, createdAt: now })),
  });
  const binding = (tagId: string, workspaceId: string, value = '') => ({
    ...{ id: `tb-${tagId}-${workspaceId}`, tagId: `tag-${tagId}`, workspaceId, value, createdAt: now },
  });
  await put(
    [
      ...each.slice(1).map((n) => binding('common', id('ws', n))),
      ...['ws-AAAAAAAAAAAA0003', 'ws-AAAAAAAAAAAA0900'].map((id, at) => binding('rare', id, `v${at}`)),
      binding('inherited', 'ws-AAAAAAAAAAAA0005'),
    ],
    (data) => world.client.tagBinding.createMany({ data }),
  );
  await world.client.tagBinding.create({
    data: { id: 'tb-project', tagId: 'tag-inherited', projectId: otherProject, createdAt: now },
  });
  await put(
    each.map((n) => ({
      ...{ id: id('team', n), organizationId, name: `t-${digits(many - n)}`, ...stamps },
      ...searchColumn(n === 9 ? 't-rarely' : `t-${digits(n)}`),
    })),
    (data) => world.client.team.createMany({ data }),
  );
  await put(
    each.map((n) => ({
      ...{ id: id('at', n), secretHash: '', kind: 'team', teamId: id('team', n) },
      ...{
        createdAt: new Date(now.getTime() + (n % 2 ? n : 2 * many - n)),
        expiresAt: n < 2 ? null : new Date(4e12 + n),
      },
      ...{ revokedAt: n === 4 ? now : null },
    })),
    (data) => world.client.token.createMany({ data }),
  );
  await put(
    each.map((n) => ({
      ...{ id: id('tws', n), teamId: id('team', n), workspaceId: 'ws-AAAAAAAAAAAA0000', access: 'read' },
      ...{ stateVersions: 'read', ...stamps },
    })),
    (data) => world.client.teamWorkspaceAccess.createMany({ data }),
  );
  if (world.database.provider === 'postgresql') await world.client.$executeRawUnsafe('ANALYZE');
});
afterAll(() => world.close());

/** What a list answers, once it is seen that none of its statements reads a whole table, sorts, or lists what all rows have. */
async function flat<T>(work: () => Promise<T>): Promise<T> {
  const { result, statements } = await world.heard(work);
  for (const sql of statements) {
    expect([sql, await scannedBy(world.database, sql)]).toEqual([sql, []]);
    if (world.database.provider !== 'sqlite') continue;
    const rows = await world.database.readSql(`EXPLAIN QUERY PLAN ${sql}`, []);
    // The rows of a page are sorted once more with those of others.
    const steps = rows.map(({ detail }) => String(detail)).join('\n');
    const plan = steps.replaceAll(/SCAN p0\nUSE TEMP B-TREE FOR ORDER BY/g, '');
    if (/INDEXED BY "(?:sqlite_autoindex|Token_teamId_idx|Workspace_projectId)/.test(sql)) continue;
    expect(`${sql}\n${plan}`).not.toMatch(/TEMP B-TREE FOR ORDER BY\b|LIST SUBQUERY/);
  }
  return result;
}

const tokens = async (order: 'created-at' | '-created-at' | 'expired-at' | '-expired-at', page = 1, search = '') => {
  const filter = { search: search === '' ? null : search, order };
  const list = () => world.tokens.pageOfTeams(world.owner, world.organization, filter, window(page));
  const { items, pagination } = await flat(list);
  return [items.map(({ id: of }) => Number(of.slice(-4))), pagination.totalCount];
};

test('tokens of all teams', async () => {
  const total = many - 1;
  expect(await tokens('created-at')).toEqual([[1, 3, 5], total]);
  expect(await tokens('-created-at')).toEqual([[0, 2, 6], total]);
  expect(await tokens('expired-at')).toEqual([[2, 3, 5], total]);
  expect(await tokens('-expired-at')).toEqual([[1, 0, 1199], total]);
  // The last page, and one beyond it.
  expect(await tokens('created-at', 400)).toEqual([[2, 0], total]);
  expect(await tokens('created-at', 500)).toEqual([[], total]);
  expect(await tokens('created-at', 1, 'RARELY')).toEqual([[9], 1]);
  expect(await tokens('created-at', 1, 'nowhere')).toEqual([[], 0]);
  expect((await tokens('created-at', 1, 't-'))[1]).toBe(total);
});

test('tokens of the teams that a member is of', async () => {
  const userId = await world.user();
  await world.member(organizationId, userId, 'team-AAAAAAAAAAAA0003', 'team-AAAAAAAAAAAA0011');
  await world.client.team.update({
    where: { id: 'team-AAAAAAAAAAAA0011' },
    data: { allowMemberTokenManagement: false },
  });
  const caller = await world.caller({ userId });
  const filter = { search: null, order: 'created-at' } as const;
  const { items } = await flat(() => world.tokens.pageOfTeams(caller, world.organization, filter, window(1)));
  expect(items.map(({ id }) => id)).toEqual(['at-AAAAAAAAAAAA0003']);
});

test('tokens of a user', async () => {
  const userId = await world.user();
  const row = { secretHash: '', kind: 'user', userId, createdAt: world.clock.now() };
  await world.client.token.createMany({
    data: [
      ...['at-u1', 'at-u2', 'at-u3', 'at-u4'].map((id) => ({ ...row, id })),
      { ...row, id: 'at-u5', type: 'wrapping' },
      { ...row, id: 'at-u6', revokedAt: world.clock.now() },
    ],
  });
  const caller = await world.caller({ userId });
  const page = await flat(() => world.tokens.pageOfUser(caller, null, window(2)));
  // And the one that the caller uses.
  expect([page.items.length, page.pagination.totalCount]).toEqual([2, 5]);
  const list = await world.tokens.listOfUser(caller, null, first);
  expect(Number(await flat(async () => list.count()))).toBe(5);
});

const tagged = async (search: Parameters<StateWorld['workspaces']['connection']>[2]) => {
  const list = () => world.workspaces.connection(world.owner, world.organization, search, byName, first);
  const page = await flat(list);
  return [page.nodes.map(({ name }) => name), Number(await flat(async () => page.count()))];
};

test('workspaces by a tag', async () => {
  expect(await tagged({ tags: ['common'] })).toEqual([['w-0001', 'w-0002', 'w-0003'], many - 1]);
  expect(await tagged({ tags: ['rare'] })).toEqual([['w-0003', 'w-0900'], 2]);
  expect(await tagged({ tagged: [{ key: 'rare', value: 'v1' }] })).toEqual([['w-0900'], 1]);
  expect(await tagged({ tags: ['common', 'rare'] })).toEqual([['w-0003', 'w-0900'], 2]);
  expect(await tagged({ tags: ['inherited'] })).toEqual([['w-0005', 'w-0007'], 2]);
  expect(await tagged({ tags: ['none'] })).toEqual([[], 0]);
  expect(await tagged({ excludeTags: ['common'] })).toEqual([['w-0000'], 1]);
  expect(await tagged({ excludeTags: ['rare'] })).toEqual([['w-0000', 'w-0001', 'w-0002'], many - 2]);
  expect(await tagged({ excludeTags: ['inherited'] })).toEqual([['w-0000', 'w-0001', 'w-0002'], many - 2]);
  expect(await tagged({ excludeTags: ['none'] })).toEqual([['w-0000', 'w-0001', 'w-0002'], many]);
});

test('consumers of a state', async () => {
  const workspace = await world.workspaces.read(world.owner, { id: 'ws-AAAAAAAAAAAA0000' });
  const lists = () => world.visibleTo().lists.consumersOfWorkspace;
  const page = await flat(() => lists().connection(workspace, {}, first));
  expect(page.nodes.map(({ name }) => name)).toEqual(['w-0001', 'w-0002', 'w-0003']);
  expect(Number(await flat(async () => lists().count(workspace, {})))).toBe(many - 1);
});

test('access of teams to a workspace by number', async () => {
  // PostgreSQL may go along the ids of all, where its statistics say that nearly all are of this workspace.
  const seen: typeof flat = world.database.provider === 'sqlite' ? flat : (work) => work();
  const page = (number: number) =>
    seen(() => world.workspaceAccess.page(world.owner, 'ws-AAAAAAAAAAAA0000', window(number)));
  const at = async (number: number) => (await page(number)).items.map(({ id }) => id);
  expect(await at(1)).toEqual(['tws-AAAAAAAAAAAA0000', 'tws-AAAAAAAAAAAA0001', 'tws-AAAAAAAAAAAA0002']);
  expect(await at(400)).toEqual(['tws-AAAAAAAAAAAA1197', 'tws-AAAAAAAAAAAA1198', 'tws-AAAAAAAAAAAA1199']);
  expect((await page(1)).pagination.totalCount).toBe(many);
  // Few are in the order of the names of their teams.
  await world.client.teamWorkspaceAccess.deleteMany({ where: { id: { gte: 'tws-AAAAAAAAAAAA0500' } } });
  const few = await world.workspaceAccess.page(world.owner, 'ws-AAAAAAAAAAAA0000', window(1));
  expect(few.items.map(({ id }) => id)).toEqual([
    'tws-AAAAAAAAAAAA0499',
    'tws-AAAAAAAAAAAA0498',
    'tws-AAAAAAAAAAAA0497',
  ]);
});
