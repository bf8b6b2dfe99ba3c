import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import { plainSettings } from '../../../src/state/workspaces/plain-settings.js';
import { changeWorkspace, WorkspaceStore } from '../../../src/state/workspaces/workspace.store.js';
import type { WorkspaceSearch, WorkspaceSort } from '../../../src/state/workspaces/workspace-search.js';
import { ProblemError } from '../../../src/platform/problems.js';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
});
afterAll(() => world.close());

const firstPage = { number: 1, size: 100, skip: 0 };
const byName: WorkspaceSort = { by: 'name', descending: false };

test('a workspace is read as the typed client reads it, one by one, together and by its name', async () => {
  const { id, name, organizationId } = await world.make();
  const at = new Date('2026-03-04T05:06:07.089Z');
  await world.client.workspace.update({
    where: { id },
    data: {
      ...{ autoDestroyAt: at, lockedAt: at, autoApply: true, allowDestroyPlan: false, vcsRepo: '{"branch":"é"}' },
      ...{ revision: 2n ** 60n, highestSerial: -1n, knownSerial: 7n, retentionDays: 30, lineage: null },
    },
  });
  const expected = await world.client.workspace.findUniqueOrThrow({ where: { id } });
  const organization = await world.client.organization.findUniqueOrThrow({ where: { id: organizationId } });
  const store = new WorkspaceStore({ database: world.database });
  expect(await store.byId(id)).toEqual(expected);
  expect(await store.byName(organization.name, name)).toEqual(expected);
  expect(await store.byIds(['ws-none', id, id])).toEqual([null, expected, expected]);
  expect(await store.byName(organization.name, 'none')).toBeNull();
  const both = await world.statements(async () => {
    expect(await Promise.all([store.byId(id), store.byId('ws-none'), store.byId(id)])).toEqual([
      expected,
      null,
      expected,
    ]);
  });
  expect(both).toHaveLength(1);
});

