import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import type { OrganizationId, TeamId } from '../../../src/platform/ids.js';
import { revokeTokens } from '../../../src/identity/tokens/token.store.js';
import { openWorld, origin } from '../world.js';
import type { TokenOwner, World } from '../world.js';

let world: World;
let root: Caller;
let organizationId: OrganizationId;
let teamId: TeamId;
const owners: Record<string, TokenOwner> = {};

beforeAll(async () => {
  world = await openWorld();
  root = await world.root();
  const userId = await world.user({ username: 'owner' });
  organizationId = await world.organization(userId);
  teamId = await world.team(organizationId, { manageTeams: true });
  Object.assign(owners, { root: { userId: root.userId }, user: { userId }, team: { teamId } });
  Object.assign(owners, { organization: { organizationId } });
  await world.policies.write(
    root,
    'making',
    'path "auth/token/create*" { capabilities = ["update", "sudo"] } path "pki/issue/web" { capabilities = ["update"] }',
  );
});
afterAll(() => world.close());

const as = async (text: string): Promise<Caller> => {
  const caller = await world.authentication.authenticate(text, origin);
  if (!caller) throw new Error('the token is not accepted');
  return caller;
};

/** What becomes of a token when the one that it was made with is revoked. */
type Fate = 'stays' | 'ends' | 'refused';

const kinds = {
  'of the user': (maker: Caller) => world.tokens.createForUser(maker, null, {}),
  'of the user, with policies': (maker: Caller) =>
    world.tokens.createForUser(maker, null, { policies: maker.policies }),
  'of a team': (maker: Caller) =>
    world.tokens.createForTeam(maker, teamId, { description: `made with ${maker.tokenId}` }),
  'of a team, anew': (maker: Caller) => world.tokens.regenerateForTeam(maker, teamId, null),
  'of the organization': (maker: Caller) => world.tokens.regenerateForOrganization(maker, organizationId, null),
  'of auth/token/create': (maker: Caller) => world.serviceTokens.create(maker, {}),
  'an orphan': (maker: Caller) => world.serviceTokens.create(maker, { noParent: true }),
} as const;

const whole = ['stays', 'stays', 'stays', 'stays', 'stays'] as const;
const all = ['ends', 'ends', 'ends', 'ends', 'ends'] as const;
const ownOnly = ['ends', 'ends', 'refused', 'refused', 'refused'] as const;
const ofTeam = (fate: Fate) => ['refused', 'refused', fate, fate, 'refused'] as const;
const child = { displayName: 'token', parentId: 'root' } as const;

describe('what a token makes ends with it, unless both are what their owner is', () => {
  test.each([
    // maker                                    its columns                                            of the user, with policies, a team, anew, the organization, auth/token/create, orphan
    ['root', 'as ever', {}, [...whole, 'ends', 'stays']],
    ['root', 'with root', { policies: ['root'] }, [...whole, 'ends', 'stays']],
    ['root', 'that ends', { expires: true }, [...all, 'refused', 'refused']],
    ['root', 'with less', { policies: ['default', 'making'] }, [...ownOnly, 'ends', 'stays']],
    ['root', 'of auth/token/create with root', { ...child, policies: ['root'] }, [...all, 'ends', 'stays']],
    [
      'root',
      'of auth/token/create',
      { ...child, policies: ['default', 'making'] },
      ['refused', 'refused', 'refused', 'refused', 'refused', 'ends', 'stays'],
    ],
    ['user', 'as ever', {}, [...whole, 'refused', 'refused']],
    ['user', 'with its default by name', { policies: ['default'] }, [...whole, 'refused', 'refused']],
    ['user', 'that ends', { expires: true }, [...all, 'refused', 'refused']],
    ['user', 'with more', { policies: ['default', 'making'] }, [...all, 'ends', 'stays']],
    ['user', 'with others', { policies: ['making'] }, [...ownOnly, 'ends', 'stays']],
    ['user', 'with none', { policies: [] }, [...ownOnly, 'refused', 'refused']],
    ['user', 'made with a bound one', { parentId: 'root' }, [...all, 'refused', 'refused']],
    ['team', 'as ever', {}, [...ofTeam('stays'), 'refused', 'refused']],
    ['team', 'with more', { policies: ['default', 'making'] }, [...ofTeam('ends'), 'ends', 'stays']],
    ['team', 'with others', { policies: ['making'] }, [...ofTeam('refused'), 'ends', 'stays']],
    ['organization', 'with more', { policies: ['default', 'making'] }, [...ofTeam('ends'), 'ends', 'stays']],
  ] as const)('a token of %s %s', async (owner, _, columns, fates) => {
    const { policies, expires, parentId, ...rest } = { policies: null, expires: false, parentId: null, ...columns };
    const maker = async () =>
      as(
        await world.token(owners[owner] ?? { userId: '' }, {
          ...rest,
          description: 'not the one that is made anew',
          ...(policies && { policies: JSON.stringify(policies) }),
          ...(expires && { expiresAt: new Date(world.clock.now().getTime() + 60_000) }),
          ...(parentId && { parentId: root.tokenId }),
        }),
      );
    const seen: Fate[] = [];
    for (const make of Object.values(kinds)) seen.push(await fateOf(await maker(), make));
    expect(seen).toEqual(fates);
  });
});

