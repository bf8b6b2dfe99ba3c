import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actions } from '../../../src/identity/access/actions.js';
import type { Action } from '../../../src/identity/access/actions.js';
import type { Caller } from '../../../src/identity/caller.js';
import { ProblemError } from '../../../src/platform/problems.js';
import { openWorld } from '../world.js';
import type { World } from '../world.js';

/**
 * Every action × every kind of caller. A letter a caller, in this order:
 *
 *   A site administrator, member of nothing          P project: read
 *   O owner                                          Q project: write
 *   t token of the team of owners                    R project: maintain
 *   m member without teams                           S project: admin
 *   o workspace: custom, state read-outputs          w organization-wide read-workspaces
 *   l workspace: custom, state none, locking         W organization-wide manage-workspaces
 *   r workspace: read                                j organization-wide read-projects
 *   p workspace: plan                                J organization-wide manage-projects
 *   v workspace: write                               B organization-wide manage-membership
 *   a workspace: admin                               T organization-wide manage-teams
 *   V token of the team with write                   C organization-wide manage-organization-access
 *   Z token of the organization                      c member with write on a consumer of the workspace's state
 *   X owner of another organization                  i invited, not yet a member
 *
 * and on the project a custom access that allows only: 1 teams read, 2 teams manage, 3 settings update, 4 settings delete, 5 create, 6 locking, 7 move,
 * 8 delete, 9 state versions write and runs apply
 *
 * `+` allowed, `.` not found, `k` refused for the kind of token.
 */
const header = 'AOtmolrpvaVZPQRSwWjJBTCcXi123456789';
const table: Record<Action, string> = {
  //                                     AOtmolrpvaVZPQRSwWjJBTCcXi123456789
  'account.read': '+++++++++++++++++++++++++++++++++++',
  'account.update': '++k+++++++kk+++++++++++++++++++++++',
  'organization.create': '++k+++++++kk+++++++++++++++++++++++',
  'organization.read': '++++++++++++++++++++++++..+++++++++',
  'organization.update': '+++................................',
  'organization.delete': '+++................................',
  'organization.set-plan': '+..................................',
  'membership.read': '++++++++++++++++++++++++..+++++++++',
  'membership.manage': '+++........+........+..............',
  'team.read': '++++++++++++++++++++++++..+++++++++',
  'team.manage': '+++........+.........+.............',
  'team.manage-organization-access': '+++........+..........+............',
  'team.manage-owners': '+++................................',
  'token.manage-own': '++k+++++++kk+++++++++++++++++++++++',
  'token.manage-organization': '+++................................',
  'audit.read': '+++................................',
  'user.manage': '+..................................',

  'project.read': '+++.++++++++++++++++......+++++++++',
  'project.manage': '+++........+.......+...............',
  'project.update': '+++........+...+...+........++.....',
  'project.delete': '+++........+...+...+.........+.....',
  'project.read-access': '+++........+...+...+......++.......',
  'project.manage-access': '+++........+...+...+.......+.......',
  'tag.read': '++++++++++++++++++++++++..+++++++++',
  'tag.manage': '+++................................',
  'retention.manage-organization': '+++................................',
  'storage.read': '+++................................',
  'storage-quota.manage': '+..................................',

  'workspace.create': '+++........+..++.+.+..........+....',
  'workspace.create-shared': '+++........+..++.+.+..........+....',
  'workspace.read': '+++.++++++++++++++++...+..+++++++++',
  'workspace.update': '+++......+.+..++.+.+...............',
  'workspace.delete': '+++......+.+..++.+.+.............+.',
  'workspace.lock': '+++..+..++++.+++.+.+...........+...',
  'workspace.unlock': '+++..+..++++.+++.+.+...........+...',
  'workspace.force-unlock': '+++......+.+..++.+.+...............',
  'workspace.manage-access': '+++......+.+...+.+.+...............',
  'workspace.manage-consumers': '+++......+.+..++.+.+...............',
  'workspace.share-state': '+++......+.+..++.+.+...............',
  'workspace.move': '+++......+.+..++.+.+............+..',
  'workspace.move-here': '+++........+..++.+.+............+..',

  'state-version.list': '+++...++++++++++++++...+..........+',
  'state-version.read': '+++...++++++++++++++...+..........+',
  'state-version.read-outputs': '+++.+.++++++++++++++...+..........+',
  'state-version.create': '+++.....+++k.+++.+.+..............+',
  'state-version.rollback': '+++.....+++k.+++.+.+..............+',
  'state-version.compare': '+++...++++++++++++++...+..........+',
  'state-version.manage-backing-data': '+++................................',
  'resource.search': '+++...++++++++++++++...+..........+',

  'run.read': '+++.++++++++++++++++......+++++++++',
  'run.create': '+++....++++..+++.+.+..............+',

  'variable.read': '+++...++++++++++++++...............',
  'variable.write': '+++.....++++.+++.+.+...............',
  'variable-set.read': '+++........+++++++++...............',
  'variable-set.manage': '+++........+..++.+.+...............',
  'webhook.manage': '+++......+.+..++.+.+...............',
  'webhook.manage-organization': '+++................................',
  'webhook.manage-project': '+++........+...+...+........++.....',
  'webhook.manage-team': '+++........+.........+.............',
};

