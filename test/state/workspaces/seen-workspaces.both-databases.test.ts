import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { searchColumn } from '../../../src/platform/database/text-search.js';
import type { Connection, PageAsked } from '../../../src/platform/graphql/connection.js';
import type { NumberedPage, PageWindow } from '../../../src/platform/graphql/numbered-page.js';
import type { WorkspaceRow } from '../../../src/platform/database/models.js';
import { scannedBy } from '../../platform/database/scans.js';
import { openStateWorld } from '../world.js';
import type { StateWorld } from '../world.js';

/*
 * Lists of workspaces for members who do not see all of them: what is listed is what each may read, however it is granted. 1,200 are more than the lists take for few.
 */

const many = 1_200;
const small = 24;
let world: StateWorld;
const digits = (n: number) => String(n).padStart(4, '0');
const workspaceId = (n: number) => `ws-AAAAAAAAAAAA${digits(n)}`;
const projectId = (n: number) => `prj-AAAAAAAAAAAA${digits(n)}`;
const provider = workspaceId(0);
const tagId = 'tag-AAAAAAAAAAAAAAAA';
const setId = 'varset-AAAAAAAAAAAAAAAA';

beforeAll(async () => {
  world = await openStateWorld();
  const { client, organizationId } = world;
  const now = world.clock.now();
  const stamps = { createdAt: now, updatedAt: now };
  const each = Array.from({ length: many }, (_, n) => n);
  const put = async <T>(rows: readonly T[], write: (data: T[]) => Promise<unknown>) => {
    for (let from = 0; from < rows.length; from += 300) await write(rows.slice(from, from + 300));
  };
  // Project 0 has most of them, and each of the others has a few.
  const projectOf = (n: number) => (n % 10 === 9 ? 1 + (Math.floor(n / 10) % small) : 0);
  const projects = Array.from({ length: small + 1 }, (_, n) => n);
  await put(
    projects.map((n) => ({
      ...{ id: projectId(n), organizationId, name: `p-${digits(n)}`, ...searchColumn(`p-${digits(n)}`), ...stamps },
      workspaceCount: each.filter((of) => projectOf(of) === n).length,
    })),
    (data) => client.project.createMany({ data }),
  );
  await put(
    each.map((n) => ({
      ...{
        id: workspaceId(n),
        organizationId,
        projectId: projectId(projectOf(n)),
        name: `w-${digits((n * 7) % many)}`,
      },
      ...{ ...searchColumn(`w-${digits((n * 7) % many)}`), latestChangeAt: now, ...stamps },
    })),
    (data) => client.workspace.createMany({ data }),
  );
  await client.organization.update({ where: { id: organizationId }, data: { workspaceCount: many } });
  await put(
    each.slice(1).map((n) => ({ workspaceId: provider, consumerId: workspaceId(n) })),
    (data) => client.remoteStateConsumer.createMany({ data }),
  );
  await client.remoteStateConsumer.createMany({
    data: [3, 9, 19, 700].map((n) => ({ workspaceId: workspaceId(1), consumerId: workspaceId(n) })),
  });
  await client.tag.create({ data: { id: tagId, organizationId, key: 'all', createdAt: now } });
  await put(
    each
      .slice(1)
      .map((n) => ({ id: `tb-${digits(n)}`, tagId, workspaceId: workspaceId(n), value: '', createdAt: now })),
    (data) => client.tagBinding.createMany({ data }),
  );
  await client.variableSet.create({
    data: { id: setId, organizationId, name: 'some', ...searchColumn('some'), ...stamps },
  });
  await client.variableSetWorkspace.createMany({
    data: [3, 9, 19, 700].map((n) => ({ variableSetId: setId, workspaceId: workspaceId(n) })),
  });
  if (world.database.provider === 'postgresql') await client.$executeRawUnsafe('ANALYZE');
});
afterAll(() => world.close());

