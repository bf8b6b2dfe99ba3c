import { OwnStatements } from '../platform/database/own-statements.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
