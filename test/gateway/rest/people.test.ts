import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { data } from './data-in.js';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const ids = z.object({ data: z.array(z.object({ id: z.string() })) });

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

test('a team has a further token with an empty description beside the one that is created again', async () => {
  const { id } = data(
    await live.call('POST', '/organizations/default/teams', { data: { attributes: { name: 'further' } } }),
  );
  const further = (description: string) =>
    live.call('POST', `/teams/${id}/authentication-tokens`, {
      data: { type: 'authentication-tokens', attributes: { description } },
    });
  const only = () => live.call('POST', `/teams/${id}/authentication-token`);
  const first = await only();
  const empty = await further('');
  expect(empty).toMatchObject({ status: 201, body: { data: { attributes: { description: '' } } } });
  const again = await only();
  expect(again).toMatchObject({ status: 201, body: { data: { attributes: { description: null } } } });
  const works = (made: typeof first) =>
    live.call('GET', '/organizations/default', undefined, String(data(made).attributes['token']));
  expect(await works(first)).toMatchObject({ status: 401 });
  expect(await works(empty)).toMatchObject({ status: 200 });
  expect(data(await live.call('GET', `/teams/${id}/authentication-token`)).id).toBe(data(again).id);
  expect(await live.call('DELETE', `/teams/${id}/authentication-token`)).toMatchObject({ status: 204 });
  expect(await live.call('GET', `/authentication-tokens/${data(empty).id}`)).toMatchObject({
    status: 200,
    body: { data: { attributes: { description: '' } } },
  });
  // go-tfe compares the whole text.
  const taken = {
    status: 422,
    body: {
      errors: [{ title: 'invalid attributes', detail: 'Validation failed: Description has already been taken' }],
    },
  };
  expect(await further('')).toMatchObject(taken);
  expect(await further('one')).toMatchObject({ status: 201 });
  expect(await further('one')).toMatchObject(taken);
  expect(await live.call('DELETE', `/authentication-tokens/${data(empty).id}`)).toMatchObject({ status: 204 });
  expect(await further('')).toMatchObject({ status: 201 });
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
