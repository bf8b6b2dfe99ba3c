import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
let workspace: string;
let project: string;
const sets = '/organizations/various/varsets';

const resource = z.looseObject({
  id: z.string(),
  type: z.string(),
  attributes: z.record(z.string(), z.unknown()),
  relationships: z.record(z.string(), z.unknown()).optional(),
});
const one = (answer: { body: unknown }) => z.looseObject({ data: resource }).parse(answer.body).data;
const many = (answer: { body: unknown }) => z.looseObject({ data: z.array(resource) }).parse(answer.body).data;
const included = (answer: { body: unknown }) =>
  z.looseObject({ included: z.array(resource).default([]) }).parse(answer.body).included;
const document = (attributes: object, relationships: object = {}) => ({
  data: { type: 'varsets', attributes, relationships },
});
const variable = (key: string, value: string) => ({
  type: 'vars',
  attributes: { key, value, category: 'terraform' },
});
const listOf = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => ({ id, type })) });
const made = async (attributes: object, relationships?: object) =>
  one(await live.call('POST', sets, document(attributes, relationships)));

beforeAll(async () => {
  live = await openLive();
  const attributes = { name: 'various', email: 'ops@example.com' };
  expect(await live.call('POST', '/organizations', { data: { attributes } })).toMatchObject({ status: 201 });
  project = one(
    await live.call('POST', '/organizations/various/projects', { data: { attributes: { name: 'proj' } } }),
  ).id;
  const relationships = { project: { data: { id: project, type: 'projects' } } };
  const inProject = { data: { attributes: { name: 'net' }, relationships } };
  workspace = one(await live.call('POST', '/organizations/various/workspaces', inProject)).id;
});
afterAll(() => live.close());

