import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { asker, identitySchema } from '../schema.js';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';

let world: World;
let root: Caller;
let ask: ReturnType<typeof asker>;
/** What the inputs below are about, by what they call it. */
let ids: Record<string, string>;

beforeAll(async () => {
  world = await openWorld();
  root = await world.root();
  ask = asker(world);
  const organizationId = [...root.organizations.keys()][0] ?? '';
  const place = await world.project(organizationId);
  const userId = await world.user({ username: 'accomplice' });
  const membershipId = await joined(organizationId, userId);
  const ofRoot = await world.client.organizationMembership.findFirstOrThrow({ where: { userId: root.userId } });
  const owners = await world.client.team.findFirstOrThrow({ where: { organizationId, owners: true } });
  ids = {
    ...{ organizationId, userId, membershipId, ownMembershipId: ofRoot.id, ownersId: owners.id },
    teamId: await world.team(organizationId, { name: 'team' }),
    projectId: place.id,
    workspaceId: (await world.workspace(place)).id,
    whole: root.tokenId,
  };
});
afterAll(() => world.close());

async function joined(organizationId: string, userId: string): Promise<string> {
  await world.member(organizationId, userId);
  return (await world.client.organizationMembership.findFirstOrThrow({ where: { organizationId, userId } })).id;
}

const as = async (text: string): Promise<Caller> => {
  const caller = await world.authentication.authenticate(text, origin);
  if (!caller) throw new Error('the token is not accepted');
  return caller;
};
const valid = async (text: string) => (await world.authentication.authenticate(text, origin)) !== null;
const inMinutes = (count: number) => new Date(world.clock.now().getTime() + count * 60_000);

/** A token of the site administrator, as somebody would hand it to a job. */
const narrowed = async (...policies: readonly string[]) =>
  as((await world.tokens.createForUser(root, null, { policies, expiresAt: inMinutes(10) })).text);

