import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import type { Connection, PageAsked } from '../../../src/platform/graphql/connection.js';
import type { OrderDirection } from '../../../src/platform/graphql/order.js';
import { openStateWorld } from '../world.js';
import type { StateWorld } from '../world.js';

const names = ['delta', 'Alpha', 'charlie', 'bravo', 'echo'];

let world: StateWorld;
let caller: Caller;
beforeAll(async () => {
  world = await openStateWorld();
  const { organization } = world;
  const root = await world.root();
  for (const [place, name] of names.entries()) {
    // Two of each moment: the id tells them apart.
    if (place % 2 === 0) world.clock.advance(60_000);
    await world.users.create(root, { username: name, email: `${place}@example.com` });
    await world.memberships.add(root, { organization, username: name });
    await world.teams.create(world.owner, organization, { name });
    await world.projects.create(world.owner, organization, { name });
  }
  caller = await world.caller({ userId: world.ownerId });
});
afterAll(() => world.close());

interface Row {
  readonly id: string;
  readonly createdAt: Date;
}
type List = (direction: OrderDirection, page: PageAsked) => Promise<Connection<Row>>;

const teams =
  (field: 'name' | 'createdAt'): List =>
  async (direction, page) => {
    const organization = await world.organizations.read(caller, world.organization);
    const { teamsOfOrganization } = world.visibleFor(world.loaders(), caller);
    return teamsOfOrganization({ field, direction }).connection(organization, { names: [] }, page);
  };
const projects =
  (field: 'name' | 'createdAt' | 'updatedAt'): List =>
  (direction, page) =>
    world.projects.connection(caller, world.organization, {}, { field, direction }, page);
const users =
  (field: 'username' | 'createdAt'): List =>
  (direction, page) =>
    world.users.list(caller, null, { field, direction }, page);

const lists: readonly (readonly [list: string, field: string, List])[] = [
  ['projects', 'name', projects('name')],
  ['projects', 'createdAt', projects('createdAt')],
  ['projects', 'updatedAt', projects('updatedAt')],
  ['teams', 'name', teams('name')],
  ['teams', 'createdAt', teams('createdAt')],
  ['users', 'username', users('username')],
  ['users', 'createdAt', users('createdAt')],
];

/** Of a row, as it is compared. */
const keyOf = (row: object, field: string): string | number => {
  const value: unknown = Object.entries(row).find(([name]) => name === field)?.[1];
  return value instanceof Date ? value.getTime() : String(value);
};
const compared = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

describe.each(lists)('%s by %s', (_list, field, list) => {
  test.each(['ASC', 'DESC'] as const)('%s, all of them, and page by page from both ends', async (direction) => {
    const { nodes: all, count } = await list(direction, pageAsked({ first: 100 }));
    const sign = direction === 'ASC' ? 1 : -1;
    const sorted = all.toSorted((a, b) => sign * (compared(keyOf(a, field), keyOf(b, field)) || compared(a.id, b.id)));
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual(sorted.map(({ id }) => id));
    expect(ids.length).toBeGreaterThanOrEqual(names.length);
    expect(Number(typeof count === 'function' ? await count() : count)).toBe(ids.length);

    const forwards: string[] = [];
    for (let after: string | null = null; ;) {
      const page: Connection<Row> = await list(direction, pageAsked({ first: 2, after }));
      forwards.push(...page.nodes.map(({ id }) => id));
      after = page.pageInfo.endCursor;
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(forwards).toEqual(ids);

    const backwards: string[] = [];
    for (let before: string | null = null; ;) {
      const page: Connection<Row> = await list(direction, pageAsked({ last: 2, before }));
      backwards.unshift(...page.nodes.map(({ id }) => id));
      before = page.pageInfo.startCursor;
      if (!page.pageInfo.hasPreviousPage) break;
    }
    expect(backwards).toEqual(ids);
  });
});

test('a cursor of a list in another order is refused', async () => {
  const { pageInfo } = await projects('createdAt')('ASC', pageAsked({ first: 1 }));
  const after = pageInfo.endCursor;
  await expect(projects('name')('ASC', pageAsked({ first: 1, after }))).rejects.toMatchObject({
    code: 'INVALID_PARAMETER',
  });
});