describe('variable sets', () => {
  test('are documents as clients know them', async () => {
    const answer = await live.call(
      'POST',
      sets,
      document(
        { name: 'shared', description: 'for all', global: false, priority: true },
        {
          workspaces: listOf('workspaces', workspace),
          projects: listOf('projects', project),
          vars: { data: [variable('region', 'eu')] },
        },
      ),
    );
    const { id, relationships } = one(answer);
    const [created] = many(await live.call('GET', `/varsets/${id}/relationships/vars`));
    const organization = { data: { id: 'various', type: 'organizations' } };
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: {
          type: 'varsets',
          attributes: {
            ...{ name: 'shared', description: 'for all', global: false, priority: true },
            ...{ 'var-count': 1, 'workspace-count': 1, 'project-count': 1 },
          },
          links: { self: `/api/v2/varsets/${id}` },
        },
      },
    });
    expect(relationships).toEqual({
      ...{ organization, parent: organization, vars: listOf('vars', created?.id ?? '') },
      ...{ workspaces: listOf('workspaces', workspace), projects: listOf('projects', project) },
    });
    expect((await live.call('GET', `/varsets/${id}`)).body).toEqual(answer.body);
    expect(many(await live.call('GET', sets))).toEqual([one(answer)]);
    expect(created).toMatchObject({
      attributes: { key: 'region', value: 'eu' },
      relationships: { varset: { data: { id, type: 'varsets' } } },
      links: { self: `/api/v2/varsets/${id}/relationships/vars/${created?.id}` },
    });
    expect(created?.relationships).not.toHaveProperty('configurable');
  });

  test('include what they have and are for', async () => {
    const { id } = await made(
      { name: 'included' },
      { workspaces: listOf('workspaces', workspace), vars: { data: [variable('a', '1')] } },
    );
    const typesOf = async (path: string) => included(await live.call('GET', path)).map(({ type }) => type);
    expect(await typesOf(`/varsets/${id}`)).toEqual([]);
    expect(await typesOf(`/varsets/${id}?include=vars,workspaces,projects,stacks`)).toEqual(['vars', 'workspaces']);
    const listed = await live.call('GET', `${sets}?q=includ&include=workspaces`);
    expect(included(listed)).toMatchObject([{ id: workspace, attributes: { name: 'net' } }]);
    expect((await live.call('GET', `/varsets/${id}?include=runs`)).status).toBe(400);
    const patched = await live.call(
      'PATCH',
      `/varsets/${id}?include=workspaces`,
      document({ global: false }, { workspaces: listOf('workspaces') }),
    );
    expect(one(patched).relationships).toMatchObject({ workspaces: { data: [] } });
  });

  test('are changed by PATCH and PUT, and deleted', async () => {
    const { id } = await made({ name: 'changing' });
    for (const method of ['PATCH', 'PUT']) {
      const change = document({ description: method }, { vars: { data: [variable(method, 'v')] } });
      expect(one(await live.call(method, `/varsets/${id}`, change)).attributes).toMatchObject({
        ...{ name: 'changing', description: method },
      });
    }
    expect(many(await live.call('GET', `/varsets/${id}/relationships/vars`))).toHaveLength(2);
    expect((await live.call('DELETE', `/varsets/${id}`)).status).toBe(204);
    expect((await live.call('GET', `/varsets/${id}`)).status).toBe(404);
    expect((await live.call('DELETE', `/varsets/${id}`)).status).toBe(404);
  });

  test('are for more and fewer workspaces and projects', async () => {
    const { id } = await made({ name: 'wandering' });
    for (const [scope, given] of [
      ['workspaces', workspace],
      ['projects', project],
    ] as const) {
      const path = `/varsets/${id}/relationships/${scope}`;
      const read = async () => one(await live.call('GET', `/varsets/${id}`)).relationships;
      expect((await live.call('POST', path, listOf(scope, given))).status).toBe(204);
      expect(await read()).toMatchObject({ [scope]: listOf(scope, given) });
      expect((await live.call('DELETE', path, listOf(scope, given))).status).toBe(204);
      expect(await read()).toMatchObject({ [scope]: { data: [] } });
      expect(await live.call('POST', path, listOf(scope, 'missing'))).toMatchObject({
        status: 422,
        body: { errors: [{ detail: 'missing is not in the organization of the set', source: { pointer: '/data' } }] },
      });
    }
  });

  test('have variables at paths of their own', async () => {
    const { id } = await made({ name: 'holding' });
    const path = `/varsets/${id}/relationships/vars`;
    const { id: inSet } = one(await live.call('POST', path, { data: variable('k', 'v') }));
    expect(await live.call('POST', path, { data: variable('k', 'v') })).toMatchObject({
      status: 422,
      body: { errors: [{ detail: 'Key has already been taken' }] },
    });
    expect(one(await live.call('GET', `${path}/${inSet}`)).attributes).toMatchObject({ value: 'v' });
    const secret = { data: { attributes: { sensitive: true } } };
    expect(one(await live.call('PATCH', `${path}/${inSet}`, secret)).attributes).toMatchObject({ value: null });
    const { id: other } = await made({ name: 'another' });
    for (const wrong of [`/varsets/${other}/relationships/vars/${inSet}`, `/workspaces/${workspace}/vars/${inSet}`]) {
      expect((await live.call('GET', wrong)).status).toBe(404);
      expect((await live.call('PATCH', wrong, secret)).status).toBe(404);
      expect((await live.call('DELETE', wrong)).status).toBe(404);
    }
    expect((await live.call('DELETE', `${path}/${inSet}`)).status).toBe(204);
    expect(many(await live.call('GET', path))).toEqual([]);
  });

  test('are owned by a project where it is their parent', async () => {
    const parent = { data: { id: project, type: 'projects' } };
    const { id, relationships } = await made({ name: 'owned' }, { parent });
    expect(relationships).toMatchObject({ parent });
    expect(many(await live.call('GET', `/projects/${project}/varsets?q=owned`)).map((set) => set.id)).toEqual([id]);
    const global = await live.call('PATCH', `/varsets/${id}`, document({ global: true }));
    expect(global).toMatchObject({
      status: 422,
      body: { errors: [{ detail: 'global cannot be true for a set that a project owns' }] },
    });
  });

  test.each<[string, object, object, string, string]>([
    ['no name', { description: 'd' }, {}, 'data.attributes.name is missing', '/data/attributes/name'],
    ['a name that is taken', { name: 'taken' }, {}, 'Name has already been taken', '/data/attributes/name'],
    [
      'a variable without a key',
      { name: 'a' },
      { vars: { data: [{ attributes: { category: 'env' } }] } },
      'data.attributes.key is missing',
      '/data/attributes/key',
    ],
    [
      'a workspace without an id',
      { name: 'a' },
      { workspaces: { data: [{}] } },
      'data.relationships.workspaces.data.0.id is missing',
      '/data/relationships/workspaces/data/0/id',
    ],
  ])('%s is refused', async (_, attributes, relationships, detail, pointer) => {
    await live.call('POST', sets, document({ name: 'taken' }));
    expect(await live.call('POST', sets, document(attributes, relationships))).toMatchObject({
      status: 422,
      body: { errors: [{ detail, source: { pointer } }] },
    });
  });

  test('are listed by page', async () => {
    const page = await live.call('GET', `${sets}?page[size]=1&page[number]=999`);
    expect(page).toMatchObject({ body: { data: [], meta: { pagination: { 'current-page': 999, 'page-size': 1 } } } });
  });
});