describe('what a narrowed token makes is no more than itself', () => {
  test('it is of a site administrator and none', async () => {
    expect(await narrowed('default')).toMatchObject({ siteAdmin: false, narrowed: true, bound: true });
    expect(root).toMatchObject({ siteAdmin: true, narrowed: false, bound: false });
  });

  test.each([
    // asked for                                             is answered
    [{}, { policies: ['pki-user'], minutes: 10 }],
    [{ policies: ['pki-user'] }, { policies: ['pki-user'], minutes: 10 }],
    [{ minutes: 5 }, { policies: ['pki-user'], minutes: 5 }],
    [{ minutes: 11 }, 'expiresAt must not be later than the expiry of the token that creates it'],
    [{ policies: ['root'] }, 'root tokens may not be created without parent token being root'],
    [{ policies: ['pki-operator'] }, 'child policies must be subset of parent'],
    [{ policies: ['default'] }, 'child policies must be subset of parent'],
  ] as const)('a token of the user, asked for with %j: %j', async (asked, answered) => {
    const maker: Caller = { ...(await narrowed('pki-user')), policies: ['pki-user'] };
    const making = world.tokens.createForUser(maker, null, {
      ...('policies' in asked && { policies: asked.policies }),
      ...('minutes' in asked && { expiresAt: inMinutes(asked.minutes) }),
    });
    if (typeof answered === 'string') {
      await expect(making).rejects.toMatchObject({ message: answered });
    } else {
      const expected = { policies: answered.policies, siteAdmin: false, expiresAt: inMinutes(answered.minutes) };
      expect(await as((await making).text)).toMatchObject(expected);
    }
  });

  test('it ends with the one that it was made with', async () => {
    const maker = await narrowed('default');
    const { text } = await world.tokens.createForUser(maker, null, {});
    const again = await world.tokens.createForUser(await as(text), null, {});
    expect([await valid(text), await valid(again.text)]).toEqual([true, true]);
    await world.tokens.revoke(root, maker.tokenId);
    expect([await valid(text), await valid(again.text)]).toEqual([false, false]);
  });

  test('one that has everything and no end makes tokens that stay', async () => {
    const first = await world.tokens.createForUser(root, null, {});
    const second = await world.tokens.createForUser(await as(first.text), null, {});
    await world.tokens.revoke(root, first.token.id);
    expect(await valid(second.text)).toBe(true);
  });

  test.each([
    ['of a user', (caller: Caller) => world.tokens.createForUser(caller, 'accomplice', {})],
    ['of a team', (caller: Caller) => world.tokens.createForTeam(caller, ids['teamId'] ?? '', { description: 'x' })],
    ['of the owners', (caller: Caller) => world.tokens.regenerateForTeam(caller, ids['ownersId'] ?? '', null)],
    ['of the organization', (caller: Caller) => world.tokens.regenerateForOrganization(caller, 'default', null)],
  ])('a root token that ends makes one %s that ends with it', async (_, make) => {
    const ending = await as((await world.tokens.createForUser(root, null, { expiresAt: inMinutes(10) })).text);
    expect(ending).toMatchObject({ siteAdmin: true, policies: ['root'], narrowed: false, bound: true });
    const { text, token } = await make(ending);
    expect(token.expiresAt).toEqual(inMinutes(10));
    await world.tokens.revoke(root, ending.tokenId);
    expect(await valid(text)).toBe(false);
  });

  test('so does a child of root without end', async () => {
    const { text, token } = await world.serviceTokens.create(root, {});
    const made = await world.tokens.createForUser(await as(text), null, {});
    await world.tokens.revoke(root, token.accessor);
    expect(await valid(made.text)).toBe(false);
  });

  test('nothing is made with a token that the same request revoked', async () => {
    const maker = await as((await world.tokens.createForUser(root, null, {})).text);
    await world.tokens.revoke(maker, maker.tokenId);
    await expect(world.tokens.createForUser(maker, null, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.serviceTokens.create(maker, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each([
    // maker                               asked for                  is answered
    [['pki-user'], {}, ['pki-user']],
    [['pki-user'], { policies: ['pki-user'] }, ['pki-user']],
    [['default', 'pki-user'], { policies: ['pki-user'] }, ['default', 'pki-user']],
    [['default', 'pki-user'], { policies: ['pki-user'], noDefaultPolicy: true }, ['pki-user']],
    [['pki-user'], { policies: ['default'] }, 'child policies must be subset of parent'],
    [['sudoer'], { policies: ['pki-operator'] }, ['default', 'pki-operator']],
    [['sudoer'], { policies: ['root'] }, 'root tokens may not be created without parent token being root'],
  ] as const)('auth/token/create with %j, asked for %j: %j', async (held, asked, answered) => {
    await world.policies.write(root, 'making', 'path "auth/token/create" { capabilities = ["update"] }');
    await world.policies.write(root, 'sudoer', 'path "auth/token/create" { capabilities = ["update", "sudo"] }');
    const policies = [...held, 'making'];
    const { text } = await world.serviceTokens.create(root, {
      policies,
      noDefaultPolicy: !policies.includes('default'),
    });
    const making = world.serviceTokens.create(await as(text), {
      ...asked,
      ...('policies' in asked && { policies: [...asked.policies] }),
    });
    if (typeof answered === 'string') {
      await expect(making).rejects.toMatchObject({ message: answered });
    } else {
      const inherits = 'policies' in asked ? [] : ['making'];
      expect((await making).token.policies).toEqual([...inherits, ...answered].sort());
    }
  });
});

/** What holds for a narrowed token that its owner does not know. */
type RuleOfMutation =
  /** Refused whatever its owner may. */
  | 'refused'
  /** Decided by its policies at the path of the action. */
  | 'policy'
  /** What comes of it is no more than the token. */
  | 'bounded'
  /** Itself, and what was made from it. */
  | 'itself';

const mutations: Readonly<Record<string, readonly [RuleOfMutation, string?]>> = {
  acceptInvitation: ['refused', 'id: "$ownMembershipId"'],
  addOrganizationMember: ['refused', 'organization: "default", username: "accomplice"'],
  addTeamMembers: ['refused', 'id: "$ownersId", usernames: ["accomplice"]'],
  addTeamProjectAccess: ['refused', 'teamId: "$teamId", projectId: "$projectId", access: ADMIN'],
  addTeamWorkspaceAccess: ['refused', 'teamId: "$teamId", workspaceId: "$workspaceId", access: ADMIN'],
  createOrganization: ['refused', 'name: "mine", email: "a@example.com"'],
  createOrphanToken: ['policy', ''],
  createServiceToken: ['policy', ''],
  createTeam: ['refused', 'organization: "default", name: "mine"'],
  createTeamToken: ['refused', 'teamId: "$teamId", description: "mine"'],
  createUser: ['refused', 'username: "mine", email: "a@example.com", isSiteAdmin: true'],
  createUserToken: ['bounded', ''],
  deleteOrganization: ['refused', 'organization: { name: "default" }'],
  configureCertAuth: ['policy', 'path: "none"'],
  createAuthChallenge: ['policy', 'method: "none", name: "r"'],
  deleteAuthRole: ['policy', 'method: "none", name: "r"'],
  deletePolicy: ['policy', 'name: "pki-user"'],
  deleteTokenRole: ['policy', 'name: "r"'],
  deleteTeam: ['refused', 'id: "$teamId"'],
  disableAuthMethod: ['policy', 'path: "none"'],
  enableAuthMethod: ['policy', 'path: "userpass", type: "userpass"'],
  regenerateOrganizationToken: ['refused', 'organization: { name: "default" }'],
  regenerateTeamToken: ['refused', 'teamId: "$ownersId"'],
  removeOrganizationMember: ['refused', 'id: "$ownMembershipId"'],
  removeTeamMembers: ['refused', 'id: "$ownersId", usernames: ["root"]'],
  removeTeamProjectAccess: ['refused', 'id: "$projectAccess"'],
  removeTeamWorkspaceAccess: ['refused', 'id: "$workspaceAccess"'],
  renewOwnToken: ['itself'],
  renewServiceToken: ['policy', 'token: { accessor: "$whole" }'],
  revokeOrganizationToken: ['refused', 'organization: { name: "default" }'],
  revokeOwnToken: ['itself'],
  revokeServiceToken: ['policy', 'token: { accessor: "$whole" }'],
  revokeTeamToken: ['refused', 'teamId: "$ownersId"'],
  revokeToken: ['refused', 'id: "$whole"'],
  revokeTokenAlone: ['policy', 'token: "a-token-that-nobody-has"'],
  updateAccount: ['refused', 'email: "b@example.com"'],
  updateOrganization: ['refused', 'organization: { name: "default" }, email: "b@example.com"'],
  updateTeam: ['refused', 'id: "$teamId", organizationAccess: { manageWorkspaces: true }'],
  updateTeamProjectAccess: ['refused', 'id: "$projectAccess", access: ADMIN'],
  updateTeamWorkspaceAccess: ['refused', 'id: "$workspaceAccess", access: ADMIN'],
  updateUser: ['refused', 'user: { username: "accomplice" }, isSiteAdmin: true'],
  rewrapAnswer: ['itself'],
  setAuthPassword: ['policy', 'method: "none", name: "r", password: "p"'],
  setAuthPolicies: ['policy', 'method: "none", name: "r", policies: []'],
  // These give what a role says, to anybody who proves itself.
  signIn: ['itself'],
  signInWithCertificate: ['itself'],
  tuneAuthMethod: ['policy', 'path: "none"'],
  setOrganizationPlan: ['refused', 'organization: { name: "default" }, plan: "free"'],
  unwrapAnswer: ['itself'],
  wrapData: ['itself'],
  writeAuthRole: ['policy', 'method: "none", name: "r", password: "p"'],
  writeTokenRole: ['policy', 'name: "r", allowedPolicies: ["pki-operator"]'],
  writePolicy: ['policy', 'name: "default", policy: "path \\"*\\" { capabilities = [\\"sudo\\"] }"'],
};

describe('every mutation has a rule for narrowed tokens', () => {
  beforeAll(async () => {
    const { teamId = '', workspaceId = '', projectId = '' } = ids;
    await world.onWorkspace(teamId, workspaceId, { access: 'read', stateVersions: 'read' });
    await world.onProject(teamId, projectId, 'read');
    const where = { teamId };
    ids['workspaceAccess'] = (await world.client.teamWorkspaceAccess.findFirstOrThrow({ where })).id;
    ids['projectAccess'] = (await world.client.teamProjectAccess.findFirstOrThrow({ where })).id;
  });

  test('and there are no others', () => {
    const there = Object.keys(identitySchema().getMutationType()?.getFields() ?? {});
    expect(Object.keys(mutations).sort()).toEqual(there.sort());
  });

  const asked = Object.entries(mutations).filter(([, [, input]]) => input !== undefined);
  test.each(asked)('%s: %j', async (name, [rule, input = '']) => {
    const before = await rights();
    const filled = input.replaceAll(/\$(\w+)/g, (_, id: string) => ids[id] ?? '');
    const source = `mutation { ${name}(input: { ${filled} }) { problems { code } } }`;
    const answer = await ask(await narrowed('default'), source);
    const codes = {
      refused: /TOKEN_KIND_REFUSED|NOT_FOUND/,
      policy: /PERMISSION_DENIED/,
      bounded: /\[\]/,
      itself: /./,
    };
    expect(JSON.stringify(answer)).toMatch(codes[rule]);
    if (rule !== 'bounded') expect(await rights()).toEqual(before);
  });
});

/** Everything that says who may do what, but for the tokens that the tests hold themselves. */
async function rights(): Promise<unknown> {
  const { client } = world;
  return JSON.parse(
    JSON.stringify(
      await Promise.all([
        client.user.findMany(),
        client.organization.findMany(),
        client.organizationMembership.findMany(),
        client.team.findMany(),
        client.teamMembership.findMany(),
        client.teamWorkspaceAccess.findMany(),
        client.teamProjectAccess.findMany(),
        client.aclPolicy.findMany(),
        client.token.count({ where: { revokedAt: { not: null } } }),
      ]),
      (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    ),
  );
}
