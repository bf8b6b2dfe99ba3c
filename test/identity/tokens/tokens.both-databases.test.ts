import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { openWorld, origin } from '../world.js';
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

const valid = async (text: string) => (await world.authentication.authenticate(text, origin)) !== null;
const first = { size: 100, from: 'start', after: null, before: null } as const;
const later = () => new Date(world.clock.now().getTime() + 1000);

describe('of users', () => {
  test('leave no secret in the database', async () => {
    const { token, text } = await world.tokens.createForUser(owner, null, { description: 'laptop' });
    const secret = text.split('.').at(-1) ?? '';
    expect(secret.length).toBeGreaterThan(40);
    const row = await world.client.token.findUniqueOrThrow({ where: { id: token.id } });
    expect(row.secretHash).toBe(createHash('sha256').update(secret).digest('hex'));
    expect(Object.values(row).map(String).join(' ')).not.toContain(secret);
    const records = await world.client.auditRecord.findMany({ where: { targetId: token.id } });
    expect(records.flatMap((record) => Object.values(record).map(String)).join(' ')).not.toContain(secret);
  });

  test('are made, listed without secrets, and revoked', async () => {
    const { token, text } = await world.tokens.createForUser(owner, null, {
      description: 'laptop',
      expiresAt: later(),
    });
    expect(await valid(text)).toBe(true);
    const { nodes } = await world.tokens.listOfUser(owner, null, first);
    expect(nodes.map(({ id }) => id)).toContain(token.id);
    expect(JSON.stringify(nodes, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value))).not.toMatch(
      /secretHash/,
    );
    await world.tokens.revoke(owner, token.id);
    expect(await valid(text)).toBe(false);
    await expect(world.tokens.read(owner, token.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.tokens.revoke(owner, token.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('are nobody else’s business but a site administrator’s', async () => {
    const { token } = await world.tokens.createForUser(owner, null, { description: '' });
    const stranger = await world.caller({ userId: await world.user() });
    const missing = world.tokens.read(stranger, 'at-AAAAAAAAAAAAAAAA');
    await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.tokens.read(stranger, token.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.tokens.revoke(stranger, token.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.tokens.createForUser(stranger, owner.username, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await world.tokens.read(await world.root(), token.id)).toMatchObject({ id: token.id });
  });

  test('expire in the future only', async () => {
    const making = world.tokens.createForUser(owner, null, { expiresAt: world.clock.now() });
    await expect(making).rejects.toMatchObject({ code: 'INVALID_INPUT', field: ['expiresAt'] });
  });
});

describe('of teams', () => {
  test('one without description, made anew; any number with one', async () => {
    const teamId = await world.team(organizationId);
    await expect(world.tokens.ofTeam(owner, teamId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const old = await world.tokens.regenerateForTeam(owner, teamId, null);
    expect(await valid(old.text)).toBe(true);
    const other = await world.tokens.createForTeam(owner, teamId, { description: 'pipeline' });
    const fresh = await world.tokens.regenerateForTeam(owner, teamId, null);
    expect([await valid(old.text), await valid(fresh.text), await valid(other.text)]).toEqual([false, true, true]);
    expect(await world.tokens.ofTeam(owner, teamId)).toMatchObject({ id: fresh.token.id });
    const same = world.tokens.createForTeam(owner, teamId, { description: 'pipeline' });
    await expect(same).rejects.toMatchObject({ code: 'NAME_TAKEN', field: ['description'] });
    await world.tokens.revokeOfTeam(owner, teamId);
    expect([await valid(fresh.text), await valid(other.text)]).toEqual([false, true]);
    await world.tokens.createForTeam(owner, teamId, { description: 'other' });
    expect((await world.tokens.listOfTeam(owner, teamId, first)).nodes).toHaveLength(2);
  });

  test.each([
    ['a member, where the team allows it', true, true],
    ['no member otherwise', false, false],
  ])('managed by %s', async (_, allowMemberTokenManagement, allowed) => {
    const teamId = await world.team(organizationId, { allowMemberTokenManagement });
    const userId = await world.user();
    await world.member(organizationId, userId, teamId);
    const making = world.tokens.regenerateForTeam(await world.caller({ userId }), teamId, null);
    await (allowed
      ? expect(making).resolves.toBeDefined()
      : expect(making).rejects.toMatchObject({ code: 'NOT_FOUND' }));
  });

  test('those of the owners by owners alone', async () => {
    const { id } = await world.client.team.findFirstOrThrow({ where: { organizationId, owners: true } });
    const userId = await world.user();
    await world.member(organizationId, userId, await world.team(organizationId, { manageTeams: true }));
    const making = world.tokens.regenerateForTeam(await world.caller({ userId }), id, null);
    await expect(making).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const theirs = await world.tokens.regenerateForTeam(owner, id, null);
    const caller = await world.authentication.authenticate(theirs.text, origin);
    expect(caller?.organizations.get(organizationId)?.owner).toBe(true);
  });
});

describe('of organizations', () => {
  test('one, made anew by owners, which administers and does not write state', async () => {
    const old = await world.tokens.regenerateForOrganization(owner, organizationId, null);
    const fresh = await world.tokens.regenerateForOrganization(owner, organizationId, null);
    expect([await valid(old.text), await valid(fresh.text)]).toEqual([false, true]);
    const caller = await world.caller({ organizationId });
    await expect(world.tokens.ofOrganization(caller, organizationId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const making = world.tokens.createForUser(caller, null, {});
    await expect(making).rejects.toMatchObject({ code: 'TOKEN_KIND_REFUSED', message: 'This takes a token of a user' });
    await world.tokens.revokeOfOrganization(owner, organizationId);
    expect(await valid(fresh.text)).toBe(false);
  });
});

test('at the machine: made, listed and revoked while a server runs', async () => {
  const { name } = await world.client.organization.findUniqueOrThrow({ where: { id: organizationId } });
  for (const owner of [
    { kind: 'user', name: 'root' },
    { kind: 'team', organization: name, name: 'owners' },
    { kind: 'organization', name },
  ] as const) {
    const { id, token } = await world.localTokens.create({ owner, description: 'cli', expiresAt: null });
    expect(await valid(token)).toBe(true);
    const shown = owner.kind === 'team' ? `team ${name}/owners` : `${owner.kind} ${owner.name}`;
    const listed = (await world.localTokens.list()).find((row) => row.id === id);
    expect(listed).toMatchObject({ owner: shown, description: 'cli' });
    expect(await world.localTokens.revoke(id)).toBe(true);
    expect(await valid(token)).toBe(false);
    expect(await world.localTokens.revoke(id)).toBe(false);
  }
  const { token } = await world.localTokens.create({
    owner: { kind: 'user', name: 'root' },
    description: null,
    expiresAt: null,
  });
  const [start = ''] = token.split('.');
  expect(await world.localTokens.revoke(start)).toBe(true);
  expect(await valid(token)).toBe(false);
  const nobody = { owner: { kind: 'user', name: 'nobody' }, description: null, expiresAt: null } as const;
  await expect(world.localTokens.create(nobody)).rejects.toThrow(
    /^there is no user nobody; active site administrators: root\b/,
  );
});

test('none that would be refused is made at the machine: who asks for it hears who could help', async () => {
  const id = await world.user({ suspendedAt: new Date(), siteAdmin: true });
  const { username } = await world.client.user.findUniqueOrThrow({ where: { id } });
  const owner = { kind: 'user', name: username } as const;
  await expect(world.localTokens.create({ owner, description: null, expiresAt: null })).rejects.toThrow(
    new RegExp(
      `^the account ${username} is suspended, and its tokens are refused; active site administrators: root\\b`,
    ),
  );
  expect(await world.client.token.count({ where: { userId: id } })).toBe(0);
});