test('a token that takes the place of the one that made it ends with what that ended with', async () => {
  const ending = await as(await world.token({ userId: root.userId }, { parentId: root.tokenId }));
  const first = await world.tokens.regenerateForTeam(ending, teamId, null);
  const second = await world.tokens.regenerateForTeam(await as(first.text), teamId, null);
  const third = await as(second.text);
  expect(third).toMatchObject({ kind: 'team', bound: true });
  await world.tokens.revoke(root, ending.tokenId);
  expect(await world.authentication.authenticate(second.text, origin)).toBeNull();
});

describe('a token that takes the place of one further up the line of its maker', () => {
  /** The team's token, and what it makes, two generations of it. */
  async function line(make: () => Promise<{ readonly text: string }>) {
    const first = await as((await make()).text);
    const child = await world.tokens.createForTeam(first, teamId, { description: `child of ${first.tokenId}` });
    const description = `grandchild of ${first.tokenId}`;
    const grandchild = await world.tokens.createForTeam(await as(child.text), teamId, { description });
    return { first, child, grandchild };
  }

  test('works, ends with what that ended with, and those between end', async () => {
    const ending = await as(await world.token({ userId: root.userId }, { parentId: root.tokenId }));
    const { child, grandchild } = await line(() => world.tokens.regenerateForTeam(ending, teamId, null));
    const anew = await world.tokens.regenerateForTeam(await as(grandchild.text), teamId, null);
    expect(anew.token.parentId).toBe(ending.tokenId);
    expect(await as(anew.text)).toMatchObject({ kind: 'team', bound: true });
    for (const { text } of [child, grandchild])
      expect(await world.authentication.authenticate(text, origin)).toBeNull();
    await world.tokens.revoke(root, ending.tokenId);
    expect(await world.authentication.authenticate(anew.text, origin)).toBeNull();
  });

  test('ends when that ended, where that had no parent', async () => {
    const expiresAt = new Date(world.clock.now().getTime() + 60_000);
    const { grandchild } = await line(() => world.tokens.regenerateForTeam(root, teamId, expiresAt));
    const anew = await world.tokens.regenerateForTeam(await as(grandchild.text), teamId, null);
    expect(anew.token).toMatchObject({ parentId: null, expiresAt });
    expect(await as(anew.text)).toMatchObject({ kind: 'team' });
  });
});

test('what somebody else revokes meanwhile leaves no place to take', async () => {
  const ending = await as(await world.token({ userId: root.userId }, { parentId: root.tokenId }));
  let looked: () => void = () => undefined;
  const maker = new Promise<void>((resolve) => (looked = resolve));
  const stop = world.database.onStatement(({ sql }) => {
    if (/^SELECT .*"Token".*"revokedAt" IS NULL/s.test(sql)) looked();
  });
  const making = await world.database.transaction(async (tx) => {
    await tx.team.update({ where: { id: teamId }, data: { updatedAt: world.clock.now() } });
    const begun = world.tokens.regenerateForTeam(ending, teamId, null).catch(() => null);
    // Its maker is there when it looks, and revoked while it waits for the team. On SQLite it begins when this is over, and its maker is not there.
    if (world.database.provider === 'postgresql') await maker;
    await revokeTokens(tx, { id: ending.tokenId }, world.clock.now());
    return { begun };
  });
  stop();
  await world.turn();
  const anew = await making.begun;
  expect(anew && (await world.authentication.authenticate(anew.text, origin))).toBeNull();
});

async function fateOf(maker: Caller, make: (maker: Caller) => Promise<{ readonly text: string }>): Promise<Fate> {
  const made = await make(maker).catch(() => null);
  if (made === null) return 'refused';
  expect(await world.authentication.authenticate(made.text, origin)).not.toBeNull();
  await world.client.token.update({ where: { id: maker.tokenId }, data: { revokedAt: world.clock.now() } });
  await world.turn();
  return (await world.authentication.authenticate(made.text, origin)) ? 'stays' : 'ends';
}
