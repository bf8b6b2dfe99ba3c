import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/identity/caller.js';
import type { OrganizationId, UserId } from '../../src/platform/ids.js';
import { ProblemError } from '../../src/platform/problems.js';
import { openWorld, origin } from './world.js';
import type { World } from './world.js';

let world: World;
let founder: UserId;
let owner: Caller;
let organizationId: OrganizationId;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  founder = await world.user();
  organizationId = await world.organization(founder);
  owner = await world.caller({ userId: founder });
});

/** The code and the field of what the work is refused with. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProblemError)) throw new Error('it was not refused', { cause: error });
  return [error.code, ...(error.field ?? [])].join(' ');
}

const firstPage = { number: 1, size: 20, skip: 0 };
const organization = () => world.client.organization.findUniqueOrThrow({ where: { id: organizationId } });
const again = async (userId: string) => world.caller({ userId });
const members = async (...userIds: string[]) => {
  const names: string[] = [];
  for (const userId of userIds)
    names.push((await world.client.user.findUniqueOrThrow({ where: { id: userId } })).username);
  return names;
};
const ownersTeam = () => world.client.team.findFirstOrThrow({ where: { organizationId, owners: true } });

describe('organizations', () => {
  test.each(['ab', 'x'.repeat(41), 'with space', 'ümlaut', 'a/b', 'a.b', '', 'org-AAAAAAAAAAAAAAAA'])(
    'the name %j is refused',
    async (name) => {
      expect(await refusal(world.organizations.create(owner, { name, email: 'a@example.com' }))).toBe(
        'INVALID_INPUT name',
      );
    },
  );

  test('a taken name is refused, and nothing is left behind', async () => {
    const { name } = await organization();
    const before = await world.client.user.count();
    expect(await refusal(world.organizations.create(owner, { name, email: 'a@example.com' }))).toBe('NAME_TAKEN name');
    expect(await world.client.user.count()).toBe(before);
  });

  test('the creator is its owner at once', async () => {
    const made = await world.organizations.create(owner, { name: 'brand-new', email: 'a@example.com' });
    expect(made).toMatchObject({ memberCount: 1n, teamCount: 1n, projectCount: 1n });
    expect((await again(founder)).organizations.get(made.id)?.owner).toBe(true);
  });

  test('is deleted with its accounts, but not while it has workspaces', async () => {
    const workspace = await world.workspace(await world.project(organizationId));
    expect(await refusal(world.organizations.delete(owner, organizationId))).toBe('IN_USE organization');
    await world.client.workspace.delete({ where: { id: workspace.id } });
    const accounts = () => world.client.user.count({ where: { OR: [{ kind: 'team' }, { kind: 'organization' }] } });
    const before = await accounts();
    await world.organizations.delete(owner, organizationId);
    expect(await world.client.organization.findUnique({ where: { id: organizationId } })).toBeNull();
    expect(await accounts()).toBe(before - 2);
    expect(await refusal(world.organizations.read(owner, organizationId))).toBe('NOT_FOUND');
  });

  test('are listed to their members alone', async () => {
    const page = await world.organizations.page(owner, {}, { number: 1, size: 20, skip: 0 });
    expect(page.items.map(({ id }) => id)).toEqual([organizationId]);
    const root = await world.organizations.page(await world.root(), {}, { number: 1, size: 1, skip: 0 });
    expect(root.pagination.totalCount).toBe(await world.client.organization.count());
  });
});

describe('memberships', () => {
  test('counts follow, and a member sees the organization until removed', async () => {
    const userId = await world.user();
    const [username] = await members(userId);
    const team = await world.team(organizationId);
    const text = await world.token({ userId });
    const rights = async () =>
      (await world.authentication.authenticate(text, origin))?.organizations.get(organizationId);
    expect(await rights()).toBeUndefined();
    const made = await world.memberships.add(owner, { organization: organizationId, username, teamIds: [team, team] });
    await world.memberships.accept(await again(userId), made.id);
    expect(await rights()).toMatchObject({ owner: false, teams: [team] });
    expect((await organization()).memberCount).toBe(2n);
    expect((await world.client.team.findUniqueOrThrow({ where: { id: team } })).memberCount).toBe(1n);
    await world.memberships.remove(owner, made.id);
    expect(await rights()).toBeUndefined();
    expect((await organization()).memberCount).toBe(1n);
    expect((await world.client.team.findUniqueOrThrow({ where: { id: team } })).memberCount).toBe(0n);
  });

  test('an invitation gives nothing until the user accepts it', async () => {
    const userId = await world.user({ email: 'guest@example.com' });
    const made = await world.memberships.add(owner, {
      organization: organizationId,
      email: 'guest@example.com',
    });
    const guest = await again(userId);
    expect(guest.organizations.has(organizationId)).toBe(false);
    expect(await refusal(world.memberships.accept(owner, made.id))).toBe('NOT_FOUND');
    await world.memberships.accept(guest, made.id);
    expect((await again(userId)).organizations.has(organizationId)).toBe(true);
  });

  test.each([
    [{ username: 'nobody-here' }, 'INVALID_INPUT username'],
    [{ username: 'service' }, 'INVALID_INPUT username'],
    [{ email: 'nobody' }, 'INVALID_INPUT email'],
    [{}, 'MISSING_INPUT username'],
    [{ username: 'root', teamIds: ['team-AAAAAAAAAAAAAAAA'] }, 'INVALID_INPUT teamIds'],
  ])('%j: %s', async (input, expected) => {
    expect(await refusal(world.memberships.add(owner, { organization: organizationId, ...input }))).toBe(expected);
  });

  test('a user is added once', async () => {
    await world.memberships.add(owner, { organization: organizationId, username: 'root' });
    const twice = world.memberships.add(owner, { organization: organizationId, username: 'root' });
    expect(await refusal(twice)).toBe('NAME_TAKEN username');
    expect((await organization()).memberCount).toBe(2n);
  });

  test('the last owner stays, whichever way it would go', async () => {
    const [username] = await members(founder);
    const { id: team } = await ownersTeam();
    const membership = await world.client.organizationMembership.findFirstOrThrow({
      where: { organizationId, userId: founder },
    });
    expect(await refusal(world.memberships.remove(owner, membership.id))).toBe('IN_USE');
    expect(await refusal(world.teamMembers.remove(owner, team, { usernames: [username!] }))).toBe('IN_USE');
    expect(await refusal(world.teams.delete(owner, team))).toBe('INVALID_INPUT id');
    expect((await organization()).memberCount).toBe(1n);
    expect((await ownersTeam()).memberCount).toBe(1n);
  });

  test('who may manage members may not make itself an owner, nor remove one', async () => {
    const userId = await world.user();
    const [username] = await members(userId);
    await world.member(organizationId, userId, await world.team(organizationId, { manageMembership: true }));
    const manager = await again(userId);
    const { id: team } = await ownersTeam();
    const membership = await world.client.organizationMembership.findFirstOrThrow({
      where: { organizationId, userId: founder },
    });
    expect(await refusal(world.teamMembers.add(manager, team, { usernames: [username!] }))).toBe('NOT_FOUND');
    expect(await refusal(world.memberships.remove(manager, membership.id))).toBe('NOT_FOUND');
    const added = world.memberships.add(manager, { organization: organizationId, username: 'root', teamIds: [team] });
    expect(await refusal(added)).toBe('NOT_FOUND');
  });
});

describe('teams', () => {
  test('secret ones are seen by their members and by who manages teams', async () => {
    const secret = await world.team(organizationId);
    const open = await world.team(organizationId, { visibility: 'organization' });
    const [inside, outside] = [await world.user(), await world.user()];
    await world.member(organizationId, inside, secret);
    await world.member(organizationId, outside);
    const seen = async (caller: Caller) => {
      const { items } = await world.teams.page(
        caller,
        organizationId,
        { names: [] },
        { number: 1, size: 100, skip: 0 },
      );
      return items.map(({ id }) => id).filter((id) => id === secret || id === open);
    };
    expect(await seen(owner)).toHaveLength(2);
    expect(await seen(await again(inside))).toHaveLength(2);
    expect(await seen(await again(outside))).toEqual([open]);
    expect(await refusal(world.teams.read(await again(outside), secret))).toBe('NOT_FOUND');
  });

  test('giving organization-wide permissions takes more than managing teams', async () => {
    const userId = await world.user();
    await world.member(organizationId, userId, await world.team(organizationId, { manageTeams: true }));
    const manager = await again(userId);
    const made = await world.teams.create(manager, organizationId, { name: 'plain' });
    const organizationAccess = { manageWorkspaces: true };
    expect(await refusal(world.teams.update(manager, made.id, { organizationAccess }))).toBe('NOT_FOUND');
    expect(await world.teams.update(owner, made.id, { organizationAccess })).toMatchObject({ manageWorkspaces: true });
    expect((await organization()).teamCount).toBe(2n);
    await world.teams.delete(manager, made.id);
    expect((await organization()).teamCount).toBe(1n);
    expect(await world.client.user.findUnique({ where: { id: made.serviceUserId ?? '' } })).toBeNull();
  });

  test.each([
    ['', 'INVALID_INPUT name'],
    ['a b ', 'INVALID_INPUT name'],
    ['owners', 'NAME_TAKEN name'],
  ])('the name %j: %s', async (name, expected) => {
    expect(await refusal(world.teams.create(owner, organizationId, { name }))).toBe(expected);
  });

  test('members are added once and counted', async () => {
    const team = await world.team(organizationId);
    const userId = await world.user();
    const usernames = await members(userId);
    expect(await refusal(world.teamMembers.add(owner, team, { usernames }))).toBe('INVALID_INPUT usernames');
    await world.member(organizationId, userId);
    await Promise.all([1, 2, 3].map(() => world.teamMembers.add(owner, team, { usernames })));
    expect(await world.teamMembers.add(owner, team, { usernames })).toMatchObject({ memberCount: 1n });
    expect(await world.teamMembers.remove(owner, team, { usernames })).toMatchObject({ memberCount: 0n });
    expect(await world.teamMembers.remove(owner, team, { usernames })).toMatchObject({ memberCount: 0n });
    expect(await refusal(world.teamMembers.add(owner, team, {}))).toBe('MISSING_INPUT usernames');
  });
});

describe('access of teams', () => {
  test('counts from the next request on, and ends so', async () => {
    const project = await world.project(organizationId);
    const workspace = await world.workspace(project);
    const teamId = await world.team(organizationId);
    const text = await world.token({ teamId });
    const sees = async () => {
      const caller = await world.authentication.authenticate(text, origin);
      const grants = await world.access.workspaceGrants(caller!, workspace);
      return [grants.has('state:read-outputs'), grants.has('state:read'), grants.has('state:write')];
    };
    expect(await sees()).toEqual([false, false, false]);
    const given = await world.workspaceAccess.add(owner, { teamId, workspaceId: workspace.id, access: 'read-outputs' });
    expect(given).toMatchObject({ access: 'custom', stateVersions: 'read-outputs' });
    expect(await sees()).toEqual([true, false, false]);
    await world.workspaceAccess.update(owner, given.id, { access: 'write' });
    expect(await sees()).toEqual([true, true, true]);
    await world.workspaceAccess.update(owner, given.id, { access: 'custom', stateVersions: 'read' });
    expect(await sees()).toEqual([true, true, false]);
    await world.workspaceAccess.remove(owner, given.id);
    expect(await sees()).toEqual([false, false, false]);
    const onProject = await world.projectAccess.add(owner, { teamId, projectId: project.id, access: 'read' });
    expect(await sees()).toEqual([true, true, false]);
    await world.projectAccess.remove(owner, onProject.id);
    expect(await sees()).toEqual([false, false, false]);
  });

  test('is refused for parts beside a level, strangers, and twice', async () => {
    const workspace = await world.workspace(await world.project(organizationId));
    const teamId = await world.team(organizationId);
    const stranger = await world.team(await world.organization(await world.user()));
    const add = (input: object) =>
      world.workspaceAccess.add(owner, { teamId, workspaceId: workspace.id, access: 'read', ...input });
    expect(await refusal(add({ runs: 'apply' }))).toBe('INVALID_INPUT runs');
    expect(await refusal(add({ teamId: stranger }))).toBe('INVALID_INPUT teamId');
    expect(await refusal(add({ access: null }))).toBe('MISSING_INPUT access');
    await add({});
    expect(await refusal(add({}))).toBe('NAME_TAKEN teamId');
    expect(await refusal(world.workspaceAccess.page(await again(await world.user()), workspace.id, firstPage))).toBe(
      'NOT_FOUND',
    );
    expect((await world.workspaceAccess.page(owner, workspace.id, firstPage)).items).toHaveLength(1);
  });

  test('lists are filtered in the query', async () => {
    const projects = [await world.project(organizationId), await world.project(organizationId)] as const;
    const inside = await world.workspace(projects[0]);
    const named = await world.workspace(projects[1]);
    await world.workspace(projects[1]);
    const teamId = await world.team(organizationId);
    await world.onProject(teamId, projects[0].id, 'read');
    await world.onWorkspace(teamId, named.id, { access: 'write', stateVersions: 'write' });
    const caller = await world.caller({ teamId });
    const list = async (grant: 'state:read' | 'state:write', who = caller) => {
      const where = await world.access.whereVisible(who, organizationId, grant);
      return (await world.client.workspace.findMany({ where })).map(({ id }) => id).sort();
    };
    expect(await list('state:read')).toEqual([inside.id, named.id].sort());
    expect(await list('state:write')).toEqual([named.id]);
    expect(await list('state:read', owner)).toHaveLength(3);
    expect(await list('state:read', await again(await world.user()))).toEqual([]);
  });
});

describe('state shared with other workspaces', () => {
  test.each([
    ['of its project', true],
    ['of another project', false],
  ])('by its project, with a workspace %s', async (_, same) => {
    const project = await world.project(organizationId);
    const provider = await world.workspace(project, { projectRemoteState: true });
    const consumer = await world.workspace(same ? project : await world.project(organizationId));
    const teamId = await world.team(organizationId);
    await world.onWorkspace(teamId, consumer.id, { access: 'write', stateVersions: 'write' });
    const writer = await world.caller({ teamId });
    const reading = world.access.onWorkspace(writer, 'state-version.read', provider);
    await (same ? expect(reading).resolves.toBeUndefined() : expect(refusal(reading)).resolves.toBe('NOT_FOUND'));
    expect(await refusal(world.access.onWorkspace(writer, 'state-version.create', provider))).toBe('NOT_FOUND');
  });

  test.each([
    ['with one of mine', {}, true, true],
    ['with everybody', { globalRemoteState: true }, false, true],
    ['with nobody', {}, false, false],
    ['with its project, where one of another project is named', { projectRemoteState: true }, true, false],
  ])('%s', async (_, settings, listed, readable) => {
    const provider = await world.workspace(await world.project(organizationId), settings);
    const consumer = await world.workspace(await world.project(organizationId));
    if (listed) {
      await world.client.remoteStateConsumer.create({ data: { workspaceId: provider.id, consumerId: consumer.id } });
    }
    const teamId = await world.team(organizationId);
    await world.onWorkspace(teamId, consumer.id, { access: 'write', stateVersions: 'write' });
    const writer = await world.caller({ teamId });
    const reading = world.access.onWorkspace(writer, 'state-version.read', provider);
    await (readable ? expect(reading).resolves.toBeUndefined() : expect(refusal(reading)).resolves.toBe('NOT_FOUND'));
    expect(await refusal(world.access.onWorkspace(writer, 'state-version.create', provider))).toBe('NOT_FOUND');
    const readers = await world.team(organizationId);
    await world.onWorkspace(readers, consumer.id, { access: 'read', stateVersions: 'read' });
    const reader = await world.caller({ teamId: readers });
    expect(await refusal(world.access.onWorkspace(reader, 'state-version.read', provider))).toBe('NOT_FOUND');
  });
});
