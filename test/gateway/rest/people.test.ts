import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const ids = z.object({ data: z.array(z.object({ id: z.string() })) });

function data({ body }: { body: unknown }): { id: string; attributes: Record<string, unknown> } {
  if (typeof body !== 'object' || body === null || !('data' in body)) throw new Error(JSON.stringify(body));
  return body.data as { id: string; attributes: Record<string, unknown> };
}

test('an organization lives from its creation to its deletion', async () => {
  const attributes = { name: 'acme', email: 'ops@example.com' };
  expect(await live.call('POST', '/organizations', { data: { type: 'organizations', attributes } })).toMatchObject({
    status: 201,
    body: { data: { id: 'acme', type: 'organizations', attributes } },
  });
  const project = { 'default-project': { data: { id: expect.stringMatching(/^prj-/) as unknown } } };
  expect((await live.call('GET', '/organizations?q=acm')).body).toMatchObject({
    data: [{ id: 'acme', relationships: project }],
  });
  const changed = await live.call('PATCH', '/organizations/acme', { data: { attributes: { email: 'a@example.com' } } });
  expect(changed).toMatchObject({ status: 200, body: { data: { attributes: { email: 'a@example.com' } } } });
  expect(await live.call('DELETE', '/organizations/acme')).toMatchObject({ status: 204 });
  expect(await live.call('GET', '/organizations/acme')).toMatchObject({ status: 404 });
});

test('organizations are found by their email address, too', async () => {
  const made = { name: 'mailed', email: 'Net_Ops@mail.example.com' };
  await live.call('POST', '/organizations', { data: { type: 'organizations', attributes: made } });
  const found = async (parameters: Record<string, string>) => {
    const { body } = await live.call('GET', `/organizations?${new URLSearchParams(parameters).toString()}`);
    return ids.parse(body).data.map(({ id }) => id);
  };
  for (const parameters of [
    { q: 'net_ops@MAIL' },
    { q: 'maile' },
    { 'q[email]': 'T_Ops@' },
    { q: 'ops@mail', 'q[name]': 'nobody' },
    { 'q[email]': 'ops@mail', 'q[name]': 'maile' },
  ])
    expect(await found(parameters)).toEqual(['mailed']);
  for (const parameters of [
    { q: 'netxops@mail' },
    { 'q[name]': 'ops@mail' },
    { 'q[email]': 'maile' },
    { 'q[email]': 'ops@mail', 'q[name]': 'nobody' },
  ])
    expect(await found(parameters)).toEqual([]);
  await live.call('PATCH', '/organizations/mailed', { data: { attributes: { email: 'other@example.com' } } });
  expect(await found({ q: 'net_ops' })).toEqual([]);
  expect(await found({ 'q[email]': 'other@' })).toEqual(['mailed']);
  expect(await live.call('DELETE', '/organizations/mailed')).toMatchObject({ status: 204 });
});

test('an organization is deleted with its workspaces, locked ones too', async () => {
  const attributes = { name: 'closing', email: 'ops@example.com' };
  await live.call('POST', '/organizations', { data: { type: 'organizations', attributes } });
  const made = async (name: string) =>
    data(await live.call('POST', '/organizations/closing/workspaces', { data: { attributes: { name } } })).id;
  const [one, two] = [await made('one'), await made('two')];
  expect((await live.call('POST', `/workspaces/${two}/actions/lock`)).status).toBe(200);
  expect(await live.call('DELETE', '/organizations/closing')).toMatchObject({ status: 204 });
  for (const id of [one, two]) expect(await live.call('GET', `/workspaces/${id}`)).toMatchObject({ status: 404 });
  expect(await live.call('GET', '/organizations/closing')).toMatchObject({ status: 404 });
});

