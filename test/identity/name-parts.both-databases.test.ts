import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '../../src/platform/database/database.js';
import { fewOf } from '../../src/platform/database/name-parts.js';
import type { NameList } from '../../src/platform/database/name-parts.js';
import { searchColumn, searchEmailColumn } from '../../src/platform/database/text-search.js';
import type { Caller } from '../../src/identity/caller.js';
import { openWorld } from './world.js';

/** More than are named in a statement, with three names that few parts of are common. */
const count = 1_200;
const rare = [100, 700, 1_100];
const digits = (n: number) => String(n).padStart(5, '0');
const nameOf = (n: number) => `The_${rare.includes(n) ? 'ODD' : 'usual'}-${digits(n)}`;
const odd = rare.map(nameOf);

let world: Awaited<ReturnType<typeof openWorld>>;
let organizationId: string;
let organization: string;
let admin: Caller;
beforeAll(async () => {
  world = await openWorld();
  const ownerId = await world.user({ siteAdmin: true });
  organizationId = await world.organization(ownerId);
  admin = await world.caller({ userId: ownerId });
  organization = (await world.client.organization.findUniqueOrThrow({ where: { id: organizationId } })).name;
  const now = world.clock.now();
  const stamps = { createdAt: now, updatedAt: now };
  const all = Array.from({ length: count }, (_, n) => n);
  const id = (prefix: string, n: number) => `${prefix}-${String(n).padStart(16, 'A')}`;
  const named = (n: number) => ({ name: nameOf(n), ...searchColumn(nameOf(n)) });
  const { client } = world;
  for (let from = 0; from < count; from += 300) {
    const some = all.slice(from, from + 300);
    await client.user.createMany({
      data: some.map((n) => ({
        ...{ id: id('user', n), username: nameOf(n), ...searchColumn(nameOf(n)), ...stamps },
        ...{ email: `${nameOf(n)}@example.com`, ...searchEmailColumn(`${nameOf(n)}@example.com`) },
      })),
    });
    await client.organizationMembership.createMany({
      data: some.map((n) => ({ id: id('ou', n), organizationId, userId: id('user', n), createdAt: now })),
    });
    await client.team.createMany({
      data: some.map((n) => ({ id: id('team', n), organizationId, ...named(n), ...stamps })),
    });
    await client.organization.createMany({
      data: some.map((n) => ({
        ...{ id: id('org', n), ...named(n), ...stamps },
        ...{ email: `${nameOf(n)}@example.org`, ...searchEmailColumn(`${nameOf(n)}@example.org`) },
      })),
    });
    await client.project.createMany({
      data: some.map((n) => ({ id: id('prj', n), organizationId, ...named(n), ...stamps })),
    });
    await client.tag.createMany({
      data: some.map((n) => ({
        ...{ id: id('tag', n), organizationId, key: nameOf(n), ...searchColumn(nameOf(n)), createdAt: now },
      })),
    });
  }
});
afterAll(() => world.close());

const first = { size: 5, from: 'start', after: null, before: null } as const;
const window = { number: 1, size: 5, skip: 0 } as const;
const byName = { field: 'username', direction: 'ASC' } as const;
const contains = (text: string) => ({ contains: text });

/** Names and how many there are, by each list that has a search. */
const lists = {
  users: async (search: string) => {
    const page = await world.users.list(admin, search, byName, first);
    return { names: page.nodes.map(({ username }) => username), count: Number(await page.count()) };
  },
  organizations: async (search: string) => {
    const page = await world.organizations.list(admin, { search }, first);
    return { names: page.nodes.map(({ name }) => name).toSorted(), count: Number(await page.count()) };
  },
  teams: async (search: string) => {
    const { items, pagination } = await world.teams.page(admin, organization, { names: [], search }, window);
    return { names: items.map(({ name }) => name), count: pagination.totalCount };
  },
} satisfies Record<string, (search: string) => Promise<{ names: string[]; count: number }>>;

