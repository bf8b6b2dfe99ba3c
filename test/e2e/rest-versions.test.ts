import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { base64Of, fullState, md5Of, stateText } from './harness/content.js';
import { related } from './harness/documents.js';
import type { Resource } from './harness/documents.js';
import { onSharedServer } from './harness/site.js';
import type { Workspace } from './harness/world.js';

/** Terraform Enterprise API, State Versions: "State version object": what is always there, of which type. */
const document = z.strictObject({
  'created-at': z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  size: z.int(),
  'hosted-state-download-url': z.url().nullable(),
  'hosted-json-state-download-url': z.url().nullable(),
  'hosted-state-upload-url': z.url().nullable(),
  'hosted-json-state-upload-url': z.url().nullable(),
  status: z.enum([
    'pending',
    'finalized',
    'discarded',
    'backing_data_soft_deleted',
    'backing_data_permanently_deleted',
  ]),
  intermediate: z.boolean(),
  serial: z.int(),
  'state-version': z.int().nullable(),
  'engine-version': z.string().nullable(),
  'terraform-version': z.string().nullable(),
  modules: z.record(z.string(), z.record(z.string(), z.int())),
  providers: z.record(z.string(), z.record(z.string(), z.int())),
  resources: z.array(
    z.strictObject({ name: z.string(), type: z.string(), count: z.int(), module: z.string(), provider: z.string() }),
  ),
  'resources-processed': z.boolean(),
  'can-restore-backing-data': z.boolean(),
  // By rules of their own:
  'vcs-commit-sha': z.string().nullable().optional(),
  'vcs-commit-url': z.string().nullable().optional(),
  'delete-older-than-n-days': z.int().optional(),
  'billable-rum-count': z.int().optional(),
});

