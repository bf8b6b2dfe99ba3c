import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLive } from './live.js';
import type { Live } from './live.js';
import { idIn, idsIn, named, workspaces } from './workspace-documents.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

async function make(name: string): Promise<string> {
  return idIn(await live.call('POST', workspaces, named(name)));
}

describe('around a workspace', () => {
  test('tags, in both forms', async () => {
    const id = await make('tagged');
    const bind = { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'dev' } }] };
    expect(await live.call('PATCH', `/workspaces/${id}/tag-bindings`, bind)).toMatchObject({
      status: 200,
      body: { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'dev' } }] },
    });
    const flat = { data: [{ type: 'tags', attributes: { name: 'flat' } }] };
    const tooMany = {
      data: Array.from({ length: 5_000 }, (_, index) => ({ type: 'tags', attributes: { name: `t${index}` } })),
    };
    for (const method of ['POST', 'DELETE']) {
      expect(await live.call(method, `/workspaces/${id}/relationships/tags`, tooMany)).toMatchObject({
        status: 422,
        body: { errors: [{ detail: 'At most 100 tags are allowed', source: { pointer: '/data' } }] },
      });
    }
    expect(await live.call('POST', `/workspaces/${id}/relationships/tags`, flat)).toMatchObject({ status: 204 });
    expect((await live.call('GET', `/workspaces/${id}/relationships/tags`)).body).toMatchObject({
      data: [
        { type: 'tags', attributes: { name: 'env' } },
        { type: 'tags', attributes: { name: 'flat' } },
      ],
      meta: { pagination: { 'total-count': 2 } },
    });
    expect(await live.call('DELETE', `/workspaces/${id}/relationships/tags`, flat)).toMatchObject({ status: 204 });
    expect((await live.call('GET', `/workspaces/${id}/effective-tag-bindings`)).body).toMatchObject({
      data: [{ type: 'effective-tag-bindings', attributes: { key: 'env', value: 'dev' } }],
    });
  });

  test('remote state consumers', async () => {
    const [id, consumer] = [await make('provider'), await make('consumer')];
    const path = `/workspaces/${id}/relationships/remote-state-consumers`;
    const body = { data: [{ type: 'workspaces', id: consumer }] };
    expect(await live.call('POST', path, body)).toMatchObject({ status: 204 });
    expect((await live.call('GET', path)).body).toMatchObject({ data: [{ id: consumer, type: 'workspaces' }] });
    expect(await live.call('DELETE', path, body)).toMatchObject({ status: 204 });
    expect((await live.call('GET', path)).body).toMatchObject({ data: [] });
  });

  test('consumers of a state that is shared with many are these', async () => {
    const project = idIn(
      await live.call('POST', '/organizations/default/projects', { data: { attributes: { name: 'sharing' } } }),
    );
    const within = { relationships: { project: { data: { id: project, type: 'projects' } } } };
    const makeWithin = async (name: string) =>
      idIn(await live.call('POST', workspaces, { data: { attributes: { name }, ...within } }));
    const [id, neighbour, outside] = [await makeWithin('sharer'), await makeWithin('neighbour'), await make('outside')];
    const path = `/workspaces/${id}/relationships/remote-state-consumers`;
    const listed = async () => idsIn((await live.call('GET', `${path}?page[size]=100`)).body);
    const set = (attributes: object) => live.call('PATCH', `/workspaces/${id}`, { data: { attributes } });
    await live.call('POST', path, { data: [{ type: 'workspaces', id: outside }] });
    expect(await listed()).toEqual([outside]);
    await set({ 'project-remote-state': true });
    expect(await listed()).toEqual([neighbour]);
    await set({ 'project-remote-state': false, 'global-remote-state': true });
    expect(await listed()).toEqual(expect.arrayContaining([neighbour, outside]));
    expect(await listed()).not.toContain(id);
    await set({ 'global-remote-state': false });
    expect(await listed()).toEqual([outside]);
  });

  test.each(['workspace', 'organization'])('a data retention policy of a %s', async (on) => {
    const at = on === 'workspace' ? `/workspaces/${await make('retained')}` : '/organizations/default';
    const path = `${at}/relationships/data-retention-policy`;
    expect(await live.call('GET', path)).toMatchObject({ status: 404 });
    const older = { type: 'data-retention-policy-delete-olders', attributes: { 'delete-older-than-n-days': 30 } };
    expect(await live.call('POST', path, { data: older })).toMatchObject({ status: 200, body: { data: older } });
    expect(await live.call('GET', path)).toMatchObject({ status: 200, body: { data: older } });
    const nothing = { data: { ...older, attributes: { 'delete-older-than-n-days': 0 } } };
    expect(await live.call('PATCH', path, nothing)).toMatchObject({ status: 422 });
    const keep = { data: { type: 'data-retention-policy-dont-deletes' } };
    expect(await live.call('POST', path, keep)).toMatchObject({ status: 200, body: keep });
    expect(await live.call('DELETE', path)).toMatchObject({ status: 204 });
    expect(await live.call('GET', path)).toMatchObject({ status: 404 });
  });

  test('runs and configurations', async () => {
    const id = await make('running');
    const configuration = await live.call('POST', `/workspaces/${id}/configuration-versions`, {
      data: { type: 'configuration-versions', attributes: { speculative: false } },
    });
    expect(configuration).toMatchObject({ status: 201, body: { data: { type: 'configuration-versions' } } });
    const run = await live.call('POST', '/runs', {
      data: { attributes: { message: 'go' }, relationships: { workspace: { data: { type: 'workspaces', id } } } },
    });
    expect(run).toMatchObject({
      status: 201,
      body: {
        data: {
          attributes: { status: 'pending', message: 'go' },
          relationships: {
            workspace: { data: { id, type: 'workspaces' } },
            'configuration-version': { data: { id: idIn(configuration), type: 'configuration-versions' } },
          },
        },
      },
    });
    expect((await live.call('GET', `/runs/${idIn(run)}?include=workspace`)).body).toMatchObject({
      included: [{ id, type: 'workspaces' }],
    });
    expect((await live.call('GET', `/workspaces/${id}/runs`)).body).toMatchObject({ data: [{ id: idIn(run) }] });
    for (const [status, found] of [
      ['pending,applied', 1],
      ['applied', 0],
      ['imagined', 0],
    ] as const) {
      const { body } = await live.call('GET', `/workspaces/${id}/runs?filter%5Bstatus%5D=${status}`);
      expect(body).toMatchObject({ meta: { pagination: { 'total-count': found } } });
    }
    expect((await live.call('GET', `/workspaces/${id}?include=current_run`)).body).toMatchObject({
      data: { relationships: { 'current-run': { data: { id: idIn(run), type: 'runs' } } } },
      included: [{ id: idIn(run), type: 'runs' }],
    });
  });
});

