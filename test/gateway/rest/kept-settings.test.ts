import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
  const attributes = { name: 'kept', email: 'ops@example.com' };
  expect(await live.call('POST', '/organizations', { data: { attributes } })).toMatchObject({ status: 201 });
});
afterAll(() => live.close());

const organization = '/organizations/kept';

function data({ body }: { body: unknown }): { id: string; attributes: Record<string, unknown> } {
  if (typeof body !== 'object' || body === null || !('data' in body)) throw new Error(JSON.stringify(body));
  return body.data as { id: string; attributes: Record<string, unknown> };
}

test.each<[string, unknown, unknown]>([
  ['allow-force-delete-workspaces', true, false],
  ['assessments-enforced', false, true],
  ['cost-estimation-enabled', false, true],
  ['aggregated-commit-status-enabled', true, false],
  ['speculative-plan-management-enabled', true, false],
  ['stacks-enabled', false, true],
  ['max-ttl-enabled', false, true],
  ['session-timeout', null, 3600],
  ['session-remember', null, 20160],
  ['owners-team-saml-role-id', null, 'owners of all'],
])('%s of an organization is kept, and null resets it', async (name, preset, given) => {
  const read = async () => data(await live.call('GET', organization)).attributes[name];
  const set = (value: unknown) => live.call('PATCH', organization, { data: { attributes: { [name]: value } } });
  expect(await read()).toBe(preset);
  expect(data(await set(given)).attributes[name]).toBe(given);
  await live.call('PATCH', organization, { data: { attributes: { email: 'b@example.com' } } });
  expect(await read()).toBe(given);
  expect(await set(null)).toMatchObject({ status: 200 });
  expect(await read()).toBe(preset);
});

test('an organization is made with its settings', async () => {
  const attributes = { 'session-timeout': 60, 'cost-estimation-enabled': true, 'default-execution-mode': 'remote' };
  const made = await live.call('POST', '/organizations', {
    data: { attributes: { ...attributes, name: 'furnished', email: 'a@example.com' } },
  });
  expect(made).toMatchObject({
    status: 201,
    body: { data: { attributes: { ...attributes, 'default-execution-mode': 'local' } } },
  });
});

test('a commit is reported in one of two ways', async () => {
  const sending = 'send-passing-statuses-for-untriggered-speculative-plans';
  const set = (attributes: object) => live.call('PATCH', organization, { data: { attributes } });
  expect(await set({ [sending]: true })).toMatchObject({
    status: 422,
    body: { errors: [{ source: { pointer: `/data/attributes/${sending}` } }] },
  });
  expect(data(await live.call('GET', organization)).attributes[sending]).toBe(false);
  expect(await set({ [sending]: true, 'aggregated-commit-status-enabled': false })).toMatchObject({
    status: 200,
    body: { data: { attributes: { [sending]: true } } },
  });
});

test.each<[string, object, string]>([
  ['an agent', { 'default-execution-mode': 'agent' }, 'default-execution-mode'],
  ['two factors', { 'collaborator-auth-policy': 'two_factor_mandatory' }, 'collaborator-auth-policy'],
  ['own keys', { 'enforce-hyok': true }, 'enforce-hyok'],
  ['no tokens of users', { 'user-tokens-enabled': false }, 'user-tokens-enabled'],
  ['a session of no time', { 'session-timeout': 0 }, 'session-timeout'],
  ['a session without end', { 'session-remember': 5_256_001 }, 'session-remember'],
  ['text for a number', { 'session-timeout': '60' }, 'session-timeout'],
])('%s is refused, and nothing changes', async (_, attributes, name) => {
  const before = (await live.call('GET', organization)).body;
  expect(await live.call('PATCH', organization, { data: { attributes } })).toMatchObject({
    status: 422,
    body: { errors: [{ source: { pointer: `/data/attributes/${name}` } }] },
  });
  expect((await live.call('GET', organization)).body).toEqual(before);
});

test('a project keeps which settings it sets for itself', async () => {
  const made = await live.call('POST', `${organization}/projects`, { data: { attributes: { name: 'own' } } });
  const path = `/projects/${data(made).id}`;
  const none = { 'default-execution-mode': false, 'default-agent-pool': false };
  expect(data(made).attributes).toMatchObject({ 'default-execution-mode': 'local', 'setting-overwrites': none });
  const overwrites = { ...none, 'default-execution-mode': true };
  const set = (attributes: object) => live.call('PATCH', path, { data: { attributes } });
  expect(await set({ 'default-execution-mode': 'local', 'setting-overwrites': overwrites })).toMatchObject({
    status: 200,
    body: { data: { attributes: { 'setting-overwrites': overwrites } } },
  });
  expect(await set({ description: 'x' })).toMatchObject({
    body: { data: { attributes: { 'setting-overwrites': overwrites } } },
  });
  expect(await set({ 'default-execution-mode': 'agent' })).toMatchObject({ status: 422 });
  expect(await set({ 'default-agent-pool-id': 'apool-1' })).toMatchObject({ status: 422 });
});

test('a workspace shares its state with its project or its organization, not both', async () => {
  const made = await live.call('POST', `${organization}/workspaces`, {
    data: { attributes: { name: 'shared', 'project-remote-state': true } },
  });
  expect(made).toMatchObject({ status: 201, body: { data: { attributes: { 'project-remote-state': true } } } });
  const set = (attributes: object) => live.call('PATCH', `/workspaces/${data(made).id}`, { data: { attributes } });
  expect(await set({ 'global-remote-state': true })).toMatchObject({
    status: 422,
    body: {
      errors: [
        {
          title: 'invalid attribute',
          detail: 'Project remote state cannot be enabled when global remote state sharing is enabled',
          source: { pointer: '/data/attributes/project-remote-state' },
        },
      ],
    },
  });
  expect(await set({ 'global-remote-state': true, 'project-remote-state': false })).toMatchObject({ status: 200 });
  expect(await set({ 'execution-mode': 'agent' })).toMatchObject({ status: 422 });
});

test('forced deletion may be left to owners', async () => {
  const team = data(
    await live.call('POST', `${organization}/teams`, {
      data: { attributes: { name: 'managers', 'organization-access': { 'manage-workspaces': true } } },
    }),
  ).id;
  const token = String(data(await live.call('POST', `/teams/${team}/authentication-token`)).attributes['token']);
  const id = data(
    await live.call('POST', `${organization}/workspaces`, { data: { attributes: { name: 'held' } } }, token),
  ).id;
  await live.call('POST', `/workspaces/${id}/actions/lock`);
  const allow = (allowed: boolean) =>
    live.call('PATCH', organization, { data: { attributes: { 'allow-force-delete-workspaces': allowed } } });
  const may = async (who?: string) =>
    data(await live.call('GET', `/workspaces/${id}`, undefined, who)).attributes['permissions'];
  expect(await may(token)).toMatchObject({ 'can-force-delete': true });
  await allow(false);
  expect(await may(token)).toMatchObject({ 'can-force-delete': false, 'can-destroy': true });
  expect(await may()).toMatchObject({ 'can-force-delete': true });
  expect(await live.call('DELETE', `/workspaces/${id}`, undefined, token)).toMatchObject({ status: 409 });
  expect(await live.call('GET', `/workspaces/${id}`)).toMatchObject({ status: 200 });
  await allow(true);
  expect(await live.call('DELETE', `/workspaces/${id}`, undefined, token)).toMatchObject({ status: 204 });
});
