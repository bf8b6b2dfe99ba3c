import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foundOrganization } from '../../../src/identity/organizations/found.js';
import { ids } from '../../../src/platform/ids.js';
import type { Caller } from '../../../src/identity/caller.js';
import type { NewVariableSet } from '../../../src/state/variables/variable-sets.js';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
});
afterAll(() => world.close());

let names = 0;
const make = (input: Partial<NewVariableSet> = {}, caller: Caller = world.owner) =>
  world.variableSets.create(caller, world.organization, { name: `set-${++names}`, ...input });
const project = () => world.projects.create(world.owner, world.organization, { name: `project-${++names}` });
const variable = (key: string, value = `of ${key}`) => ({ key, value, category: 'terraform' }) as const;
const window = { number: 1, size: 100, skip: 0 };
const listed = async (caller: Caller, search?: string) =>
  (await world.variableSets.page(caller, world.organization, { search }, window)).items.map(({ id }) => id);
const scopesOf = async (id: string, caller: Caller = world.owner) => {
  const visible = world.visibleTo(caller);
  return { workspaces: await visible.workspacesOfSet(id), projects: await visible.projectsOfSet(id) };
};
const seenBy = async (caller: Caller, id: string): Promise<boolean> => {
  const read = await world.variableSets.read(caller, id).then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: 'NOT_FOUND' });
      return false;
    },
  );
  // However it is asked for.
  expect((await world.visibleTo(caller).variableSet(id)) !== null).toBe(read);
  expect((await listed(caller)).includes(id)).toBe(read);
  return read;
};
const effectiveOf = async (workspaceId: string) => {
  const workspace = await world.workspaces.read(world.owner, { id: workspaceId });
  const [variables = []] = await world.variableSetStore.effectiveOf([workspace]);
  const values = await world.variableStore.values(variables.map(({ id }) => id));
  return variables.map(({ id, key }) => `${key}=${values.get(id) ?? ''}`);
};

