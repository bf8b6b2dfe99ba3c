import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLive } from './live.js';
import type { Live } from './live.js';
import { error, idIn, named, workspaces } from './workspace-documents.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

async function make(name: string): Promise<string> {
  return idIn(await live.call('POST', workspaces, named(name)));
}

describe('what a command line reads first', () => {
  test('the entitlements, without runs on the server', async () => {
    expect(await live.call('GET', '/organizations/default/entitlement-set')).toMatchObject({
      status: 200,
      body: { data: { type: 'entitlement-sets', attributes: { operations: false, 'state-storage': true } } },
    });
  });

  test('the account of a token', async () => {
    expect(await live.call('GET', '/account/details')).toMatchObject({
      status: 200,
      body: { data: { type: 'users', attributes: { username: 'root' } } },
    });
    expect(await live.call('GET', '/account/details', undefined, null)).toMatchObject({ status: 401 });
  });
});

describe('a workspace', () => {
  test('has no repository where the request has an empty one, and keeps the one it has', async () => {
    const created = await live.call('POST', workspaces, named('unconnected', { 'vcs-repo': {} }));
    expect(created).toMatchObject({ status: 201, body: { data: { attributes: { 'vcs-repo': null } } } });
    const path = `/workspaces/${idIn(created)}`;
    const change = (vcsRepo: unknown) => live.call('PATCH', path, { data: { attributes: { 'vcs-repo': vcsRepo } } });
    const attributes = { 'vcs-repo': { identifier: 'acme/net' } };
    expect(await change({ identifier: 'acme/net' })).toMatchObject({ status: 200, body: { data: { attributes } } });
    expect(await change({})).toMatchObject({ status: 200, body: { data: { attributes } } });
    expect(await change(null)).toMatchObject({ status: 200, body: { data: { attributes: { 'vcs-repo': null } } } });
    expect(await change({ branch: 'main' })).toMatchObject({ status: 422 });
  });

  test('is made, and read by id and by name as the same document', async () => {
    const body = {
      data: {
        type: 'workspaces',
        attributes: { name: 'made', 'terraform-version': '1.11.4', 'execution-mode': 'remote', description: 'a net' },
        relationships: {
          'tag-bindings': { data: [{ type: 'tag-bindings', attributes: { key: 'env', value: 'prod' } }] },
        },
      },
    };
    const made = await live.call('POST', workspaces, body);
    expect(made).toMatchObject({
      status: 201,
      body: {
        data: {
          type: 'workspaces',
          attributes: {
            name: 'made',
            'terraform-version': '1.11.4',
            'execution-mode': 'local',
            operations: false,
            locked: false,
            description: 'a net',
            'resource-count': 0,
            'tag-names': ['env'],
            'created-at': expect.stringMatching(/Z$/) as string,
            actions: { 'is-destroyable': true },
            permissions: {
              'can-update': true,
              'can-destroy': true,
              'can-lock': true,
              'can-unlock': true,
              'can-force-unlock': true,
              'can-queue-run': true,
              'can-read-settings': true,
              'can-force-delete': true,
            },
          },
          relationships: {
            organization: { data: { id: 'default', type: 'organizations' } },
            project: { data: { type: 'projects' } },
          },
        },
      },
    });
    const id = idIn(made);
    expect((await live.call('GET', `/workspaces/${id}`)).body).toEqual(made.body);
    expect((await live.call('GET', `${workspaces}/made`)).body).toEqual(made.body);
  });

  test('shows what is included, and refuses to include what does not exist', async () => {
    const id = await make('included');
    await live.call('PATCH', `/workspaces/${id}/tag-bindings`, { data: [{ attributes: { key: 'a', value: '1' } }] });
    expect(
      (await live.call('GET', `/workspaces/${id}?include=project,outputs,effective_tag_bindings`)).body,
    ).toMatchObject({
      data: { relationships: { outputs: { data: [] } } },
      included: [{ type: 'projects' }, { type: 'effective-tag-bindings', attributes: { key: 'a', value: '1' } }],
    });
    for (const unknown of ['nothing', 'project,vars', 'current_run.apply', 'tag_bindings']) {
      expect(await live.call('GET', `/workspaces/${id}?include=${unknown}`)).toMatchObject({
        status: 400,
        body: error('400', 'Invalid include parameter'),
      });
    }
  });

  test.each([
    ['a name that is taken', named('made'), '422', 'Name has already been taken', '/data/attributes/name'],
    ['a bad name', named('bad name'), '422', /Name is invalid/, '/data/attributes/name'],
    ['no name', { data: { attributes: {} } }, '422', /name is missing/, '/data/attributes/name'],
    ['a name that is a number', { data: { attributes: { name: 1 } } }, '422', /must be text/, '/data/attributes/name'],
    ['a flag that is text', named('x', { 'auto-apply': 'yes' }), '422', /true or false/, '/data/attributes/auto-apply'],
    [
      'a tag without a key',
      { data: { attributes: { name: 'x' }, relationships: { tags: { data: [{}] } } } },
      '422',
      /tag must have/,
      '/data/relationships/tag-bindings',
    ],
  ])('with %s is refused', async (_what, body, status, detail, pointer) => {
    expect(await live.call('POST', workspaces, body)).toMatchObject({
      status: Number(status),
      body: error(status, detail, { pointer }),
    });
  });

  test('malformed JSON is refused', async () => {
    expect(await live.call('POST', workspaces, '{"data":')).toMatchObject({ status: 400 });
  });

  test('is changed; what is not said stays', async () => {
    const id = await make('changed');
    const settings = { 'auto-apply': true, 'vcs-repo': { identifier: 'acme/net', 'oauth-token-id': 'ot-1' } };
    await live.call('PATCH', `/workspaces/${id}`, { data: { attributes: settings } });
    const renamed = await live.call('PATCH', `${workspaces}/changed`, named('changed-2'));
    expect(renamed).toMatchObject({
      status: 200,
      body: {
        data: {
          id,
          attributes: {
            name: 'changed-2',
            'auto-apply': true,
            'vcs-repo': { identifier: 'acme/net', 'oauth-token-id': 'ot-1' },
            'vcs-repo-identifier': 'acme/net',
          },
        },
      },
    });
  });

  test.each([
    ['GET', `${workspaces}/absent`],
    ['GET', '/workspaces/ws-0000000000000000'],
    ['GET', '/workspaces/..%2F..%2Fetc'],
    ['PATCH', '/workspaces/ws-0000000000000000'],
    ['DELETE', '/workspaces/ws-0000000000000000'],
    ['POST', '/workspaces/ws-0000000000000000/actions/lock'],
    ['GET', '/organizations/absent/workspaces'],
    ['GET', '/workspaces/ws-0000000000000000/tag-bindings'],
    ['GET', '/workspaces/ws-0000000000000000/runs'],
  ])('%s %s is not found', async (method, path) => {
    const body = method === 'PATCH' ? named('x') : undefined;
    expect(await live.call(method, path, body)).toMatchObject({ status: 404, body: { errors: [{ status: '404' }] } });
  });
});

