import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { filledPath, templateFault } from '../../../src/identity/policies/templates.js';
import type { Entity } from '../../../src/identity/policies/templates.js';
import { ids } from '../../../src/platform/ids.js';
import { origin, openWorld } from '../world.js';
import type { World } from '../world.js';

const ops = ids.team.require('team-opsopsopsopsops1');
const web = ids.team.require('team-webwebwebwebweb1');
const twin = ids.team.require('team-webwebwebwebweb2');
const stranger = 'team-0000000000000000';
const ada: Entity = {
  id: ids.user.require('user-adaadaadaadaada1'),
  name: 'ada',
  teams: new Map([[ops, 'ops']]),
};

describe('what stands for a placeholder', () => {
  test.each([
    ['pki/issue/web', 'pki/issue/web'],
    ['pki/issue/{{identity.entity.id}}', `pki/issue/${ada.id}`],
    ['pki/issue/{{ identity.entity.name }}-*', 'pki/issue/ada-*'],
    ['{{identity.entity.name}}/+/{{identity.entity.name}}', 'ada/+/ada'],
    [`pki/roles/{{identity.groups.ids.${ops}.name}}`, 'pki/roles/ops'],
    [`pki/roles/{{identity.groups.ids.${ops}.id}}`, `pki/roles/${ops}`],
    ['pki/roles/{{identity.groups.names.ops.id}}', `pki/roles/${ops}`],
    ['pki/roles/{{identity.groups.names.ops.name}}', 'pki/roles/ops'],
    [`pki/roles/{{identity.groups.ids.${stranger}.name}}`, null],
    ['pki/roles/{{identity.groups.names.web.id}}', null],
  ])('%s: %s', (path, filled) => {
    expect(templateFault(path)).toBeNull();
    expect(filledPath(path, ada)).toBe(filled);
  });

  test('nobody has none', () => {
    expect(filledPath('pki/issue/{{identity.entity.id}}', undefined)).toBeNull();
    expect(filledPath('pki/issue/web', undefined)).toBe('pki/issue/web');
  });

  test('a name that two teams have means neither', () => {
    const both = {
      ...ada,
      teams: new Map([
        [web, 'web'],
        [twin, 'web'],
      ] as const),
    };
    expect(filledPath('{{identity.groups.names.web.id}}', both)).toBeNull();
    expect(filledPath(`{{identity.groups.ids.${twin}.name}}`, both)).toBe('web');
  });

  test('no value brings meaning with it', () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('*', '+', 'a/b', '{{identity.entity.id}}', 'a*', '', '..'));
    fc.assert(
      fc.property(value, (name) => {
        const filled = filledPath('pki/issue/{{identity.entity.name}}', {
          ...ada,
          name,
        });
        if (filled !== null) expect(filled.split('/')).toEqual(['pki', 'issue', name]);
        if (/[*+/]/.test(name)) expect(filled).toBeNull();
      }),
    );
  });
});

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
});
