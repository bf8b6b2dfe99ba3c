import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { resource, stateOf } from '../../state/service.js';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const identified = z.looseObject({ id: z.string(), type: z.string().optional() });
const one = z.looseObject({ data: identified, included: z.array(identified).default([]) });
const many = z.looseObject({ data: z.array(identified), included: z.array(identified).default([]) });

async function done(method: string, path: string, body?: object, status = method === 'GET' ? 200 : 201) {
  const answer = await live.call(method, path, body);
  expect([method, path, answer.status, answer.status === status ? '' : answer.body]).toEqual([
    method,
    path,
    status,
    '',
  ]);
  return answer.body;
}
const read = async (path: string) => one.parse(await done('GET', path));
const listed = async (path: string) => many.parse(await done('GET', path)).data;
async function make(path: string, type: string, attributes: object): Promise<string> {
  return one.parse(await done('POST', path, { data: { type, attributes } })).data.id;
}
const workspace = (name: string) => make('/organizations/default/workspaces', 'workspaces', { name });
const items = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => ({ id, type })) });

describe('the members of a team', () => {
  test('are included, and listed as what they are members by', async () => {
    const team = await make('/organizations/default/teams', 'teams', { name: 'builders' });
    const [root] = many.parse(await done('GET', '/organization-memberships')).data;
    await done('POST', `/teams/${team}/relationships/users`, items('users', 'root'), 204);
    const { id: userId } = (await read('/account/details')).data;
    const users = [{ id: userId, type: 'users' }];
    const memberships = [{ id: root?.id, type: 'organization-memberships' }];
    expect(await listed(`/teams/${team}/relationships/users`)).toEqual(users);
    expect(await listed(`/teams/${team}/relationships/organization-memberships`)).toEqual(memberships);
    const shown = await read(`/teams/${team}?include=users,organization-memberships`);
    const related = { users: { data: users }, 'organization-memberships': { data: memberships } };
    expect(shown.data).toMatchObject({ relationships: related });
    expect(shown.included).toMatchObject([...users, ...memberships]);
    const page = many.parse(await done('GET', '/organizations/default/teams?include=users&q=builders'));
    expect(page).toMatchObject({ data: [{ relationships: { users: { data: users } } }], included: users });
  });

  // Terraform Enterprise, Teams API: each document of a team names its users.
  test('are named without being asked for, up to a hundred', async () => {
    const named = (data: readonly object[]) => ({ relationships: { users: { data } } });
    const made = one.parse(
      await done('POST', '/organizations/default/teams', { data: { type: 'teams', attributes: { name: 'named' } } }),
    ).data;
    expect(made).toMatchObject(named([]));
    const path = `/teams/${made.id}`;
    await done('POST', `${path}/relationships/users`, items('users', 'root'), 204);
    const users = [{ id: (await read('/account/details')).data.id, type: 'users' }];
    const shown = await read(path);
    expect(shown.data).toMatchObject(named(users));
    expect(shown.included).toEqual([]);
    expect(await listed('/organizations/default/teams?q=named')).toMatchObject([named(users)]);
    const renamed = { data: { type: 'teams', attributes: { description: 'x' } } };
    expect(one.parse(await done('PATCH', path, renamed, 200)).data).toMatchObject(named(users));
  });

  test('are complete, however many', async () => {
    const team = await make('/organizations/default/teams', 'teams', { name: 'crowd' });
    const names = Array.from({ length: 130 }, (_, number) => `crowd-${number}`);
    for (const username of names) {
      const input = `{ username: "${username}", email: "${username}@example.com" }`;
      expect(await graphql(`mutation { createUser(input: ${input}) { problems { code } } }`)).toMatchObject({
        data: { createUser: { problems: [] } },
      });
      const attributes = { email: `${username}@example.com` };
      const added = { data: { type: 'organization-memberships', attributes } };
      await done('POST', '/organizations/default/organization-memberships', added);
    }
    await done('POST', `/teams/${team}/relationships/users`, items('users', ...names), 204);
    expect(await listed(`/teams/${team}/relationships/users`)).toHaveLength(130);
    expect(await listed(`/teams/${team}/relationships/organization-memberships`)).toHaveLength(130);
    expect((await read(`/teams/${team}?include=users`)).included).toHaveLength(130);
    expect((await read(`/teams/${team}`)).data['relationships']).not.toHaveProperty('users');
  });
});

