import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
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
  const all = await service.ofCurrent(world.owner, workspace);
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
  const { load } = world.service.scope();
  let found: unknown[] = [];
  const statements = await world.statements(async () => {
    found = await Promise.all(read.map((version) => load.outputsOfVersion.load({ caller: world.owner, version })));
  });
  expect(found.map((some) => (Array.isArray(some) ? some.length : 0))).toEqual([4, 4, 4, 4]);
  expect(statements.filter((sql) => sql.includes('FROM') && sql.includes('StateVersionOutput'))).toHaveLength(1);
  expect(
    await world.client.auditRecord.findMany({ where: { targetId: workspace, action: 'state-version.read-outputs' } }),
  ).toMatchObject([{ actorName: 'olga', organizationId: world.organizationId }]);
  // What has none is read by nobody.
  const empty = await world.create(await world.workspaceOf(), stateOf(1));
  expect(await world.service.scope().load.outputsOfVersion.load({ caller: world.owner, version: empty })).toEqual([]);
  expect(await world.actions(empty.id)).toEqual(['state-version.create success olga']);
});

test('who may read outputs alone reads outputs alone', async () => {
  const workspace = await world.workspaceOf();
  const version = await world.create(workspace, stateOf(1, { outputs }));
  await world.settled();
  const service = world.services.outputs;
  const outputsOnly = await world.memberWith(workspace, 'custom', 'read-outputs');
  const nothing = await world.memberWith(workspace, 'custom', 'none');
  const [output] = await service.ofCurrent(outputsOnly, workspace);
  if (!output) throw new Error('it is not there');
  expect((await service.read(outputsOnly, output.id)).valueJson).not.toBeNull();
  expect(await service.ofVersion(outputsOnly, version.id)).toHaveLength(4);
  expect(await refusal(world.services.versions.read(outputsOnly, version.id))).toMatchObject({ code: 'NOT_FOUND' });
  const { edges } = world.service.scope();
  expect(await edges(outputsOnly).currentVersion(await world.row(workspace))).toBeNull();
  for (const work of [
    () => service.ofCurrent(nothing, workspace),
    () => service.ofVersion(nothing, version.id),
    () => service.read(nothing, output.id),
    () => service.read(world.owner, ids.stateVersionOutput.make()),
    () => service.ofVersion(world.owner, ids.stateVersion.make()),
    () => service.ofCurrent(world.owner, ids.workspace.make()),
  ]) {
    expect(await refusal(work())).toMatchObject({ code: 'NOT_FOUND' });
  }
  // The record of a refusal does not keep its answer waiting.
  await world.audit.flush();
  expect(
    (await world.client.auditRecord.findMany({ where: { outcome: 'denied', targetId: workspace } })).length,
  ).toBeGreaterThan(3);
});
