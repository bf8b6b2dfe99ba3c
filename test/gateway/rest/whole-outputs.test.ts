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
  test('/workspaces/WORKSPACE/current-state-version-outputs', async () => {
    const { data } = await asked(filled('/workspaces/WORKSPACE/current-state-version-outputs'));
    expect(data.map(({ attributes }) => [attributes.name, attributes.value])).toEqual(
      names.map((name, at) => [name, at]),
    );
    expect(new Set(data.map(({ id }) => id)).size).toBe(names.length);
  });

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
    await asked(filled('/workspaces/WORKSPACE/current-state-version-outputs'));
    expect(await world.client.auditRecord.count({ where })).toBe(before + 1);
  });
});

describe('REST has them by numbered pages', () => {
  const numbers = z.object({ meta: z.object({ pagination: z.record(z.string(), z.number().nullable()) }) });
  const page = async (path: string) => {
    const response = await fetch(`${base}/api/v2${filled(path)}`, { headers: headers() });
    const answer: unknown = await response.json();
    const data = z.array(resource).parse(document.parse(answer).data);
    return { names: data.map(({ attributes }) => attributes.name), ...numbers.parse(answer).meta };
  };

  test.each([
    ['/state-versions/VERSION/outputs', 0, 20, 1, 13],
    ['/state-versions/VERSION/outputs?page[number]=3&page[size]=100', 200, 250, 3, 3],
    ['/state-versions/VERSION/outputs?page[number]=999&page[size]=100', 250, 250, 999, 3],
    ['/workspaces/WORKSPACE/current-state-version-outputs?page[number]=2&page[size]=100', 100, 200, 2, 3],
    ['/workspaces/WORKSPACE/current-state-version-outputs?page[size]=200', 0, 100, 1, 3],
  ])('%s', async (path, from, to, current, pages) => {
    expect(await page(path)).toMatchObject({
      names: names.slice(from, to),
      pagination: { 'current-page': current, 'total-pages': pages, 'total-count': names.length },
    });
  });

  test('0 is no page', async () => {
    const response = await fetch(`${base}/api/v2${filled('/state-versions/VERSION/outputs?page[number]=0')}`, {
      headers: headers(),
    });
    expect(response.status).toBe(400);
  });

  test('with sensitive values of a version that one names, and a record of each', async () => {
    const outputs = {
      open: { value: 'seen', type: 'string' },
      secret: { value: { key: 'hush' }, type: ['object', { key: 'string' }], sensitive: true },
    };
    const workspace = await world.workspaceOf();
    const { id } = await world.create(workspace, stateOf(1, { outputs }));
    await world.settled();
    const values = async (path: string) => {
      const { data } = await asked(path);
      return data.map(({ attributes: { name, value } }) => [name, value]);
    };
    const where = { action: 'state-version.read-output', targetName: 'secret' };
    const before = await world.client.auditRecord.count({ where });
    expect(await values(`/state-versions/${id}/outputs`)).toEqual([
      ['open', 'seen'],
      ['secret', { key: 'hush' }],
    ]);
    expect(await world.client.auditRecord.count({ where })).toBe(before + 1);
    expect(await values(`/workspaces/${workspace}/current-state-version-outputs`)).toEqual([
      ['open', 'seen'],
      ['secret', null],
    ]);
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