test('a team with access, members and a token of its own', async () => {
  const team = await live.call('POST', '/organizations/default/teams', {
    data: {
      attributes: {
        name: 'crew',
        description: 'Who rows',
        visibility: 'organization',
        'organization-access': { 'read-projects': true },
      },
    },
  });
  expect(team).toMatchObject({
    status: 201,
    body: {
      data: {
        type: 'teams',
        attributes: {
          name: 'crew',
          description: 'Who rows',
          visibility: 'organization',
          'users-count': 0,
          'organization-access': { 'read-projects': true, 'manage-workspaces': false },
        },
      },
    },
  });
  const teamId = data(team).id;
  for (const description of ['Who steers', null]) {
    const changed = await live.call('PATCH', `/teams/${teamId}`, { data: { attributes: { description } } });
    expect(data(changed).attributes).toMatchObject({ name: 'crew', description, visibility: 'organization' });
  }
  const workspace = data(
    await live.call('POST', '/organizations/default/workspaces', { data: { attributes: { name: 'shared' } } }),
  ).id;

  const members = { data: [{ type: 'users', id: 'root' }] };
  expect(await live.call('POST', `/teams/${teamId}/relationships/users`, members)).toMatchObject({ status: 204 });
  expect(data(await live.call('GET', `/teams/${teamId}`)).attributes).toMatchObject({ 'users-count': 1 });
  expect(await live.call('DELETE', `/teams/${teamId}/relationships/users`, members)).toMatchObject({ status: 204 });

  const access = await live.call('POST', '/team-workspaces', {
    data: {
      attributes: { access: 'write' },
      relationships: {
        team: { data: { type: 'teams', id: teamId } },
        workspace: { data: { type: 'workspaces', id: workspace } },
      },
    },
  });
  expect(access).toMatchObject({
    status: 201,
    body: { data: { type: 'team-workspaces', attributes: { access: 'write' } } },
  });
  const listed = await live.call('GET', `/team-workspaces?filter%5Bworkspace%5D%5Bid%5D=${workspace}`);
  expect(listed.body).toMatchObject({ data: [{ id: data(access).id }], meta: { pagination: { 'total-count': 1 } } });
  expect(await live.call('GET', '/team-workspaces')).toMatchObject({ status: 400 });
  const wrong = { data: { attributes: { access: 'everything' } } };
  expect(await live.call('PATCH', `/team-workspaces/${data(access).id}`, wrong)).toMatchObject({
    status: 422,
    body: { errors: [{ source: { pointer: '/data/attributes/access' } }] },
  });

  const token = await live.call('POST', `/teams/${teamId}/authentication-token`);
  expect(token).toMatchObject({ status: 201, body: { data: { type: 'authentication-tokens' } } });
  const secret = String(data(token).attributes['token']);
  expect(secret).toMatch(/^[A-Za-z0-9]+\.atlasv1\..+/);
  const locked = await live.call('POST', `/workspaces/${workspace}/actions/lock`, undefined, secret);
  expect(locked.body).toMatchObject({
    data: { relationships: { 'locked-by': { data: { id: teamId, type: 'teams' } } } },
  });
  expect(data(await live.call('GET', `/teams/${teamId}/authentication-token`)).attributes['token']).toBeNull();

  expect(await live.call('DELETE', `/team-workspaces/${data(access).id}`)).toMatchObject({ status: 204 });
  expect(await live.call('GET', `/workspaces/${workspace}`, undefined, secret)).toMatchObject({ status: 200 });
  expect(await live.call('POST', `/workspaces/${workspace}/actions/unlock`, undefined, secret)).toMatchObject({
    status: 404,
  });
  expect(await live.call('DELETE', `/teams/${teamId}/authentication-token`)).toMatchObject({ status: 204 });
  expect(await live.call('GET', `/workspaces/${workspace}`, undefined, secret)).toMatchObject({ status: 401 });
  expect(await live.call('DELETE', `/teams/${teamId}`)).toMatchObject({ status: 204 });
});

test('access of a team to a project', async () => {
  const teamId = data(
    await live.call('POST', '/organizations/default/teams', { data: { attributes: { name: 'pros' } } }),
  ).id;
  const project = data(
    await live.call('POST', '/organizations/default/projects', { data: { attributes: { name: 'pro' } } }),
  ).id;
  const access = await live.call('POST', '/team-projects', {
    data: {
      attributes: { access: 'maintain' },
      relationships: { team: { data: { id: teamId } }, project: { data: { id: project } } },
    },
  });
  expect(access).toMatchObject({
    status: 201,
    body: { data: { type: 'team-projects', attributes: { access: 'maintain' } } },
  });
  const path = `/team-projects/${data(access).id}`;
  const admin = { data: { attributes: { access: 'admin' } } };
  expect(await live.call('PATCH', path, admin)).toMatchObject({ status: 200, body: admin });
  expect((await live.call('GET', `/team-projects?filter%5Bproject%5D%5Bid%5D=${project}`)).body).toMatchObject({
    data: [{ attributes: { access: 'admin' }, relationships: { team: { data: { id: teamId, type: 'teams' } } } }],
  });
  expect(await live.call('DELETE', path)).toMatchObject({ status: 204 });
});

