import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { ProblemError } from '../../../src/platform/problems.js';
import { openWorld } from '../world.js';
import type { World } from '../world.js';

let world: World;
let owner: Caller;
let organizationId: string;

beforeAll(async () => {
  world = await openWorld();
  const founder = await world.user();
  organizationId = await world.organization(founder);
  owner = await world.caller({ userId: founder });
});
afterAll(() => world.close());

async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const [{ code, field }] = error.problems;
    return [code, ...(field ?? [])].join(' ');
  }
}

const window = { number: 1, skip: 0, size: 20 };

describe('a custom access to a project', () => {
  test('has defaults, and keeps what a change leaves out', async () => {
    const project = await world.project(organizationId);
    const teamId = await world.team(organizationId);
    const made = await world.projectAccess.add(owner, { teamId, projectId: project.id, access: 'custom' });
    const defaults = {
      ...{ access: 'custom', settings: 'read', teams: 'none', variableSets: 'none', runs: 'read' },
      ...{ stateVersions: 'none', variables: 'none', sentinelMocks: 'none', runTasks: false },
      ...{ workspaceCreation: false, workspaceLocking: false, workspaceMoving: false, workspaceDeletion: false },
    };
    expect(made).toMatchObject(defaults);
    const changed = await world.projectAccess.update(owner, made.id, {
      access: 'custom',
      projectAccess: { teams: 'read' },
      workspaceAccess: { create: true, delete: null },
    });
    expect(changed).toMatchObject({ ...defaults, teams: 'read', workspaceCreation: true });
    world.clock.advance(1);
    expect(await world.projectAccess.update(owner, made.id, { access: 'admin' })).toMatchObject({
      ...{ access: 'admin', settings: 'delete', teams: 'manage', workspaceDeletion: true, stateVersions: 'write' },
    });
    world.clock.advance(1);
    // From a level, too: Terraform's provider sends the parts that change.
    const workspaceAccess = { locking: false };
    expect(await world.projectAccess.update(owner, made.id, { access: 'custom', workspaceAccess })).toMatchObject({
      ...{ access: 'custom', settings: 'delete', workspaceLocking: false, workspaceDeletion: true },
    });
  });

  test('is refused for parts beside a level, and without a level', async () => {
    const project = await world.project(organizationId);
    const teamId = await world.team(organizationId);
    const add = (input: object) => world.projectAccess.add(owner, { teamId, projectId: project.id, ...input });
    expect(await refusal(add({ access: 'read', projectAccess: { teams: 'manage' } }))).toBe(
      'INVALID_INPUT projectAccess teams',
    );
    expect(await refusal(add({ access: 'admin', workspaceAccess: { create: false } }))).toBe(
      'INVALID_INPUT workspaceAccess create',
    );
    expect(await refusal(add({}))).toBe('MISSING_INPUT access');
    const { id } = await world.projectAccess.add(owner, { teamId, projectId: project.id, access: 'write' });
    expect(await refusal(world.projectAccess.update(owner, id, { workspaceAccess: { move: true } }))).toBe(
      'INVALID_INPUT workspaceAccess move',
    );
  });
});

