import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { openStateService, resource, stateOf } from '../../state/service.js';
import type { StateServiceWorld } from '../../state/service.js';
import { openStateGateway } from './state-gateway.js';

const count = 2_500;

let world: StateServiceWorld;
let gateway: Gateway;
let base: string;
let workspaceId: string;
const digits = '12345678901234567890.125';

beforeAll(async () => {
  world = await openStateService();
  ({ gateway, base } = await openStateGateway(world));
  const id = await world.workspaceOf({ name: 'large' });
  workspaceId = id;
  const resources = Array.from({ length: count }, (_, n) =>
    resource('aws_vpc', `vpc_${n}`, { private: 'x'.repeat(90) }),
  );
  const text = stateOf(1, { resources, outputs: { big: { value: 1, type: 'number' } } }).toString();
  const content = Buffer.from(text.replace('"value":1', `"value":${digits}`));
  await world.create(id, stateOf(0, { resources: [resource('aws_vpc', 'small')] }));
  const version = await world.announce(id, content);
  await world.upload(version, content);
  await world.settled();
});
afterAll(async () => {
  await gateway.close();
  await world.end();
});

async function asked(path: string, query?: string) {
  const { result: text, statements } = await world.heard(async () => {
    const response = await fetch(`${base}${path}`, {
      headers: { authorization: `Bearer ${world.rootToken}`, 'content-type': 'application/json' },
      ...(query !== undefined && { method: 'POST', body: JSON.stringify({ query }) }),
    });
    expect(response.status).toBe(200);
    const body = await response.text();
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
    return body;
  });
  const answer: unknown = JSON.parse(text);
  return { text, answer, statements: statements.filter((sql) => sql.includes('InventoryDocument')) };
}

const names = (text: string) => text.match(/"name":"vpc_\d+"/g)?.length ?? 0;

describe('a list of resources that its row has no room for', () => {
  test('is in the REST document, with everything else', async () => {
    const { text, answer, statements } = await asked(
      `/api/v2/workspaces/${workspaceId}/current-state-version?include=outputs`,
    );
    expect(answer).toMatchObject({
      data: { attributes: { 'resources-processed': true, modules: { root: { 'aws-vpc': count } } } },
      included: [{ attributes: { name: 'big' } }],
    });
    expect(names(text)).toBe(count);
    expect(text).toContain(`"value":${digits},`);
    expect(statements).toHaveLength(1);
  });

  test('is in a page beside a short one, and is asked for once', async () => {
    const filter = `filter[organization][name]=${world.organization}&filter[workspace][name]=large`;
    const { text, answer, statements } = await asked(`/api/v2/state-versions?${filter}`);
    expect(answer).toMatchObject({ data: [{ type: 'state-versions' }, { type: 'state-versions' }] });
    expect(names(text)).toBe(count);
    expect(text).toContain('"name":"small"');
    expect(statements).toHaveLength(1);
  });

  test('is in GraphQL each time, aliased too', async () => {
    const query = `query Large { currentStateVersion(workspaceId: "${workspaceId}") {
      id resources again: resources modules outputs { nodes { value } } } }`;
    const texts = new Set<string>();
    for (let time = 0; time < 8; time += 1) {
      const { text, statements } = await asked('/graphql', query);
      texts.add(text);
      expect(statements).toHaveLength(1);
    }
    const [only] = texts;
    expect(texts.size).toBe(1);
    expect(names(only ?? '')).toBe(2 * count);
    expect(only).toContain(`"value":${digits}`);
  });

  test('is not read where nobody asks for it', async () => {
    const query = `{ currentStateVersion(workspaceId: "${workspaceId}") { id resourcesProcessed modules } }`;
    const { text, statements } = await asked('/graphql', query);
    expect(names(text)).toBe(0);
    expect(statements).toEqual([]);
  });
});