describe('state versions', () => {
  const site = onSharedServer();

  const locked = async () => (await site.get.world.workspace('default')).lock();

  test('the document of a state version', async () => {
    const workspace = await locked();
    const state = fullState(1, 'documented');
    const created = await workspace.push(state);
    document.parse(created.attributes);
    const version = await workspace.processed(created.id);
    expect(document.parse(version.attributes)).toMatchObject({
      status: 'finalized',
      intermediate: false,
      serial: 1,
      size: state.length,
      'state-version': 4,
      'engine-version': '1.11.4',
      'terraform-version': '1.11.4',
      modules: { root: { 'terraform-data': 3 } },
      'hosted-state-upload-url': null,
      'hosted-json-state-download-url': null,
    });
    expect(version.attributes).not.toHaveProperty('vcs-commit-sha');
    expect(version.attributes).not.toHaveProperty('delete-older-than-n-days');
    expect(version.links).toEqual({ self: `/api/v2/state-versions/${version.id}` });
    expect(Object.keys(version.relationships).sort()).toEqual([
      ...['created-by', 'next-state-version', 'outputs', 'previous-state-version', 'workspace'],
    ]);
    expect(related(version, 'workspace')).toBe(workspace.id);
    expect(version.relationships['created-by']).toMatchObject({
      data: { type: 'users' },
      links: { self: expect.stringContaining('/api/v2/users/') as string, related: expect.any(String) as string },
    });
    // Creation and reading show the same document, once both know the same.
    expect(Object.keys(created.attributes).sort()).toEqual(Object.keys(version.attributes).sort());
    expect((await workspace.current()).attributes['serial']).toBe(1);
  });

  test('outputs: at once where they were sent, masked where sensitive', async () => {
    const workspace = await locked();
    const state = fullState(1, 'outputs');
    const sent = { plain: { sensitive: false, type: 'string', value: 'seen' } };
    const version = await workspace.push(state, { 'json-state-outputs': base64Of(JSON.stringify(sent)) });
    const early = (await site.get.root.get(`/workspaces/${workspace.id}/current-state-version-outputs`)).expect(
      200,
    ).many;
    // Where the content has been read by then, the others are there too.
    expect(early.map(({ attributes }) => [attributes['name'], attributes['value']])).toContainEqual(['plain', 'seen']);

    await workspace.processed(version.id);
    const next = await workspace.push(fullState(2, 'outputs'));
    await workspace.processed(next.id);
    const list = (await site.get.root.get(`/state-versions/${next.id}/outputs`)).expect(200).many;
    expect(list.map(({ attributes }) => attributes)).toEqual([
      { name: 'list', sensitive: false, type: 'array', value: ['a'], 'detailed-type': ['list', 'string'] },
      { name: 'plain', sensitive: false, type: 'string', value: 'seen', 'detailed-type': 'string' },
      { name: 'secret', sensitive: true, type: 'string', value: 'hush', 'detailed-type': 'string' },
    ]);
    const current = (await site.get.root.get(`/workspaces/${workspace.id}/current-state-version-outputs`)).expect(200);
    expect(current.many.map(({ attributes }) => attributes['value'])).toEqual([['a'], 'seen', null]);
    expect(new Set(list.map(({ type }) => type))).toEqual(new Set(['state-version-outputs']));
    const secret = list.find(({ attributes }) => attributes['name'] === 'secret');
    const shown = (await site.get.root.get(`/state-version-outputs/${secret?.id ?? ''}`)).expect(200).one;
    expect(shown.attributes).toMatchObject({ name: 'secret', sensitive: true, value: 'hush' });
  });

  describe('include', () => {
    let workspace: Workspace;
    let version: Resource;
    beforeAll(async () => {
      workspace = await locked();
      const { root } = site.get;
      const ingress = { 'commit-sha': 'c0ffee', 'commit-url': 'https://example.com/c0ffee' };
      const configuration = await root.post(`/workspaces/${workspace.id}/configuration-versions`, {
        data: { type: 'configuration-versions', attributes: ingress },
      });
      const configurationId = configuration.expect(201).one.id;
      const run = await root.post('/runs', {
        data: {
          type: 'runs',
          attributes: { message: 'a test' },
          relationships: {
            workspace: { data: { type: 'workspaces', id: workspace.id } },
            'configuration-version': { data: { type: 'configuration-versions', id: configurationId } },
          },
        },
      });
      const runId = run.expect(201).one.id;
      const state = fullState(1, 'included');
      const created = await root.post(`/workspaces/${workspace.id}/state-versions`, {
        data: {
          type: 'state-versions',
          attributes: { serial: 1, lineage: 'included', md5: md5Of(state), state: base64Of(state) },
          relationships: { run: { data: { type: 'runs', id: runId } } },
        },
      });
      version = await workspace.processed(created.expect(201).one.id);
    });

    const rows: readonly [string, readonly string[]][] = [
      ['created_by', ['users']],
      ['run', ['runs']],
      ['run.created_by', ['runs', 'users']],
      ['run.configuration_version', ['configuration-versions', 'runs']],
      ['outputs', ['state-version-outputs', 'state-version-outputs', 'state-version-outputs']],
      ['created_by,run.configuration_version', ['configuration-versions', 'runs', 'users']],
    ];
    test.each(rows)('%s, on every GET', async (include, types) => {
      const { root } = site.get;
      const filters = `filter[workspace][name]=${workspace.name}&filter[organization][name]=default`;
      for (const path of [
        `/state-versions/${version.id}?`,
        `/workspaces/${workspace.id}/current-state-version?`,
        `/state-versions?${filters}&`,
      ]) {
        const reply = (await root.get(`${path}include=${include}`)).expect(200);
        const included = path.includes('filter') ? reply.list.included : reply.document.included;
        expect(included.map(({ type }) => type).sort()).toEqual(types);
      }
    });

    test('without it, nothing is included, and the run is only named', async () => {
      const { included, data } = (await site.get.root.get(`/state-versions/${version.id}`)).expect(200).document;
      expect(included).toEqual([]);
      expect(related(data, 'run')).toMatch(/^run-/);
    });
  });

  test('a list: newest first, by pages, with links and numbers', async () => {
    const workspace = await locked();
    const ids: string[] = [];
    for (let serial = 1; serial <= 5; serial += 1)
      ids.unshift((await workspace.push(stateText({ serial, lineage: 'many' }))).id);
    const filters = new URLSearchParams({
      'filter[workspace][name]': workspace.name,
      'filter[organization][name]': 'default',
    });
    const page = async (number: number, size = 2) =>
      (
        await site.get.root.get(`/state-versions?${filters.toString()}&page[number]=${number}&page[size]=${size}`)
      ).expect(200).list;

    const first = await page(1);
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.meta.pagination).toEqual({
      'current-page': 1,
      'page-size': 2,
      'prev-page': null,
      'next-page': 2,
      'total-pages': 3,
      'total-count': 5,
    });
    expect(first.links['prev']).toBeNull();
    const followed: string[] = [];
    for (let url: string | null | undefined = first.links['first']; url;) {
      const { data, links } = (await site.get.root.get(url)).expect(200).list;
      followed.push(...data.map(({ id }) => id));
      expect(decodeURIComponent(links['self'] ?? '')).toContain('page[number]');
      url = links['next'];
    }
    expect(followed).toEqual(ids);
    const beyond = await page(9);
    expect(beyond.data).toEqual([]);
    expect(beyond.meta.pagination).toMatchObject({ 'current-page': 9, 'total-count': 5, 'next-page': null });
    expect((await page(1, 20)).meta.pagination).toMatchObject({ 'page-size': 20, 'total-pages': 1 });
  });

  test('a list of a workspace that is not there', async () => {
    const reply = await site.get.root.get(
      '/state-versions?filter[workspace][name]=no&filter[organization][name]=default',
    );
    expect(reply.status).toBe(404);
  });

  test('a current version there is none of yet', async () => {
    const workspace = await locked();
    expect((await site.get.root.get(`/workspaces/${workspace.id}/current-state-version`)).status).toBe(404);
    expect((await site.get.root.get(`/workspaces/${workspace.id}/current-state-version-outputs`)).status).toBe(404);
  });

  test('locking, unlocking and their refusals', async () => {
    const { root, world } = site.get;
    const workspace = await world.workspace('default');
    const act = (action: string, body?: unknown, api = root) =>
      api.post(`/workspaces/${workspace.id}/actions/${action}`, body);
    expect((await act('unlock')).refusal.status).toBe(409);
    for (const body of [
      { data: { type: '', attributes: { reason: 'Locked by Terraform' } } },
      { reason: 'why' },
      {},
      undefined,
    ]) {
      (await act('lock', body)).expect(200);
      expect((await act('lock', body)).refusal).toEqual({
        status: 409,
        title: 'Conflict',
        detail: 'Unable to lock workspace. The workspace is already locked.',
      });
      (await act('unlock')).expect(200);
    }
    const other = await world.member('default', 'WRITE', workspace.id);
    (await act('lock', undefined, other.api)).expect(200);
    expect((await act('unlock')).refusal.detail).toContain(`is locked by User ${other.username}`);
    expect((await act('force-unlock', undefined, other.api)).status).toBe(404);
    (await act('force-unlock')).expect(200);
  });

  test.each([
    ['Terraform/1.11', { 'terraform-version': '1.11.4' }, 400],
    ['Terraform/1.9', { 'terraform-version': '1.9.8' }, 503],
    ['OpenTofu', { 'user-agent': 'OpenTofu/1.9.0 go-tfe' }, 503],
  ])('unlocking while content is awaited: what %s retries', async (_, headers, status) => {
    const workspace = await locked();
    await workspace.announce(stateText());
    const reply = await site.get.root.post(`/workspaces/${workspace.id}/actions/unlock`, undefined, headers);
    expect(reply.refusal).toMatchObject({
      status,
      detail: expect.stringContaining('latest state version is still pending') as string,
    });
    (await site.get.root.post(`/workspaces/${workspace.id}/actions/force-unlock`)).expect(200);
  });

  test('a rollback duplicates, keeps the lock, and names its source', async () => {
    const { root } = site.get;
    const workspace = await locked();
    const state = fullState(3, 'rolled');
    const source = await workspace.processed((await workspace.push(state)).id);
    await workspace.push(stateText({ serial: 8, lineage: 'rolled' }));
    const body = {
      data: {
        type: 'state-versions',
        relationships: { 'rollback-state-version': { data: { type: 'state-versions', id: source.id } } },
      },
    };
    const made = (await root.patch(`/workspaces/${workspace.id}/state-versions`, body)).expect(201).one;
    expect(related(made, 'rollback-state-version')).toBe(source.id);
    expect(made.attributes).toMatchObject({ serial: 9, status: 'finalized' });
    const copy = await workspace.processed(made.id);
    expect(copy.attributes['resources']).toEqual(source.attributes['resources']);
    const content: unknown = JSON.parse((await workspace.currentContent()) ?? '');
    const original: unknown = JSON.parse(state);
    expect(content).toEqual({ ...(original as object), serial: 9 });
    expect((await root.get(`/workspaces/${workspace.id}`)).one.attributes['locked']).toBe(true);
    await workspace.unlock();
    expect((await root.patch(`/workspaces/${workspace.id}/state-versions`, body)).refusal.status).toBe(409);
  });

  test('what a client asks before everything else', async () => {
    const { root, secure } = site.get;
    const services = { 'tfe.v2': '/api/v2/', 'tfe.v2.1': '/api/v2/', 'tfe.v2.2': '/api/v2/', 'state.v2': '/api/v2/' };
    for (const api of [root, secure]) {
      const discovery = await api.as(null).get(`${api.base}/.well-known/terraform.json`);
      expect(discovery.expect(200).json).toMatchObject(services);
      expect(discovery.headers['content-type']).toMatch(/^application\/json/);
    }
    const ping = await root.as(null).get('/ping');
    expect(ping.status).toBeLessThan(300);
    expect(Number(ping.headers['tfp-api-version'])).toBeGreaterThanOrEqual(2.5);
    expect(ping.headers['tfp-appname']).toBeTruthy();
    const entitlements = (await root.get('/organizations/default/entitlement-set')).expect(200).one;
    expect(entitlements).toMatchObject({
      type: 'entitlement-sets',
      attributes: { operations: false, 'state-storage': true },
    });
    const answers = [await root.get('/account/details'), await root.get('/nothing-here')];
    for (const reply of [ping, ...answers]) {
      for (const name of ['limit', 'remaining', 'reset']) {
        expect(Number(reply.headers[`x-ratelimit-${name}`])).not.toBeNaN();
      }
    }
    for (const { headers } of answers) expect(headers['content-type']).toMatch(/^application\/vnd\.api\+json/);
  });
});