const customs = [
  ['1', { teams: 'read' }],
  ['2', { teams: 'manage' }],
  ['3', { settings: 'update' }],
  ['4', { settings: 'delete' }],
  ['5', { workspaceCreation: true }],
  ['6', { workspaceLocking: true }],
  ['7', { workspaceMoving: true }],
  ['8', { workspaceDeletion: true }],
  ['9', { stateVersions: 'write', runs: 'apply' }],
] as const;

let world: World;
const callers = new Map<string, Caller>();
let workspace: Awaited<ReturnType<World['workspace']>>;
let project: Awaited<ReturnType<World['project']>>;
let organizationId: string;

beforeAll(async () => {
  world = await openWorld();
  const founder = await world.user();
  organizationId = await world.organization(founder);
  project = await world.project(organizationId);
  workspace = await world.workspace(project);
  const elsewhere = await world.project(organizationId);
  const consumer = await world.workspace(elsewhere);
  await world.client.remoteStateConsumer.create({ data: { workspaceId: workspace.id, consumerId: consumer.id } });

  const add = async (letter: string, owner: Parameters<World['caller']>[0]) =>
    callers.set(letter, await world.caller(owner));
  const memberOf = async (letter: string, team: string) => {
    const userId = await world.user();
    await world.member(organizationId, userId, team);
    await add(letter, { userId });
  };
  const access = async (letter: string, data: Parameters<World['onWorkspace']>[2], on = workspace) => {
    const team = await world.team(organizationId);
    await world.onWorkspace(team, on.id, data);
    await memberOf(letter, team);
    return team;
  };

  await add('A', { userId: await world.user({ siteAdmin: true }) });
  await add('O', { userId: founder });
  const owners = await world.client.team.findFirstOrThrow({ where: { organizationId, owners: true } });
  await add('t', { teamId: owners.id });
  await memberOf('m', await world.team(organizationId));
  await access('o', { access: 'custom', stateVersions: 'read-outputs' });
  await access('l', { access: 'custom', stateVersions: 'none', workspaceLocking: true });
  await access('r', { access: 'read', stateVersions: 'read' });
  await access('p', { access: 'plan', stateVersions: 'read' });
  const writers = await access('v', { access: 'write', stateVersions: 'write' });
  await access('a', { access: 'admin', stateVersions: 'write' });
  await add('V', { teamId: writers });
  await add('Z', { organizationId });
  for (const [letter, level] of [
    ['P', 'read'],
    ['Q', 'write'],
    ['R', 'maintain'],
    ['S', 'admin'],
  ] as const) {
    const team = await world.team(organizationId);
    await world.onProject(team, project.id, level);
    await memberOf(letter, team);
  }
  for (const [letter, parts] of customs) {
    const team = await world.team(organizationId);
    await world.onProject(team, project.id, 'custom', parts);
    await memberOf(letter, team);
  }
  await memberOf('w', await world.team(organizationId, { readWorkspaces: true }));
  await memberOf('W', await world.team(organizationId, { manageWorkspaces: true }));
  await memberOf('j', await world.team(organizationId, { readProjects: true }));
  await memberOf('J', await world.team(organizationId, { manageProjects: true }));
  await memberOf('B', await world.team(organizationId, { manageMembership: true }));
  await memberOf('T', await world.team(organizationId, { manageTeams: true }));
  await memberOf('C', await world.team(organizationId, { manageOrganizationAccess: true }));
  await access('c', { access: 'write', stateVersions: 'write' }, consumer);
  const other = await world.user();
  await world.organization(other);
  await add('X', { userId: other });
  const invited = await world.user();
  await world.member(organizationId, invited, writers);
  await world.client.organizationMembership.updateMany({ where: { userId: invited }, data: { status: 'invited' } });
  await add('i', { userId: invited });
});
afterAll(() => world.close());

function ask(caller: Caller, action: Action): Promise<void> {
  const { access } = world;
  switch (actions[action].on) {
    case 'workspace':
      return access.onWorkspace(caller, action as Parameters<typeof access.onWorkspace>[1], workspace);
    case 'project':
      return access.onProject(caller, action as Parameters<typeof access.onProject>[1], project);
    case 'organization':
      return access.onOrganization(caller, action as Parameters<typeof access.onOrganization>[1], organizationId);
    case 'site':
      return access.onSite(caller, action as Parameters<typeof access.onSite>[1]);
  }
}

async function answer(caller: Caller, action: Action): Promise<string> {
  try {
    await ask(caller, action);
    return '+';
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.code === 'NOT_FOUND' ? '.' : error.code === 'TOKEN_KIND_REFUSED' ? 'k' : error.code;
  }
}

describe('every action × every kind of caller', () => {
  test('the table has a row for every action', () => {
    expect(Object.keys(table)).toEqual(Object.keys(actions));
    expect([...callers.keys()].sort()).toEqual(header.split(/(?=.)/).sort());
  });

  test.each(Object.entries(table))('%s %s', async (action, row) => {
    const answers: string[] = [];
    for (const letter of header) answers.push(await answer(callers.get(letter)!, action as Action));
    expect(answers.join('')).toBe(row);
  });
});
