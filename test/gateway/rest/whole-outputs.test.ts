import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { openStateService, stateOf } from '../../state/service.js';
import type { StateServiceWorld } from '../../state/service.js';
import { openStateGateway } from './state-gateway.js';

/** More than two pages of them. */
const names = Array.from({ length: 250 }, (_, number) => `output_${String(number).padStart(3, '0')}`);
const many = Object.fromEntries(names.map((name, number) => [name, { value: number, type: 'number' }]));

const resource = z.object({
  id: z.string(),
  type: z.string(),
  attributes: z.object({ name: z.string().optional(), value: z.unknown().optional() }),
  relationships: z
    .looseObject({ outputs: z.object({ data: z.array(z.object({ id: z.string() })) }).optional() })
    .optional(),
});
const document = z.object({
  data: z.union([resource, z.array(resource)]),
  included: z.array(resource).optional(),
});

let world: StateServiceWorld;
let gateway: Gateway;
let base: string;
let workspaceId: string;
let versionId: string;

beforeAll(async () => {
  world = await openStateService();
  ({ gateway, base } = await openStateGateway(world));
  const id = await world.workspaceOf({ name: 'wide' });
  workspaceId = id;
  await world.create(id, stateOf(1, { outputs: many }));
  versionId = (await world.create(id, stateOf(2, { outputs: many }))).id;
  await world.settled();
});
afterAll(async () => {
  await gateway.close();
  await world.end();
});

const headers = () => ({ authorization: `Bearer ${world.rootToken}`, 'content-type': 'application/json' });

async function asked(path: string) {
  const response = await fetch(`${base}/api/v2${path}`, { headers: headers() });
  expect(response.status).toBe(200);
  const { data, included = [] } = document.parse(await response.json());
  return { data: [data].flat(), included };
}

async function inGraphql(query: string): Promise<unknown> {
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ query }),
  });
  return response.json();
}

const filter = 'filter[organization][name]=ORGANIZATION&filter[workspace][name]=wide';
const filled = (path: string) =>
  path
    .replace('WORKSPACE', workspaceId)
    .replace('VERSION', versionId)
    .replace('ORGANIZATION', encodeURIComponent(world.organization));

describe('REST has the outputs of a state version whole, however many pages the schema has them on', () => {
  test.each([['/state-versions/VERSION/outputs'], ['/workspaces/WORKSPACE/current-state-version-outputs']])(
    '%s',
    async (path) => {
      const { data } = await asked(filled(path));
      expect(data.map(({ attributes }) => [attributes.name, attributes.value])).toEqual(
        names.map((name, at) => [name, at]),
      );
      expect(new Set(data.map(({ id }) => id)).size).toBe(names.length);
    },
  );

  test.each([
    ['/state-versions/VERSION?include=outputs', 1],
    ['/workspaces/WORKSPACE/current-state-version?include=outputs', 1],
    [`/state-versions?${filter}&include=outputs`, 2],
    ['/workspaces/WORKSPACE?include=outputs', 1],
    ['/organizations/ORGANIZATION/workspaces?search[name]=wide&include=outputs', 1],
    ['/organizations/ORGANIZATION/workspaces/wide?include=outputs', 1],
  ])('%s', async (path, versions) => {
    const { data, included } = await asked(filled(path));
    expect(data).toHaveLength(versions);
    expect(included.map(({ attributes }) => attributes.value)).toEqual(
      data.flatMap(() => names.map((_name, number) => number)),
    );
    // Whoever follows the relationship finds each of them.
    expect(data.flatMap(({ relationships }) => relationships?.outputs?.data.map(({ id }) => id) ?? [])).toEqual(
      included.map(({ id }) => id),
    );
  });

  test('and records the read of a version once, however many pages it took', async () => {
    const where = { targetId: versionId, action: 'state-version.read-outputs' };
    const before = await world.client.auditRecord.count({ where });
    await asked(filled('/state-versions/VERSION/outputs'));
    expect(await world.client.auditRecord.count({ where })).toBe(before + 1);
  });
});

describe('GraphQL has them by pages', () => {
  const page = (list: string) => `{ ${list} { totalCount nodes { name } pageInfo { hasNextPage hasPreviousPage } } }`;
  const lists = {
    outputs: (args: string) => `stateVersion(id: "${versionId}") { outputs(${args})`,
    stateVersionOutputs: (args: string) => `stateVersionOutputs(stateVersionId: "${versionId}", ${args})`,
    currentStateVersionOutputs: (args: string) => `currentStateVersionOutputs(workspaceId: "${workspaceId}", ${args})`,
  };

  test.each(Object.entries(lists))('%s', async (field, list) => {
    const asking = async (args: string): Promise<unknown> => {
      const answer = await inGraphql(field === 'outputs' ? `${page(list(args))} }` : page(list(args)));
      const found = z.object({ data: z.record(z.string(), z.looseObject({})) }).parse(answer).data;
      const [value] = Object.values(found);
      return field === 'outputs' ? value?.['outputs'] : value;
    };
    expect(await asking('first: 100')).toEqual({
      totalCount: 250,
      nodes: names.slice(0, 100).map((name) => ({ name })),
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    expect(await asking('last: 2')).toEqual({
      totalCount: 250,
      nodes: names.slice(-2).map((name) => ({ name })),
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
  });

  test.each(Object.entries(lists))('%s refuses what is no cursor', async (field, list) => {
    const query = page(list('after: "nowhere"'));
    expect(await inGraphql(field === 'outputs' ? `${query} }` : query)).toMatchObject({
      errors: [{ extensions: { code: 'INVALID_PARAMETER' } }],
    });
  });
});