test('projects are made, found by name, changed and deleted', async () => {
  const made = await live.call('POST', '/organizations/default/projects', {
    data: { attributes: { name: 'networks' } },
  });
  expect(made).toMatchObject({ status: 201, body: { data: { type: 'projects', attributes: { name: 'networks' } } } });
  expect((await live.call('GET', '/organizations/default/projects?filter%5Bnames%5D=networks')).body).toMatchObject({
    data: [{ id: idIn(made) }],
    meta: { pagination: { 'total-count': 1 } },
  });
  expect(
    await live.call('GET', `/organizations/default/projects?filter%5Bnames%5D=${'networks,'.repeat(1_500)}`),
  ).toMatchObject({
    status: 400,
    body: {
      errors: [{ detail: 'At most 100 names are allowed at once', source: { parameter: 'filter[names]' } }],
    },
  });
  const path = `/projects/${idIn(made)}`;
  const tags = { data: [{ type: 'tag-bindings', attributes: { key: 'layer', value: 'edge' } }] };
  expect(await live.call('PATCH', `${path}/tag-bindings`, tags)).toMatchObject({ status: 200 });
  for (const [filter, count] of [
    ['filter[tagged][0][key]=layer', 1],
    ['filter[tagged][0][key]=layer&filter[tagged][0][value]=edge', 1],
    ['filter[tagged][0][key]=layer&filter[tagged][0][value]=core', 0],
    ['filter[tagged][0][key]=layer&filter[tagged][1][key]=other', 0],
  ] as const) {
    const { body } = await live.call('GET', `/organizations/default/projects?${filter}`);
    expect(body, filter).toMatchObject({ meta: { pagination: { 'total-count': count } } });
  }
  const many = Array.from({ length: 21 }, (_, index) => `filter[tagged][${index}][key]=a`).join('&');
  expect(await live.call('GET', `/organizations/default/projects?${many}`)).toMatchObject({
    status: 400,
    body: { errors: [{ detail: 'A search may name at most 20 tags', source: { parameter: 'filter[tagged]' } }] },
  });
  expect(await live.call('PATCH', path, { data: { attributes: { name: 'nets' } } })).toMatchObject({ status: 200 });
  expect(await live.call('DELETE', path)).toMatchObject({ status: 204 });
  expect(await live.call('GET', path)).toMatchObject({ status: 404 });
});
