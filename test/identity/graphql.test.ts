import { isInputObjectType, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLInputField } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/identity/caller.js';
import { asker, identitySchema } from './schema.js';
import { openWorld, origin } from './world.js';
import type { World } from './world.js';

let world: World;
let ask: ReturnType<typeof asker>;
let owner: Caller;
let stranger: Caller;
let organizationId: string;
let name: string;

beforeAll(async () => {
  world = await openWorld();
  ask = asker(world);
  const founder = await world.user({ username: 'ann', email: 'ann@example.com' });
  organizationId = await world.organization(founder);
  ({ name } = await world.client.organization.findUniqueOrThrow({ where: { id: organizationId } }));
  owner = await world.caller({ userId: founder });
  stranger = await world.caller({ userId: await world.user() });
});
afterAll(() => world.close());

test('everything is described', () => {
  const bare: string[] = [];
  for (const type of Object.values(identitySchema().getTypeMap())) {
    if (type.name.startsWith('__') || !(isObjectType(type) || isInputObjectType(type))) continue;
    const root = ['Query', 'Mutation', 'Subscription'].includes(type.name);
    if (!root && !type.description) bare.push(type.name);
    const fields = Object.values<GraphQLField<unknown, unknown> | GraphQLInputField>(type.getFields());
    for (const field of fields) {
      if (!field.description) bare.push(`${type.name}.${field.name}`);
      if (!('args' in field) || field.name === 'node' || field.name === 'nodes') continue;
      const args = field.args.filter(({ name: arg, description }) => !description && arg !== 'input');
      bare.push(...args.map((arg) => `${type.name}.${field.name}(${arg.name})`));
    }
  }
  expect(bare).toEqual([]);
});

