import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';
import { eventually } from '../../eventually.js';

const workspaces = '/organizations/default/workspaces';
const resource = z.object({ id: z.string(), type: z.string(), attributes: z.unknown() });
const includedIn = (body: unknown) => z.object({ included: z.array(resource) }).parse(body).included;
const idIn = (body: unknown) => z.object({ data: z.object({ id: z.string() }) }).parse(body).data.id;

/** Where a configuration came from is recorded through GraphQL; REST shows it. */
async function configured(input: object): Promise<string> {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${live.rootToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `mutation Configured($input: CreateConfigurationVersionInput!) {
        made: createConfigurationVersion(input: $input) { configurationVersion { id } }
      }`,
      variables: { input },
    }),
  });
  const made = z.object({ configurationVersion: z.object({ id: z.string() }) });
  return z.object({ data: z.object({ made }) }).parse(await response.json()).data.made.configurationVersion.id;
}

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
  await vi.waitFor(async () => expect((await outputsAre()).status).toBe(200), eventually);
  const configurationId = await configured({ workspaceId: id, commitSha: 'abc' });
  await live.call('POST', '/runs', {
    data: {
      attributes: { message: 'go' },
      relationships: {
        workspace: { data: { id, type: 'workspaces' } },
        'configuration-version': { data: { id: configurationId, type: 'configuration-versions' } },
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
  ['current_run.configuration_version.ingress_attributes', ['runs', 'configuration-versions', 'ingress-attributes']],
  ['current_configuration_version', ['configuration-versions']],
  ['current_configuration_version.ingress_attributes', ['configuration-versions', 'ingress-attributes']],
  // The newest run has the newest configuration: each is there once.
  ['current_configuration_version,current_run.configuration_version', ['runs', 'configuration-versions']],
  ['current_state_version', ['state-versions']],
  ['outputs', ['workspace-outputs', 'workspace-outputs']],
  ['outputs,current_state_version', ['state-versions', 'workspace-outputs', 'workspace-outputs']],
])('%s is included, in the list too', async (include, types) => {
  for (const path of [`/workspaces/${id}`, `${workspaces}/full`, workspaces]) {
    const { body } = await live.call('GET', `${path}?include=${include}&search%5Bname%5D=full`);
    expect(includedIn(body).map(({ type }) => type)).toEqual(types);
  }
});

test.each(['readme', 'current_assessment_result', 'current_run.plan'])(
  '%s may be asked for, and there is none',
  async (include) => {
    const { status, body } = await live.call('GET', `/workspaces/${id}?include=${include}`);
    expect(status).toBe(200);
    const types = z
      .object({ included: z.array(resource).optional() })
      .parse(body)
      .included?.map(({ type }) => type);
    expect(types ?? []).toEqual(include === 'current_run.plan' ? ['runs'] : []);
  },
);

test('a speculative or provisional configuration is not what the workspace is at', async () => {
  const current = async () => {
    const { body } = await live.call('GET', `/workspaces/${id}`);
    const relationship = z.object({ data: z.object({ id: z.string() }) });
    return z
      .object({ data: z.object({ relationships: z.object({ 'current-configuration-version': relationship }) }) })
      .parse(body).data.relationships['current-configuration-version'].data.id;
  };
  const before = await current();
  for (const apart of [{ speculative: true }, { provisional: true }]) {
    await configured({ workspaceId: id, ...apart });
    expect(await current()).toBe(before);
  }
  const made = await live.call('POST', `/workspaces/${id}/configuration-versions`, {
    data: { type: 'configuration-versions', attributes: {} },
  });
  expect(await current()).toBe(idIn(made.body));
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
