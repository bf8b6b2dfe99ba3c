import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const keys = '/organizations/default/reserved-tag-keys';
const idIn = (answer: { body: unknown }) => z.object({ data: z.object({ id: z.string() }) }).parse(answer.body).data.id;
const reserved = (attributes: object) => ({ data: { type: 'reserved-tag-keys', attributes } });

test('they are documents as clients know them', async () => {
  const made = await live.call('POST', keys, reserved({ key: 'stage', 'disable-overrides': true }));
  const time: unknown = expect.stringMatching(/Z$/);
  const shown = {
    ...{ type: 'reserved-tag-keys', relationships: { organization: { data: { id: 'default' } } } },
    attributes: {
      ...{ key: 'stage', 'disable-overrides': true, 'created-at': time, 'updated-at': time },
      ...{ created_at: time, updated_at: time },
    },
  };
  expect(made).toMatchObject({ status: 201, body: { data: shown } });
  const id = idIn(made);
  expect(id).toMatch(/^rtk-/);
  expect(await live.call('GET', keys)).toMatchObject({
    body: { data: [{ id, ...shown }], meta: { pagination: { 'total-count': 1, 'current-page': 1 } } },
  });
  expect(await live.call('GET', `/reserved-tag-keys/${id}`)).toMatchObject({ body: { data: { id } } });
  expect(await live.call('PATCH', `/reserved-tag-keys/${id}`, reserved({ 'disable-overrides': false }))).toMatchObject({
    ...{ status: 200, body: { data: { attributes: { key: 'stage', 'disable-overrides': false } } } },
  });
  const pointer = { pointer: '/data/attributes/key' };
  for (const attributes of [{}, { key: 'stage' }, { key: 'a;b' }, { key: 7 }])
    expect(await live.call('POST', keys, reserved(attributes))).toMatchObject({
      ...{ status: 422, body: { errors: [{ source: pointer }] } },
    });
  expect((await live.call('DELETE', `/reserved-tag-keys/${id}`)).status).toBe(204);
  expect((await live.call('DELETE', `/reserved-tag-keys/${id}`)).status).toBe(404);
  expect((await live.call('GET', '/organizations/nobody/reserved-tag-keys')).status).toBe(404);
});

test('an override is refused, and one of before is not effective', async () => {
  const project = idIn(
    await live.call('POST', '/organizations/default/projects', { data: { attributes: { name: 'fixed' } } }),
  );
  const bindings = (value: string) => ({ data: [{ type: 'tag-bindings', attributes: { key: 'zone', value } }] });
  await live.call('PATCH', `/projects/${project}/tag-bindings`, bindings('eu'));
  const relationships = { project: { data: { id: project, type: 'projects' } } };
  const workspace = idIn(
    await live.call('POST', '/organizations/default/workspaces', {
      data: { attributes: { name: 'w' }, relationships },
    }),
  );
  const bind = (value: string) => live.call('PATCH', `/workspaces/${workspace}/tag-bindings`, bindings(value));
  expect((await bind('us')).status).toBe(200);
  await live.call('POST', keys, reserved({ key: 'zone', 'disable-overrides': true }));
  expect(await bind('asia')).toMatchObject({ status: 422, body: { errors: [{ source: { pointer: '/data' } }] } });
  expect((await live.call('GET', `/workspaces/${workspace}/effective-tag-bindings`)).body).toMatchObject({
    data: [{ attributes: { key: 'zone', value: 'eu' }, links: { 'inherited-from': `/api/v2/projects/${project}` } }],
  });
  expect((await live.call('GET', `/workspaces/${workspace}/tag-bindings`)).body).toMatchObject({
    data: [{ attributes: { value: 'us' } }],
  });
});