/** A member whose team has these accesses. */
async function member(workspaces: readonly number[], projects: readonly number[]): Promise<Caller> {
  const caller = await world.memberWith();
  const [teamId = ''] = caller.organizations.get(world.organizationId)?.teams ?? [];
  const stamps = { createdAt: world.clock.now(), updatedAt: world.clock.now() };
  for (let from = 0; from < workspaces.length; from += 300)
    await world.client.teamWorkspaceAccess.createMany({
      data: workspaces.slice(from, from + 300).map((n) => ({
        ...{ id: `tws-${teamId.slice(-10)}${n}`, teamId, workspaceId: workspaceId(n) },
        ...{ access: 'read', stateVersions: 'none', ...stamps },
      })),
    });
  await world.client.teamProjectAccess.createMany({
    data: projects.map((n) => ({
      ...{ id: `tprj-${teamId.slice(-10)}${n}`, teamId, projectId: projectId(n), access: 'read', ...stamps },
    })),
  });
  await world.turn();
  return world.caller({ userId: caller.userId });
}

const range = (from: number, below: number) => Array.from({ length: below - from }, (_, n) => from + n);

const members: readonly [who: string, make: () => Promise<Caller>][] = [
  ['nothing', () => member([], [])],
  ['a few', () => member([3, 9, 700], [])],
  ['one project', () => member([], [0])],
  ['one small project', () => member([], [3])],
  ['projects, and a few of them and of others', () => member([1, 9, 19, 29], [0, 1, 2])],
  ['many one by one', () => member(range(20, 1_100), [])],
  ['many one by one, and a project', () => member(range(20, 1_100), [4])],
  ['many projects, and a few', () => member([1, 2, 9], range(1, small))],
  ['many of both', () => member(range(20, 1_100), range(1, small))],
];

const none = { after: null, before: null } as const;

interface Listed {
  readonly connection: (page: PageAsked) => Promise<Connection<WorkspaceRow>>;
  readonly numbered?: (window: PageWindow) => Promise<NumberedPage<WorkspaceRow>>;
}

/** The names on all pages, from the start, from the end, and by number; and the totals. */
async function everywhere({ connection, numbered }: Listed) {
  const forwards: string[] = [];
  for (let after: string | null = null; ;) {
    const page: Connection<WorkspaceRow> = await connection({ size: 97, from: 'start', after, before: null });
    forwards.push(...page.nodes.map(({ name }) => name));
    after = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage) break;
  }
  const backwards: string[] = [];
  for (let before: string | null = null; ;) {
    const page: Connection<WorkspaceRow> = await connection({ size: 311, from: 'end', after: null, before });
    backwards.unshift(...page.nodes.map(({ name }) => name));
    before = page.pageInfo.startCursor;
    if (!page.pageInfo.hasPreviousPage) break;
  }
  const total = Number(await (await connection({ size: 1, from: 'start', ...none })).count());
  if (!numbered) return { forwards, backwards, total };
  const byNumber: string[] = [];
  for (let number = 1; (number - 1) * 97 < total; number += 1) {
    const page = await numbered({ number, size: 97, skip: (number - 1) * 97 });
    byNumber.push(...page.items.map(({ name }) => name));
    expect(page.pagination.totalCount).toBe(total);
  }
  return { forwards, backwards, total, byNumber };
}

