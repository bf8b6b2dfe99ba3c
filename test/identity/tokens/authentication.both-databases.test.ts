import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentity } from '../../../src/identity/module.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { origin, openWorld } from '../world.js';
import type { World } from '../world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const authenticate = (text: string) => world.authentication.authenticate(text, origin);
const day = 86_400_000;

describe('who a token speaks for', () => {
  test('a user, with the organizations it is an active member of', async () => {
    const userId = await world.user({ username: 'ann' });
    const mine = await world.organization(userId);
    const theirs = await world.organization(await world.user());
    const team = await world.team(theirs, { manageWorkspaces: true, readProjects: true });
    await world.member(theirs, userId, team);
    const caller = await world.caller({ userId });
    expect(caller).toMatchObject({ kind: 'user', userId, username: 'ann', siteAdmin: false, origin });
    expect([...caller.organizations.keys()].sort()).toEqual([mine, theirs].sort());
    expect(caller.organizations.get(mine)?.owner).toBe(true);
    expect(caller.organizations.get(theirs)).toMatchObject({
      owner: false,
      teams: [team],
      grants: new Set(['manage-workspaces', 'read-projects']),
    });
  });

  test('a team, and nothing else', async () => {
    const organizationId = await world.organization(await world.user());
    const teamId = await world.team(organizationId);
    const caller = await world.caller({ teamId });
    expect(caller).toMatchObject({ kind: 'team', teamId, organizationId, siteAdmin: false });
    expect([...caller.organizations.values()]).toMatchObject([{ organizationId, owner: false, teams: [teamId] }]);
  });

  test('an organization, which is not its own owner', async () => {
    const organizationId = await world.organization(await world.user());
    const caller = await world.caller({ organizationId });
    expect(caller).toMatchObject({ kind: 'organization', organizationId, siteAdmin: false });
    expect([...caller.organizations.values()]).toMatchObject([{ organizationId, owner: false, teams: [] }]);
  });
});

describe('what is not a valid token', () => {
  const id = 'A'.repeat(16);
  test.each([
    ['empty', ''],
    ['short', 'abc'],
    ['unknown', `${id}.atlasv1.${'s'.repeat(43)}`],
    ['of another scheme', `${id}.atlasv2.${'s'.repeat(43)}`],
    ['with a space', `${id}.atlasv1. ${'s'.repeat(43)}`],
    ['with a NUL', `${id}.atlasv1.${'s'.repeat(43)}\0`],
    ['with characters beyond ASCII', `${id}.atlasv1.${'é'.repeat(43)}`],
    ['very long', 'x'.repeat(100_000)],
  ])('%s', async (_, text) => {
    expect(await authenticate(text)).toBeNull();
  });

  test('the id of a token with another secret', async () => {
    const [name] = world.rootToken.split('.');
    expect(await authenticate(`${name}.atlasv1.${'s'.repeat(43)}`)).toBeNull();
    expect(await authenticate(world.rootToken)).not.toBeNull();
    expect(await authenticate(`${name}.atlasv1.${'s'.repeat(43)}`)).toBeNull();
  });

  test('expired, to the millisecond, whether seen before or not', async () => {
    const userId = await world.user();
    const expiresAt = new Date(world.clock.now().getTime() + day);
    const seen = await world.token({ userId }, { expiresAt });
    const unseen = await world.token({ userId }, { expiresAt });
    world.clock.advance(day - 1);
    expect(await authenticate(seen)).not.toBeNull();
    world.clock.advance(1);
    expect(await authenticate(seen)).toBeNull();
    expect(await authenticate(unseen)).toBeNull();
  });

  test('of a suspended user', async () => {
    const userId = await world.user({ suspendedAt: new Date() });
    expect(await authenticate(await world.token({ userId }))).toBeNull();
  });
});

describe('caching', () => {
  test('costs one statement a request while nothing changes', async () => {
    await authenticate(world.rootToken);
    expect(await world.statements(() => authenticate(world.rootToken))).toHaveLength(1);
  });

  test('costs no statement to authorize when warm', async () => {
    const organizationId = await world.organization(await world.user());
    const project = await world.project(organizationId);
    const workspace = await world.workspace(project);
    const team = await world.team(organizationId);
    await world.onWorkspace(team, workspace.id, { access: 'read', stateVersions: 'read' });
    const userId = await world.user();
    await world.member(organizationId, userId, team);
    const caller = await world.caller({ userId });
    await world.access.onWorkspace(caller, 'state-version.read', workspace);
    const again = () => world.access.onWorkspace(caller, 'state-version.read', workspace);
    expect(await world.statements(again)).toEqual([]);
  });

  test('ends at once with a change, also one that another process made', async () => {
    const userId = await world.user();
    const text = await world.token({ userId });
    expect((await authenticate(text))?.siteAdmin).toBe(false);

    const elsewhere = await openDatabase({ url: world.url });
    const other = createIdentity({ database: elsewhere, clock: world.clock, failed: () => undefined });
    expect(await other.authentication.authenticate(text, origin)).not.toBeNull();
    await world.database.transaction(async (tx) => {
      await tx.token.updateMany({ where: { userId }, data: { revokedAt: world.clock.now() } });
    });
    // Not turned yet: this is what the epoch is for.
    expect(await authenticate(text)).not.toBeNull();
    await world.turn();
    expect(await authenticate(text)).toBeNull();
    expect(await other.authentication.authenticate(text, origin)).toBeNull();
    await elsewhere.close();
  });

  test('many requests at once after a change read a caller once', async () => {
    await authenticate(world.rootToken);
    await world.turn();
    const alone = await world.statements(() => authenticate(world.rootToken));
    await world.turn();
    const together = await world.statements(() =>
      Promise.all(Array.from({ length: 32 }, () => authenticate(world.rootToken))),
    );
    expect(together).toHaveLength(alone.length);
  });
});

describe('last used', () => {
  test('is written later, together, and only forwards', async () => {
    const first = await world.token({ userId: await world.user() });
    const statements = await world.statements(() => authenticate(first));
    expect(statements.filter((sql) => /^\s*update/i.test(sql))).toEqual([]);
    const used = world.clock.now();
    await world.lastUsed.flush();
    const [name] = first.split('.');
    const row = () => world.client.token.findUniqueOrThrow({ where: { id: `at-${name}` } });
    expect((await row()).lastUsedAt).toEqual(used);
    world.clock.advance(-60_000);
    await authenticate(first);
    await world.lastUsed.flush();
    expect((await row()).lastUsedAt).toEqual(used);
    expect(await world.statements(() => world.lastUsed.flush())).toEqual([]);
    // What lies a day ahead was written by a clock that was wrong.
    world.clock.advance(-day);
    await authenticate(first);
    await world.lastUsed.flush();
    expect((await row()).lastUsedAt).toEqual(world.clock.now());
  });
});
