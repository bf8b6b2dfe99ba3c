import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import type { OrganizationId, TeamId, UserId } from '../../../src/platform/ids.js';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';

const minute = 60;
const hour = 3_600;

let world: World;
let founder: UserId;
let organizationId: OrganizationId;
let owner: Caller;
let team: TeamId;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  founder = await world.user();
  organizationId = await world.organization(founder);
  owner = await world.caller({ userId: founder });
  team = await world.team(organizationId);
});

const known = (text: string) => world.authentication.authenticate(text, origin);
const enters = async (text: string) => (await known(text))?.organizations.has(organizationId) ?? false;
const limit = (settings: Parameters<World['organizations']['update']>[2], by = owner) =>
  world.organizations.update(by, organizationId, { maxTtlEnabled: true, ...settings });
const later = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000);
const pass = (seconds: number) => world.clock.advance(seconds * 1000);

/** Each kind of token that belongs to the organization, and the setting for it. */
const kinds = [
  ['a team', 'teamTokenMaxTtl', async (end: Date | null) => world.tokens.regenerateForTeam(owner, team, end)],
  [
    'the organization',
    'organizationTokenMaxTtl',
    async (end: Date | null) => world.tokens.regenerateForOrganization(owner, organizationId, end),
  ],
  [
    'the audit trail',
    'auditTrailTokenMaxTtl',
    async (end: Date | null) => world.tokens.regenerateForOrganization(owner, organizationId, end, 'audit-trails'),
  ],
] as const;

describe.each(kinds)('a token of %s', (_, setting, make) => {
  test('has no end unless it is asked for, or the organization says so', async () => {
    expect((await make(null)).token.expiresAt).toBeNull();
    await world.organizations.update(owner, organizationId, { [setting]: hour });
    expect((await make(null)).token.expiresAt).toBeNull();
    await limit({});
    expect((await make(null)).token.expiresAt).toEqual(later(hour));
    expect((await make(later(minute))).token.expiresAt).toEqual(later(minute));
    expect((await make(later(hour))).token.expiresAt).toEqual(later(hour));
    await expect(make(later(hour + 1))).rejects.toMatchObject({ code: 'INVALID_INPUT', field: ['expiresAt'] });
    await limit({ [setting]: null });
    expect((await make(null)).token.expiresAt).toEqual(later(63_113_904));
  });

  test('that was there before ends too, and lives again when the limit goes', async () => {
    const { text } = await make(null);
    pass(hour);
    await limit({ [setting]: hour + 1 });
    expect(await known(text)).toMatchObject({ expiresAt: later(1) });
    pass(1);
    expect(await known(text)).toBeNull();
    await limit({ [setting]: 2 * hour });
    expect(await known(text)).not.toBeNull();
    await limit({ [setting]: minute });
    expect(await known(text)).toBeNull();
    await limit({ maxTtlEnabled: false });
    expect(await known(text)).not.toBeNull();
  });

  test('heeds its own setting only, and that of no other organization', async () => {
    const { text } = await make(null);
    const others = { userTokenMaxTtl: minute, teamTokenMaxTtl: minute, organizationTokenMaxTtl: minute };
    await limit({ ...others, auditTrailTokenMaxTtl: minute, [setting]: 2 * hour });
    const elsewhere = await world.organization(founder);
    const ownsBoth = await world.caller({ userId: founder });
    await world.organizations.update(ownsBoth, elsewhere, { maxTtlEnabled: true, [setting]: minute });
    pass(hour);
    expect(await known(text)).not.toBeNull();
  });
});

test('what a team’s token creates ends with it', async () => {
  const owners = await world.client.team.findFirstOrThrow({ where: { organizationId, owners: true } });
  await limit({ teamTokenMaxTtl: hour });
  const { text } = await world.tokens.regenerateForTeam(owner, owners.id, null);
  pass(minute);
  const caller = await known(text);
  if (!caller) throw new Error('the token is not accepted');
  const { token } = await world.tokens.createForTeam(caller, team, { description: 'child' });
  expect(token.expiresAt).toEqual(later(hour - minute));
});