describe.each(members)('a member who sees %s', (_, make) => {
  let caller: Caller;
  let seen: readonly WorkspaceRow[];
  beforeAll(async () => {
    caller = await make();
    const rows = await world.client.workspace.findMany({ where: { organizationId: world.organizationId } });
    const grants = await Promise.all(rows.map((row) => world.access.workspaceGrants(caller, row)));
    seen = rows.filter((__, at) => grants[at]?.has('workspace:read')).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  });

  const expected = (wanted: (row: WorkspaceRow) => boolean, isNumbered = true) => {
    const names = seen.filter(wanted).map(({ name }) => name);
    const lists = { forwards: names, backwards: names, total: names.length };
    return isNumbered ? { ...lists, byNumber: names } : lists;
  };
  const lists = () => world.visibleTo(caller).lists;

  test.each(['ASC', 'DESC'] as const)('lists the workspaces of the organization, %s', async (direction) => {
    const sort = { by: 'name', descending: direction === 'DESC' } as const;
    const listed = await everywhere({
      connection: (page) => world.workspaces.connection(caller, world.organization, {}, sort, page),
      numbered: (window) => world.workspaces.page(caller, world.organization, {}, sort, window),
    });
    const { total, ...orders } = expected(() => true);
    const turned = Object.entries(orders).map(([name, all]) => [name, sort.descending ? all.toReversed() : all]);
    expect(listed).toEqual({ ...Object.fromEntries(turned), total });
  });

  test.each(['latest-change-at', 'created-at'] as const)('lists as many by %s', async (by) => {
    const sort = { by, descending: false };
    const page = await world.workspaces.page(caller, world.organization, {}, sort, { number: 1, size: 1, skip: 0 });
    expect(page.pagination.totalCount).toBe(seen.length);
  });

  test('lists as many where no project is named but an empty one', async () => {
    const window = { number: 1, size: 1, skip: 0 };
    for (const by of ['name', 'created-at'] as const) {
      const sort = { by, descending: false };
      const page = await world.workspaces.page(caller, world.organization, { projectId: '' }, sort, window);
      expect(page.pagination.totalCount).toBe(seen.length);
    }
  });

  test.each([0, 1, 3])('lists the workspaces of project %d', async (n) => {
    const project = await world.client.project.findUniqueOrThrow({ where: { id: projectId(n) } });
    const inProject = expected((row) => row.projectId === project.id);
    const connection = (page: PageAsked) => lists().workspacesOfProject.connection(project, {}, page);
    const numbered = (window: PageWindow) => lists().workspacesOfProject.numbered(project, {}, window);
    expect(await everywhere({ connection, numbered })).toEqual(inProject);
    const byName = { by: 'name', descending: false } as const;
    const search = { projectId: project.id };
    const found = await world.workspaces.page(caller, world.organization, search, byName, {
      number: 1,
      size: 9,
      skip: 0,
    });
    expect([found.items.map(({ name }) => name), found.pagination.totalCount]).toEqual([
      inProject.forwards.slice(0, 9),
      inProject.total,
    ]);
  });

  test.each([
    ['of many that are named', provider, {}, (id: string) => id !== provider],
    ['of few that are named', workspaceId(1), {}, (id: string) => [3, 9, 19, 700].some((n) => workspaceId(n) === id)],
    ['of the organization', workspaceId(9), { globalRemoteState: true }, (id: string) => id !== workspaceId(9)],
  ] as const)('lists consumers %s', async (__, id, settings, isOne) => {
    const row = { ...(await world.client.workspace.findUniqueOrThrow({ where: { id } })), ...settings };
    const connection = (page: PageAsked) => lists().consumersOfWorkspace.connection(row, {}, page);
    const numbered = (window: PageWindow) => lists().consumersOfWorkspace.numbered(row, {}, window);
    expect(await everywhere({ connection, numbered })).toEqual(expected((one) => isOne(one.id)));
  });

  test('lists consumers of a project', async () => {
    const stored = await world.client.workspace.findUniqueOrThrow({ where: { id: workspaceId(19) } });
    const row = { ...stored, projectRemoteState: true };
    const connection = (page: PageAsked) => lists().consumersOfWorkspace.connection(row, {}, page);
    const consumers = expected(({ id, projectId: of }) => of === row.projectId && id !== row.id, false);
    expect(await everywhere({ connection })).toEqual(consumers);
  });

  test('lists what has a tag, and what a set is for', async () => {
    const tag = await world.client.tag.findUniqueOrThrow({ where: { id: tagId } });
    const tagged = (page: PageAsked) => lists().workspacesOfTag.connection(tag, {}, page);
    expect(await everywhere({ connection: tagged })).toEqual(expected(({ id }) => id !== provider, false));
    const set = await world.client.variableSet.findUniqueOrThrow({ where: { id: setId } });
    const ofSet = (page: PageAsked) => lists().workspacesOfSet.connection(set, {}, page);
    const inSet = expected(({ id }) => [3, 9, 19, 700].some((n) => workspaceId(n) === id), false);
    expect(await everywhere({ connection: ofSet })).toEqual(inSet);
  });

  test('no page goes over a table, and who sees few does not go along all', async () => {
    const row = await world.client.workspace.findUniqueOrThrow({ where: { id: provider } });
    const first = { size: 3, from: 'start', ...none } as const;
    const byName = { by: 'name', descending: false } as const;
    const { statements } = await world.heard(async () => {
      await world.workspaces.connection(caller, world.organization, {}, byName, first);
      await lists().consumersOfWorkspace.connection(row, {}, first);
    });
    for (const sql of statements) expect([sql, await scannedBy(world.database, sql)]).toEqual([sql, []]);
    if (world.database.provider !== 'sqlite' || seen.length > 1_150 || seen.length === 0) return;
    const pages = statements.filter((sql) => sql.includes('AS "parent"'));
    expect(pages).toHaveLength(2);
    for (const sql of pages) expect(sql).toMatch(/INDEXED BY "(?:sqlite_autoindex_Workspace_1|Workspace_)/);
  });
});

test('whoever sees few looks up no more than those', async () => {
  const callers = [await member([3, 9, 700], []), await member([], [3]), await member([9], [3])];
  const byName = { by: 'name', descending: false } as const;
  for (const caller of callers) {
    const row = await world.client.workspace.findUniqueOrThrow({ where: { id: provider } });
    const first = { size: 3, from: 'start', ...none } as const;
    const { statements } = await world.heard(async () => {
      const page = await world.workspaces.connection(caller, world.organization, {}, byName, first);
      await page.count();
      const consumers = await world.visibleTo(caller).lists.consumersOfWorkspace.connection(row, {}, first);
      await consumers.count();
    });
    const listed = statements.filter((sql) => sql.includes('AS "parent"'));
    expect(listed).toHaveLength(4);
    if (world.database.provider !== 'sqlite') continue;
    for (const sql of listed) {
      const plan = await world.database.readSql(`EXPLAIN QUERY PLAN ${sql}`, []);
      expect(plan.map(({ detail }) => String(detail)).join('\n')).not.toMatch(/organizationId_name_key|SCAN Workspace/);
    }
  }
});

test('what is seen of an organization is put together once for all lists of a response', async () => {
  const caller = await member(range(20, 1_100), [4]);
  const rows = await world.client.workspace.findMany({ where: { id: { in: range(1, 30).map(workspaceId) } } });
  const lists = world.visibleTo(caller).lists;
  const first = { size: 3, from: 'start', ...none } as const;
  const spy = vi.spyOn(world.access, 'visibleWorkspaces');
  const pages = await Promise.all(rows.map((row) => lists.consumersOfWorkspace.connection(row, {}, first)));
  await Promise.all(pages.map(async ({ count }) => count()));
  expect(spy).toHaveBeenCalledTimes(1);
  spy.mockRestore();
});

test('few consumers are looked for among what is seen one by one, where that is much', async () => {
  const row = await world.client.workspace.findUniqueOrThrow({ where: { id: workspaceId(1) } });
  const first = { size: 3, from: 'start', ...none } as const;
  const listOfAll = 'IN (SELECT "workspaceId" FROM "TeamWorkspaceAccess"';
  for (const [singles, isListed] of [
    [[3, 9], true],
    [range(20, 1_100), false],
  ] as const) {
    const caller = await member(singles, []);
    const { statements } = await world.heard(() =>
      world.visibleTo(caller).lists.consumersOfWorkspace.connection(row, {}, first),
    );
    const pages = statements.filter((sql) => sql.includes('AS "parent"'));
    expect(pages.map((sql) => sql.includes(listOfAll))).toEqual([isListed]);
  }
});
