import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const idIn = ({ body }: { body: unknown }) => z.looseObject({ data: z.object({ id: z.string() }) }).parse(body).data.id;
const path = '/organizations/shown';
const defaultProject = { data: { type: 'projects', id: expect.stringMatching(/^prj-/) as string } };

test('an organization names its default project when it is created, changed and read', async () => {
  const attributes = { name: 'shown', email: 'ops@example.com' };
  const made = await live.call('POST', '/organizations', { data: { attributes } });
  const shown = { body: { data: { relationships: { 'default-project': defaultProject } } } };
  expect(made).toMatchObject({ status: 201, ...shown });
  const { body } = await live.call('GET', path);
  expect(made.body).toEqual(body);
  const changed = await live.call('PATCH', path, { data: { attributes: { email: 'ops@example.com' } } });
  expect(changed).toMatchObject({ status: 200, ...shown });
});

test('who manages variable sets sees that they may', async () => {
  const token = async (access: object) => {
    const attributes = { name: `team-${Object.keys(access).join()}`, 'organization-access': access };
    const team = idIn(await live.call('POST', `${path}/teams`, { data: { attributes } }));
    const { body } = await live.call('POST', `/teams/${team}/authentication-token`);
    return z.object({ data: z.object({ attributes: z.object({ token: z.string() }) }) }).parse(body).data.attributes
      .token;
  };
  const permission = async (secret?: string) => {
    const { body } = await live.call('GET', path, undefined, secret);
    const name = 'can-manage-varsets';
    const permissions = z.object({ [name]: z.boolean() });
    const attributes = z.object({ permissions });
    return z.object({ data: z.object({ attributes }) }).parse(body).data.attributes.permissions[name];
  };
  const sets = `${path}/varsets`;
  const create = async (secret?: string) =>
    (await live.call('POST', sets, { data: { attributes: { name: `of ${secret?.slice(0, 14)}` } } }, secret)).status;
  const managing = await token({ 'manage-projects': true });
  const reading = await token({ 'read-projects': true });
  expect([await permission(), await permission(managing), await permission(reading)]).toEqual([true, true, false]);
  expect([await create(), await create(managing), await create(reading)]).toEqual([201, 201, 404]);
});

test('nothing waits in the queue of an organization', async () => {
  expect(await live.call('GET', `${path}/capacity`)).toMatchObject({
    status: 200,
    body: { data: { id: 'shown', type: 'organization-capacity', attributes: { pending: 0, running: 0 } } },
  });
  expect(await live.call('GET', `${path}/runs/queue?page%5Bsize%5D=5`)).toMatchObject({
    status: 200,
    body: { data: [], meta: { pagination: { 'current-page': 1, 'page-size': 5, 'total-count': 0 } } },
  });
  expect(await live.call('GET', '/organizations/nobody/capacity')).toMatchObject({ status: 404 });
  expect(await live.call('GET', '/organizations/nobody/runs/queue')).toMatchObject({ status: 404 });
});

test('an invitation comes with its user, who is a person', async () => {
  const attributes = { email: 'waits@example.com' };
  const made = await live.call('POST', `${path}/organization-memberships`, { data: { attributes } });
  const person = { type: 'users', attributes: { 'is-service-account': false, email: 'waits@example.com' } };
  expect(made).toMatchObject({ status: 201, body: { included: [person] } });
  const read = await live.call('GET', `/organization-memberships/${idIn(made)}?include=user`);
  expect(made.body).toEqual(read.body);
});

test('the tags of a project come with it', async () => {
  const bindings = [{ type: 'tag-bindings', attributes: { key: 'env', value: 'prod' } }];
  const project = await live.call('POST', `${path}/projects`, {
    data: { attributes: { name: 'tagged' }, relationships: { 'tag-bindings': { data: bindings } } },
  });
  const id = idIn(project);
  const bound = { id: `${id}:env`, type: 'effective-tag-bindings' };
  const tag = { ...bound, attributes: { key: 'env', value: 'prod' } };
  expect((await live.call('GET', `/projects/${id}?include=effective_tag_bindings`)).body).toMatchObject({
    data: { id, relationships: { 'effective-tag-bindings': { data: [bound] } } },
    included: [tag],
  });
  const listed = await live.call('GET', `${path}/projects?filter%5Bnames%5D=tagged&include=effective-tag-bindings`);
  expect(listed.body).toMatchObject({ data: [{ id }], included: [tag] });
  expect((await live.call('GET', `/projects/${id}`)).body).not.toHaveProperty('included');
});

test('the variable sets of a workspace have two paths', async () => {
  const workspace = idIn(await live.call('POST', `${path}/workspaces`, { data: { attributes: { name: 'net' } } }));
  const attributes = { name: 'everywhere', global: true };
  expect(await live.call('POST', `${path}/varsets`, { data: { attributes } })).toMatchObject({ status: 201 });
  const { status, body } = await live.call('GET', `/workspaces/${workspace}/applicable-varsets`);
  const { data } = z.object({ data: z.array(z.unknown()) }).parse(body);
  expect({ status, data }).toMatchObject({ status: 200, data: [{ attributes }] });
  expect(await live.call('GET', `/workspaces/${workspace}/varsets`)).toMatchObject({ body: { data } });
});

test('an account says what the caller may do with it', async () => {
  const permissions = (changes: boolean, own: boolean) => ({
    'can-create-organizations': own,
    'can-change-email': own,
    'can-change-username': changes,
    'can-manage-user-tokens': own,
  });
  const shown = (expected: object) => ({
    status: 200,
    body: { data: { attributes: { permissions: expected, 'two-factor': { enabled: false, verified: false } } } },
  });
  expect(await live.call('GET', '/account/details')).toMatchObject(shown(permissions(true, true)));
  const { body } = await live.call('POST', `${path}/authentication-token`);
  const { token } = z.object({ data: z.object({ attributes: z.object({ token: z.string() }) }) }).parse(body)
    .data.attributes;
  expect(await live.call('GET', '/account/details', undefined, token)).toMatchObject(shown(permissions(false, false)));
  const { data } = z
    .object({ data: z.object({ id: z.string() }) })
    .parse((await live.call('GET', '/account/details')).body);
  expect(await live.call('GET', `/users/${data.id}`, undefined, token)).toMatchObject(shown(permissions(false, false)));
});
