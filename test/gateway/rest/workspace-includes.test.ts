import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

const workspaces = '/organizations/default/workspaces';
const resource = z.object({ id: z.string(), type: z.string(), attributes: z.unknown() });
const includedIn = (body: unknown) => z.object({ included: z.array(resource) }).parse(body).included;
const idIn = (body: unknown) => z.object({ data: z.object({ id: z.string() }) }).parse(body).data.id;

let live: Live;
let id: string;
// One with state, a lock and a run, beside one with nothing.
beforeAll(async () => {
  live = await openLive();
  await live.call('POST', workspaces, { data: { type: 'workspaces', attributes: { name: 'empty' } } });
  id = idIn((await live.call('POST', workspaces, { data: { type: 'workspaces', attributes: { name: 'full' } } })).body);
  await live.call('POST', `/workspaces/${id}/actions/lock`);
  const outputs = { shown: { value: 'a', type: 'string' }, hidden: { value: 'b', type: 'string', sensitive: true } };
  const state = JSON.stringify({
    version: 4,
    terraform_version: '1.11.4',
    serial: 1,
    lineage: 'l',
    outputs,
    resources: [],
  });
  const md5 = createHash('md5').update(state).digest('hex');
  const attributes = { serial: 1, lineage: 'l', md5, state: Buffer.from(state).toString('base64') };
  const made = await live.call('POST', `/workspaces/${id}/state-versions`, {
    data: { type: 'state-versions', attributes },
  });
  expect(made.status).toBe(201);
  const outputsAre = () => live.call('GET', `/workspaces/${id}/current-state-version-outputs`);
  await vi.waitFor(async () => expect((await outputsAre()).status).toBe(200), { timeout: 20_000 });
  const configuration = await live.call('POST', `/workspaces/${id}/configuration-versions`, {
    data: { type: 'configuration-versions', attributes: { 'commit-sha': 'abc' } },
  });
  await live.call('POST', '/runs', {
    data: {
      attributes: { message: 'go' },
      relationships: {
        workspace: { data: { id, type: 'workspaces' } },
        'configuration-version': { data: { id: idIn(configuration.body), type: 'configuration-versions' } },
      },
    },
  });
});

afterAll(() => live.close());

test.each([
  ['organization', ['organizations']],
  ['project', ['projects']],
  ['locked_by', ['users']],
  ['current_run', ['runs']],
  ['current_run.configuration_version', ['runs', 'configuration-versions']],
  ['current_state_version', ['state-versions']],
  ['outputs', ['workspace-outputs', 'workspace-outputs']],
  ['outputs,current_state_version', ['state-versions', 'workspace-outputs', 'workspace-outputs']],
])('%s is included, in the list too', async (include, types) => {
  for (const path of [`/workspaces/${id}`, `${workspaces}/full`, workspaces]) {
    const { body } = await live.call('GET', `${path}?include=${include}&search%5Bname%5D=full`);
    expect(includedIn(body).map(({ type }) => type)).toEqual(types);
  }
});

test('sensitive outputs are masked', async () => {
  const { body } = await live.call('GET', `/workspaces/${id}?include=outputs`);
  expect(includedIn(body).map(({ attributes }) => attributes)).toEqual([
    { name: 'hidden', sensitive: true, 'output-type': 'string', value: null, 'detailed-type': 'string' },
    { name: 'shown', sensitive: false, 'output-type': 'string', value: 'a', 'detailed-type': 'string' },
  ]);
});

test('is found by where its run stands, and sorted by when it was made', async () => {
  const listed = async (query: string) => {
    const { body } = await live.call('GET', `${workspaces}?${query}`);
    return z
      .object({ data: z.array(z.object({ id: z.string() })) })
      .parse(body)
      .data.map((one) => one.id);
  };
  expect(await listed('filter%5Bcurrent-run%5D%5Bstatus%5D=pending,applied')).toEqual([id]);
  expect(await listed('filter%5Bcurrent-run%5D%5Bstatus%5D=applied')).toEqual([]);
  expect((await listed('sort=-current-run.created-at&page%5Bsize%5D=100'))[0]).toBe(id);
  expect((await listed('sort=current-run.created-at&page%5Bsize%5D=100')).at(-1)).toBe(id);
});
