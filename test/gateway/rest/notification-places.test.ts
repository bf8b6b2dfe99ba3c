import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openReceiver } from '../../notices/receiver.js';
import type { Receiver } from '../../notices/receiver.js';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
let there: Receiver;
beforeAll(async () => {
  live = await openLive({ TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8' });
  there = await openReceiver();
});
afterAll(async () => {
  there.close();
  await live.close();
});

const resource = z.looseObject({ id: z.string(), attributes: z.record(z.string(), z.unknown()) });
const one = (answer: { body: unknown }) => z.object({ data: resource }).parse(answer.body).data;
const posted = async (path: string, attributes: object, relationships: object = {}) => {
  const answer = await live.call('POST', path, { data: { attributes, relationships } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return one(answer);
};
let names = 0;
const project = () => posted('/organizations/default/projects', { name: `place ${++names}` });
const team = (access: object = {}) =>
  posted('/organizations/default/teams', { name: `place-${++names}`, 'organization-access': access });
const tokenOf = async ({ id }: { id: string }) =>
  String((await posted(`/teams/${id}/authentication-token`, {})).attributes['token']);
const workspaceIn = (id: string) =>
  posted(
    '/organizations/default/workspaces',
    { name: `place-${++names}` },
    { project: { data: { id, type: 'projects' } } },
  );
const create = (of: string, attributes: object = {}, token: string = live.rootToken) =>
  live.call(
    'POST',
    `/${of}/notification-configurations`,
    {
      data: {
        type: 'notification-configurations',
        attributes: { 'destination-type': 'generic', enabled: true, name: 'mine', url: there.url, ...attributes },
      },
    },
    token,
  );
const lock = async ({ id }: { id: string }) => {
  expect((await live.call('POST', `/workspaces/${id}/actions/lock`, { reason: 'r' })).status).toBe(200);
};
const toldOf = () => there.received.map(({ body }): unknown => Reflect.get(Object(JSON.parse(body)), 'workspace_id'));

test('a project has some, which are told of its workspaces', async () => {
  const { id } = await project();
  const [inside, outside] = [await workspaceIn(id), await workspaceIn((await project()).id)];
  const answer = await create(`projects/${id}`, { triggers: ['run:created', 'workspace:locked'] });
  expect(answer).toMatchObject({
    status: 201,
    body: { data: { relationships: { subscribable: { data: { id, type: 'projects' } } } } },
  });
  const made = one(answer);
  expect((await live.call('GET', `/projects/${id}/notification-configurations`)).body).toMatchObject({
    data: [{ id: made.id, attributes: { triggers: ['run:created', 'workspace:locked'] } }],
  });
  for (const each of [outside, inside]) await lock(each);
  await expect.poll(toldOf).toContain(inside.id);
  expect(toldOf()).not.toContain(outside.id);
  const at = `/notification-configurations/${made.id}`;
  expect((await live.call('POST', `${at}/actions/verify`)).status).toBe(200);
  expect((await live.call('PATCH', at, { data: { attributes: { name: 'other' } } })).body).toMatchObject({
    data: { attributes: { name: 'other' }, relationships: { subscribable: { data: { type: 'projects' } } } },
  });
  expect((await live.call('DELETE', at)).status).toBe(204);
  expect((await live.call('GET', at)).status).toBe(404);
});

test('a team has some, which are told of what it may see', async () => {
  const { id } = await team();
  const shared = await project();
  const [seen, hidden] = [await workspaceIn(shared.id), await workspaceIn(shared.id)];
  const relationships = {
    team: { data: { id, type: 'teams' } },
    workspace: { data: { id: seen.id, type: 'workspaces' } },
  };
  await posted('/team-workspaces', { access: 'read' }, relationships);
  const answer = await create(`teams/${id}`, { triggers: ['change_request:created', 'workspace:locked'] });
  expect(answer).toMatchObject({
    status: 201,
    body: { data: { relationships: { subscribable: { data: { id, type: 'teams' } } } } },
  });
  for (const each of [hidden, seen]) await lock(each);
  await expect.poll(toldOf).toContain(seen.id);
  expect(toldOf()).not.toContain(hidden.id);
  const refused = await create(`teams/${id}`, { triggers: ['run:created'] });
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ source: { pointer: '/data/attributes/triggers' } }] },
  });
});

test('they are for administrators of the project, and for members of the team who manage teams', async () => {
  const { id } = await project();
  const [managers, others, readers] = [await team({ 'manage-teams': true }), await team(), await team()];
  for (const [level, { id: teamId }] of [
    ['admin', others],
    ['read', readers],
  ] as const) {
    const relationships = {
      team: { data: { id: teamId, type: 'teams' } },
      project: { data: { id, type: 'projects' } },
    };
    await posted('/team-projects', { access: level }, relationships);
  }
  const [manager, admin, reader] = [await tokenOf(managers), await tokenOf(others), await tokenOf(readers)];
  expect((await create(`projects/${id}`, {}, admin)).status).toBe(201);
  for (const token of [manager, reader]) expect((await create(`projects/${id}`, {}, token)).status).toBe(404);
  const made = one(await create(`teams/${managers.id}`, {}, manager));
  expect((await create(`teams/${others.id}`, {}, manager)).status).toBe(404);
  expect((await create(`teams/${others.id}`, {}, admin)).status).toBe(404);
  expect((await create('teams/team-1111111111111111')).status).toBe(404);
  expect((await create('projects/prj-1111111111111111')).status).toBe(404);
  const at = `/notification-configurations/${made.id}`;
  for (const token of [admin, reader]) {
    for (const [method, path] of [
      ['GET', at],
      ['DELETE', at],
      ['POST', `${at}/actions/verify`],
      ['GET', `/teams/${managers.id}/notification-configurations`],
    ] as const)
      expect((await live.call(method, path, undefined, token)).status, path).toBe(404);
  }
  expect((await live.call('GET', at, undefined, manager)).status).toBe(200);
});
