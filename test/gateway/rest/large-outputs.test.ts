import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { openStateService, stateOf } from '../../state/service.js';
import type { StateServiceWorld } from '../../state/service.js';
import { openStateGateway } from './state-gateway.js';

/** Two of them have no room beside each other. */
const large = 'a'.repeat(10 * 2 ** 20);
const outputs = {
  first: { value: large, type: 'string' },
  nothing: { value: null, type: 'string' },
  second: { value: large, type: 'string' },
  secret: { value: large, type: 'string', sensitive: true },
  small: { value: 'kept', type: 'string' },
};

let world: StateServiceWorld;
let gateway: Gateway;
let base: string;
beforeAll(async () => {
  world = await openStateService({ maxContentBytes: 64 * 2 ** 20 });
  ({ gateway, base } = await openStateGateway(world));
});
afterAll(async () => {
  await gateway.close();
  await world.end();
});

const attributes = z.looseObject({ name: z.string() });
const document = z.object({ data: z.array(z.object({ id: z.string(), attributes })) });

async function get(path: string): Promise<unknown> {
  const response = await fetch(`${base}/api/v2${path}`, { headers: { authorization: `Bearer ${world.rootToken}` } });
  expect(response.status).toBe(200);
  return response.json();
}

test('values without room say so, and have no type that would make a client believe in null', async () => {
  const workspace = await world.workspaceOf();
  const content = stateOf(1, { outputs });
  const version = await world.announce(workspace, content);
  await world.upload(version, content);
  await world.settled();
  const omitted = ['second', 'secret'];
  const shown = async (id: string) => {
    const lists = [`/workspaces/${workspace}/current-state-version-outputs`, `/state-versions/${id}/outputs`];
    for (const path of lists) {
      const { data } = document.parse(await get(path));
      expect(data.map((one) => one.attributes.name)).toEqual(Object.keys(outputs).toSorted());
      for (const { id: outputId, attributes: said } of data) {
        const single = z
          .object({ data: z.object({ attributes }) })
          .parse(await get(`/state-version-outputs/${outputId}`));
        const each = path === lists[0] ? [said, single.data.attributes] : [said];
        for (const one of each) {
          const isOmitted = omitted.includes(one.name);
          expect([one.name, one['value-omitted']]).toEqual([one.name, isOmitted ? true : undefined]);
          expect(Object.hasOwn(one, 'value')).toBe(!isOmitted);
          expect(Object.hasOwn(one, 'detailed-type')).toBe(!isOmitted);
        }
        if (said.name === 'nothing') expect(said).toMatchObject({ value: null, 'detailed-type': 'string' });
        if (said.name === 'small') expect(said).toMatchObject({ value: 'kept', 'detailed-type': 'string' });
      }
    }
  };
  await shown(version.id);
  // What takes an absent value for null does not get these outputs at all, and can say which they are.
  const related = z.object({ outputs: z.object({ data: z.array(z.unknown()), meta: z.unknown() }) });
  const withOutputs = z.object({
    data: z.object({ relationships: related }),
    included: z.array(z.looseObject({ type: z.string(), attributes })),
  });
  const { data, included } = withOutputs.parse(await get(`/workspaces/${workspace}?include=outputs`));
  expect(included.map((one) => one.attributes.name)).toEqual(['first', 'nothing', 'small']);
  expect(included.map((one) => Object.hasOwn(one.attributes, 'value'))).toEqual([true, true, true]);
  expect(data.relationships.outputs).toMatchObject({ meta: { omitted } });
  expect(data.relationships.outputs.data).toHaveLength(3);
  // A copy knows no more than what it was copied from.
  const copy = await world.services.rollback.rollback(world.owner, workspace, version.id);
  await shown(copy.id);
  const query = `{ stateVersion(id: "${copy.id}") { outputs { nodes { name valueOmitted detailedType } } } }`;
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.rootToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const nodes = Object.keys(outputs)
    .toSorted()
    .map((name) => {
      const valueOmitted = omitted.includes(name);
      return { name, valueOmitted, detailedType: valueOmitted ? null : 'string' };
    });
  expect(await response.json()).toMatchObject({ data: { stateVersion: { outputs: { nodes } } } });
});
