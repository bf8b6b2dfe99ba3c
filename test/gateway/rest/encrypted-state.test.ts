import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { ids } from '../../../src/platform/ids.js';
import type { StateVersion } from '../../../src/state/versions/version.type.js';
import { encryptedState, openStateService, stateOf } from '../../state/service.js';
import type { StateServiceWorld } from '../../state/service.js';
import { openStateGateway } from './state-gateway.js';

const why = /encrypted by OpenTofu/;
const outputs = Buffer.from(JSON.stringify({ a: { value: 'given', type: 'string', sensitive: false } }));

const document = z.object({
  data: z.object({
    id: z.string(),
    attributes: z.looseObject({}),
    relationships: z.looseObject({ outputs: z.object({ data: z.array(z.unknown()).optional() }).optional() }),
  }),
});

let world: StateServiceWorld;
let gateway: Gateway;
let base: string;
let workspace: Awaited<ReturnType<StateServiceWorld['workspaceOf']>>;
let source: StateVersion;

beforeAll(async () => {
  world = await openStateService();
  ({ gateway, base } = await openStateGateway(world));
  workspace = await world.workspaceOf({ name: 'sealed' });
  source = await world.create(workspace, encryptedState(3));
  await world.settled();
});
afterAll(async () => {
  await gateway.close();
  await world.end();
});

const send = (path: string, how: { method?: string; body?: unknown } = {}) =>
  fetch(`${base}${path}`, {
    method: how.method ?? 'GET',
    headers: { authorization: `Bearer ${world.rootToken}`, 'content-type': 'application/json' },
    ...(how.body !== undefined && { body: JSON.stringify(how.body) }),
  });

async function read(path: string) {
  const response = await send(`/api/v2${path}`);
  expect(response.status).toBe(200);
  return document.parse(await response.json()).data;
}

test('a document says that nothing could be read, and why', async () => {
  const { attributes, relationships } = await read(`/state-versions/${source.id}?include=outputs`);
  expect(attributes).toMatchObject({
    ...{ 'resources-processed': true, 'processing-problem': expect.stringMatching(why) as string },
    ...{ modules: null, providers: null, resources: null, 'state-version': null, serial: 3 },
  });
  expect(relationships.outputs?.data).toBeUndefined();
  const { attributes: settings, relationships: related } = await read(`/workspaces/${workspace}?include=outputs`);
  expect(settings['resource-count']).toBeNull();
  expect(related.outputs).toBeUndefined();
});

test('lists of its outputs and resources are refused with the reason', async () => {
  for (const path of [
    `/state-versions/${source.id}/outputs`,
    `/workspaces/${workspace}/current-state-version-outputs`,
    `/workspaces/${workspace}/resources`,
  ]) {
    const response = await send(`/api/v2${path}`);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ detail: expect.stringMatching(why) as string }] });
  }
  const query = `{ workspace(id: "${workspace}") { resources { totalCount } } }`;
  const answered = await send('/graphql', { method: 'POST', body: { query } });
  expect(await answered.json()).toMatchObject({ data: { workspace: { resources: null } } });
});

test('a comparison and a safe deletion are refused', async () => {
  const plain = await world.create(workspace, stateOf(4));
  const query = `{ compareStateVersions(from: "${source.id}", to: "${plain.id}") { truncated } }`;
  const compared = await send('/graphql', { method: 'POST', body: { query } });
  expect(JSON.stringify(await compared.json())).toMatch(why);
  const other = await world.workspaceOf({ name: 'sealed-too' });
  await world.create(other, encryptedState(1));
  await world.settled();
  await world.services.locks.unlock(world.owner, other);
  const deleted = await send(`/api/v2/workspaces/${other}/actions/safe-delete`, { method: 'POST' });
  expect(deleted.status).toBe(409);
});

test('GraphQL has null in place of what could not be read', async () => {
  const query = `{ stateVersion(id: "${source.id}") {
    stateFormat modules providers resources resourceCount outputIds outputs { totalCount } processingProblem
    workspace { name }
  } }`;
  const response = await send('/graphql', { method: 'POST', body: { query } });
  expect(await response.json()).toMatchObject({
    data: {
      stateVersion: {
        ...{ stateFormat: null, modules: null, providers: null, resources: null, resourceCount: null },
        ...{ outputIds: null, outputs: null },
        processingProblem: expect.stringMatching(why) as string,
        workspace: { name: 'sealed' },
      },
    },
  });
});

test('outputs that the creator gave are shown', async () => {
  const id = await world.workspaceOf();
  const given = await world.create(id, encryptedState(1), { jsonStateOutputs: outputs });
  await world.settled();
  const response = await send(`/api/v2/state-versions/${given.id}/outputs`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ data: [{ attributes: { name: 'a', value: 'given' } }] });
});

test('a rollback answers with the same bytes and their serial', async () => {
  await world.services.locks.forceUnlock(world.owner, workspace);
  expect((await send(`/api/v2/workspaces/${workspace}/actions/lock`, { method: 'POST' })).status).toBe(200);
  const body = {
    data: {
      type: 'state-versions',
      relationships: { 'rollback-state-version': { data: { id: source.id, type: 'state-versions' } } },
    },
  };
  const rolled = await send(`/api/v2/workspaces/${workspace}/state-versions`, { method: 'PATCH', body });
  expect(rolled.status).toBe(201);
  const { id, attributes } = document.parse(await rolled.json()).data;
  expect(attributes).toMatchObject({ serial: 3, status: 'finalized' });
  const copy = await world.read(ids.stateVersion.require(id));
  expect(await world.download(copy)).toEqual(encryptedState(3));
});
