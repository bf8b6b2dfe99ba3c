import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  anyFilling,
  areTeamPins,
  filledPath,
  teamPlaceholders,
  templateFault,
  unfollowed,
} from '../../../src/identity/policies/templates.js';
import type { Entity, TeamPins } from '../../../src/identity/policies/templates.js';
import { ids } from '../../../src/platform/ids.js';

const ops = ids.team.require('team-opsopsopsopsops1');
const stranger = ids.team.require('team-0000000000000000');
const ada: Entity = {
  id: ids.user.require('user-adaadaadaadaada1'),
  name: 'ada',
  teams: new Set([ops]),
};
/** As they were found when the policy was written. */
const teams: TeamPins = {
  [`identity.groups.ids.${ops}.name`]: { teamId: ops, value: 'ops' },
  'identity.groups.names.acme/ops.id': { teamId: ops, value: ops },
  'identity.groups.names.acme/ops.name': { teamId: ops, value: 'ops' },
  'identity.groups.names.acme/web.id': { teamId: stranger, value: stranger },
};

describe('what stands for a placeholder', () => {
  test.each([
    ['pki/issue/web', 'pki/issue/web'],
    ['pki/issue/{{identity.entity.id}}', `pki/issue/${ada.id}`],
    ['pki/issue/{{ identity.entity.name }}-*', 'pki/issue/ada-*'],
    ['{{identity.entity.name}}/+/{{identity.entity.name}}', 'ada/+/ada'],
    [`pki/roles/{{identity.groups.ids.${ops}.name}}`, 'pki/roles/ops'],
    [`pki/roles/{{identity.groups.ids.${ops}.id}}`, `pki/roles/${ops}`],
    ['pki/roles/{{identity.groups.names.acme/ops.id}}', `pki/roles/${ops}`],
    ['pki/roles/{{ identity.groups.names.acme/ops.name }}', 'pki/roles/ops'],
    [`pki/roles/{{identity.groups.ids.${stranger}.id}}`, null],
    ['pki/roles/{{identity.groups.names.acme/web.id}}', null],
  ])('%s: %s', (path, filled) => {
    expect(templateFault(path)).toBeNull();
    expect(unfollowed({ path, teams })).toBeNull();
    expect(filledPath({ path, teams }, ada)).toBe(filled);
  });

  test.each([
    [`pki/roles/{{identity.groups.ids.${ops}.name}}`, 'was written before teams were looked up then'],
    ['pki/roles/{{identity.groups.names.acme/ops.id}}', 'was written before teams were looked up then'],
    [
      'pki/roles/{{identity.groups.names.ops.name}}',
      'could be a team of any organization: write identity.groups.names.<organization>/ops.name or identity.groups.ids.<team id>.name',
    ],
    ['pki/roles/{{identity.groups.names.a/b/c.id}}', 'could be a team of any organization'],
  ])('%s is followed for nobody unless it was looked up', (path, reason) => {
    expect(filledPath({ path }, ada)).toBeNull();
    expect(unfollowed({ path })).toContain(reason);
  });

  test.each([
    ['pki/issue/{{identity.groups.names.ops.name}}', 'pki/issue/+'],
    ['pki/issue/{{identity.groups.names.acme/ops.name}}-x', 'pki/issue/+'],
    ['pki/issue/a-{{x}}*', 'pki/issue/*'],
    ['{{x}}/+/web*', '+/+/web*'],
  ])('%s could become whatever %s fits', (path, pattern) => {
    expect(anyFilling(path)).toBe(pattern);
  });

  test.each([
    ['pki/roles/{{identity.groups.names.acme/ops.id}}', [{ team: { organization: 'acme', name: 'ops' }, tells: 'id' }]],
    [
      `{{identity.groups.ids.${ops}.name}}/{{identity.entity.id}}/{{identity.groups.ids.${ops}.id}}`,
      [
        { team: { id: ops }, tells: 'name' },
        { team: { id: ops }, tells: 'id' },
      ],
    ],
    ['pki/issue/web', []],
    ['pki/issue/{{x}}', []],
  ])('%s speaks of %j', (path, spoken) => {
    expect(teamPlaceholders(path)).toMatchObject(spoken);
    expect(teamPlaceholders(path)).toHaveLength(spoken.length);
  });

  test.each(
    [
      ...['identity.entity.id', 'identity.entity.name', `identity.groups.ids.${ops}.name`],
      ...[`identity.groups.ids.${ops}.id`, 'identity.groups.names.acme/ops.id', 'identity.groups.names.acme/ops.name'],
    ].flatMap((placeholder) => [`{{a.${placeholder}}}`, `{{${placeholder}s}}`]),
  )('%s is none', (path) => {
    expect(templateFault(path)).toBe(`"${path}" is not supported here`);
    expect(unfollowed({ path, teams })).toBe(`"${path}" is not supported here`);
    expect(filledPath({ path, teams }, ada)).toBeNull();
  });

  test.each(['pki/{{identity.entity.id', 'pki/identity.entity.id}}', '}}{{identity.entity.id}}'])(
    '%s, which no policy has any more, fits nothing',
    (path) => {
      expect(templateFault(path)).toBe('unbalanced templating characters');
      expect(filledPath({ path }, ada)).toBeNull();
    },
  );

  test('an empty name fills nothing', () => {
    expect(filledPath({ path: 'pki/issue/{{identity.entity.name}}' }, { ...ada, name: '' })).toBeNull();
  });

  test.each([
    [{}, true],
    [teams, true],
    [null, false],
    ['x', false],
    [undefined, false],
    [{ a: null }, false],
    [{ a: 'x' }, false],
    [{ a: { teamId: ops } }, false],
    [{ a: { value: 'ops' } }, false],
    [{ a: { teamId: ops, value: 1 } }, false],
    [{ a: { teamId: 'ws-0000000000000000', value: 'ops' } }, false],
    [{ ...teams, a: { teamId: ops } }, false],
  ])('what was stored is what was looked up: %j, %s', (stored, sound) => {
    expect(areTeamPins(stored)).toBe(sound);
  });

  test('nobody has none', () => {
    expect(filledPath({ path: 'pki/issue/{{identity.entity.id}}' }, undefined)).toBeNull();
    expect(filledPath({ path: 'pki/issue/web' }, undefined)).toBe('pki/issue/web');
  });

  test('no value brings meaning with it', () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('*', '+', 'a/b', '{{identity.entity.id}}', 'a*', '', '..'));
    fc.assert(
      fc.property(value, (name) => {
        const filled = filledPath({ path: 'pki/issue/{{identity.entity.name}}' }, { ...ada, name });
        if (filled !== null) expect(filled.split('/')).toEqual(['pki', 'issue', name]);
        if (/[*+/]/.test(name)) expect(filled).toBeNull();
      }),
    );
  });
});