describe('locks', () => {
  test.each([
    ['an empty type', { data: { type: '', attributes: { reason: 'Locked by Terraform' } } }, 'Locked by Terraform'],
    ['a plain reason', { reason: 'mine' }, 'mine'],
    ['an empty object', {}, null],
    ['no body', undefined, null],
    ['an empty body', '', null],
  ])('take %s', async (_what, body, reason) => {
    const id = await make(`lock-${Math.random().toString(36).slice(2)}`);
    expect(await live.call('POST', `/workspaces/${id}/actions/lock`, body)).toMatchObject({
      status: 200,
      body: {
        data: {
          attributes: { locked: true, 'locked-reason': reason },
          relationships: { 'locked-by': { data: { type: 'users' } } },
        },
      },
    });
  });

  test('answer as clients expect', async () => {
    const id = await make('locking');
    const act = (action: string) => live.call('POST', `/workspaces/${id}/actions/${action}`);
    const conflict = (detail: string | RegExp) => ({ status: 409, body: error('409', detail) });
    expect(await act('unlock')).toMatchObject(conflict(/not locked/));
    expect(await act('lock')).toMatchObject({ status: 200 });
    expect(await act('lock')).toMatchObject(conflict('Unable to lock workspace. The workspace is already locked.'));
    expect(await act('safe-delete')).toMatchObject(conflict(/locked/));
    expect(await act('unlock')).toMatchObject({ status: 200, body: { data: { attributes: { locked: false } } } });
    expect(await act('force-unlock')).toMatchObject(conflict(/not locked/));
    expect(await act('safe-delete')).toMatchObject({ status: 204 });
    expect(await act('lock')).toMatchObject({ status: 404 });
  });
});

describe('lists', () => {
  beforeAll(async () => {
    await make('list_one');
    await make('list-two');
    const id = await make('List-three');
    await live.call('POST', `/workspaces/${id}/relationships/tags`, {
      data: [{ type: 'tags', attributes: { name: 'listed' } }],
    });
  });

  test.each([
    ['search[name]=list', ['List-three', 'list-two', 'list_one']],
    ['search[name]=list&sort=-name', ['list_one', 'list-two', 'List-three']],
    ['search[name]=list_', ['list_one']],
    ['search[wildcard-name]=list*o', ['list-two']],
    ['search[tags]=listed&TagBindings=', ['List-three']],
    ['search[name]=list&search[exclude-tags]=listed', ['list-two', 'list_one']],
    ['filter[tagged][0][key]=listed', ['List-three']],
    ['search[name]=list&page[size]=2&page[number]=2', ['list_one']],
    ['search[name]=list&page[number]=9', []],
    [`search[wildcard-name]=${'*'.repeat(3_000)}list*o`, ['list-two']],
    [`search[wildcard-name]=${'*a'.repeat(3_000)}`, []],
    [`search[tags]=${'listed,'.repeat(20)}`, ['List-three']],
  ])('%s', async (query, names) => {
    const encoded = query.replaceAll('[', '%5B').replaceAll(']', '%5D');
    const { status, body } = await live.call('GET', `${workspaces}?${encoded}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: names.map((name) => ({ attributes: { name } })),
      meta: { pagination: { 'total-count': expect.any(Number) as number } },
    });
  });

  test.each([
    ['search[tags]', `search[tags]=${'a,'.repeat(3_000)}`],
    ['search[exclude-tags]', `search[exclude-tags]=${'a,'.repeat(21)}`],
    ['filter[tagged]', Array.from({ length: 21 }, (_, index) => `filter[tagged][${index}][key]=a`).join('&')],
  ])('%s: at most 20 tags', async (parameter, query) => {
    expect(await live.call('GET', `${workspaces}?${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ detail: 'A search may name at most 20 tags', source: { parameter } }] },
    });
  });

  test.each(['page[size]=0', 'page[number]=-1', 'page[size]=many', 'sort=colour'])('%s is refused', async (query) => {
    expect(await live.call('GET', `${workspaces}?${query}`)).toMatchObject({ status: 400 });
  });
});