test('a workspace has the sets that are for it, and of each key the variable that counts', async () => {
  const attributes = { name: 'counted' };
  const { id } = one(await live.call('POST', '/organizations/various/workspaces', { data: { attributes } }));
  const global = await made(
    { name: 'a global', global: true },
    { vars: { data: [variable('k1', 'g'), variable('k2', 'g')] } },
  );
  const local = await made(
    { name: 'local' },
    { workspaces: listOf('workspaces', id), vars: { data: [variable('k2', 'l'), variable('k3', 'l')] } },
  );
  await live.call('POST', `/workspaces/${id}/vars`, { data: variable('k3', 'own') });
  const listed = many(await live.call('GET', `/workspaces/${id}/varsets`));
  expect(listed.map((set) => set.id)).toEqual([global.id, local.id]);
  const all = many(await live.call('GET', `/workspaces/${id}/all-vars`));
  expect(all.map((each) => `${String(each.attributes['key'])}=${String(each.attributes['value'])}`)).toEqual([
    ...['k1=g', 'k2=l', 'k3=own'],
  ]);
  expect((await live.call('GET', '/workspaces/ws-1111111111111111/all-vars')).status).toBe(404);
  expect((await live.call('GET', '/workspaces/ws-1111111111111111/varsets')).status).toBe(404);
  expect((await live.call('GET', '/projects/prj-1111111111111111/varsets')).status).toBe(404);
});

test('run triggers are refused in words, and lists of them are empty', async () => {
  const path = `/workspaces/${workspace}/run-triggers`;
  const inbound = await live.call('GET', `${path}?filter[run-trigger][type]=inbound&include=sourceable`);
  expect(inbound).toMatchObject({ status: 200, body: { data: [], meta: { pagination: { 'total-count': 0 } } } });
  const relationships = { sourceable: { data: { id: workspace, type: 'workspaces' } } };
  expect(await live.call('POST', path, { data: { relationships } })).toMatchObject({
    status: 422,
    body: {
      errors: [
        { detail: 'run triggers cannot be created: nothing runs on the server, so no run could trigger another' },
      ],
    },
  });
  expect((await live.call('GET', '/workspaces/ws-1111111111111111/run-triggers')).status).toBe(404);
  expect((await live.call('POST', '/workspaces/ws-1111111111111111/run-triggers', {})).status).toBe(404);
  expect((await live.call('GET', '/run-triggers/rt-1111111111111111')).status).toBe(404);
});
