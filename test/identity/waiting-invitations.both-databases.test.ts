import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/identity/caller.js';
import { openWorld } from './world.js';
import type { World } from './world.js';

let world: World;
let owner: Caller;
let root: Caller;
let organizationId: string;
beforeAll(async () => {
  world = await openWorld();
  const founder = await world.user();
  organizationId = await world.organization(founder);
  owner = await world.caller({ userId: founder });
  root = await world.root();
});
afterAll(() => world.close());

let addresses = 0;
const address = () => `Somebody-${(addresses += 1)}@Example.com`;
const invite = (email: string, teamIds: string[] = [], caller = owner) =>
  world.memberships.add(caller, { organization: organizationId, email, teamIds });
const counts = async (teamId: string) => [
  (await world.client.organization.findUniqueOrThrow({ where: { id: organizationId } })).memberCount,
  (await world.client.team.findUniqueOrThrow({ where: { id: teamId } })).memberCount,
];

describe('an invitation of an address that nobody has', () => {
  test('waits, is handed on to the account with it, and counts once it is accepted', async () => {
    const email = address();
    const teamId = await world.team(organizationId, { readWorkspaces: true });
    const { id, userId: waiting } = await invite(email, [teamId]);
    const before = await counts(teamId);
    const username = `person-${addresses}`;
    const { id: userId } = await world.users.create(root, { username, email: email.toLowerCase() });
    const membership = await world.client.organizationMembership.findUniqueOrThrow({ where: { id } });
    expect(membership).toMatchObject({ userId, status: 'invited', emailKnown: true });
    expect(await world.client.user.findUnique({ where: { id: waiting } })).toBeNull();
    expect((await world.caller({ userId })).organizations.size).toBe(0);
    await world.memberships.accept(await world.caller({ userId }), id);
    const rights = (await world.caller({ userId })).organizations.get(organizationId);
    expect(rights?.teams).toEqual([teamId]);
    expect(rights?.grants.has('read-workspaces')).toBe(true);
    expect(await counts(teamId)).toEqual(before);
  });

  test('waits also if a site administrator invites, and is no account that anybody sees or has', async () => {
    const email = address();
    const membership = await invite(email, [], root);
    expect(membership.status).toBe('invited');
    const { nodes } = await world.users.list(
      root,
      email,
      { field: 'username', direction: 'ASC' },
      {
        ...{ size: 10, from: 'start', after: null, before: null },
      },
    );
    expect(nodes).toEqual([]);
    await expect(world.tokens.createForUser(root, membership.userId, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.users.update(root, membership.userId, { siteAdmin: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('is one for each organization, and is forgotten with the last', async () => {
    const email = address();
    const first = await invite(email);
    await expect(invite(email.toUpperCase())).rejects.toMatchObject({ code: 'NAME_TAKEN' });
    await world.memberships.remove(owner, first.id);
    expect(await world.client.user.count({ where: { id: first.userId } })).toBe(0);
  });

  test('is handed on when a site administrator confirms the address of an account', async () => {
    const email = address();
    const { id } = await invite(email);
    const userId = await world.user();
    await world.users.updateOwn(await world.caller({ userId }), { email });
    expect((await world.client.organizationMembership.findUniqueOrThrow({ where: { id } })).userId).not.toBe(userId);
    await world.users.update(root, userId, { email });
    expect((await world.client.organizationMembership.findUniqueOrThrow({ where: { id } })).userId).toBe(userId);
  });

  test('is handed on with another of the address, all organizations before all teams, as everybody takes them', async () => {
    const email = address();
    const founder = await world.user();
    const others = await world.organization(founder);
    const teams = [await world.team(organizationId), await world.team(others)];
    const { userId: first } = await invite(email, teams.slice(0, 1));
    // Two that invite at once each make an account that waits.
    await world.client.user.update({ where: { id: first }, data: { searchEmail: '' } });
    const { userId: second } = await world.memberships.add(await world.caller({ userId: founder }), {
      ...{ organization: others, email, teamIds: teams.slice(1) },
    });
    const { searchEmail } = await world.client.user.findUniqueOrThrow({ where: { id: second } });
    await world.client.user.update({ where: { id: first }, data: { searchEmail } });
    const { result, statements } = await world.heard(() =>
      world.users.create(root, { username: `person-${addresses}`, email }),
    );
    const taken = statements.flatMap((sql) => /^UPDATE "(\w+Membership)"/.exec(sql)?.[1] ?? []);
    expect(taken).toEqual([
      ...['OrganizationMembership', 'OrganizationMembership'],
      ...['TeamMembership', 'TeamMembership'],
    ]);
    expect(await world.client.organizationMembership.count({ where: { userId: result.id } })).toBe(2);
    expect(await world.client.teamMembership.count({ where: { userId: result.id } })).toBe(2);
    expect(await world.client.user.count({ where: { id: { in: [first, second] } } })).toBe(0);
  });

  test('gives a member nothing more, and no count is wrong', async () => {
    const email = address();
    const teamId = await world.team(organizationId, { manageWorkspaces: true });
    const userId = await world.user();
    await world.member(organizationId, userId);
    const before = await counts(teamId);
    await invite(email, [teamId]);
    await world.users.update(root, userId, { email });
    expect((await world.caller({ userId })).organizations.get(organizationId)?.teams).toEqual([]);
    expect(await counts(teamId)).toEqual(before);
    expect(await world.client.organizationMembership.count({ where: { organizationId, userId } })).toBe(1);
  });

  test.each(['', 'nobody', 'a b@example.com'])('is refused for what is no address: %j', async (email) => {
    await expect(invite(email)).rejects.toMatchObject({
      code: expect.stringMatching(/INPUT/) as string,
    });
  });
});
