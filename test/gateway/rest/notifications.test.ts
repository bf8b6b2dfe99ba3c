import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openReceiver } from '../../notices/receiver.js';
import type { Receiver } from '../../notices/receiver.js';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
let there: Receiver;
let workspaceId = '';
beforeAll(async () => {
  live = await openLive({ TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8' });
  there = await openReceiver();
  const attributes = { name: 'net' };
  const made = await live.call('POST', '/organizations/default/workspaces', {
    data: { type: 'workspaces', attributes },
  });
  workspaceId = z.object({ data: z.object({ id: z.string() }) }).parse(made.body).data.id;
});
afterAll(async () => {
  there.close();
  await live.close();
});

const document = z.object({
  data: z.object({
    id: z.string().regex(/^nc-[A-Za-z0-9]{16}$/),
    type: z.literal('notification-configurations'),
    attributes: z.record(z.string(), z.unknown()),
    relationships: z.object({ subscribable: z.object({ data: z.object({ id: z.string(), type: z.string() }) }) }),
  }),
});
const sent = (attributes: object) => ({ data: { type: 'notification-configurations', attributes } });
const whole = () => ({ 'destination-type': 'generic', enabled: false, name: 'mine', url: there.url });
const create = (attributes: object = {}, id = workspaceId) =>
  live.call('POST', `/workspaces/${id}/notification-configurations`, sent({ ...whole(), ...attributes }));
async function created(attributes: object = {}) {
  const answer = await create(attributes);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return document.parse(answer.body).data;
}
const at = (id: string) => `/notification-configurations/${id}`;

test('one is created, read, listed, changed and deleted', async () => {
  const triggers = ['run:created', 'run:needs_attention', 'workspace:locked'];
  const { id, attributes, relationships } = await created({ token: 'hush', triggers });
  const { 'created-at': createdAt, 'updated-at': updatedAt, ...others } = attributes;
  expect(others).toEqual({
    ...{ enabled: false, name: 'mine', url: there.url, 'destination-type': 'generic', token: null, triggers },
    'delivery-responses': [],
  });
  for (const time of [createdAt, updatedAt]) expect(time).toMatch(/Z$/);
  expect(relationships.subscribable.data).toEqual({ id: workspaceId, type: 'workspaces' });
  expect(document.parse((await live.call('GET', at(id))).body).data.attributes).toEqual(attributes);
  const list = await live.call('GET', `/workspaces/${workspaceId}/notification-configurations?page[size]=1`);
  expect(list.body).toMatchObject({ data: [{ id }], meta: { pagination: { 'total-count': 1, 'page-size': 1 } } });
  const beyond = await live.call('GET', `/workspaces/${workspaceId}/notification-configurations?page[number]=999`);
  expect(beyond.body).toMatchObject({ data: [], meta: { pagination: { 'current-page': 999, 'total-count': 1 } } });
  const changed = await live.call('PATCH', at(id), sent({ name: 'other', triggers: [] }));
  expect(document.parse(changed.body).data.attributes).toMatchObject({ name: 'other', triggers: [], url: there.url });
  expect((await live.call('DELETE', at(id))).status).toBe(204);
  expect((await live.call('GET', at(id))).status).toBe(404);
});

test('one is enabled only if its receiver answers, with the request that Terraform Enterprise sends', async () => {
  const before = there.received.length;
  const { id, attributes } = await created({ enabled: true, token: 'hush', name: 'checked' });
  const [request] = there.received.slice(before);
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    ...{ payload_version: 1, notification_configuration_id: id, run_id: null },
    notifications: [{ message: 'Verification of checked', trigger: 'verification' }],
  });
  const signature = createHmac('sha512', 'hush')
    .update(request?.body ?? '')
    .digest('hex');
  expect(request?.headers['x-tfe-notification-signature']).toBe(signature);
  expect(attributes['delivery-responses']).toMatchObject([
    { url: there.url, code: '204', successful: 'true', body: '' },
  ]);
  expect((await live.call('POST', `${at(id)}/actions/verify`)).status).toBe(200);
  there.answers((response) => response.writeHead(503, { 'x-why': 'tired' }).end('no'));
  expect((await create({ enabled: true })).body).toMatchObject({
    errors: [{ status: '422', source: { pointer: '/data/attributes/enabled' } }],
  });
  expect((await live.call('PATCH', at(id), sent({ enabled: true }))).status).toBe(422);
  expect((await live.call('POST', `${at(id)}/actions/verify`)).status).toBe(400);
  const read = document.parse((await live.call('GET', at(id))).body).data.attributes;
  expect(read['delivery-responses']).toMatchObject([
    { code: '503', successful: 'false', body: 'no', headers: { 'x-why': ['tired'] } },
  ]);
  there.answers((response) => response.writeHead(204).end());
  await live.call('DELETE', at(id));
});

test('it is told of what it names, in the form of Terraform Enterprise', async () => {
  const before = there.received.length;
  const { id } = await created({ enabled: true, triggers: ['workspace:locked'] });
  await live.call('POST', `/workspaces/${workspaceId}/actions/lock`, { reason: 'r' });
  await live.call('POST', `/workspaces/${workspaceId}/actions/unlock`);
  await expect.poll(() => there.received.length).toBe(before + 2);
  expect(JSON.parse(there.received.at(-1)?.body ?? '')).toMatchObject({
    ...{ payload_version: 1, workspace_id: workspaceId, workspace_name: 'net', organization_name: 'default' },
    notifications: [{ trigger: 'workspace:locked', run_status: null }],
    event: { data: { workspaceId, holderKind: 'User' } },
  });
  await live.call('DELETE', at(id));
});

test.each([
  [{ 'destination-type': 'slack' }, '/data/attributes/destination-type'],
  [{ 'destination-type': 'email' }, '/data/attributes/destination-type'],
  [{ 'destination-type': 'microsoft-teams' }, '/data/attributes/destination-type'],
  [{ triggers: ['run:walked'] }, '/data/attributes/triggers'],
  [{ triggers: ['change_request:created'] }, '/data/attributes/triggers'],
  [{ url: 'nowhere' }, '/data/attributes/url'],
  [{ url: 'http://169.254.169.254/' }, '/data/attributes/url'],
  [{ token: 'x'.repeat(513) }, '/data/attributes/token'],
  [{ name: '' }, '/data/attributes/name'],
])('%j is refused', async (attributes, pointer) => {
  const answer = await create(attributes);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ errors: [{ source: { pointer } }] });
});

test('what must be there is named, and who may not see a workspace finds nothing', async () => {
  const { body } = await live.call('POST', `/workspaces/${workspaceId}/notification-configurations`, sent({}));
  const errors = z.object({ errors: z.array(z.object({ source: z.object({ pointer: z.string() }) })) }).parse(body);
  expect(errors.errors.map(({ source }) => source.pointer).sort()).toEqual(
    ['destination-type', 'enabled', 'name', 'url'].map((name) => `/data/attributes/${name}`),
  );
  expect((await create({}, 'ws-1234567890123456')).status).toBe(404);
  expect((await live.call('GET', at('nc-1234567890123456'))).status).toBe(404);
  expect((await live.call('GET', at('nothing'))).status).toBe(404);
  expect(
    (await live.call('GET', `/workspaces/${workspaceId}/notification-configurations`, undefined, null)).status,
  ).toBe(401);
});
