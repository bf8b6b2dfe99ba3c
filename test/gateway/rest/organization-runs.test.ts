import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
const runs = new Map<string, string>();
let secondId = '';
beforeAll(async () => {
  live = await openLive();
  const workspaces: string[] = [];
  for (const name of ['one', 'two']) workspaces.push(await made('/organizations/default/workspaces', { name }));
  const [first = '', second = ''] = workspaces;
  secondId = second;
  const run = async (name: string, id: string, attributes: object = {}) => {
    const workspace = { data: { id, type: 'workspaces' } };
    runs.set(await made('/runs', { message: name, ...attributes }, { workspace }), name);
  };
  await run('plain', first);
  await run('destroying', second, { 'is-destroy': true });
  await run('planning', second, { 'plan-only': true });
});
afterAll(() => live.close());

async function made(path: string, attributes: object, relationships: object = {}, token: string = live.rootToken) {
  const answer = await live.call('POST', path, { data: { attributes, relationships } }, token);
  return z.object({ data: z.object({ id: z.string() }) }).parse(answer.body).data.id;
}
const list = z.object({
  data: z.array(z.object({ id: z.string() })),
  meta: z.object({ pagination: z.record(z.string(), z.unknown()) }),
});
async function found(query = '', path = '/organizations/default/runs', token: string = live.rootToken) {
  const { data } = list.parse((await live.call('GET', `${path}${query}`, undefined, token)).body);
  return data.map(({ id }) => runs.get(id));
}

test('the runs of all workspaces are listed, newest first', async () => {
  expect(await found()).toEqual(['planning', 'destroying', 'plain']);
  const answer = await live.call('GET', '/organizations/default/runs?page[size]=2&include=workspace');
  expect(answer.body).toMatchObject({
    meta: { pagination: { 'current-page': 1, 'next-page': 2, 'prev-page': null } },
    included: [{ id: secondId, type: 'workspaces' }],
  });
  expect(await found('?page[size]=2&page[number]=2')).toEqual(['plain']);
});

test.each([
  ['filter[status]=pending', 3],
  ['filter[status]=applied', 0],
  ['filter[status_group]=non_final', 3],
  ['filter[status_group]=final', 0],
  ['filter[status_group]=discardable&filter[status]=pending', 3],
  ['filter[status_group]=final&filter[status]=pending', 0],
  ['filter[status_group]=constructor', 0],
  ['filter[source]=tfe-api,tfe-ui', 3],
  ['filter[source]=tfe-ui', 0],
  ['filter[operation]=destroy', 1],
  ['filter[operation]=plan_only,plan_and_apply', 2],
  ['filter[operation]=save_plan', 0],
  ['filter[workspace_names]=two', 2],
  ['filter[workspace_names]=two,one', 3],
  ['filter[workspace_names]=three', 0],
  ['filter[agent_pool_names]=pool', 0],
  ['search[user]=nobody', 0],
  ['search[commit]=abc', 0],
  ['search[basic]=plain', 1],
  ['search[basic]=plain&search[user]=nobody', 0],
  ['filter[status]=', 3],
])('%s finds %i, in the list of a workspace as well', async (query, count) => {
  expect(await found(`?${query}`)).toHaveLength(count);
  const ofSecond = (await found(`?${query}`)).filter((name) => name !== 'plain');
  expect(await found(`?${query}`, `/workspaces/${secondId}/runs`)).toEqual(ofSecond);
});

test('what cannot be asked is refused', async () => {
  for (const query of ['filter[timeframe]=2026', `filter[workspace_names]=${'a,'.repeat(101)}`, 'page[number]=0'])
    expect((await live.call('GET', `/organizations/default/runs?${query}`)).status, query).toBe(400);
  expect((await live.call('GET', '/organizations/nobody/runs')).status).toBe(404);
});

test('a team sees the runs of the workspaces whose runs it may see', async () => {
  const team = await made('/organizations/default/teams', { name: 'readers' });
  const answer = await live.call('POST', `/teams/${team}/authentication-token`, { data: { attributes: {} } });
  const token = z.object({ data: z.object({ attributes: z.object({ token: z.string() }) }) }).parse(answer.body).data
    .attributes.token;
  expect(await found('', undefined, token)).toEqual([]);
  const relationships = {
    team: { data: { id: team, type: 'teams' } },
    workspace: { data: { id: secondId, type: 'workspaces' } },
  };
  await made('/team-workspaces', { access: 'read' }, relationships);
  await expect.poll(() => found('', undefined, token)).toEqual(['planning', 'destroying']);
});