describe('somebody who may only manage the access of teams to a project', () => {
  async function manager() {
    const project = await world.project(organizationId);
    const teamId = await world.team(organizationId, { visibility: 'organization' });
    await world.onProject(teamId, project.id, 'custom', { teams: 'manage', stateVersions: 'read' });
    const userId = await world.user();
    await world.member(organizationId, userId, teamId);
    const own = await world.client.teamProjectAccess.findFirstOrThrow({ where: { teamId } });
    return { project, teamId, caller: await world.caller({ userId }), own: own.id };
  }

  test.each([
    ['read', 'INVALID_INPUT access'],
    ['write', 'INVALID_INPUT access'],
    ['maintain', 'INVALID_INPUT access'],
    ['admin', 'INVALID_INPUT access'],
  ] as const)('does not give more than it has: %s', async (access, answer) => {
    const { project, caller, own } = await manager();
    const other = await world.team(organizationId, { visibility: 'organization' });
    // `read` includes the outputs, the state and the runs, of which it has no more than `state-versions`.
    await world.client.teamProjectAccess.updateMany({ where: { id: own }, data: { runs: 'none' } });
    await world.turn();
    const anew = await world.authentication.callerOf(caller.tokenId, caller.origin);
    expect(anew).not.toBeNull();
    if (!anew) return;
    expect(await refusal(world.projectAccess.add(anew, { teamId: other, projectId: project.id, access }))).toBe(answer);
    expect(await refusal(world.projectAccess.update(anew, own, { access }))).toBe(answer);
  });

  test.each([
    [{ projectAccess: { settings: 'update' } }],
    [{ projectAccess: { settings: 'delete' } }],
    [{ workspaceAccess: { stateVersions: 'write' } }],
    [{ workspaceAccess: { create: true } }],
    [{ workspaceAccess: { locking: true } }],
    [{ workspaceAccess: { move: true } }],
    [{ workspaceAccess: { delete: true } }],
    [{ workspaceAccess: { runs: 'plan' } }],
  ] as const)('nor by a part: %j', async (part) => {
    const { caller, own } = await manager();
    expect(await refusal(world.projectAccess.update(caller, own, { access: 'custom', ...part }))).toBe(
      'INVALID_INPUT access',
    );
  });

  test('gives what it has, and takes away', async () => {
    const { project, caller } = await manager();
    const teamId = await world.team(organizationId, { visibility: 'organization' });
    const part = { projectAccess: { teams: 'read' }, workspaceAccess: { stateVersions: 'read' } } as const;
    const { id } = await world.projectAccess.add(caller, { teamId, projectId: project.id, access: 'custom', ...part });
    await world.projectAccess.remove(caller, id);
    // An owner gave more: it stays, and may be made less, not more.
    const admin = await world.projectAccess.add(owner, { teamId, projectId: project.id, access: 'maintain' });
    expect(await refusal(world.projectAccess.update(caller, admin.id, { access: 'admin' }))).toBe(
      'INVALID_INPUT access',
    );
    expect(await refusal(world.projectAccess.update(caller, admin.id, { access: 'write' }))).toBe('done');
  });

  test('does not see the access of secret teams, by no way', async () => {
    const { project, teamId, caller, own } = await manager();
    const secret = await world.team(organizationId, { visibility: 'secret' });
    const hidden = await world.projectAccess.add(owner, { teamId: secret, projectId: project.id, access: 'read' });
    const listed = await world.projectAccess.page(caller, project.id, window);
    expect(listed.items.map(({ id }) => id)).toEqual([own]);
    expect(listed.pagination.totalCount).toBe(1);
    const connection = await world.projectAccess.list(caller, project.id, {
      size: 10,
      from: 'start',
      after: null,
      before: null,
    });
    expect(connection.nodes.map((row) => row.teamId)).toEqual([teamId]);
    for (const way of [
      () => world.projectAccess.read(caller, hidden.id),
      () => world.projectAccess.update(caller, hidden.id, { access: 'custom' }),
      () => world.projectAccess.remove(caller, hidden.id),
    ]) {
      expect(await refusal(way())).toBe('NOT_FOUND');
    }
    // Not as "has access already", either.
    const again = { teamId: secret, projectId: project.id, access: 'custom' } as const;
    expect(await refusal(world.projectAccess.add(caller, again))).toBe('INVALID_INPUT teamId');
    expect((await world.projectAccess.page(owner, project.id, window)).items).toHaveLength(2);
  });

  test('or read it, changes nothing', async () => {
    const { project, own } = await manager();
    const teamId = await world.team(organizationId);
    await world.onProject(teamId, project.id, 'custom', { teams: 'read' });
    const userId = await world.user();
    await world.member(organizationId, userId, teamId);
    const caller = await world.caller({ userId });
    expect((await world.projectAccess.page(caller, project.id, window)).items).toHaveLength(2);
    expect(await world.projectAccess.read(caller, own)).toMatchObject({ id: own });
    expect(await refusal(world.projectAccess.remove(caller, own))).toBe('NOT_FOUND');
    expect(await refusal(world.projectAccess.update(caller, own, { access: 'custom' }))).toBe('NOT_FOUND');
    expect(await refusal(world.projectAccess.add(caller, { teamId, projectId: project.id, access: 'read' }))).toBe(
      'NOT_FOUND',
    );
  });
});