test('custom access of a team to a project and to a workspace is read back as it was given', async () => {
  const teamId = data(
    await live.call('POST', '/organizations/default/teams', { data: { attributes: { name: 'tailors' } } }),
  ).id;
  const place = async (kind: 'projects' | 'workspaces') =>
    data(await live.call('POST', `/organizations/default/${kind}`, { data: { attributes: { name: 'tailored' } } })).id;
  const relationships = async (kind: 'project' | 'workspace') => ({
    team: { data: { id: teamId, type: 'teams' } },
    [kind]: { data: { id: await place(`${kind}s`), type: `${kind}s` } },
  });
  const onProject = {
    access: 'custom',
    'project-access': { settings: 'update', teams: 'manage', 'variable-sets': 'write' },
    'workspace-access': {
      ...{ runs: 'apply', 'sentinel-mocks': 'read', 'state-versions': 'read-outputs', variables: 'write' },
      ...{ create: true, locking: true, move: true, delete: true, 'run-tasks': true },
    },
  };
  const made = await live.call('POST', '/team-projects', {
    data: { attributes: onProject, relationships: await relationships('project') },
  });
  expect(made).toMatchObject({ status: 201, body: { data: { attributes: onProject } } });
  const path = `/team-projects/${data(made).id}`;
  expect(data(await live.call('GET', path)).attributes).toEqual(onProject);
  const less = { access: 'custom', 'workspace-access': { delete: false, runs: 'plan' } };
  expect(data(await live.call('PATCH', path, { data: { attributes: less } })).attributes).toEqual({
    ...onProject,
    'workspace-access': { ...onProject['workspace-access'], ...less['workspace-access'] },
  });
  for (const [attributes, pointer, detail] of [
    [
      { access: 'custom', 'project-access': { teams: 'everything' } },
      '/data/attributes/project-access/teams',
      'data.attributes.project-access.teams must be one of none, read, manage',
    ],
    [
      { access: 'read', 'workspace-access': { 'state-versions': 'write' } },
      '/data/attributes/workspace-access/state-versions',
      "State versions is read-only when access level is 'read'; use the 'custom' access level to set this attribute.",
    ],
    [
      { access: 'custom', 'workspace-access': { 'policy-overrides': true } },
      '/data/attributes/workspace-access/policy-overrides',
      'data.attributes.workspace-access.policy-overrides cannot be true: nothing runs on the server, so there are no policies to override',
    ],
  ] as const) {
    expect(await live.call('PATCH', path, { data: { attributes } })).toMatchObject({
      status: 422,
      body: { errors: [{ source: { pointer }, detail }] },
    });
  }

  const onWorkspace = {
    ...{ access: 'custom', runs: 'plan', 'state-versions': 'read', variables: 'read' },
    ...{ 'workspace-locking': true, 'sentinel-mocks': 'read', 'run-tasks': true },
  };
  const second = await live.call('POST', '/team-workspaces', {
    data: { attributes: onWorkspace, relationships: await relationships('workspace') },
  });
  expect(data(second).attributes).toEqual(onWorkspace);
  const other = `/team-workspaces/${data(second).id}`;
  const changed = { access: 'custom', 'run-tasks': false };
  expect(data(await live.call('PATCH', other, { data: { attributes: changed } })).attributes).toEqual({
    ...onWorkspace,
    'run-tasks': false,
  });
  const levels = { read: ['none', false], write: ['read', false], admin: ['read', true] } as const;
  for (const [access, [mocks, tasks]] of Object.entries(levels)) {
    const { attributes } = data(await live.call('PATCH', other, { data: { attributes: { access } } }));
    expect([attributes['sentinel-mocks'], attributes['run-tasks']]).toEqual([mocks, tasks]);
  }
});

