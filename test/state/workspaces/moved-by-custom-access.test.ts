import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStateWorld, refusal } from '../world.js';
import type { StateWorld } from '../world.js';

let world: StateWorld;
beforeAll(async () => {
  world = await openStateWorld();
});
afterAll(() => world.close());

type Parts = Parameters<StateWorld['onProject']>[3];

/** A workspace in one project, another project, and a member of a team with access to both. */
async function between(from: [access: string, parts?: Parts], to: [access: string, parts?: Parts] | null) {
  const project = async () => (await world.project(world.organizationId)).id;
  const [one, other] = [await project(), await project()];
  const { id } = await world.make({ projectId: one });
  const teamId = await world.team(world.organizationId);
  await world.onProject(teamId, one, ...from);
  if (to) await world.onProject(teamId, other, ...to);
  const userId = await world.user();
  await world.member(world.organizationId, userId, teamId);
  const caller = await world.caller({ userId });
  const place = async () => (await world.workspaces.read(world.owner, { id })).projectId;
  return { id, one, other, caller, place };
}

const moving = { workspaceMoving: true };

describe('who may move workspaces in both projects', () => {
  test.each([
    ['all together', true],
    ['alone', false],
  ])('moves them, %s', async (_, together) => {
    const { id, other, caller, place } = await between(['custom', moving], ['custom', moving]);
    if (together) await world.workspaces.moveTo(caller, other, [id]);
    else await world.workspaces.update(caller, { id }, { projectId: other });
    expect(await place()).toBe(other);
  });

  test('does not change them on the way', async () => {
    const { id, one, other, caller, place } = await between(['custom', moving], ['custom', moving]);
    const renamed = world.workspaces.update(caller, { id }, { projectId: other, description: 'mine' });
    expect(await refusal(renamed)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await place()).toBe(one);
  });

  test.each([
    ['state', { ...moving, stateVersions: 'read' }],
    ['outputs', { ...moving, stateVersions: 'read-outputs' }],
    ['deletion', { ...moving, workspaceDeletion: true }],
    ['the lock', { ...moving, workspaceLocking: true }],
    ['runs', { ...moving, runs: 'plan' }],
  ])('gets nothing more on them by it: %s', async (_, more) => {
    const { id, one, other, caller, place } = await between(['custom', moving], ['custom', more]);
    const refused = { code: 'INVALID_INPUT', field: ['projectId'] };
    expect(await refusal(world.workspaces.moveTo(caller, other, [id]))).toMatchObject(refused);
    expect(await refusal(world.workspaces.update(caller, { id }, { projectId: other }))).toMatchObject(refused);
    expect(await place()).toBe(one);
  });
});

test.each([
  ['where they come from', ['custom', { workspaceDeletion: true, stateVersions: 'write' }], ['admin']],
  ['where they go', ['admin'], ['custom', { workspaceCreation: true, stateVersions: 'write' }]],
  ['where they go, which is not there for them', ['admin'], null],
] as [string, [string, Parts?], [string, Parts?] | null][])(
  'who may not move workspaces %s moves none',
  async (_, from, to) => {
    const { id, one, other, caller, place } = await between(from, to);
    for (const moved of [
      world.workspaces.moveTo(caller, other, [id]),
      world.workspaces.update(caller, { id }, { projectId: other }),
    ]) {
      expect(await refusal(moved)).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await place()).toBe(one);
  },
);
