import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { stateRoutes } from '../../../src/gateway/rest/terraform/routes.js';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
let workspaceId: string;
let runId: string;
beforeAll(async () => {
  live = await openLive();
  workspaceId = idIn(
    await live.call('POST', '/organizations/default/workspaces', {
      data: { type: 'workspaces', attributes: { name: 'included' } },
    }),
  );
  runId = idIn(
    await live.call('POST', '/runs', {
      data: { type: 'runs', relationships: { workspace: { data: { id: workspaceId, type: 'workspaces' } } } },
    }),
  );
});
afterAll(() => live.close());

const idIn = ({ body }: { body: unknown }) => z.looseObject({ data: z.object({ id: z.string() }) }).parse(body).data.id;
const document = z.looseObject({ included: z.array(z.looseObject({ type: z.string() })).default([]) });

async function typesIn(path: string) {
  const { status, body } = await live.call('GET', path);
  expect(status).toBe(200);
  return document.parse(body).included.map(({ type }) => type);
}

describe('an include that the path does not have', () => {
  const paths = stateRoutes.routes.map(({ method, path }) => [method, path] as const);

  test.each(paths)('%s %s', async (method, path) => {
    const url = path.replaceAll(/:\w+/g, 'default');
    expect(await live.call(method, `${url}?include=nothing_like_it`)).toMatchObject({
      status: 400,
      body: { errors: [{ detail: 'Invalid include parameter', source: { parameter: 'include' } }] },
    });
  });

  test('among others, and empty ones between commas', async () => {
    for (const asked of [
      'organization,nope',
      'organization,',
      ',',
      'organization&include=nope',
      'nope&include=organization',
    ]) {
      expect((await live.call('GET', `/workspaces/${workspaceId}?include=${asked}`)).status).toBe(400);
    }
    expect((await live.call('GET', `/workspaces/${workspaceId}?include=`)).status).toBe(200);
  });

  test('is told to nobody without a token', async () => {
    expect((await live.call('GET', '/organizations?include=nope', undefined, null)).status).toBe(401);
  });
});

test('repeated includes are joined', async () => {
  const path = `/workspaces/${workspaceId}?include=organization&include=project`;
  expect(await typesIn(path)).toEqual(['organizations', 'projects']);
  expect(await typesIn(`/workspaces/${workspaceId}?include[]=organization&include%5B%5D=current_run`)).toEqual([
    'organizations',
    'runs',
  ]);
});

test.each([
  // go-tfe's constants, which mix dashes and underscores.
  ['current-state-version', []],
  ['current_run', ['runs']],
  ['current-run', ['runs']],
  ['current_run.plan,readme,current_assessment_result', ['runs']],
])('%s of a workspace', async (asked, types) => {
  expect(await typesIn(`/workspaces/${workspaceId}?include=${asked}`)).toEqual(types);
});

test.each([
  ['created_by', ['users']],
  ['workspace,configuration_version.ingress_attributes', ['workspaces']],
  ['plan,apply,cost_estimate,task_stages,tf_policy_evaluations', []],
])('%s of a run, alone and in its list', async (asked, types) => {
  expect(await typesIn(`/runs/${runId}?include=${asked}`)).toEqual(types);
  expect(await typesIn(`/workspaces/${workspaceId}/runs?include=${asked}`)).toEqual(types);
});

test('memberships of the caller have what those of an organization have', async () => {
  expect(await typesIn('/organization-memberships?include=user,organization,teams')).toEqual([
    ...['users', 'organizations', 'teams'],
  ]);
});
