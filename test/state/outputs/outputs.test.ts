import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import type { Connection, PageAsked } from '../../../src/platform/graphql/connection.js';
import { ids } from '../../../src/platform/ids.js';
import type { StateVersionOutput } from '../../../src/state/outputs/output.type.js';
import { openStateService, stateOf } from '../service.js';
import type { StateServiceWorld } from '../service.js';
import { refusal } from '../world.js';

let world: StateServiceWorld;
beforeAll(async () => {
  world = await openStateService();
});
afterAll(() => world.end());

const outputs = {
  list: { value: [1, 'a'], type: ['tuple', ['number', 'string']] },
  Zed: { value: 12_345_678_901_234_567_890n.toString(), type: 'string' },
  secret: { value: 'hush', type: 'string', sensitive: true },
  ändern: { value: null, type: 'string' },
};

test('lists hide what is sensitive, reading by id shows it, and every read is recorded', async () => {
  const workspace = await world.workspaceOf();
  const version = await world.create(workspace, stateOf(1, { outputs }));
  await world.settled();
  const service = world.services.outputs;
  const all = await world.outputsOf(world.owner, { current: workspace });
  expect(
    all.map(({ name, type, detailedTypeJson, sensitive, valueJson }) => [
      name,
      type,
      detailedTypeJson,
      sensitive,
      valueJson,
    ]),
  ).toEqual([
    ['Zed', 'string', '"string"', false, '"12345678901234567890"'],
    ['list', 'array', '["tuple",["number","string"]]', false, '[1,"a"]'],
    ['secret', 'string', '"string"', true, null],
    ['ändern', 'string', '"string"', false, 'null'],
  ]);
  expect((await world.read(version.id)).outputIds).toEqual(all.map(({ id }) => id));
  const secret = all[2];
  if (!secret) throw new Error('it is not there');
  expect((await service.read(world.owner, secret.id)).valueJson).toBe('"hush"');
  const stored = await world.client.stateVersionOutput.findUniqueOrThrow({ where: { id: secret.id } });
  expect(stored.value).toBeNull();
  expect(Buffer.from(stored.sealedValue ?? []).toString('latin1')).not.toContain('hush');
  expect(await world.actions(version.id)).toContain('state-version.read-outputs success olga');
  expect(await world.actions(secret.id)).toEqual(['state-version.read-output success olga']);
});

test('for documents: one statement for the outputs of many versions, one record for each workspace', async () => {
  const workspace = await world.workspaceOf();
  const versions = [];
  for (let serial = 1; serial <= 4; serial += 1)
    versions.push(await world.create(workspace, stateOf(serial, { outputs })));
  await world.settled();
  const read = await Promise.all(versions.map(({ id }) => world.read(id)));
  const visible = world.service.scope().visibleTo(world.owner);
  const pages = (page: PageAsked) => Promise.all(read.map((each) => visible.outputs(each, page)));
  let found: Connection<StateVersionOutput>[] = [];
  const statements = await world.statements(async () => {
    found = await pages(pageAsked({ first: 3 }));
  });
  expect(found.map(({ nodes }) => nodes.map(({ name }) => name))).toEqual(read.map(() => ['Zed', 'list', 'secret']));
  expect(found.map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual(read.map(() => true));
  // The version's row tells how many there are.
  expect(await world.statements(async () => expect(await found[0]?.count()).toBe(4))).toEqual([]);
  const [version] = read;
  const after = found[0]?.pageInfo.endCursor ?? null;
  const onwards = async (page: PageAsked) =>
    version && (await visible.outputs(version, page)).nodes.map(({ name }) => name);
  expect(await onwards(pageAsked({ after }))).toEqual(['ändern']);
  expect(await onwards(pageAsked({ last: 1, before: after }))).toEqual(['list']);
  expect(await onwards(pageAsked({ last: 9, after, before: after }))).toEqual([]);
  expect(await refusal(pages(pageAsked({ after })))).toMatchObject({ code: 'INVALID_PARAMETER', field: ['after'] });
  expect(statements.filter((sql) => sql.includes('FROM') && sql.includes('StateVersionOutput'))).toHaveLength(1);
  expect(
    await world.client.auditRecord.findMany({ where: { targetId: workspace, action: 'state-version.read-outputs' } }),
  ).toMatchObject([{ actorName: 'olga', organizationId: world.organizationId }]);
  // What has none is read by nobody.
  const empty = await world.create(await world.workspaceOf(), stateOf(1));
  expect(await world.outputsOf(world.owner, empty.id)).toEqual([]);
  expect(await world.actions(empty.id)).toEqual(['state-version.create success olga']);
});

test('who may read outputs alone reads outputs alone', async () => {
  const workspace = await world.workspaceOf();
  const version = await world.create(workspace, stateOf(1, { outputs }));
  await world.settled();
  const service = world.services.outputs;
  const outputsOnly = await world.memberWith(workspace, 'custom', 'read-outputs');
  const nothing = await world.memberWith(workspace, 'custom', 'none');
  const [output] = await world.outputsOf(outputsOnly, { current: workspace });
  if (!output) throw new Error('it is not there');
  expect((await service.read(outputsOnly, output.id)).valueJson).not.toBeNull();
  expect(await world.outputsOf(outputsOnly, version.id)).toHaveLength(4);
  expect(await refusal(world.services.versions.read(outputsOnly, version.id))).toMatchObject({ code: 'NOT_FOUND' });
  const { visibleTo } = world.service.scope();
  expect(await visibleTo(outputsOnly).currentVersion(await world.row(workspace))).toBeNull();
  for (const work of [
    () => world.outputsOf(nothing, { current: workspace }),
    () => world.outputsOf(nothing, version.id),
    () => service.read(nothing, output.id),
    () => service.read(world.owner, ids.stateVersionOutput.make()),
    () => world.outputsOf(world.owner, ids.stateVersion.make()),
    () => world.outputsOf(world.owner, { current: ids.workspace.make() }),
  ]) {
    expect(await refusal(work())).toMatchObject({ code: 'NOT_FOUND' });
  }
  // The record of a refusal does not keep its answer waiting, and the same again is counted.
  await world.audit.flush();
  const denied = await world.client.auditRecord.findMany({ where: { outcome: 'denied', targetId: workspace } });
  const counted = denied.map(({ details }) => Number(/"again":(\d+)/.exec(details ?? '')?.[1] ?? 1));
  expect(counted.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(3);
});
