import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { doubtfulPolicies } from '../../../src/identity/policies/policy.store.js';
import { ids } from '../../../src/platform/ids.js';
import type { UserId } from '../../../src/platform/ids.js';
import { origin, openWorld } from '../world.js';
import type { World } from '../world.js';

const stranger = ids.team.require('team-0000000000000000');

describe('rules with placeholders', () => {
  let world: World;
  let root: Caller;
  beforeAll(async () => {
    world = await openWorld();
    root = await world.root();
  });
  afterAll(() => world.close());

  const as = async (text: string) => {
    const caller = await world.authentication.authenticate(text, origin);
    if (!caller) throw new Error('the token is not accepted');
    return caller;
  };
  const issues = (caller: Caller, role: string) => world.policies.allows(caller, `pki/issue/${role}`, 'update');
  const user = async (name: string, input: object = {}) => {
    const userId = await world.user({ username: name });
    const { text } = await world.tokens.createForUser(root, userId, {
      policies: ['own'],
      ...input,
    });
    return { userId, text };
  };

  test('are each caller’s own, and follow its name and teams', async () => {
    const policy = `path "pki/issue/{{identity.entity.name}}" { capabilities = ["update"] }
      path "pki/issue/both" { capabilities = ["update"] }`;
    await world.policies.write(root, 'own', policy);
    const bea = await user('bea');
    const cid = await user('cid');
    expect(await issues(await as(bea.text), 'bea')).toBe(true);
    expect(await issues(await as(bea.text), 'cid')).toBe(false);
    expect(await issues(await as(cid.text), 'cid')).toBe(true);
    expect(await issues(await as(cid.text), 'bea')).toBe(false);
    expect(await issues(await as(cid.text), 'both')).toBe(true);

    await world.users.update(root, bea.userId, { username: 'dee' });
    expect(await issues(await as(bea.text), 'bea')).toBe(false);
    expect(await issues(await as(bea.text), 'dee')).toBe(true);

    const organizationId = await world.organization(root.userId);
    const teamId = await world.team(organizationId);
    await world.policies.write(
      root,
      'own',
      `path "pki/issue/{{identity.groups.ids.${teamId}.id}}" { capabilities = ["update"] }`,
    );
    expect(await issues(await as(cid.text), teamId)).toBe(false);
    const { text } = await world.tokens.createForTeam(root, teamId, {
      description: 'ci',
      policies: ['own'],
    });
    expect(await issues(await as(text), teamId)).toBe(true);
  });

  test('are those of its maker for a token that was made, and none for an orphan', async () => {
    await world.policies.write(
      root,
      'own',
      `path "pki/issue/{{identity.entity.name}}" { capabilities = ["update"] }
       path "auth/token/create" { capabilities = ["update", "sudo"] }`,
    );
    const eve = await user('eve');
    const child = await world.serviceTokens.create(await as(eve.text), {
      policies: ['own'],
    });
    expect(await issues(await as(child.text), 'eve')).toBe(true);
    const orphan = await world.serviceTokens.create(await as(eve.text), {
      policies: ['own'],
      noParent: true,
    });
    expect(await issues(await as(orphan.text), 'eve')).toBe(false);
    expect(await world.policies.allows(await as(orphan.text), 'auth/token/create', 'update')).toBe(true);
  });

  /** An organization of its own, with a team of that name which the account is in. */
  const withTeam = async (userId: UserId, organization: string, teamName: string) => {
    const organizationId = await world.organization(userId);
    await world.client.organization.update({ where: { id: organizationId }, data: { name: organization } });
    const teamId = await world.team(organizationId, { name: teamName });
    await world.client.teamMembership.create({ data: { teamId, userId, createdAt: world.clock.now() } });
    await world.turn();
    return { organizationId, teamId };
  };
  const write = (text: string, caller = root) => world.policies.write(caller, 'own', text);

  test('a team is who was meant when the policy was written, whoever has its name later', async () => {
    const [fay, gil] = [await user('fay'), await user('gil')];
    const acme = await withTeam(fay.userId, 'acme', 'web-admins');
    const path = 'path "pki/issue/{{identity.groups.names.acme/web-admins.name}}" { capabilities = ["update"] }';
    await write(path);
    const both = async () => [
      await issues(await as(fay.text), 'web-admins'),
      await issues(await as(gil.text), 'web-admins'),
    ];
    expect(await both()).toEqual([true, false]);
    await withTeam(gil.userId, 'gils', 'web-admins');
    expect(await both()).toEqual([true, false]);

    // The name of the organization is free once it has another one.
    await world.organizations.update(root, acme.organizationId, { name: 'acme-before' });
    await world.client.organization.update({ where: { name: 'gils' }, data: { name: 'acme' } });
    await world.turn();
    expect(await both()).toEqual([true, false]);
    await world.teams.update(root, acme.teamId, { name: 'renamed' });
    expect([...(await both()), await issues(await as(fay.text), 'renamed')]).toEqual([true, false, false]);
    await world.teams.delete(root, acme.teamId);
    expect(await both()).toEqual([false, false]);
  });

  test.each([
    ['names.web-admins.name', 'write identity.groups.names.<organization>/web-admins.name or'],
    ['names.nowhere/web-admins.name', '"{{identity.groups.names.nowhere/web-admins.name}}" names no team'],
    [`ids.${stranger}.name`, `"{{identity.groups.ids.${stranger}.name}}" names no team`],
  ])('a policy with groups.%s is refused', async (placeholder, message) => {
    const writing = write(`path "pki/issue/{{identity.groups.${placeholder}}}" { capabilities = ["update"] }`);
    await expect(writing).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(writing).rejects.toThrow(message);
  });

  test('who writes policies is not told of teams that it does not see', async () => {
    await withTeam(await world.user(), 'secretive', 'hidden');
    await world.policies.write(root, 'writer', 'path "sys/policies/acl/own" { capabilities = ["update"] }');
    const writer = await as((await user('hal', { policies: ['writer'] })).text);
    const text = 'path "a/{{identity.groups.names.secretive/hidden.id}}" { capabilities = ["read"] }';
    await expect(write(text, writer)).rejects.toThrow('names no team that you can see');
    await expect(write(text)).resolves.toMatchObject({ name: 'own' });
  });

  test('what was written before placeholders were looked up opens nothing, and what it denies is denied to all', async () => {
    const ida = await user('ida');
    const { teamId } = await withTeam(ida.userId, 'idas', 'interns');
    await write('path "pki/issue/+" { capabilities = ["update"] }');
    await world.client.aclPolicy.create({
      data: {
        ...{ name: 'old', text: '', createdAt: world.clock.now(), updatedAt: world.clock.now() },
        rules: JSON.stringify([
          { path: 'pki/issue/interns', capabilities: ['update'] },
          { path: 'pki/issue/{{identity.groups.names.interns.name}}', capabilities: ['deny'] },
          { path: `pki/sign/{{identity.groups.ids.${teamId}.name}}`, capabilities: ['update'] },
        ]),
      },
    });
    const { text } = await world.tokens.createForUser(root, ida.userId, { policies: ['own', 'old'] });
    const caller = await as(text);
    expect(await issues(await as(ida.text), 'interns')).toBe(true);
    expect([await issues(caller, 'interns'), await issues(caller, 'web')]).toEqual([false, false]);
    expect(await world.policies.allows(caller, 'pki/sign/interns', 'update')).toBe(false);
    const older = '{"path": {"a": {"capabilities": ["deny"]}, "a": {"capabilities": ["read"]}}}';
    await world.client.aclPolicy.create({
      data: { name: 'older', text: older, rules: '[]', createdAt: world.clock.now(), updatedAt: world.clock.now() },
    });
    const found = await doubtfulPolicies(world.client);
    expect(found.map(({ name }) => name)).toEqual(['old', 'older']);
    expect(found[0]?.reason).toContain('could be a team of any organization');
    expect(found[1]?.reason).toBe('"a" is given twice in one object, and only the last counts');
  });

  test('an invitation that nobody accepted gives nothing and takes nothing away', async () => {
    const jan = await user('jan');
    await withTeam(jan.userId, 'jans', 'ops-team');
    const path = 'pki/issue/{{identity.groups.names.jans/ops-team.name}}';
    await write(`path "${path}" { capabilities = ["update"] }`);
    const kim = await world.user();
    const { organizationId, teamId } = await withTeam(kim, 'kims', 'ops-team');
    const invited = await world.memberships.add(await world.caller({ userId: kim }), {
      ...{ organization: organizationId, username: 'jan', teamIds: [teamId] },
    });
    const caller = await as(jan.text);
    expect(caller.entity?.teams.has(teamId)).toBe(false);
    expect(await issues(caller, 'ops-team')).toBe(true);
    await world.memberships.accept(await world.caller({ userId: jan.userId }), invited.id);
    expect((await as(jan.text)).entity?.teams.has(teamId)).toBe(true);
    expect(await issues(await as(jan.text), 'ops-team')).toBe(true);
  });
});