describe('a token of a user', () => {
  test('no longer reaches an organization that it is too old for, but every other', async () => {
    const elsewhere = await world.organization(founder);
    const text = await world.token({ userId: founder });
    await limit({ userTokenMaxTtl: hour });
    expect(await enters(text)).toBe(true);
    pass(hour - 1);
    expect(await enters(text)).toBe(true);
    pass(1);
    expect(await enters(text)).toBe(false);
    const caller = await known(text);
    expect(caller?.organizations.has(elsewhere)).toBe(true);
    const teams = await world.client.team.findMany({ where: { organizationId: elsewhere }, select: { id: true } });
    expect([...(caller?.entity?.teams ?? [])]).toEqual(teams.map(({ id }) => id));
    await expect(world.organizations.read(caller ?? owner, organizationId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('has a successor if it is made in time', async () => {
    const text = await world.token({ userId: founder });
    await limit({ userTokenMaxTtl: hour });
    pass(hour - 1);
    const inTime = await known(text);
    const { text: next } = await world.tokens.createForUser(inTime ?? owner, null, {});
    pass(1);
    expect([await enters(text), await enters(next)]).toEqual([false, true]);
  });

  test('does not come to life again by what it creates', async () => {
    const text = await world.token({ userId: founder });
    await limit({ userTokenMaxTtl: hour });
    pass(hour);
    const late = await known(text);
    if (!late) throw new Error('the token is not accepted');
    const { text: next, token } = await world.tokens.createForUser(late, null, {});
    expect([await enters(next), (await known(next)) !== null]).toEqual([false, true]);
    await world.tokens.revoke(late, late.tokenId);
    expect(await known(next)).toBeNull();
    expect(token.expiresAt).toBeNull();
  });

  test('of a site administrator reaches every organization, unless it is narrowed', async () => {
    const admin = await world.user({ siteAdmin: true });
    await world.member(organizationId, admin);
    const [whole, narrowed] = [
      await world.token({ userId: admin }),
      await world.token({ userId: admin }, { policies: '["default"]' }),
    ];
    await limit({ userTokenMaxTtl: minute });
    pass(hour);
    expect([await enters(whole), await enters(narrowed)]).toEqual([true, false]);
  });

  test('is not limited by an organization that its user was only invited to', async () => {
    const guest = await world.user();
    const own = await world.organization(guest);
    const text = await world.token({ userId: guest });
    const { username } = await world.client.user.findUniqueOrThrow({ where: { id: guest } });
    await world.memberships.add(owner, { organization: organizationId, username, teamIds: [] });
    await limit({ userTokenMaxTtl: minute });
    pass(hour);
    expect((await known(text))?.organizations.has(own)).toBe(true);
    expect(await known(text)).toMatchObject({ bound: false });
  });
});

test.each([0, minute - 1, 10 * 365 * 24 * hour + 1])('%d seconds are no limit', async (seconds) => {
  await expect(limit({ teamTokenMaxTtl: seconds })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    field: ['teamTokenMaxTtl'],
  });
});

test('the command line shows when a token of before ends', async () => {
  const { id } = (await world.tokens.regenerateForTeam(owner, team, later(2 * hour))).token;
  const shown = async () => (await world.localTokens.list()).find((token) => token.id === id)?.expiresAt;
  const own = later(2 * hour);
  expect(await shown()).toEqual(own);
  await limit({ teamTokenMaxTtl: hour });
  expect(await shown()).toEqual(later(hour));
  await limit({ teamTokenMaxTtl: 3 * hour });
  expect(await shown()).toEqual(own);
});

test('the command line heeds it', async () => {
  await limit({ teamTokenMaxTtl: hour });
  const { name: organization } = await world.client.organization.findUniqueOrThrow({ where: { id: organizationId } });
  const { name } = await world.client.team.findUniqueOrThrow({ where: { id: team } });
  const request = { owner: { kind: 'team', organization, name }, description: null } as const;
  const { id } = await world.localTokens.create({ ...request, expiresAt: null });
  expect((await world.client.token.findUniqueOrThrow({ where: { id } })).expiresAt).toEqual(later(hour));
  const tooLate = world.localTokens.create({ ...request, expiresAt: later(2 * hour) });
  await expect(tooLate).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
