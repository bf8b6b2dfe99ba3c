import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { openStateService, resource, stateOf } from '../../state/service.js';
import type { StateServiceWorld } from '../../state/service.js';
import { openStateGateway } from './state-gateway.js';

const versions = 20;
const widths = [2, versions] as const;

let world: StateServiceWorld;
let gateway: Gateway;
let base: string;
let workspaceId: string;

beforeAll(async () => {
  world = await openStateService();
  ({ gateway, base } = await openStateGateway(world));
  const id = await world.workspaceOf({ name: 'long' });
  workspaceId = id;
  for (let serial = 1; serial <= versions; serial += 1) {
    const outputs = {
      address: { value: `10.0.0.${serial}`, type: 'string' },
      count: { value: serial, type: 'number' },
    };
    await world.create(id, stateOf(serial, { outputs, resources: [resource('aws_vpc', 'main')] }));
  }
  await world.settled();
});
afterAll(async () => {
  await gateway.close();
  await world.end();
});

/** What is answered, and the statements that it took once everything that outlives a request is known. */
async function asked(path: string, query?: string): Promise<{ answer: string; statements: readonly string[] }> {
  const ask = async () => {
    const response = await fetch(`${base}${path}`, {
      headers: { authorization: `Bearer ${world.rootToken}`, 'content-type': 'application/json' },
      ...(query !== undefined && { method: 'POST', body: JSON.stringify({ query }) }),
    });
    expect(response.status).toBe(200);
    return response.text();
  };
  await ask();
  const { result: answer, statements } = await world.heard(ask);
  expect(statements).not.toEqual([]);
  return { answer, statements };
}

/** How often a text is in an answer. */
const count = (answer: string, part: string) => answer.split(part).length - 1;

describe('a page of state versions takes as many statements at width 20 as at width 2', () => {
  test('in REST, with everything included', async () => {
    const filter = `filter[organization][name]=${world.organization}&filter[workspace][name]=long`;
    const include = 'created_by,run,run.created_by,run.configuration_version,outputs';
    const pages = [];
    for (const width of widths) {
      const page = await asked(`/api/v2/state-versions?${filter}&page[size]=${width}&include=${include}`);
      expect(count(page.answer, '"detailed-type"')).toBe(width * 2);
      expect(count(page.answer, '"type":"users","attributes"')).toBe(1);
      pages.push(page.statements);
    }
    expect(pages[1]).toHaveLength(pages[0]?.length ?? 0);
    expect(pages[1]?.length).toBeLessThanOrEqual(10);
  });

  test('in GraphQL, with workspace, creator and outputs', async () => {
    const query = (first: number) => `{ workspace(id: "${workspaceId}") { stateVersions(first: ${first}) {
      totalCount nodes { id serial workspace { name } createdBy { username } outputs { nodes { name value } } }
    } } }`;
    const pages = [];
    for (const width of widths) {
      const page = await asked('/graphql', query(width));
      expect(count(page.answer, '"name":"long"')).toBe(width);
      expect(count(page.answer, '"username":"olga"')).toBe(width);
      expect(count(page.answer, '"name":"address"')).toBe(width);
      pages.push(page.statements);
    }
    expect(pages[1]).toHaveLength(pages[0]?.length ?? 0);
    expect(pages[1]?.length).toBeLessThanOrEqual(12);
  });
});

test('the current state version takes three statements: for the caller, the version, and those beside it', async () => {
  const { statements } = await asked(`/api/v2/workspaces/${workspaceId}/current-state-version`);
  expect(statements.map((sql) => /FROM "(\w+)"/.exec(sql)?.[1])).toEqual([
    ...['InstallationFact', 'Workspace', 'StateVersion'],
  ]);
});

test('with its outputs two more: the record of the read, and the outputs', async () => {
  const { statements, answer } = await asked(`/api/v2/workspaces/${workspaceId}/current-state-version?include=outputs`);
  expect(count(answer, '"detailed-type"')).toBe(2);
  const tables = statements.map((sql) => /(?:FROM|INTO) (?:`main`\.)?["`](\w+)["`]/.exec(sql)?.[1]);
  expect(tables.filter((table) => table !== undefined)).toEqual([
    ...['InstallationFact', 'Workspace', 'StateVersion', 'AuditRecord', 'StateVersionOutput'],
  ]);
});
