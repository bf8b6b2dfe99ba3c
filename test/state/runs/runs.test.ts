import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
});
afterAll(() => world.close());

test('a run takes the newest configuration and becomes the current one of its workspace', async () => {
  const { id } = await world.make({ autoApply: true });
  const configuration = await world.configurationVersions.create(world.owner, {
    workspaceId: id,
    commitSha: 'abc123',
    commitUrl: 'https://example.com/abc123',
  });
  const first = await world.runs.create(world.owner, { workspaceId: id });
  expect(first).toMatchObject({
    status: 'pending',
    autoApply: true,
    configurationVersionId: configuration.id,
    createdById: world.ownerId,
  });
  world.clock.advance(1);
  const second = await world.runs.create(world.owner, { workspaceId: id, status: 'planning' });
  expect((await world.workspaces.read(world.owner, { id })).currentRunId).toBe(second.id);
  const window = { number: 1, size: 20, skip: 0 };
  const list = async (search: object) =>
    (await world.visibleTo().lists.runsOfWorkspace.numbered({ id }, search, window)).items.map((run) => run.id);
  expect(await list({})).toEqual([second.id, first.id]);
  expect(await list({ statuses: ['planning'] })).toEqual([second.id]);
});

test('a run goes on until it has ended', async () => {
  const { id: workspaceId } = await world.make();
  const { id } = await world.runs.create(world.owner, { workspaceId });
  expect(await world.runs.update(world.owner, id, { status: 'applied', hasChanges: true })).toMatchObject({
    status: 'applied',
    hasChanges: true,
  });
  expect(await refusal(world.runs.update(world.owner, id, { status: 'planning' }))).toMatchObject({
    code: 'TRANSITION_NOT_ALLOWED',
  });
});

test('a configuration of another workspace is not found, nor a run by who may not see it', async () => {
  const { id: workspaceId } = await world.make();
  const { id: elsewhere } = await world.make();
  const { id: configurationVersionId } = await world.configurationVersions.create(world.owner, {
    workspaceId: elsewhere,
  });
  expect(await refusal(world.runs.create(world.owner, { workspaceId, configurationVersionId }))).toMatchObject({
    code: 'NOT_FOUND',
  });
  const { id } = await world.runs.create(world.owner, { workspaceId });
  const member = await world.memberWith();
  expect(await refusal(world.runs.read(member, id))).toMatchObject({ code: 'NOT_FOUND' });
  expect(await refusal(world.configurationVersions.read(member, configurationVersionId))).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test.each([
  ['message', 'x'.repeat(10_001)],
  ['message', 'a\0b'],
  ['source', 'x'.repeat(256)],
  ['terraformVersion', 'newest'],
])('a run is refused for its %s', async (name, value) => {
  const { id: workspaceId } = await world.make();
  const refused = await refusal(world.runs.create(world.owner, { workspaceId, [name]: value }));
  expect(refused).toMatchObject({ code: 'INVALID_INPUT', field: [name] });
  expect(refused.message).toMatch(`${name} must `);
  expect(await world.client.run.count({ where: { workspaceId } })).toBe(0);
  const run = await world.runs.create(world.owner, { workspaceId, message: 'é\n'.repeat(5_000) });
  expect(await refusal(world.runs.update(world.owner, run.id, { message: 'x'.repeat(10_001) }))).toMatchObject({
    code: 'INVALID_INPUT',
    field: ['message'],
  });
  expect(await world.runs.read(world.owner, run.id)).toMatchObject({ message: run.message });
});

test.each([
  ['source', 'x'.repeat(256)],
  ['commitSha', 'x'.repeat(256)],
  ['commitSha', 'a\nb'],
  ['commitUrl', 'javascript:alert(1)'],
  ['commitUrl', `https://example.com/${'x'.repeat(2_000)}`],
  ['commitMessage', 'x'.repeat(10_001)],
  ['branch', 'x'.repeat(256)],
  ['identifier', 'x'.repeat(256)],
  ['senderUsername', 'x'.repeat(256)],
])('a configuration version is refused for its %s', async (name, value) => {
  const { id: workspaceId } = await world.make();
  const refused = await refusal(world.configurationVersions.create(world.owner, { workspaceId, [name]: value }));
  expect(refused).toMatchObject({ code: 'INVALID_INPUT', field: [name] });
  expect(refused.message).toMatch(`${name} must `);
  expect(await world.client.configurationVersion.count({ where: { workspaceId } })).toBe(0);
});