const cases: readonly (readonly [string, readonly string[], number])[] = [
  ['odd', odd, 3],
  ['E_O', odd, 3],
  ['_ODD-007', odd.slice(1, 2), 1],
  ['%', [], 0],
  ['\u{e004}', [], 0],
  ['nowhere', [], 0],
  ['the_', [0, 1, 2, 3, 4].map(nameOf), count],
];
test.each(Object.keys(lists).flatMap((list) => cases.map((each) => [list, ...each] as const)))(
  '%s with %j in the name are found',
  async (list, search, names, matches) => {
    const found = await lists[list as keyof typeof lists](search);
    expect(found.count).toBe(matches);
    expect(found.names).toHaveLength(Math.min(matches, 5));
    if (matches < count) expect(found.names).toEqual(names);
  },
);

test('users are found by their whole address, organizations by a part of theirs', async () => {
  expect(await lists.users(`${odd[1]}@example.com`)).toEqual({ names: odd.slice(1, 2), count: 1 });
  expect(await lists.users('@example.com')).toEqual({ names: [], count: 0 });
  const page = await world.organizations.list(admin, { email: 'odd-00700@EXAMPLE' }, first);
  expect(page.nodes.map(({ name }) => name)).toEqual(odd.slice(1, 2));
});

test('few are named, many are not, and those of another organization never', async () => {
  const few = async (list: NameList, text: string) => (await fewOf(world.database, [list, contains(text)]))?.length;
  const scoped = ['team', 'project', 'tag'] as const;
  for (const list of ['user', 'organization', ...scoped.map((kind) => `${kind}/${organizationId}` as const)] as const) {
    expect([list, await few(list, 'odd'), await few(list, 'nowhere')]).toEqual([list, 3, 0]);
    expect([list, await few(list, 'the_')]).toEqual([list, undefined]);
  }
  for (const kind of scoped) expect(await few(`${kind}/org-other`, 'odd')).toBe(0);
});

test('a new name is found at once, a former one no more; accounts of teams are not listed', async () => {
  const few = (list: NameList, text: string) => fewOf(world.database, [list, contains(text)]);
  const made = await world.teams.create(admin, organization, { name: 'before-that' });
  expect(await few(`team/${organizationId}`, 'fore-th')).toEqual([made.id]);
  await world.teams.update(admin, made.id, { name: 'after-that' });
  expect(await few(`team/${organizationId}`, 'fore-th')).toEqual([]);
  expect(await few(`team/${organizationId}`, 'ter-th')).toEqual([made.id]);
  expect(await few('user', made.id)).toEqual([]);
  await world.teams.delete(admin, made.id);
  const rows = await world.database.readSql('SELECT "text" FROM "NamePart" WHERE "rowId" = ?', [made.id]);
  expect(rows).toEqual([]);
});

test('names of before the list are in it once the database is migrated', async () => {
  const all = () => world.database.readSql('SELECT * FROM "NamePart" ORDER BY "list", "rowId", "text"');
  const before = await all();
  expect(before.length).toBeGreaterThan(count * 5 * 10);
  const sqlite = world.database.provider === 'sqlite';
  const triggers = sqlite
    ? await world.database.readSql(
        `SELECT "name" FROM sqlite_schema WHERE "type" = 'trigger' AND "sql" LIKE '%"NamePart"%'`,
      )
    : [];
  const undone = sqlite
    ? triggers.map(({ name }) => `DROP TRIGGER "${String(name)}"`)
    : ['DROP FUNCTION "list_name" CASCADE', 'DROP FUNCTION "name_parts"'];
  const recorded = `DELETE FROM "_prisma_migrations" WHERE "migration_name" = '0061_name_parts'`;
  for (const statement of [...undone, 'DROP TABLE "NamePart"', recorded])
    await world.client.$executeRawUnsafe(statement);
  expect((await migrateDatabase({ url: world.url })).map(({ name }) => name)).toEqual(['0061_name_parts']);
  expect(await all()).toEqual(before);
});
