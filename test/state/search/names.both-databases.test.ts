import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { orderByName } from '../../../src/identity/teams/team.type.js';
import { orderByUsername } from '../../../src/identity/users/user.type.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { openStateWorld } from '../world.js';
import type { StateWorld } from '../world.js';

const names = ['Net_Core', 'Net-Core', 'netXcore', 'NETWORK'] as const;

let world: StateWorld;
let caller: Caller;
beforeAll(async () => {
  world = await openStateWorld();
  const { organization } = world;
  const root = await world.root();
  for (const [place, name] of [...names, 'Other'].entries()) {
    await world.users.create(root, { username: name, email: `${place}@example.com` });
    await world.memberships.add(root, { organization, username: name });
    await world.organizations.create(world.owner, { name, email: 'a@example.com' });
    await world.teams.create(world.owner, organization, { name });
    await world.projects.create(world.owner, organization, { name });
    const { id } = await world.make({ name });
    await world.tags.bindToWorkspace(world.owner, id, [{ key: name }], 'add');
  }
  caller = await world.caller({ userId: world.ownerId });
});
afterAll(() => world.close());

const window = { number: 1, size: 100, skip: 0 };

/** Every list that is searched by a name, and the names it finds. */
const lists: Readonly<Record<string, (text: string) => Promise<string[]>>> = {
  organizations: async (text) => named((await world.organizations.page(caller, { name: text }, window)).items),
  users: async (text) =>
    (await world.users.list(caller, text, orderByUsername, pageAsked({ first: 100 }))).nodes.map(
      ({ username }) => username,
    ),
  memberships: async (search) => {
    const organization = await world.memberships.listable(caller, world.organization);
    const { membershipsOfOrganization } = world.visibleFor(world.loaders(), caller);
    const { items } = await membershipsOfOrganization.numbered(organization, { search }, window);
    const users = await world.client.user.findMany({ where: { id: { in: items.map(({ userId }) => userId) } } });
    return users.map(({ username }) => username);
  },
  teams: async (search) =>
    named((await world.teams.page(caller, world.organization, { names: [], search }, window)).items),
  'teams of an organization': async (search) => {
    const organization = await world.organizations.read(caller, world.organization);
    const { teamsOfOrganization } = world.visibleFor(world.loaders(), caller);
    return named(
      (
        await teamsOfOrganization(orderByName).connection(
          organization,
          { names: [], search },
          pageAsked({ first: 100 }),
        )
      ).nodes,
    );
  },
  projects: async (query) =>
    named((await world.projects.page(caller, world.organization, { search: query }, window)).items),
  tags: async (key) =>
    (await world.tags.page(caller, world.organization, { search: key }, window)).items.map((tag) => tag.key),
  workspaces: async (name) => {
    const byName = { by: 'name', descending: false } as const;
    return named((await world.workspaces.page(caller, world.organization, { name }, byName, window)).items);
  },
};

const named = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);

describe.each(Object.keys(lists))('a part of a name is sought as it is written, in any case: %s', (noun) => {
  test.each([
    ['net', names],
    ['NET', names],
    ['Net_Core', ['Net_Core']],
    ['t_c', ['Net_Core']],
    ['T-C', ['Net-Core']],
    ['twork', ['NETWORK']],
    ['_', ['Net_Core']],
    ['%', []],
    ['net%core', []],
    ['\\_', []],
    ['\\', []],
    ["net'", []],
    ['\u{e000}', []],
    ['\0', []],
    ['net\0', []],
    ['n'.repeat(60_000), []],
  ])('%j', async (text, found) => {
    expect((await lists[noun]?.(text))?.sort()).toEqual([...found].sort());
  });
});

test.each(['GRÖSSE', 'größe', 'Größe'])('letters that ASCII does not have: %s', async (name) => {
  const { id } = await world.projects.create(caller, world.organization, { name });
  const found = async (query: string) =>
    named((await world.projects.page(caller, world.organization, { search: query }, window)).items);
  expect(await found(name.toUpperCase() === name ? name.toLowerCase() : name.replace('ö', 'Ö'))).toEqual([name]);
  await world.projects.delete(caller, id);
});

test('a search finds what was renamed by its new name alone', async () => {
  const { id } = await world.projects.create(caller, world.organization, { name: 'before' });
  const team = await world.teams.create(caller, world.organization, { name: 'before' });
  await world.projects.update(caller, id, { name: 'Later' });
  await world.teams.update(caller, team.id, { name: 'Later' });
  for (const noun of ['projects', 'teams']) {
    expect(await lists[noun]?.('LATER')).toEqual(['Later']);
    expect(await lists[noun]?.('before')).toEqual([]);
  }
});

test('the number of memberships with one of some addresses is theirs', async () => {
  const organization = await world.memberships.listable(caller, world.organization);
  const { membershipsOfOrganization } = world.visibleFor(world.loaders(), caller);
  const emails = ['0@example.com', '1@example.com'];
  const page = await membershipsOfOrganization.numbered(organization, { emails }, window);
  expect([page.items.length, page.pagination.totalCount]).toEqual([2, 2]);
});

describe('people are found by their email address', () => {
  beforeAll(async () => {
    const root = await world.root();
    await world.users.create(root, { username: 'mailed', email: 'First_Last@Example.org' });
    const add = { organization: world.organization, email: 'first_last@example.ORG' };
    await world.memberships.add(root, add);
  });
  afterAll(async () => {
    const root = await world.root();
    await world.users.update(root, 'mailed', { email: 'gone@example.net' });
    expect(await lists['memberships']?.('first_last')).toEqual([]);
    expect(await lists['users']?.('GONE@example.net')).toEqual(['mailed']);
  });

  test.each([
    // text                      among members, users: those may not learn an address bit by bit
    ['First_Last@Example.org', true, true],
    ['FIRST_LAST@EXAMPLE.ORG', true, true],
    ['first_', true, false],
    ['LAST@example', true, false],
    ['firstxlast@example.org', false, false],
    ['first%', false, false],
  ])('%s', async (text, member, user) => {
    expect(await lists['memberships']?.(text)).toEqual(member ? ['mailed'] : []);
    expect(await lists['users']?.(text)).toEqual(user ? ['mailed'] : []);
  });

  test.each([
    [['first_LAST@example.org'], 1],
    [['first_last@example.org', 'FIRST_LAST@EXAMPLE.ORG', 'x'.repeat(300)], 1],
    [['last@example.org'], 0],
    [['firstxlast@example.org'], 0],
    [[], 0],
  ])('one of %j: %i', async (emails, count) => {
    const organization = await world.memberships.listable(caller, world.organization);
    const { membershipsOfOrganization } = world.visibleFor(world.loaders(), caller);
    const page = await membershipsOfOrganization.numbered(organization, { emails }, window);
    expect([page.items.length, page.pagination.totalCount]).toEqual([count, count]);
  });
});

test.each([
  ['team.', true],
  ['tea_.', false],
  ['%.', false],
  ['TEAM.', false],
])('records of actions that begin with %j', async (action, some) => {
  const { recordsOfOrganization } = world.visibleFor(world.loaders(), caller);
  const { items } = await recordsOfOrganization.numbered({ id: world.organizationId }, { action }, window);
  expect(items.length > 0).toBe(some);
});
