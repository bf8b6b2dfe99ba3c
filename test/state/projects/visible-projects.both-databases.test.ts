import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
/** By who they are for. */
const projects = new Map<string, string>();
const callers = new Map<string, Caller>();
const everything = ['Default Project', 'maintained', 'of a workspace', 'unseen'];

beforeAll(async () => {
  world = await openStateWorld();
  for (const name of everything.slice(1)) {
    projects.set(name, (await world.projects.create(world.owner, world.organization, { name })).id);
  }
  await world.make({ projectId: projects.get('unseen') });
  const workspace = await world.make({ projectId: projects.get('of a workspace') });
  const memberOf = async (data: object = {}, give: (team: string) => Promise<void> = () => Promise.resolve()) => {
    const userId = await world.user();
    const team = await world.team(world.organizationId, data);
    await give(team);
    await world.member(world.organizationId, userId, team);
    await world.turn();
    return world.caller({ userId });
  };
  callers.set('owner', world.owner);
  callers.set('member', await memberOf());
  callers.set('reader of a workspace', await world.memberWith({ workspaceId: workspace.id, access: 'read' }));
  callers.set('custom access to a workspace', await world.memberWith({ workspaceId: workspace.id, access: 'custom' }));
  callers.set(
    'maintainer',
    await memberOf({}, (team) => world.onProject(team, projects.get('maintained') ?? '', 'maintain')),
  );
  callers.set('reader of projects', await memberOf({ readProjects: true }));
  callers.set('manager of workspaces', await memberOf({ manageWorkspaces: true }));
  callers.set('manager of projects', await memberOf({ manageProjects: true }));
});
afterAll(() => world.close());

const callerOf = (name: string): Caller => {
  const caller = callers.get(name);
  if (!caller) throw new Error(`nobody is ${name}`);
  return caller;
};
const window = { number: 1, size: 20, skip: 0 };
const order = { field: 'name', direction: 'ASC' } as const;

describe.each([
  ['owner', everything],
  ['member', []],
  ['reader of a workspace', ['of a workspace']],
  ['custom access to a workspace', ['of a workspace']],
  ['maintainer', ['maintained']],
  ['reader of projects', everything],
  ['manager of workspaces', everything],
  ['manager of projects', everything],
])('%s sees %j', (who, seen) => {
  test('in both lists, with their number', async () => {
    const caller = callerOf(who);
    const { items, pagination } = await world.projects.page(caller, world.organization, {}, window);
    expect(items.map(({ name }) => name)).toEqual(seen);
    expect(pagination.totalCount).toBe(seen.length);
    const connection = await world.projects.connection(caller, world.organization, {}, order, pageAsked({ first: 10 }));
    expect(connection.nodes.map(({ name }) => name)).toEqual(seen);
    expect(Number(await connection.count())).toBe(seen.length);
  });

  test('in the list of the organization', async () => {
    const { lists } = world.visibleTo(callerOf(who));
    const organization = await world.client.organization.findUniqueOrThrow({ where: { id: world.organizationId } });
    const { nodes, count } = await lists.projectsOfOrganization.connection(organization, {}, pageAsked({ first: 10 }));
    expect(nodes.map(({ name }) => name)).toEqual(seen);
    expect(Number(await count())).toBe(seen.length);
  });

  test('by id, alone and together', async () => {
    const caller = callerOf(who);
    const visible = world.visibleTo(caller);
    const found = await Promise.all(
      [...projects].map(async ([name, id]) => {
        const read = await world.projects.read(caller, id).catch((error: unknown) => error);
        const one = await visible.project(id);
        expect(one?.name ?? null).toBe(seen.includes(name) ? name : null);
        return read instanceof Error ? [] : [name];
      }),
    );
    expect(found.flat()).toEqual(seen.filter((name) => projects.has(name)));
  });
});

test('a stranger sees no project, and no organization to list them of', async () => {
  const stranger = await world.caller({ userId: await world.user() });
  const list = world.projects.page(stranger, world.organization, {}, window);
  expect(await refusal(list)).toMatchObject({ code: 'NOT_FOUND' });
  const [id = ''] = projects.values();
  expect(await refusal(world.projects.read(stranger, id))).toMatchObject({ code: 'NOT_FOUND' });
});

test.each([
  // who                     canUpdate  canCreateWorkspace  what is found
  ['owner', true, undefined, everything],
  ['owner', false, undefined, []],
  ['maintainer', undefined, true, ['maintained']],
  ['maintainer', true, undefined, []],
  ['maintainer', false, true, ['maintained']],
  ['reader of projects', undefined, true, []],
  ['reader of projects', undefined, false, everything],
  ['manager of workspaces', undefined, true, everything],
  ['manager of workspaces', true, undefined, []],
  ['reader of a workspace', undefined, false, ['of a workspace']],
])('%s, who may change them: %j, create workspaces in them: %j', async (who, canUpdate, canCreateWorkspace, found) => {
  const filter = { canUpdate, canCreateWorkspace };
  const { items, pagination } = await world.projects.page(callerOf(who), world.organization, filter, window);
  expect(items.map(({ name }) => name)).toEqual(found);
  expect(pagination.totalCount).toBe(found.length);
});