async function graphql(query: string): Promise<unknown> {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${live.rootToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

test('an organization names its default project and its retention policy', async () => {
  const [project] = await listed('/organizations/default/projects?q=Default');
  const related = { 'default-project': { data: { id: project?.id, type: 'projects' } } };
  const { data, included } = await read('/organizations/default?include=default-project');
  expect(data).toMatchObject({ relationships: related });
  expect(data['relationships']).not.toHaveProperty('data-retention-policy');
  expect(included).toMatchObject([{ id: project?.id, type: 'projects' }]);
  const path = '/organizations/default/relationships/data-retention-policy';
  const policy = { type: 'data-retention-policy-delete-olders', attributes: { 'delete-older-than-n-days': 33 } };
  const set = one.parse(await done('POST', path, { data: policy }, 200)).data;
  expect((await read('/organizations/default')).data).toMatchObject({
    relationships: { 'data-retention-policy': { data: { id: set.id, type: policy.type } } },
  });
});

describe('workspaces of a project', () => {
  const path = (project: string) => `/projects/${project}/relationships/workspaces`;

  test('are moved to it, all or none', async () => {
    const project = await make('/organizations/default/projects', 'projects', { name: 'target' });
    const [first, second] = [await workspace('moved-1'), await workspace('moved-2')];
    const missing = await live.call('POST', path(project), items('workspaces', first, 'ws-1111111111111111'));
    expect(missing.status).toBe(404);
    const projectOf = async (id: string) => (await read(`/workspaces/${id}`)).data['relationships'];
    expect(await projectOf(first)).not.toMatchObject({ project: { data: { id: project } } });
    for (let twice = 0; twice < 2; twice += 1) {
      await done('POST', path(project), items('workspaces', first, second), 204);
      for (const id of [first, second])
        expect(await projectOf(id)).toMatchObject({ project: { data: { id: project } } });
      expect((await read(`/projects/${project}`)).data).toMatchObject({ attributes: { 'workspace-count': 2 } });
    }
  });

  test.each([
    [
      'another organization’s project',
      async () => {
        await make('/organizations', 'organizations', { name: 'elsewhere', email: 'e@example.com' });
        return (await listed('/organizations/elsewhere/projects'))[0]?.id ?? '';
      },
    ],
    ['no project', () => Promise.resolve('prj-1111111111111111')],
  ])('are not moved to %s', async (_name, target) => {
    const id = await workspace(`stays-${createHash('md5').update(_name).digest('hex').slice(0, 6)}`);
    expect(await live.call('POST', path(await target()), items('workspaces', id))).toMatchObject({
      status: 404,
      body: { errors: [{ source: { pointer: '/data' } }] },
    });
  });

  test('are at most a hundred, and have ids', async () => {
    const project = await make('/organizations/default/projects', 'projects', { name: 'too many' });
    const ids = Array.from({ length: 101 }, (_, number) => `ws-${String(1_000 + number).padStart(16, 'a')}`);
    expect(await live.call('POST', path(project), items('workspaces', ...ids))).toMatchObject({
      status: 422,
      body: { errors: [{ source: { pointer: '/data' } }] },
    });
    expect((await live.call('POST', path(project), { data: [{ type: 'workspaces' }] })).status).toBe(422);
    expect((await live.call('POST', path(project), {})).status).toBe(422);
  });
});

describe('tags', () => {
  const tag = (key: string, value: string) => ({ type: 'tag-bindings', attributes: { key, value } });
  const tagsOf = async (path: string) => (await listed(`${path}/tag-bindings`)).map(({ attributes }) => attributes);

  test('are added at the path of their own, and replaced by a change of the object', async () => {
    const project = `/projects/${await make('/organizations/default/projects', 'projects', { name: 'tagged' })}`;
    for (const path of [`/workspaces/${await workspace('tagged')}`, project]) {
      await done('PATCH', `${path}/tag-bindings`, { data: [tag('a', '1')] }, 200);
      await done('PATCH', `${path}/tag-bindings`, { data: [tag('b', '2')] }, 200);
      expect(await tagsOf(path)).toEqual([
        { key: 'a', value: '1' },
        { key: 'b', value: '2' },
      ]);
      const change = (...tags: readonly object[]) =>
        done('PATCH', path, { data: { relationships: { 'tag-bindings': { data: tags } } } }, 200);
      await change(tag('b', '3'), tag('c', '4'));
      expect(await tagsOf(path)).toEqual([
        { key: 'b', value: '3' },
        { key: 'c', value: '4' },
      ]);
      await done('PATCH', path, { data: { attributes: { description: 'd' } } }, 200);
      expect(await tagsOf(path)).toHaveLength(2);
      await change();
      expect(await tagsOf(path)).toEqual([]);
    }
  });

  test('are a relationship: PATCH replaces them, POST adds to them', async () => {
    const project = `/projects/${await make('/organizations/default/projects', 'projects', { name: 'related' })}`;
    for (const path of [`/workspaces/${await workspace('related')}`, project]) {
      const related = `${path}/relationships/tag-bindings`;
      await done('PATCH', related, { data: [tag('a', '1'), tag('b', '2')] }, 204);
      await done('PATCH', related, { data: [tag('a', '3')] }, 204);
      await done('POST', related, { data: [tag('c', '4')] }, 204);
      expect((await listed(related)).map(({ attributes }) => attributes)).toEqual([
        { key: 'a', value: '3' },
        { key: 'c', value: '4' },
      ]);
      await done('PATCH', related, { data: [] }, 204);
      expect(await tagsOf(path)).toEqual([]);
    }
  });

  test('are added to workspaces by their id', async () => {
    const [first, second] = [await workspace('labelled-1'), await workspace('labelled-2')];
    await done('PATCH', `/workspaces/${first}/tag-bindings`, { data: [tag('shared', 'kept')] }, 200);
    const [found] = await listed('/organizations/default/tags?q=shared');
    const path = `/tags/${found?.id ?? ''}/relationships/workspaces`;
    await done('POST', path, items('workspaces', first, second), 204);
    expect(await tagsOf(`/workspaces/${first}`)).toEqual([{ key: 'shared', value: 'kept' }]);
    expect(await tagsOf(`/workspaces/${second}`)).toEqual([{ key: 'shared', value: '' }]);
    expect((await live.call('POST', path, items('workspaces', second, 'ws-1111111111111111'))).status).toBe(404);
    const nothing = '/tags/tag-1111111111111111/relationships/workspaces';
    expect((await live.call('POST', nothing, items('workspaces', first))).status).toBe(404);
  });
});

test('team tokens of an organization, by name of the team and by their end', async () => {
  await make('/organizations', 'organizations', { name: 'tokens', email: 't@example.com' });
  const teams = new Map<string, string>();
  for (const [name, year] of [
    ['early', 2031],
    ['late', 2032],
    ['never', null],
  ] as const) {
    const team = await make('/organizations/tokens/teams', 'teams', { name });
    const attributes = year === null ? {} : { 'expired-at': `${year}-01-01T00:00:00Z` };
    await done('POST', `/teams/${team}/authentication-token`, { data: { type: 'authentication-tokens', attributes } });
    teams.set(team, name);
  }
  const namesIn = async (query: string) =>
    (await listed(`/organizations/tokens/team-tokens${query}`)).map(({ relationships }) => {
      const { team } = z.object({ team: z.object({ data: z.object({ id: z.string() }) }) }).parse(relationships);
      return teams.get(team.data.id);
    });
  expect(await namesIn('?sort=expired-at')).toEqual(['early', 'late', 'never']);
  expect(await namesIn('?sort=-expired-at')).toEqual(['never', 'late', 'early']);
  expect(await namesIn('?q=LAT')).toEqual(['late']);
  expect((await live.call('GET', '/organizations/tokens/team-tokens?sort=colour')).status).toBe(400);
  const [early] = [...teams.keys()];
  const { attributes } = one.parse(await done('POST', `/teams/${early ?? ''}/authentication-token`)).data;
  const { token } = z.looseObject({ token: z.string() }).parse(attributes);
  expect(await live.call('GET', '/organizations/tokens/team-tokens', undefined, token)).toMatchObject({
    status: 200,
    body: { data: [] },
  });
  expect((await live.call('GET', '/organizations/default/team-tokens', undefined, token)).status).toBe(404);
});

test('a workspace says what it manages, and where its page is', async () => {
  const id = await workspace('managing');
  await done('POST', `/workspaces/${id}/actions/lock`, undefined, 200);
  const state = stateOf(1, {
    resources: [
      resource('aws_vpc', 'main'),
      resource('aws_ami', 'read', { mode: 'data' }),
      resource('aws_subnet', 'a'),
    ],
  });
  const attributes = {
    ...{ serial: 1, lineage: 'b2d2b3f0-0000-4000-8000-000000000001', state: state.toString('base64') },
    md5: createHash('md5').update(state).digest('hex'),
  };
  await done('POST', `/workspaces/${id}/state-versions`, { data: { type: 'state-versions', attributes } });
  await expect.poll(() => listed(`/workspaces/${id}/resources?page[size]=1&page[number]=2`)).toHaveLength(1);
  const [vpc] = await listed(`/workspaces/${id}/resources?page[size]=1&page[number]=2`);
  expect(vpc).toMatchObject({
    type: 'resources',
    attributes: {
      ...{ address: 'aws_vpc.main', name: 'main', module: 'root', provider: 'hashicorp/aws' },
      ...{ 'provider-type': 'aws_vpc', 'name-index': null },
    },
  });
  const { data: current } = await read(`/workspaces/${id}/current-state-version`);
  const { 'created-at': createdAt } = z.looseObject({ 'created-at': z.string() }).parse(current['attributes']);
  expect(vpc).toMatchObject({
    attributes: {
      ...{ 'created-at': createdAt, 'updated-at': createdAt },
      'modified-by-state-version-id': current.id,
    },
  });
  expect(await listed(`/workspaces/${id}/resources`)).toHaveLength(2);
  const { data } = await read(`/workspaces/${id}`);
  expect(data).toMatchObject({ links: { 'self-html': '/app/default/workspaces/managing' } });
});

test('projects are listed by what the caller may do to them', async () => {
  const path = '/organizations/default/projects?filter[permissions][create-workspace]';
  const all = await listed('/organizations/default/projects');
  expect(await listed(`${path}=true`)).toHaveLength(all.length);
  expect(await listed(`${path}=false&filter[permissions][update]=true`)).toEqual([]);
  expect(await live.call('GET', `${path}=maybe`)).toMatchObject({ status: 400 });
});

describe('bindings of tags', () => {
  const sent = [
    { key: 'foo', value: 'bar' },
    { key: 'zed', value: '' },
    { key: 'baz', value: 'qux' },
    { key: 'alpha', value: '1' },
  ];
  const body = (tags: readonly object[]) => ({
    data: tags.map((attributes) => ({ type: 'tag-bindings', attributes })),
  });
  const shown = z.object({ data: z.array(z.looseObject({ attributes: z.looseObject({ key: z.string() }) })) });
  const keys = (answer: unknown) => shown.parse(answer).data.map(({ attributes }) => attributes.key);

  test.each(['workspaces', 'projects'])('of %s are in the order in which they were made', async (places) => {
    const id = await make(`/organizations/default/${places}`, places, { name: 'in-order' });
    const path = `/${places}/${id}/tag-bindings`;
    expect(keys(await done('PATCH', path, body(sent), 200))).toEqual(['foo', 'zed', 'baz', 'alpha']);
    await done('PATCH', path, body([{ key: 'beta' }, { key: 'baz', value: 'new' }]), 200);
    expect(keys(await done('GET', path))).toEqual(['foo', 'zed', 'baz', 'alpha', 'beta']);
    const kind = places === 'workspaces' ? 'workspace' : 'project';
    const pages = `{ ${kind}(id: "${id}") { tagBindings(first: 2) { nodes { key } pageInfo { endCursor } } } }`;
    const page = z.object({
      data: z.record(
        z.string(),
        z.object({
          tagBindings: z.object({
            nodes: z.array(z.object({ key: z.string() })),
            pageInfo: z.object({ endCursor: z.string() }),
          }),
        }),
      ),
    });
    const first = page.parse(await graphql(pages)).data[kind]?.tagBindings;
    expect(first?.nodes).toEqual([{ key: 'foo' }, { key: 'zed' }]);
    const next = pages.replace('first: 2', `first: 2, after: "${first?.pageInfo.endCursor ?? ''}"`);
    expect(page.parse(await graphql(next)).data[kind]?.tagBindings.nodes).toEqual([{ key: 'baz' }, { key: 'alpha' }]);
  });
});

describe('the auto-destroy setting of a workspace', () => {
  const settings = z.object({ data: z.object({ id: z.string(), attributes: z.record(z.string(), z.unknown()) }) });
  const of = (answer: unknown) => {
    const { attributes } = settings.parse(answer).data;
    return [attributes['auto-destroy-activity-duration'], attributes['inherits-project-auto-destroy']];
  };
  const duration = (given: string | null) => ({ 'auto-destroy-activity-duration': given });

  test('ends the inheritance of that of its project, unless it says otherwise', async () => {
    const create = async (name: string, attributes: object = {}) =>
      settings.parse(
        await done('POST', '/organizations/default/workspaces', {
          data: { type: 'workspaces', attributes: { name, ...attributes } },
        }),
      );
    const change = (path: string, attributes: object) => done('PATCH', path, { data: { attributes } }, 200);
    const made = await create('ends-with-project');
    expect(of(made)).toEqual([null, true]);
    const path = `/workspaces/${made.data.id}`;
    // What was read can be sent back.
    expect(of(await change(path, made.data.attributes))).toEqual([null, true]);
    expect(of(await change(path, duration('9d')))).toEqual(['9d', false]);
    expect(of(await change(path, duration(null)))).toEqual([null, false]);
    expect(of(await change(path, { 'inherits-project-auto-destroy': true }))).toEqual([null, true]);
    expect(of(await create('ends-by-itself', duration('1d')))).toEqual(['1d', false]);
    expect(of(await create('ends-then', { 'auto-destroy-at': '2099-01-01T00:00:00Z' }))).toEqual([null, false]);
  });
});