describe('the audit trail of an organization', () => {
  const path = '/organizations/trailed/authentication-token';
  const trail = '/organization/audit-trail';
  const secretOf = (made: { body: unknown }) => String(data(made).attributes['token']);
  let audit = '';
  let whole = '';
  beforeAll(async () => {
    const attributes = { name: 'trailed', email: 'ops@example.com' };
    await live.call('POST', '/organizations', { data: { type: 'organizations', attributes } });
    whole = secretOf(await live.call('POST', path));
    audit = secretOf(await live.call('POST', `${path}?token=audit-trails`));
  });
  afterAll(() => live.call('DELETE', '/organizations/trailed'));

  test('is read in the documented shape, newest first and by pages, with both tokens', async () => {
    const { status, body } = await live.call('GET', trail, undefined, audit);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: [
        {
          id: expect.stringMatching(/^\d+$/) as string,
          ...{ version: '0', type: 'Resource', timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string },
          auth: {
            accessor_id: expect.stringMatching(/^user-/) as string,
            ...{ description: 'root', type: 'Client', impersonator_id: null },
            organization_id: expect.stringMatching(/^org-/) as string,
          },
          request: { id: expect.stringMatching(/./) as string },
          resource: { type: 'token', action: 'create', meta: { description: '' } },
        },
        { resource: { type: 'token', action: 'create' } },
        { resource: { type: 'organization', action: 'create' } },
      ],
      pagination: { current_page: 1, prev_page: null, next_page: null, total_pages: 1, total_count: 3 },
    });
    expect((await live.call('GET', trail, undefined, whole)).body).toEqual(body);
    const second = await live.call('GET', `${trail}?page%5Bsize%5D=2&page%5Bnumber%5D=2`, undefined, audit);
    expect(second.body).toMatchObject({
      data: [{ resource: { type: 'organization' } }],
      pagination: { current_page: 2, prev_page: 1, next_page: null, total_pages: 2, total_count: 3 },
    });
    expect((await live.call('GET', `${trail}?since=2099-01-01T00:00:00Z`, undefined, audit)).body).toMatchObject({
      data: [],
    });
    expect(await live.call('GET', `${trail}?since=yesterday`, undefined, audit)).toMatchObject({ status: 400 });
  });

  test('is for no token of a user or a team', async () => {
    const team = data(
      await live.call('POST', '/organizations/trailed/teams', { data: { attributes: { name: 'watchers' } } }),
    ).id;
    const ofTeam = secretOf(await live.call('POST', `/teams/${team}/authentication-token`));
    for (const token of [live.rootToken, ofTeam]) {
      expect(await live.call('GET', trail, undefined, token)).toMatchObject({ status: 404 });
    }
  });

  test.each([
    ['GET', '/account/details'],
    ['GET', '/organizations/trailed'],
    ['GET', '/organizations/trailed/workspaces'],
    ['GET', '/organizations/trailed/teams'],
    ['GET', '/organizations/trailed/organization-memberships'],
    ['GET', path],
    ['POST', path],
    ['POST', `${path}?token=audit-trails`],
    ['DELETE', `${path}?token=audit-trails`],
    ['DELETE', '/organizations/trailed'],
    ['POST', '/organizations/trailed/workspaces', { data: { attributes: { name: 'net' } } }],
    ['POST', '/organizations', { data: { attributes: { name: 'another', email: 'a@example.com' } } }],
  ] as [string, string, object?][])('and its token does nothing else: %s %s', async (method, other, body) => {
    expect(await live.call(method, other, body, audit)).toMatchObject({ status: 404 });
  });

  test('nor below /v1', async () => {
    const headers = { 'x-vault-token': audit };
    for (const [method, other] of [
      ['GET', 'sys/mounts'],
      ['GET', 'sys/policies/acl?list=true'],
      ['POST', 'auth/token/create'],
    ] as const) {
      expect(await live.vault(method, other, method === 'POST' ? {} : undefined, headers)).toMatchObject({
        status: 403,
      });
    }
  });

  test('the two tokens replace and end only their own kind', async () => {
    const works = async (token: string) => (await live.call('GET', trail, undefined, token)).status === 200;
    const again = secretOf(await live.call('POST', `${path}?token=audit-trails`));
    expect([await works(whole), await works(audit), await works(again)]).toEqual([true, false, true]);
    const { id } = data(await live.call('GET', `${path}?token=audit-trails`));
    expect(again.startsWith(id.slice('at-'.length))).toBe(true);
    expect(data(await live.call('GET', path)).id).not.toBe(id);
    expect(await live.call('DELETE', path)).toMatchObject({ status: 204 });
    expect([await works(whole), await works(again)]).toEqual([false, true]);
    expect(await live.call('GET', path)).toMatchObject({ status: 404 });
    expect(await live.call('DELETE', `/authentication-tokens/${id}`)).toMatchObject({ status: 204 });
    expect(await works(again)).toBe(false);
    expect(await live.call('GET', `${path}?token=other`)).toMatchObject({ status: 400 });
  });
});

