import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { openStateService, stateOf } from '../../state/service.js';
import type { StateServiceWorld } from '../../state/service.js';
import { openStateGateway } from './state-gateway.js';

/** Two states have more of them than one operation of GraphQL may answer with. */
const outputsOfOne = 5_100;
const outputs = Object.fromEntries(
  Array.from({ length: outputsOfOne }, (_, number) => [`output_${number}`, { value: number, type: 'number' }]),
);
const many = Object.fromEntries(
  Array.from({ length: 10_000 }, (_, number) => [`output_${number}`, { value: number, type: 'number' }]),
);

let world: StateServiceWorld;
let gateway: Gateway;
let base: string;
beforeAll(async () => {
  world = await openStateService();
  ({ gateway, base } = await openStateGateway(world));
  const wide = await world.workspaceOf({ name: 'wide' });
  await world.create(wide, stateOf(1, { outputs }));
  await world.create(wide, stateOf(2, { outputs }));
  const most = await world.workspaceOf({ name: 'most' });
  await world.create(most, stateOf(1, { outputs: many }));
  await world.settled();
  const bound = await fetch(`${base}/api/v2/workspaces/${most}/tag-bindings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${world.rootToken}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: [{ type: 'tag-bindings', attributes: { key: 'kept', value: 'whole' } }] }),
  });
  expect(bound.status).toBe(200);
});
afterAll(async () => {
  await gateway.close();
  await world.end();
});

async function asked(path: string) {
  const filled = path.replace('ORGANIZATION', encodeURIComponent(world.organization));
  const response = await fetch(`${base}/api/v2${filled}`, { headers: { authorization: `Bearer ${world.rootToken}` } });
  const body: unknown = await response.json();
  return { status: response.status, body };
}
const included = z.object({ included: z.array(z.unknown()) });

const versions = '/state-versions?filter[organization][name]=ORGANIZATION&filter[workspace][name]=wide';
const workspaces = '/organizations/ORGANIZATION/workspaces?page[size]=20';

describe('the objects of a page have together as many related ones as an answer of GraphQL may', () => {
  test.each([`${versions}&include=outputs`, `${workspaces}&include=outputs`])('%s has more', async (path) => {
    const { status, body } = await asked(path);
    expect(status).toBe(400);
    const detail = 'A page has at most 10000 related objects: ask for a smaller page, or without include';
    expect(body).toEqual({
      errors: [{ status: '400', title: 'Bad Request', detail, source: { parameter: 'page[size]' } }],
    });
  });

  test.each([
    [`${versions}&include=outputs&page[size]=1`, outputsOfOne],
    ['/organizations/ORGANIZATION/workspaces/most?include=outputs', 10_000],
    ['/organizations/ORGANIZATION/workspaces/most?include=outputs,effective_tag_bindings', 10_001],
    [`${workspaces}&search[name]=most&include=outputs`, 10_000],
  ])('%s has %d', async (path, count) => {
    const { status, body } = await asked(path);
    expect(status).toBe(200);
    expect(included.parse(body).included).toHaveLength(count);
  });

  test('what is not included does not count', async () => {
    expect((await asked(versions)).status).toBe(200);
  });
});