describe('safe delete', () => {
  test('refuses while locked or managing resources, force does not', async () => {
    const { id } = await world.make();
    await world.locks.lock(world.owner, id);
    expect(await refusal(world.workspaces.safeDelete(world.owner, { id }))).toMatchObject({
      code: 'WORKSPACE_LOCKED',
      message: expect.stringContaining('locked') as string,
    });
    await world.locks.unlock(world.owner, id);
    await world.client.workspace.update({ where: { id }, data: { resourceCount: 2n } });
    expect(await refusal(world.workspaces.safeDelete(world.owner, { id }))).toMatchObject({
      code: 'WORKSPACE_MANAGES_RESOURCES',
      message: expect.stringContaining('resources under management') as string,
    });
    await world.workspaces.delete(world.owner, { id });
    expect(await refusal(world.workspaces.read(world.owner, { id }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('refuses while current state is still being read', async () => {
    const { id } = await world.make();
    const version = ids.stateVersion.make();
    const row = { serial: 1n, md5: '0'.repeat(32), createdAt: world.clock.now(), number: 1n, status: 'finalized' };
    await world.client.stateVersion.create({ data: { id: version, workspaceId: id, ...row } });
    await world.client.workspace.update({ where: { id }, data: { currentStateVersionId: version } });
    expect(await refusal(world.workspaces.safeDelete(world.owner, { id }))).toMatchObject({
      code: 'WORKSPACE_PROCESSING',
      message: expect.stringContaining('being processed') as string,
    });
    await world.client.stateVersion.update({ where: { id: version }, data: { resourcesProcessed: true } });
    expect(await refusal(world.workspaces.safeDelete(world.owner, { id }))).toMatchObject({
      code: 'WORKSPACE_PROCESSING',
    });
    await world.client.workspace.update({ where: { id }, data: { indexedStateVersionId: version } });
    await world.workspaces.safeDelete(world.owner, { id });
    expect(await world.client.stateVersion.count({ where: { id: version } })).toBe(0);
  });
});

describe('counters', () => {
  test('follow creation, moves and deletion', async () => {
    const before = await world.counters();
    const project = await world.projects.create(world.owner, world.organization, { name: 'counted' });
    const count = async () => (await world.projects.read(world.owner, project.id)).workspaceCount;
    const { id } = await world.make({ projectId: project.id });
    const other = await world.make();
    expect(await count()).toBe(1n);
    await world.workspaces.update(world.owner, { id: other.id }, { projectId: project.id });
    expect(await count()).toBe(2n);
    expect((await world.counters()).workspaceCount).toBe(before.workspaceCount + 2n);
    await world.workspaces.delete(world.owner, { id });
    await world.workspaces.delete(world.owner, { id: other.id });
    expect(await count()).toBe(0n);
    await world.projects.delete(world.owner, project.id);
    expect(await world.counters()).toEqual(before);
  });
});

describe('a workspace that is moved after it was looked at', () => {
  /** The first answer on access comes after the workspace is somewhere else. */
  async function movedMeanwhile() {
    const project = (name: string) => world.projects.create(world.owner, world.organization, { name });
    const [before, meanwhile, asked] = await Promise.all(['before', 'meanwhile', 'asked'].map(project));
    const places = { before: before?.id ?? '', meanwhile: meanwhile?.id ?? '', asked: asked?.id ?? '' };
    const { id } = await world.make({ projectId: places.before });
    const onWorkspace = world.access.onWorkspace.bind(world.access);
    const spy = vi.spyOn(world.access, 'onWorkspace').mockImplementationOnce(async (...request) => {
      await world.workspaces.update(world.owner, { id }, { projectId: places.meanwhile });
      return onWorkspace(...request);
    });
    onTestFinished(async () => {
      spy.mockRestore();
      await world.workspaces.delete(world.owner, { id });
      for (const place of Object.values(places)) await world.projects.delete(world.owner, place);
    });
    const place = async () => (await world.workspaces.read(world.owner, { id })).projectId;
    return { id, places, place };
  }

  test('stays there for who names the project of before', async () => {
    const { id, places, place } = await movedMeanwhile();
    await world.workspaces.update(world.owner, { id }, { projectId: places.before, description: 'said again' });
    expect(await place()).toBe(places.meanwhile);
  });

  test('is not taken out of a project that nobody asked about', async () => {
    const { id, places, place } = await movedMeanwhile();
    const moved = world.workspaces.update(world.owner, { id }, { projectId: places.asked });
    expect(await refusal(moved)).toMatchObject({ code: 'CONFLICT' });
    expect(await place()).toBe(places.meanwhile);
  });

  test('may be where it is moved to', async () => {
    const { id, places, place } = await movedMeanwhile();
    await world.workspaces.update(world.owner, { id }, { projectId: places.meanwhile });
    expect(await place()).toBe(places.meanwhile);
  });
});

describe('names', () => {
  test('are unique in an organization, at creation and when changed', async () => {
    const first = await world.make({ name: 'taken' });
    const second = await world.make();
    const taken = { code: 'NAME_TAKEN', message: 'Name has already been taken', field: ['name'] };
    expect(await refusal(world.make({ name: 'taken' }))).toEqual(taken);
    expect(await refusal(world.workspaces.update(world.owner, { id: second.id }, { name: 'taken' }))).toEqual(taken);
    expect(await world.workspaces.update(world.owner, { id: first.id }, { name: 'taken' })).toMatchObject({
      name: 'taken',
    });
    const renamed = await world.workspaces.update(world.owner, { id: first.id }, { name: 'Renamed_1' });
    expect(renamed).toMatchObject({ name: 'Renamed_1', searchName: 'renamed\u{e000}1' });
  });

  test('taken by two at once go to one', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => world.make({ name: 'raced' })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NAME_TAKEN' });
    }
  });
});

test('a setting left out stays, null resets it', async () => {
  const { id } = await world.make({ description: 'net', terraformVersion: '1.11.4', triggerPrefixes: ['a'] });
  const kept = await world.workspaces.update(world.owner, { id }, { autoApply: true });
  expect(kept).toMatchObject({
    description: 'net',
    terraformVersion: '1.11.4',
    autoApply: true,
    triggerPrefixes: '["a"]',
  });
  const reset = await world.workspaces.update(world.owner, { id }, { description: null, terraformVersion: null });
  expect(reset).toMatchObject({ description: '', terraformVersion: 'latest', autoApply: true });
});

test('null resets each setting to what it is where nobody said', async () => {
  const presets = Object.fromEntries(Object.entries(plainSettings).map(([name, { preset }]) => [name, preset]));
  const fresh = await world.make();
  expect(fresh).toMatchObject(presets);
  const given = {
    ...{ description: 'net', terraformVersion: '1.11.4', workingDirectory: 'a', autoApply: true },
    ...{ autoApplyRunTrigger: true, allowDestroyPlan: false, fileTriggersEnabled: false, queueAllRuns: true },
    ...{ speculativeEnabled: false, structuredRunOutputEnabled: false, assessmentsEnabled: true },
    ...{ globalRemoteState: false, projectRemoteState: true, autoDestroyAt: new Date(0), autoDestroyDuration: '14d' },
    ...{ inheritsProjectAutoDestroy: false, sourceName: 'cli', sourceUrl: 'https://cli.example' },
  };
  expect(await world.workspaces.update(world.owner, { id: fresh.id }, given)).toMatchObject(given);
  const nulls = Object.fromEntries(Object.keys(plainSettings).map((name) => [name, null]));
  expect(await world.workspaces.update(world.owner, { id: fresh.id }, nulls)).toMatchObject(presets);
});

describe('search', () => {
  let searched: StateWorld;
  let projectId: string;
  beforeAll(async () => {
    searched = await openStateWorld();
    const project = await searched.projects.create(searched.owner, searched.organization, {
      name: 'networking',
      tags: [{ key: 'tier', value: 'core' }],
    });
    projectId = project.id;
    await searched.make({ name: 'net_prod', projectId, tags: [{ key: 'env', value: 'prod' }, { key: 'flat' }] });
    await searched.make({
      name: 'net-dev',
      projectId,
      tags: [
        { key: 'env', value: 'dev' },
        { key: 'tier', value: 'low' },
      ],
    });
    await searched.make({ name: 'App-Prod', tags: [{ key: 'env', value: 'prod' }] });
    await searched.make({ name: 'app_dev' });
  });
  afterAll(() => searched.close());

  const all = ['App-Prod', 'app_dev', 'net-dev', 'net_prod'];
  test.each<[WorkspaceSearch, string[]]>([
    [{}, all],
    [{ name: 'prod' }, ['App-Prod', 'net_prod']],
    [{ name: 'APP' }, ['App-Prod', 'app_dev']],
    [{ name: '_' }, ['app_dev', 'net_prod']],
    [{ name: 't_p' }, ['net_prod']],
    [{ name: '%' }, []],
    [{ name: '.' }, []],
    [{ wildcardName: 'app*' }, ['App-Prod', 'app_dev']],
    [{ wildcardName: '*dev' }, ['app_dev', 'net-dev']],
    [{ wildcardName: '*t_*' }, ['net_prod']],
    [{ wildcardName: 'net_prod' }, ['net_prod']],
    [{ wildcardName: '*' }, all],
    [{ tags: ['env'] }, ['App-Prod', 'net-dev', 'net_prod']],
    [{ tags: ['env', 'flat'] }, ['net_prod']],
    [{ tags: ['env', 'absent'] }, []],
    [{ tags: ['tier'] }, ['net-dev', 'net_prod']],
    [{ excludeTags: ['flat'] }, ['App-Prod', 'app_dev', 'net-dev']],
    [{ excludeTags: ['env'] }, ['app_dev']],
    [{ tagged: [{ key: 'env', value: 'prod' }] }, ['App-Prod', 'net_prod']],
    [{ tagged: [{ key: 'env' }] }, ['App-Prod', 'net-dev', 'net_prod']],
    // The workspace's own value hides the one of its project.
    [{ tagged: [{ key: 'tier', value: 'core' }] }, ['net_prod']],
    [{ name: 'net', tagged: [{ key: 'env', value: 'dev' }] }, ['net-dev']],
  ])('%j finds %j', async (search, names) => {
    const { items, pagination } = await searched.workspaces.page(
      searched.owner,
      searched.organization,
      search,
      byName,
      firstPage,
    );
    expect(items.map(({ name }) => name)).toEqual(names);
    expect(pagination.totalCount).toBe(names.length);
  });

  test('by whether they are locked', async () => {
    const found = async (locked: boolean) => {
      const page = await searched.workspaces.page(searched.owner, searched.organization, { locked }, byName, firstPage);
      return page.items.map(({ name }) => name);
    };
    const { id } = await searched.workspaces.read(searched.owner, {
      organization: searched.organization,
      name: 'app_dev',
    });
    await searched.locks.lock(searched.owner, id);
    expect(await found(true)).toEqual(['app_dev']);
    expect(await found(false)).toEqual(all.filter((name) => name !== 'app_dev'));
    await searched.locks.unlock(searched.owner, id);
    expect(await found(true)).toEqual([]);
  });

  test('by project', async () => {
    const { items } = await searched.workspaces.page(
      searched.owner,
      searched.organization,
      { projectId },
      byName,
      firstPage,
    );
    expect(items.map(({ name }) => name)).toEqual(['net-dev', 'net_prod']);
  });

  test('connections walk the same list, from both ends', async () => {
    const ask = (page: object) =>
      searched.workspaces.connection(searched.owner, searched.organization, {}, byName, {
        size: 3,
        from: 'start',
        after: null,
        before: null,
        ...page,
      });
    const first = await ask({});
    expect(first.nodes.map(({ name }) => name)).toEqual(all.slice(0, 3));
    expect(first.pageInfo.hasNextPage).toBe(true);
    const rest = await ask({ after: first.pageInfo.endCursor });
    expect(rest.nodes.map(({ name }) => name)).toEqual(all.slice(3));
    const last = await ask({ from: 'end', size: 2 });
    expect(last.nodes.map(({ name }) => name)).toEqual(all.slice(2));
    expect(Number(await last.count())).toBe(4);
  });

  test('shows only what the caller may see, and counts only that', async () => {
    const shown = await searched.client.workspace.findFirstOrThrow({ where: { name: 'net-dev' } });
    const member = await searched.memberWith({ workspaceId: shown.id, access: 'read' });
    const { items, pagination } = await searched.workspaces.page(member, searched.organization, {}, byName, firstPage);
    expect(items.map(({ name }) => name)).toEqual(['net-dev']);
    expect(pagination.totalCount).toBe(1);
    const outsider = await searched.caller({ userId: await searched.user() });
    expect(
      await refusal(searched.workspaces.page(outsider, searched.organization, {}, byName, firstPage)),
    ).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('permission', () => {
  test.each([
    // access    update        delete
    ['read', 'NOT_FOUND', 'NOT_FOUND'],
    ['write', 'NOT_FOUND', 'NOT_FOUND'],
    ['admin', null, null],
  ])('%s: update %s, delete %s', async (access, update, remove) => {
    const { id } = await world.make();
    const member = await world.memberWith({ workspaceId: id, access });
    const outcome = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: unknown) => (error instanceof ProblemError ? error.code : error),
      );
    expect(await outcome(world.workspaces.update(member, { id }, { autoApply: true }))).toBe(update);
    expect(await outcome(world.workspaces.delete(member, { id }))).toBe(remove);
    expect(await outcome(world.make({}, member))).toBe('NOT_FOUND');
  });
});

describe('changeWorkspace', () => {
  test('loses no change, however many come at once', async () => {
    const { id, revision, lastNumber } = await world.make();
    const changes = Array.from({ length: 20 }, () =>
      world.database.transaction((tx) => changeWorkspace(tx, id, (seen) => ({ lastNumber: seen.lastNumber + 1n }))),
    );
    await Promise.all(changes);
    const row = await world.client.workspace.findUniqueOrThrow({ where: { id } });
    expect(row.lastNumber).toBe(lastNumber + 20n);
    expect(row.revision).toBeGreaterThanOrEqual(revision + 20n);
  });

  test('writes nothing when the change throws', async () => {
    const { id, revision } = await world.make();
    await expect(changeWorkspace(world.client, id, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await world.client.workspace.findUniqueOrThrow({ where: { id } })).toMatchObject({ revision });
  });

  test('of a workspace that is not there is refused', async () => {
    expect(await refusal(changeWorkspace(world.client, ids.workspace.make(), () => ({})))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