test('memberships', async () => {
  expect((await live.call('GET', '/organization-memberships')).body).toMatchObject({
    data: [{ type: 'organization-memberships', attributes: { status: 'active' } }],
  });
  const { body } = await live.call('GET', '/organizations/default/organization-memberships?filter%5Bstatus%5D=active');
  expect(body).toMatchObject({ data: [{ relationships: { organization: { data: { id: 'default' } } } }] });
  expect(body).not.toHaveProperty('included');
});

test('memberships with what belongs to them, and by address', async () => {
  const path = '/organizations/default/organization-memberships';
  const included = [
    { type: 'users', attributes: { username: 'root' } },
    { type: 'organizations', id: 'default' },
    { type: 'teams', attributes: { name: 'owners' } },
  ];
  const listed = await live.call('GET', `${path}?include=user,organization,teams`);
  expect(listed.body).toMatchObject({ included });
  const [membership] = (listed.body as { data: { id: string }[] }).data;
  const one = `/organization-memberships/${membership?.id ?? ''}`;
  expect((await live.call('GET', `${one}?include=user,organization,teams`)).body).toMatchObject({ included });
  expect((await live.call('GET', `${one}?include=teams`)).body).toMatchObject({ included: [{ type: 'teams' }] });
  expect((await live.call('GET', `${one}?include=runs`)).status).toBe(400);

  expect(
    (await live.call('PATCH', '/account/update', { data: { attributes: { email: 'root@example.com' } } })).status,
  ).toBe(200);
  expect((await live.call('GET', `${path}?filter[email]=x@example.com,root@example.com`)).body).toMatchObject({
    data: [{ id: membership?.id }],
  });
  for (const search of ['filter[email]=Root@Example.com', 'q=ROOT@ex', 'q=roo']) {
    expect((await live.call('GET', `${path}?${search}`)).body).toMatchObject({ data: [{ id: membership?.id }] });
  }
  for (const search of ['filter[email]=x@example.com', 'filter[email]=oot@example.com', 'q=x@example']) {
    expect((await live.call('GET', `${path}?${search}`)).body).toMatchObject({ data: [] });
  }
});

test('a token of a user is shown once, and can be revoked', async () => {
  const { id } = data(await live.call('GET', '/account/details'));
  const made = await live.call('POST', `/users/${id}/authentication-tokens`, {
    data: { attributes: { description: 'laptop', 'expired-at': '2099-01-01T00:00:00.000Z' } },
  });
  expect(made).toMatchObject({
    status: 201,
    body: { data: { attributes: { description: 'laptop', 'expired-at': '2099-01-01T00:00:00.000Z' } } },
  });
  const secret = String(data(made).attributes['token']);
  expect(await live.call('GET', '/account/details', undefined, secret)).toMatchObject({ status: 200 });
  const path = `/authentication-tokens/${data(made).id}`;
  expect(data(await live.call('GET', path)).attributes['token']).toBeNull();
  expect(await live.call('DELETE', path)).toMatchObject({ status: 204 });
  expect(await live.call('GET', '/account/details', undefined, secret)).toMatchObject({ status: 401 });
  const soon = { data: { attributes: { description: 'x', 'expired-at': 'soon' } } };
  expect(await live.call('POST', `/users/${id}/authentication-tokens`, soon)).toMatchObject({
    status: 422,
    body: { errors: [{ source: { pointer: '/data/attributes/expired-at' } }] },
  });
});
