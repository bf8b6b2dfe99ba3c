import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/identity/caller.js';
import type { UserId } from '../../src/platform/ids.js';
import { asker } from './schema.js';
import { openWorld } from './world.js';
import type { World } from './world.js';

// By its name and address others give an account rights: memberships by address, roles whose domains are {{identity.entity.name}}. So nobody
// may give itself either, nor see what it was not shown.

let world: World;
let ask: ReturnType<typeof asker>;
let root: Caller;
let mallory: Caller;
let victim: UserId;
let organization: string;
let round = 0;
let address: string;

beforeAll(async () => {
  world = await openWorld();
  ask = asker(world);
  root = await world.root();
});
afterAll(() => world.close());
beforeEach(async () => {
  round += 1;
  address = `victim-${round}@example.com`;
  const username = `victim-${round}`;
  victim = await world.user({ username, searchName: username, email: address });
  const userId = await world.user({ username: `mallory-${round}`, email: `mallory-${round}@example.com` });
  organization = await world.organization(userId);
  mallory = await world.caller({ userId });
});

const updateAccount = `mutation ($input: UpdateAccountInput!) {
  updateAccount(input: $input) { user { username email unconfirmedEmail } problems { code field message } }
}`;
const addMember = `mutation ($input: AddOrganizationMemberInput!) {
  addOrganizationMember(input: $input) { membership: organizationMembership { id status email user { email } } problems { code field } }
}`;
const listed = `query ($organization: String!, $filter: OrganizationMembershipFilter) {
  organization(name: $organization) { memberships(filter: $filter) { totalCount nodes { userId status email } } }
}`;

const membershipsOf = async (filter: object, caller = mallory) =>
  ((await ask(caller, listed, { organization, filter })) as { organization: { memberships: { nodes: unknown[] } } })
    .organization.memberships.nodes;

describe('an account', () => {
  test('keeps its name, whoever else would have to believe it', async () => {
    expect(await ask(mallory, updateAccount, { input: { username: 'alice' } })).toEqual({
      updateAccount: {
        user: null,
        problems: [
          {
            code: 'INVALID_INPUT',
            field: ['username'],
            message: 'username can only be changed by a site administrator',
          },
        ],
      },
    });
    const { username } = mallory;
    expect(await ask(mallory, updateAccount, { input: { username } })).toMatchObject({
      updateAccount: { user: { username }, problems: [] },
    });
  });

  test('asks for an address, which counts once a site administrator writes it', async () => {
    const own = `mallory-${round}@example.com`;
    const asked = (email: string | null) => ({
      updateAccount: { user: { username: mallory.username, email: own, unconfirmedEmail: email }, problems: [] },
    });
    expect(await ask(mallory, updateAccount, { input: { email: address } })).toEqual(asked(address));
    // Whoever is invited by that address is still the one who has it.
    const invited = await ask(root, addMember, { input: { organization, email: address } });
    expect(invited).toMatchObject({ addOrganizationMember: { membership: { email: address }, problems: [] } });
    expect(await ask(mallory, updateAccount, { input: {} })).toEqual(asked(address));
    expect(await ask(mallory, updateAccount, { input: { email: own } })).toEqual(asked(null));

    await ask(mallory, updateAccount, { input: { email: 'new@example.com' } });
    const confirm = `mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { email unconfirmedEmail } problems { code } } }`;
    const input = { user: { id: mallory.userId }, email: 'new@example.com' };
    expect(await ask(root, confirm, { input })).toEqual({
      updateUser: { user: { email: 'new@example.com', unconfirmedEmail: null }, problems: [] },
    });
    await expect(ask(mallory, confirm, { input })).resolves.toMatchObject({ updateUser: { user: null } });
  });

  test('an address that is none is refused', async () => {
    expect(await ask(mallory, updateAccount, { input: { email: 'nobody' } })).toMatchObject({
      updateAccount: { problems: [{ code: 'INVALID_INPUT', field: ['email'] }] },
    });
  });

  test('a site administrator changes its own at once', async () => {
    expect(await ask(root, updateAccount, { input: { email: 'root@example.com' } })).toMatchObject({
      updateAccount: { user: { email: 'root@example.com', unconfirmedEmail: null }, problems: [] },
    });
  });
});

describe('an invitation', () => {
  test('is what everybody but a site administrator makes', async () => {
    const input = { organization, username: `victim-${round}` };
    expect(await ask(mallory, addMember, { input: { ...input, invite: false } })).toEqual({
      addOrganizationMember: { membership: null, problems: [{ code: 'INVALID_INPUT', field: ['invite'] }] },
    });
    expect(await ask(mallory, addMember, { input })).toMatchObject({
      addOrganizationMember: { membership: { status: 'INVITED' }, problems: [] },
    });
    await world.user({ username: `other-${round}` });
    expect(await ask(root, addMember, { input: { organization, username: `other-${round}` } })).toMatchObject({
      addOrganizationMember: { membership: { status: 'ACTIVE' }, problems: [] },
    });
    const invited = `invited-${round}`;
    await world.user({ username: invited });
    expect(await ask(root, addMember, { input: { organization, username: invited, invite: true } })).toMatchObject({
      addOrganizationMember: { membership: { status: 'INVITED' }, problems: [] },
    });
  });

  test('by name shows no address, in a field or by a search, until it is accepted', async () => {
    const input = { organization, username: `victim-${round}` };
    const made = (await ask(mallory, addMember, { input })) as {
      addOrganizationMember: { membership: { id: string; email: string | null; user: { email: string | null } } };
    };
    const { id, email, user } = made.addOrganizationMember.membership;
    expect([email, user.email]).toEqual([null, null]);
    expect(await membershipsOf({ emails: [address] })).toEqual([]);
    expect(await membershipsOf({ search: '@example' })).toHaveLength(1);
    expect(await membershipsOf({ search: `victim-${round}` })).toEqual([
      { userId: victim, status: 'INVITED', email: null },
    ]);
    const search = 'query ($search: String!) { users(filter: { search: $search }) { totalCount } }';
    expect(await ask(mallory, search, { search: address })).toEqual({ users: { totalCount: 0 } });
    await expect(
      ask(mallory, 'query ($name: String!) { user(username: $name) { id } }', { name: victim }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const node = 'query ($id: ID!) { node(id: $id) { ... on OrganizationMembership { email } } }';
    expect(await ask(mallory, node, { id })).toEqual({ node: { email: null } });
    expect(await ask(await world.caller({ userId: victim }), node, { id })).toEqual({ node: { email: address } });
    expect(await ask(root, node, { id })).toEqual({ node: { email: address } });

    await world.memberships.accept(await world.caller({ userId: victim }), id);
    expect(await membershipsOf({ emails: [address] })).toEqual([{ userId: victim, status: 'ACTIVE', email: address }]);
  });

  test('by address shows that address, and is found by it', async () => {
    await ask(mallory, addMember, { input: { organization, email: address.toUpperCase() } });
    expect(await membershipsOf({ emails: [address], status: 'INVITED' })).toEqual([
      { userId: victim, status: 'INVITED', email: address },
    ]);
  });

  test('is declined by who was invited', async () => {
    const made = await world.memberships.add(mallory, { organization, username: `victim-${round}` });
    await world.memberships.remove(await world.caller({ userId: victim }), made.id);
    expect(await membershipsOf({ status: 'INVITED' })).toEqual([]);
  });
});
