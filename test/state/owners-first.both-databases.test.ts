import { OwnStatements } from '../platform/database/own-statements.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LastUsed } from '../../src/identity/tokens/last-used.js';
import type { Database } from '../../src/platform/database/database.js';
import { ids } from '../../src/platform/ids.js';
import { openStateWorld } from './world.js';
import type { StateWorld } from './world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
});
afterAll(() => world.close());

test.each<[table: string, create: (world: StateWorld) => Promise<unknown>]>([
  ['Workspace', ({ make }) => make()],
  ['Project', ({ projects, owner, organization }) => projects.create(owner, organization, { name: 'another' })],
  [
    'VariableSet',
    ({ variableSets, owner, organization }) =>
      variableSets.create(owner, organization, { name: 'everywhere', global: true }),
  ],
  ['Team', ({ teams, owner, organization }) => teams.create(owner, organization, { name: 'builders' })],
  [
    'OrganizationMembership',
    async ({ owner, organization }) => {
      await world.user({ username: 'newcomer' });
      return world.memberships.add(owner, { organization, username: 'newcomer' });
    },
  ],
])(
  'a %s is added after the write to its organization, so that a deletion of that cannot deadlock with it',
  async (table, create) => {
    const { statements } = await new OwnStatements(world.database).during(() => create(world));
    const owner = statements.findIndex((sql) => sql.startsWith('UPDATE "Organization"'));
    const added = statements.findIndex((sql) => sql.startsWith(`INSERT INTO "${table}"`));
    expect([owner, added]).not.toContain(-1);
    expect(owner).toBeLessThan(added);
  },
);

test.each<[table: string, prepared: (world: StateWorld) => Promise<() => Promise<unknown>>]>([
  [
    'Project',
    async ({ projects, owner, organization }) => {
      const { id } = await projects.create(owner, organization, { name: 'passing' });
      return () => projects.delete(owner, id);
    },
  ],
  [
    'Team',
    async ({ teams, owner, organization }) => {
      const { id } = await teams.create(owner, organization, { name: 'passing' });
      return () => teams.delete(owner, id);
    },
  ],
])('a %s is deleted after the write to its organization, as whoever adds to both writes', async (table, prepared) => {
  const remove = await prepared(world);
  const { statements } = await new OwnStatements(world.database).during(remove);
  const owner = statements.findIndex((sql) => sql.startsWith('UPDATE "Organization"'));
  const deleted = statements.findIndex((sql) => sql.startsWith(`DELETE FROM "${table}"`));
  expect([owner, deleted]).not.toContain(-1);
  expect(owner).toBeLessThan(deleted);
});

test('projects are counted in one order, whichever way a workspace moves', async () => {
  const { projects, workspaces, owner, organization, make } = world;
  const moving = await make();
  const away = await projects.create(owner, organization, { name: 'away' });
  const counted = async (to: string) => {
    const moved = () => workspaces.moveTo(owner, to, [moving.id]);
    const { statements } = await new OwnStatements(world.database).during(moved);
    return statements.filter((sql) => sql.startsWith('UPDATE "Project"')).map((sql) => /[+-]/.exec(sql)?.[0]);
  };
  const there = await counted(away.id);
  const back = await counted(moving.projectId);
  expect(there).toHaveLength(2);
  expect(back).toEqual(there.toReversed());
});

test('workspaces of several projects move before any project is counted, and each project is counted once', async () => {
  const { projects, workspaces, owner, organization, make, client } = world;
  const moving = [await make(), await make(), await make()];
  const [home = ''] = moving.map(({ projectId }) => projectId);
  const [here, there] = [
    await projects.create(owner, organization, { name: 'here' }),
    await projects.create(owner, organization, { name: 'there' }),
  ];
  const counts = async () => {
    const found = await client.project.findMany({ where: { id: { in: [home, here.id, there.id] } } });
    return new Map(found.map(({ id, workspaceCount }) => [id, Number(workspaceCount)]));
  };
  const before = await counts();
  await workspaces.moveTo(owner, here.id, [moving[0]?.id ?? '']);
  const moved = () => workspaces.moveTo(owner, there.id, moving.map(({ id }) => id).toReversed());
  const { statements } = await new OwnStatements(world.database).during(moved);
  const written = statements.flatMap((sql) => /^UPDATE "(Workspace|Project)"/.exec(sql)?.[1] ?? []);
  expect(written).toEqual([...Array<string>(3).fill('Workspace'), ...Array<string>(3).fill('Project')]);
  const expected = [
    [home, (before.get(home) ?? 0) - 3],
    [here.id, 0],
    [there.id, 3],
  ] as const;
  expect(await counts()).toEqual(new Map(expected));
});

/** In which order rows were written: both databases keep new ones in that order. */
const writtenOrder = (table: string, column: string) => async () => {
  const place = world.database.provider === 'postgresql' ? 'ctid' : 'rowid';
  const rows = await world.database.readSql(`SELECT "${column}" AS "it" FROM "${table}" ORDER BY ${place}`);
  return rows.map((row) => z.object({ it: z.string() }).parse(row).it);
};

describe('rows that callers list are taken in one order, whatever order they are listed in', () => {
  test('tags', async () => {
    const { tags, owner, make } = world;
    const keys = ['pear', 'apple', 'zebra', 'mango'];
    const order = writtenOrder('Tag', 'key');
    await tags.bindToWorkspace(
      owner,
      (await make()).id,
      keys.map((key) => ({ key, value: '' })),
      'add',
    );
    expect((await order()).filter((key) => keys.includes(key))).toEqual(keys.toSorted());
  });

  test('teams of a new member', async () => {
    const { teams, memberships, owner, organization } = world;
    const made: string[] = [];
    for (const name of ['one', 'two', 'three', 'four'])
      made.push((await teams.create(owner, organization, { name })).id);
    const order = writtenOrder('TeamMembership', 'teamId');
    await world.user({ username: 'joiner' });
    await memberships.add(owner, { organization, username: 'joiner', teamIds: made.toSorted().toReversed() });
    expect((await order()).filter((id) => made.includes(id))).toEqual(made.toSorted());
  });

  test('tokens that were used', async () => {
    const written: string[] = [];
    const noted = ids.token;
    const used = [noted.make(), noted.make(), noted.make()].toSorted().toReversed();
    const watched = <T extends object>(target: T, hear: (name: string | symbol, member: unknown) => unknown): T =>
      new Proxy(target, { get: (of, name): unknown => hear(name, Reflect.get(of, name)) });
    const database: Pick<Database, 'transaction'> = {
      transaction: (work) =>
        world.database.transaction((tx) => {
          const token = watched(tx.token, (name, member) =>
            name === 'updateMany' && typeof member === 'function'
              ? (asked: { readonly where: { readonly id: string } }): unknown => {
                  written.push(asked.where.id);
                  return Reflect.apply(member, tx.token, [asked]);
                }
              : member,
          );
          return work(watched(tx, (name, member) => (name === 'token' ? token : member)));
        }),
    };
    const lastUsed = new LastUsed({ database, failed: (error) => expect.fail(String(error)) });
    for (const id of used) lastUsed.note(id, new Date());
    await lastUsed.flush();
    expect(written).toEqual(used.toReversed());
  });
});
