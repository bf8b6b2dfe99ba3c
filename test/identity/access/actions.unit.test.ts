import { describe, expect, test } from 'vitest';
import { notWhenNarrowed, actions, unrecordedWhenDenied } from '../../../src/identity/access/actions.js';
import type { Action, Rule } from '../../../src/identity/access/actions.js';

/**
 * What a token that has less than its owner may not do (docs/policies.md), and what leaves no record where it is denied.
 *
 *   on         whose right it takes
 *   narrowed   `+` as its owner may, `-` never: it changes an account, an organization, or who may what
 *   denied     `r` recorded, `.` not: looking at records, not at state, and changing nothing
 *   tokens     kinds of token that may, where it is not all of them
 */
const table: Record<Action, readonly [on: Rule['on'], narrowed: '+' | '-', denied: 'r' | '.', tokens?: string]> = {
  'account.read': ['site', '+', '.'],
  'account.update': ['site', '-', 'r', 'user'],
  'organization.create': ['site', '-', 'r', 'user'],
  'organization.read': ['organization', '+', '.'],
  'organization.update': ['organization', '-', 'r'],
  'organization.delete': ['organization', '-', 'r'],
  'organization.set-plan': ['site', '-', 'r'],
  'membership.read': ['organization', '+', '.'],
  'membership.manage': ['organization', '-', 'r'],
  'team.read': ['organization', '+', '.'],
  'team.manage': ['organization', '-', 'r'],
  'team.manage-organization-access': ['organization', '-', 'r'],
  'team.manage-owners': ['organization', '-', 'r'],
  'token.manage-own': ['site', '+', 'r', 'user'],
  'token.manage-organization': ['organization', '-', 'r'],
  'audit.read': ['organization', '+', 'r'],
  'user.manage': ['site', '-', 'r'],

  'project.read': ['project', '+', '.'],
  'project.manage': ['organization', '+', 'r'],
  'project.update': ['project', '+', 'r'],
  'project.delete': ['project', '+', 'r'],
  'project.read-access': ['project', '+', 'r'],
  'project.manage-access': ['project', '-', 'r'],
  'tag.read': ['organization', '+', '.'],
  'tag.manage': ['organization', '+', 'r'],
  'retention.manage-organization': ['organization', '+', 'r'],
  'storage.read': ['organization', '+', 'r'],
  'storage-quota.manage': ['site', '-', 'r'],

  'workspace.create': ['project', '+', 'r'],
  'workspace.create-shared': ['project', '-', 'r'],
  'workspace.read': ['workspace', '+', '.'],
  'workspace.update': ['workspace', '+', 'r'],
  'workspace.delete': ['workspace', '+', 'r'],
  'workspace.lock': ['workspace', '+', 'r'],
  'workspace.unlock': ['workspace', '+', 'r'],
  'workspace.force-unlock': ['workspace', '+', 'r'],
  'workspace.manage-access': ['workspace', '-', 'r'],
  'workspace.manage-consumers': ['workspace', '-', 'r'],
  'workspace.share-state': ['workspace', '-', 'r'],
  'workspace.move': ['workspace', '-', 'r'],
  'workspace.move-here': ['project', '+', 'r'],

  'state-version.list': ['workspace', '+', 'r'],
  'state-version.read': ['workspace', '+', 'r'],
  'state-version.read-outputs': ['workspace', '+', 'r'],
  'state-version.create': ['workspace', '+', 'r', 'user team'],
  'state-version.rollback': ['workspace', '+', 'r', 'user team'],
  'state-version.compare': ['workspace', '+', 'r'],
  'state-version.manage-backing-data': ['organization', '+', 'r'],
  'resource.search': ['workspace', '+', 'r'],

  'run.read': ['workspace', '+', '.'],
  'run.create': ['workspace', '+', 'r'],

  'variable.read': ['workspace', '+', 'r'],
  'variable.write': ['workspace', '+', 'r'],
  'variable-set.read': ['project', '+', 'r'],
  'variable-set.manage': ['project', '+', 'r'],
  'webhook.manage': ['workspace', '-', 'r'],
  'webhook.manage-organization': ['organization', '-', 'r'],
  'webhook.manage-project': ['project', '-', 'r'],
  'webhook.manage-team': ['organization', '-', 'r'],
};

describe('actions, their tokens and their records', () => {
  test('none is left out', () => {
    expect(Object.keys(table)).toEqual(Object.keys(actions));
    expect([...notWhenNarrowed, ...unrecordedWhenDenied].filter((name) => !(name in table))).toEqual([]);
  });

  test.each(Object.keys(table) as Action[])('%s', (action) => {
    const [on, narrowed, denied, tokens] = table[action];
    const rule: Rule = actions[action];
    expect(rule.on).toBe(on);
    expect(notWhenNarrowed.has(action)).toBe(narrowed === '-');
    expect(unrecordedWhenDenied.has(action)).toBe(denied === '.');
    expect(rule.tokens).toEqual(tokens?.split(' '));
  });
});