test('without a token nothing is answered', async () => {
  await expect(ask(null, '{ me { id } }')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  const make = 'mutation { createUserToken(input: {}) { problems { code } } }';
  await expect(ask(null, make)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('what the documents of an organization need', async () => {
  const source = `query ($name: String!) {
    organization(name: $name) {
      id name email permissions { canUpdate canDestroy canCreateTeam canCreateWorkspace canCreateModule }
      entitlements { operations stateStorage teams userLimit }
      teams(first: 5) { totalCount nodes { name owners memberCount visibility organizationAccess { manageWorkspaces }
        permissions { canDestroy canUpdateMembership } members { nodes { username } } } }
      memberships { nodes { status email user { username email isSiteAdmin } teams { nodes { name } } } }
    }
  }`;
  expect(await ask(owner, source, { name })).toEqual({
    organization: {
      id: organizationId,
      name,
      email: 'a@example.com',
      permissions: {
        canUpdate: true,
        canDestroy: true,
        canCreateTeam: true,
        canCreateWorkspace: true,
        canCreateModule: false,
      },
      entitlements: { operations: false, stateStorage: true, teams: true, userLimit: null },
      teams: {
        totalCount: 1,
        nodes: [
          {
            name: 'owners',
            owners: true,
            memberCount: 1,
            visibility: 'ORGANIZATION',
            organizationAccess: { manageWorkspaces: true },
            permissions: { canDestroy: false, canUpdateMembership: true },
            members: { nodes: [{ username: 'ann' }] },
          },
        ],
      },
      memberships: {
        nodes: [
          {
            status: 'ACTIVE',
            email: 'ann@example.com',
            user: { username: 'ann', email: 'ann@example.com', isSiteAdmin: false },
            teams: { nodes: [{ name: 'owners' }] },
          },
        ],
      },
    },
  });
  const missing = { code: 'NOT_FOUND' };
  await expect(ask(stranger, source, { name })).rejects.toMatchObject(missing);
  await expect(ask(stranger, source, { name: 'no-such-thing' })).rejects.toMatchObject(missing);
  await expect(ask(stranger, source, { name: '../etc/\0' })).rejects.toMatchObject(missing);
});

describe('problems', () => {
  test('are in the payload, with the field', async () => {
    const source = `mutation ($input: CreateTeamInput!) {
      createTeam(input: $input) { team { name } problems { code message field } }
    }`;
    expect(await ask(owner, source, { input: { organization: name, name: 'no/slashes' } })).toEqual({
      createTeam: {
        team: null,
        problems: [
          {
            code: 'INVALID_INPUT',
            message: 'name must have 1 to 90 characters, each a letter, a digit, "-", "_" or a space between others',
            field: ['name'],
          },
        ],
      },
    });
    const input = { organization: name, name: 'writers', visibility: 'ORGANIZATION' };
    expect(await ask(owner, source, { input })).toEqual({ createTeam: { team: { name: 'writers' }, problems: [] } });
  });
});

test('node finds what the caller may see, and nothing else', async () => {
  const { token } = await world.tokens.createForUser(owner, null, { description: 'mine' });
  const team = await world.team(organizationId);
  const ids = [organizationId, owner.userId, team, token.id, 'at-AAAAAAAAAAAAAAAA', 'team-'];
  const source = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
  const found = async (caller: Caller) => {
    const { nodes } = (await ask(caller, source, { ids })) as { nodes: ({ __typename: string } | null)[] };
    return nodes.map((node) => node?.__typename ?? null);
  };
  expect(await found(owner)).toEqual(['Organization', 'User', 'Team', 'Token', null, null]);
  expect(await found(stranger)).toEqual([null, null, null, null, null, null]);
});

test('a page of members is a constant number of statements', async () => {
  const source = `query ($name: String!) { organization(name: $name) { memberships(first: 50) { nodes {
    id organization { name } user { username } teams { nodes { name } } } } } }`;
  const count = async () => (await world.statements(() => ask(owner, source, { name }))).length;
  // Records of refusals are written a little later.
  await world.audit.flush();
  const before = await count();
  const team = await world.team(organizationId);
  for (let added = 0; added < 10; added += 1) await world.member(organizationId, await world.user(), team);
  expect(await count()).toBe(before);
});

describe('the audit trail', () => {
  const source = `query ($name: String!, $filter: AuditRecordFilter) { organization(name: $name) { auditRecords(filter: $filter) {
    totalCount nodes { number recordedAt actorName actorKind action targetType targetId targetName outcome problem requestId remoteAddress details }
  } } }`;
  const trail = async (filter: object, caller = owner) => {
    const answer = (await ask(caller, source, { name, filter })) as {
      organization: { auditRecords: { totalCount: number; nodes: Record<string, unknown>[] } };
    };
    return answer.organization.auditRecords;
  };

  test('says who, what, when, from where and with what outcome', async () => {
    const made = await world.teams.create(owner, organizationId, { name: 'audited' });
    expect((await trail({ targetId: made.id })).nodes).toEqual([
      {
        number: expect.any(Number) as number,
        recordedAt: world.clock.now().toISOString(),
        actorName: 'ann',
        actorKind: 'USER',
        action: 'team.create',
        targetType: 'TEAM',
        targetId: made.id,
        targetName: 'audited',
        outcome: 'SUCCESS',
        problem: null,
        requestId: 'request-1',
        remoteAddress: '192.0.2.1',
        details: { name: 'audited' },
      },
    ]);
  });

  test('has denied attempts, and none for a change that did not happen', async () => {
    await expect(world.teams.create(stranger, organizationId, { name: 'theirs' })).rejects.toThrow();
    await world.audit.flush();
    const denied = await trail({ outcome: 'DENIED', actor: stranger.username });
    expect(denied.nodes).toMatchObject([{ action: 'team.manage', targetId: organizationId, problem: 'NOT_FOUND' }]);
    const before = (await trail({})).totalCount;
    await expect(world.teams.create(owner, organizationId, { name: 'owners' })).rejects.toThrow();
    expect((await trail({})).totalCount).toBe(before);
  });

  test('is filtered by action and time', async () => {
    world.clock.advance(60_000);
    const from = world.clock.now();
    await world.teams.create(owner, organizationId, { name: 'later' });
    expect((await trail({ action: 'team.', recordedAfter: from.toISOString() })).totalCount).toBe(1);
    expect((await trail({ action: 'team', recordedAfter: from.toISOString() })).totalCount).toBe(0);
    expect((await trail({ action: 'team.', recordedAfter: from.toISOString(), actor: 'root' })).totalCount).toBe(0);
    const backwards = { recordedAfter: from.toISOString(), recordedBefore: from.toISOString() };
    await expect(trail(backwards)).rejects.toMatchObject({ code: 'INVALID_PARAMETER' });
  });

  test('is filtered by what it was done to, also where this version does not know the kind', async () => {
    await world.teams.create(owner, organizationId, { name: 'sorted' });
    const target = { targetType: 'spaceship', targetId: 'sp-1', targetName: null };
    const row = { at: world.clock.now(), actorName: 'eve', actorKind: 'user', action: 'spaceship.launch', ...target };
    await world.client.auditRecord.create({ data: { ...row, organizationId, outcome: 'success', details: '{}' } });
    const kinds = async (filter: object) =>
      new Set((await trail(filter)).nodes.map(({ targetType }) => targetType as string));
    expect(await kinds({ targetType: 'TEAM' })).toEqual(new Set(['TEAM']));
    expect(await kinds({ targetType: 'OTHER' })).toEqual(new Set(['OTHER']));
    expect(await kinds({ targetType: 'CEL_ROLE' })).toEqual(new Set());
    expect([...(await kinds({}))]).toEqual(expect.arrayContaining(['TEAM', 'OTHER']));
  });

  test('is for owners', async () => {
    const member = await world.user();
    await world.member(organizationId, member);
    expect(await trail({}, await world.caller({ userId: member }))).toBeNull();
    await expect(ask(owner, '{ auditRecords { totalCount } }')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await ask(await world.root(), '{ auditRecords(first: 1) { nodes { action } } }')).toBeTruthy();
  });

  test('says what each token made, and which of those have no parent', async () => {
    const whole = await world.caller({ userId: owner.userId });
    const ending = await world.tokens.createForUser(whole, null, {
      expiresAt: new Date(world.clock.now().getTime() + 60_000),
    });
    const bound = await world.authentication.authenticate(ending.text, origin);
    if (!bound) throw new Error('the token is not accepted');
    const child = await world.tokens.createForUser(bound, null, {});
    const source = `{ auditRecords(filter: { action: "token.create", outcome: SUCCESS }, first: 2) {
      nodes { recordedAt actorName tokenId targetId details } pageInfo { hasNextPage endCursor } } }`;
    const expiresAt = ending.token.expiresAt?.toISOString();
    expect(await ask(await world.root(), source)).toMatchObject({
      auditRecords: {
        nodes: [
          { tokenId: ending.token.id, targetId: child.token.id, details: { parent: ending.token.id, expiresAt } },
          { tokenId: whole.tokenId, targetId: ending.token.id, details: { parent: null, expiresAt } },
        ],
      },
    });
  });

  test('holds no secret', async () => {
    const texts: string[] = [];
    texts.push((await world.tokens.createForUser(owner, null, { description: 'x' })).text);
    texts.push((await world.tokens.regenerateForOrganization(owner, organizationId, null)).text);
    const rows = await world.client.auditRecord.findMany();
    const all = JSON.stringify(rows.map((row) => ({ ...row, id: 0 })));
    for (const text of texts) expect(all).not.toContain(text.split('.')[2]);
    const stored = await world.client.token.findMany({ select: { secretHash: true } });
    for (const { secretHash } of stored) expect(all).not.toContain(secretHash);
  });
});

describe('users', () => {
  const update = `mutation ($input: UpdateUserInput!) {
    updateUser(input: $input) { user { username isSuspended } problems { code field } }
  }`;
  test('are opened and suspended by site administrators', async () => {
    const root = await world.root();
    const create = `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { username } problems { code field } } }`;
    const input = { username: 'bob', email: 'bob@example.com' };
    expect(await ask(root, create, { input })).toEqual({ createUser: { user: { username: 'bob' }, problems: [] } });
    expect(await ask(root, create, { input })).toMatchObject({ createUser: { problems: [{ code: 'NAME_TAKEN' }] } });
    expect(await ask(owner, create, { input })).toMatchObject({ createUser: { problems: [{ code: 'NOT_FOUND' }] } });
    const { id } = await world.client.user.findUniqueOrThrow({ where: { username: 'bob' } });
    const text = await world.token({ userId: id });
    const valid = async () => (await world.authentication.authenticate(text, root.origin)) !== null;
    expect(await valid()).toBe(true);
    await ask(root, update, { input: { user: { username: 'bob' }, isSuspended: true } });
    expect(await valid()).toBe(false);
    await ask(root, update, { input: { user: { username: 'bob' }, isSuspended: false } });
    expect(await valid()).toBe(true);
  });

  test.each([{ isSuspended: true }, { isSiteAdmin: false }])(
    'the last site administrator stays: %j',
    async (change) => {
      const answer = await ask(await world.root(), update, { input: { user: { username: 'root' }, ...change } });
      expect(answer).toEqual({ updateUser: { user: null, problems: [{ code: 'IN_USE', field: ['user'] }] } });
    },
  );

  test('show no more of themselves to others than a name', async () => {
    const member = await world.user();
    await world.member(organizationId, member);
    const seen = await ask(
      await world.caller({ userId: member }),
      '{ user(username: "ann") { username email isSiteAdmin } }',
    );
    expect(seen).toEqual({ user: { username: 'ann', email: null, isSiteAdmin: null } });
    await expect(ask(stranger, '{ user(username: "ann") { username } }')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