describe('a variable set', () => {
  test('is created with what it has and is for, changed and deleted', async () => {
    const [one, two] = [await world.make(), await world.make()];
    const { id: projectId } = await project();
    const set = await make({
      ...{ description: 'd', workspaceIds: [one.id, one.id], projectIds: [projectId] },
      variables: [variable('a'), variable('b')],
    });
    expect(set).toMatchObject({ description: 'd', global: false, priority: false, variableCount: 2, projectId: null });
    expect(await scopesOf(set.id)).toEqual({ workspaces: [one.id], projects: [projectId] });

    const changed = await world.variableSets.update(world.owner, set.id, {
      ...{ name: 'Renamed', priority: true, workspaceIds: [two.id], variables: [variable('c')] },
    });
    expect(changed).toMatchObject({ name: 'Renamed', description: 'd', priority: true, variableCount: 3 });
    expect(await scopesOf(set.id)).toEqual({ workspaces: [two.id], projects: [projectId] });
    expect(await listed(world.owner, 'rENAM')).toEqual([set.id]);

    await world.variableSets.assign(world.owner, set.id, { workspaceIds: [one.id, two.id] });
    await world.variableSets.unassign(world.owner, set.id, { workspaceIds: [two.id], projectIds: [projectId] });
    expect(await scopesOf(set.id)).toEqual({ workspaces: [one.id], projects: [] });
    await world.variableSets.unassign(world.owner, set.id, { workspaceIds: [ids.workspace.make()] });

    await world.variableSets.delete(world.owner, set.id);
    expect(await refusal(world.variableSets.read(world.owner, set.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await world.client.variable.count({ where: { variableSetId: set.id } })).toBe(0);
  });

  test('has variables as a workspace has', async () => {
    const set = await make();
    const made = await world.variables.createInSet(world.owner, set.id, variable('region', 'eu'));
    expect(made).toMatchObject({ variableSetId: set.id, workspaceId: null });
    expect(await refusal(world.variables.createInSet(world.owner, set.id, variable('region')))).toMatchObject({
      ...{ code: 'NAME_TAKEN', message: 'Key has already been taken' },
    });
    await world.variables.update(world.owner, made.id, { sensitive: true }, set.id);
    expect((await world.variableStore.values([made.id])).size).toBe(0);
    const workspace = await world.make();
    expect(await refusal(world.variables.delete(world.owner, made.id, workspace.id))).toMatchObject({
      code: 'NOT_FOUND',
    });
    await world.variables.delete(world.owner, made.id, set.id);
    expect(await world.variableSets.read(world.owner, set.id)).toMatchObject({ variableCount: 0, variableBytes: 0 });
  });

  test('tells the audit record what was done, never a value', async () => {
    const { id: workspaceId } = await world.make();
    const set = await make({ variables: [variable('told', 'hush')] });
    await world.variableSets.update(world.owner, set.id, { variables: [variable('told too', 'hush hush')] });
    await world.variableSets.assign(world.owner, set.id, { workspaceIds: [workspaceId] });
    await world.variableSets.unassign(world.owner, set.id, { workspaceIds: [workspaceId] });
    await world.variableSets.delete(world.owner, set.id);
    const records = await world.client.auditRecord.findMany({ where: { targetId: set.id } });
    expect(records.map(({ action }) => action).toSorted()).toEqual([
      ...['variable-set.assign', 'variable-set.create', 'variable-set.delete'],
      ...['variable-set.unassign', 'variable-set.update'],
    ]);
    const written = JSON.stringify(records, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
    expect(written).toContain('told too');
    expect(written).not.toContain('hush');
  });

  test.each<[object, string, object]>([
    [{ name: '' }, 'name', {}],
    [{ name: 'n'.repeat(91) }, 'name', {}],
    [{ description: 'd'.repeat(513) }, 'description', {}],
    [{ variables: [{ key: '', category: 'env' }] }, 'key', {}],
    [{ workspaceIds: ['ws-1111111111111111'] }, 'workspaceIds', {}],
    [{ projectIds: ['prj-1111111111111111'] }, 'projectIds', {}],
    [{ workspaceIds: Array.from({ length: 1_001 }, () => ids.workspace.make()) }, 'workspaceIds', {}],
  ])('%.60j is refused, and nothing is left of it', async (input, field) => {
    const before = await world.client.variableSet.count();
    expect(await refusal(make(input))).toMatchObject({ code: 'INVALID_INPUT', field: [field] });
    expect(await world.client.variableSet.count()).toBe(before);
  });

  test('has a name of its own in its organization', async () => {
    const set = await make({ name: 'taken' });
    const taken = { code: 'NAME_TAKEN', message: 'Name has already been taken', field: ['name'] };
    expect(await refusal(make({ name: 'taken' }))).toEqual(taken);
    const other = await make();
    expect(await refusal(world.variableSets.update(world.owner, other.id, { name: 'taken' }))).toEqual(taken);
    await world.variableSets.update(world.owner, set.id, { name: 'taken' });
    const made = await Promise.allSettled([make({ name: 'at once' }), make({ name: 'at once' })]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('nothing of another organization is in it', async () => {
    const userId = await world.user();
    const founding = { name: `foreign-${++names}`, email: 'a@b.example', founder: userId, now: world.clock.now() };
    await world.database.transaction((tx) => foundOrganization(tx, founding));
    await world.turn();
    const stranger = await world.caller({ userId });
    const foreign = await world.workspaces.create(stranger, founding.name, { name: 'foreign' });
    const refused = { code: 'INVALID_INPUT', field: ['workspaceIds'] };
    expect(await refusal(make({ workspaceIds: [foreign.id] }))).toMatchObject(refused);
    const set = await make({ global: true });
    const assigned = world.variableSets.assign(world.owner, set.id, { projectIds: [foreign.projectId] });
    expect(await refusal(assigned)).toMatchObject({ code: 'INVALID_INPUT', field: ['projectIds'] });
    for (const work of [
      () => world.variableSets.read(stranger, set.id),
      () => world.variableSets.update(stranger, set.id, { name: 'x' }),
      () => world.variableSets.delete(stranger, set.id),
      () => world.variableSets.assign(stranger, set.id, { workspaceIds: [foreign.id] }),
      () => world.variables.createInSet(stranger, set.id, variable('x')),
      () => world.variableSets.create(stranger, world.organization, { name: 'theirs' }),
      () => world.variableSets.page(stranger, world.organization, {}, window),
    ])
      expect(await refusal(work())).toMatchObject({ code: 'NOT_FOUND' });
    await world.variableSets.delete(world.owner, set.id);
  });
});

describe('global sets', () => {
  test('have no variable with the same key and category', async () => {
    const first = await make({ global: true, variables: [variable('region')] });
    const conflict = { code: 'INVALID_INPUT', field: ['global'] };
    expect(await refusal(make({ global: true, variables: [variable('region')] }))).toMatchObject(conflict);
    const second = await make({ variables: [variable('region')] });
    expect(await refusal(world.variableSets.update(world.owner, second.id, { global: true }))).toMatchObject(conflict);
    const third = await make({ global: true, variables: [{ ...variable('region'), category: 'env' }] });
    const own = { code: 'INVALID_INPUT', field: ['key'] };
    const add = world.variables.createInSet(world.owner, third.id, variable('region'));
    expect(await refusal(add)).toMatchObject({
      ...own,
      message: `global variable sets must have different variables: ${first.name} has "region" (terraform), too`,
    });
    const other = await world.variables.createInSet(world.owner, third.id, variable('other'));
    expect(await refusal(world.variables.update(world.owner, other.id, { key: 'region' }))).toMatchObject(own);
    for (const { id } of [first, second, third]) await world.variableSets.delete(world.owner, id);
  });

  test('of two that become one at once with the same variable, one does', async () => {
    const [a, b] = [await make({ variables: [variable('k')] }), await make({ variables: [variable('k')] })];
    const made = await Promise.allSettled(
      [a, b].map(({ id }) => world.variableSets.update(world.owner, id, { global: true })),
    );
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (const { id } of [a, b]) await world.variableSets.delete(world.owner, id);
  });
});

describe('a set of a project', () => {
  test('is for the project and its workspaces alone', async () => {
    const [mine, other] = [await project(), await project()];
    const inside = await world.make({ projectId: mine.id });
    const outside = await world.make({ projectId: other.id });
    const set = await make({ projectId: mine.id, projectIds: [mine.id], workspaceIds: [inside.id] });
    expect(await scopesOf(set.id)).toEqual({ workspaces: [inside.id], projects: [mine.id] });
    const assigned = (scopes: object) => refusal(world.variableSets.assign(world.owner, set.id, scopes));
    expect(await assigned({ workspaceIds: [outside.id] })).toMatchObject({
      message: `${outside.id} is not in the project that owns the set`,
    });
    expect(await assigned({ projectIds: [other.id] })).toMatchObject({ field: ['projectIds'] });
    expect(await refusal(world.variableSets.update(world.owner, set.id, { global: true }))).toMatchObject({
      ...{ message: 'global cannot be true for a set that a project owns', field: ['global'] },
    });
    await world.workspaces.update(world.owner, { id: inside.id }, { projectId: other.id });
    expect((await scopesOf(set.id)).workspaces).toEqual([]);
    await world.workspaces.moveTo(world.owner, mine.id, [inside.id]);
    await world.variableSets.assign(world.owner, set.id, { workspaceIds: [inside.id] });
    await world.workspaces.moveTo(world.owner, other.id, [inside.id]);
    expect((await scopesOf(set.id)).workspaces).toEqual([]);
    await world.projects.delete(world.owner, mine.id);
    expect(await world.client.variableSet.findUnique({ where: { id: set.id } })).toBeNull();
  });
});

describe('who may', () => {
  async function memberOn(projectId: string, access: string, parts: object = {}): Promise<Caller> {
    const userId = await world.user();
    const team = await world.team(world.organizationId);
    await world.member(world.organizationId, userId, team);
    await world.onProject(team, projectId, access, parts);
    await world.turn();
    return world.caller({ userId });
  }
  async function memberWide(rights: object): Promise<Caller> {
    const userId = await world.user();
    await world.member(world.organizationId, userId, await world.team(world.organizationId, rights));
    await world.turn();
    return world.caller({ userId });
  }
  const manages = async (caller: Caller, id: string): Promise<boolean> => {
    const done = await Promise.allSettled([
      world.variableSets.update(caller, id, { description: 'theirs' }),
      world.variables.createInSet(caller, id, variable(`k${++names}`)),
    ]);
    expect(new Set(done.map(({ status }) => status)).size).toBe(1);
    return done[0].status === 'fulfilled';
  };

  test.each([
    ['readWorkspaces', true, false],
    ['readProjects', true, false],
    ['manageWorkspaces', true, true],
    ['manageProjects', true, true],
    ['manageMembership', false, false],
    ['manageTeams', false, false],
  ])('a team with %s in the organization sees: %s, manages: %s', async (right, sees, may) => {
    const member = await memberWide({ [right]: true });
    const owned = await make({ projectId: (await project()).id });
    for (const { id } of [await make(), owned]) {
      expect(await seenBy(member, id)).toBe(sees);
      expect(await manages(member, id)).toBe(may);
    }
  });

  test.each([
    ['read', false],
    ['write', false],
    ['maintain', true],
    ['admin', true],
  ])('a team with %s on a project sees its sets; manages them: %s', async (access, may) => {
    const { id: projectId } = await project();
    const member = await memberOn(projectId, access);
    const [own, assigned] = [await make({ projectId }), await make({ projectIds: [projectId] })];
    const global = await make({ global: true });
    const [elsewhere, unrelated] = [await make({ projectId: (await project()).id }), await make()];
    for (const { id } of [own, assigned, global]) expect(await seenBy(member, id)).toBe(true);
    for (const { id } of [elsewhere, unrelated]) expect(await seenBy(member, id)).toBe(false);
    expect(await manages(member, own.id)).toBe(may);
    for (const { id } of [assigned, global, elsewhere, unrelated]) expect(await manages(member, id)).toBe(false);
    const create = make({ projectId }, member).then(
      () => true,
      () => false,
    );
    expect(await create).toBe(may);
    expect(await refusal(make({}, member))).toMatchObject({ code: 'NOT_FOUND' });
    await world.variableSets.delete(world.owner, global.id);
  });

  test.each([
    ['none', false, false],
    ['read', true, false],
    ['write', true, true],
  ])('a custom access with %s of variable sets sees: %s, manages: %s', async (variableSets, sees, may) => {
    const { id: projectId } = await project();
    const member = await memberOn(projectId, 'custom', { variableSets });
    const own = await make({ projectId });
    expect(await seenBy(member, own.id)).toBe(sees);
    expect(await manages(member, own.id)).toBe(may);
    expect(await manages(member, (await make({ projectIds: [projectId] })).id)).toBe(false);
  });

  test('a team sees the sets of the workspaces whose variables it may read, and of those the workspaces that it sees', async () => {
    const { id: projectId } = await project();
    const [seen, unseen] = [await world.make({ projectId }), await world.make({ projectId })];
    const reader = await world.memberWith({ workspaceId: seen.id, access: 'read' });
    const blind = await world.memberWith({ workspaceId: seen.id, access: 'custom' });
    const global = await make({ global: true });
    const sets = [
      await make({ workspaceIds: [seen.id, unseen.id] }),
      await make({ projectIds: [projectId] }),
      await make({ projectId, workspaceIds: [seen.id] }),
      global,
    ];
    for (const { id } of sets) {
      expect(await seenBy(reader, id)).toBe(true);
      expect(await seenBy(blind, id)).toBe(false);
      expect(await manages(reader, id)).toBe(false);
    }
    expect(await scopesOf(sets[0]!.id, reader)).toEqual({ workspaces: [seen.id], projects: [] });
    expect(await seenBy(reader, (await make({ workspaceIds: [unseen.id] })).id)).toBe(false);
    const inSet = await world.variables.createInSet(world.owner, sets[0]!.id, variable('shared'));
    expect(await world.variables.read(reader, inSet.id)).toMatchObject({ id: inSet.id });
    expect(await world.visibleTo(reader).variable(inSet.id)).toMatchObject({ id: inSet.id });
    expect(await refusal(world.variables.read(blind, inSet.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await world.visibleTo(blind).variable(inSet.id)).toBeNull();
    await world.variableSets.delete(world.owner, global.id);
  });
});

describe('what a run in a workspace would be given', () => {
  beforeAll(async () => {
    // What tests before left is for every workspace.
    await world.client.variableSet.deleteMany({ where: { global: true } });
  });

  test('is of each key the variable of the most specific place, or of a set with priority', async () => {
    const { id: projectId } = await project();
    const workspace = await world.make({ projectId });
    const elsewhere = await world.make();
    const global = await make({ global: true, variables: ['a', 'b', 'c', 'd'].map((key) => variable(key, 'global')) });
    await make({ projectIds: [projectId], variables: ['b', 'c', 'd'].map((key) => variable(key, 'project')) });
    await make({ workspaceIds: [workspace.id], variables: ['c', 'd'].map((key) => variable(key, 'workspace')) });
    await world.variables.createInWorkspace(world.owner, workspace.id, variable('d', 'own'));
    expect(await effectiveOf(workspace.id)).toEqual(['a=global', 'b=project', 'c=workspace', 'd=own']);
    expect(await effectiveOf(elsewhere.id)).toEqual(['a=global', 'b=global', 'c=global', 'd=global']);
    await world.variableSets.update(world.owner, global.id, { priority: true });
    expect(await effectiveOf(workspace.id)).toEqual(['a=global', 'b=global', 'c=global', 'd=global']);
    await world.variableSets.delete(world.owner, global.id);
    expect(await effectiveOf(elsewhere.id)).toEqual([]);
  });
});
