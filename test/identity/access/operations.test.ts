import { describe, expect, test } from 'vitest';
import { notWhenNarrowed, operations, unrecordedWhenDenied } from '../../../src/identity/access/operations.js';
import type { Operation, Rule } from '../../../src/identity/access/operations.js';

/**
 * What a token that has less than its owner may not do (docs/policies.md), and what leaves no record where it is denied.
 *
 *   narrowed   `+` as its owner may, `-` never: it changes an account, an organization, or who may what
 *   denied     `r` recorded, `.` not: looking at records, not at state, and changing nothing
 *   tokens     kinds of token that may, where it is not all of them
 */
const table: Record<Operation, readonly [narrowed: '+' | '-', denied: 'r' | '.', tokens?: string]> = {
  'account.read': ['+', '.'],
  'account.update': ['-', 'r', 'user'],
  'organization.create': ['-', 'r', 'user'],
  'organization.read': ['+', '.'],
  'organization.update': ['-', 'r'],
  'organization.delete': ['-', 'r'],
  'membership.read': ['+', '.'],
  'membership.manage': ['-', 'r'],
  'team.read': ['+', '.'],
  'team.manage': ['-', 'r'],
  'team.manage-organization-access': ['-', 'r'],
  'team.manage-owners': ['-', 'r'],
  'token.manage-own': ['+', 'r', 'user'],
  'token.manage-organization': ['-', 'r'],
  'audit.read': ['+', 'r'],
  'user.manage': ['-', 'r'],

  'project.read': ['+', '.'],
  'project.manage': ['+', 'r'],
  'project.update': ['+', 'r'],
  'project.delete': ['+', 'r'],
  'project.manage-access': ['-', 'r'],
  'tag.read': ['+', '.'],
  'tag.manage': ['+', 'r'],
  'retention.manage-organization': ['+', 'r'],
  'storage.read': ['+', 'r'],
  'storage-quota.manage': ['-', 'r'],

  'workspace.create': ['+', 'r'],
  'workspace.create-shared': ['-', 'r'],
  'workspace.read': ['+', '.'],
  'workspace.update': ['+', 'r'],
  'workspace.delete': ['+', 'r'],
  'workspace.lock': ['+', 'r'],
  'workspace.unlock': ['+', 'r'],
  'workspace.force-unlock': ['+', 'r'],
  'workspace.manage-access': ['-', 'r'],
  'workspace.manage-consumers': ['-', 'r'],
  'workspace.share-state': ['-', 'r'],
  'workspace.move': ['-', 'r'],

  'state-version.list': ['+', 'r'],
  'state-version.read': ['+', 'r'],
  'state-version.read-outputs': ['+', 'r'],
  'state-version.create': ['+', 'r', 'user team'],
  'state-version.rollback': ['+', 'r', 'user team'],
  'state-version.compare': ['+', 'r'],
  'state-version.manage-backing-data': ['+', 'r'],
  'resource.search': ['+', 'r'],

  'run.read': ['+', '.'],
  'run.create': ['+', 'r'],
};

describe('operations, their tokens and their records', () => {
  test('none is left out', () => {
    expect(Object.keys(table)).toEqual(Object.keys(operations));
    expect([...notWhenNarrowed, ...unrecordedWhenDenied].filter((name) => !(name in table))).toEqual([]);
  });

  test.each(Object.keys(table) as Operation[])('%s', (operation) => {
    const [narrowed, denied, tokens] = table[operation];
    const rule: Rule = operations[operation];
    expect(notWhenNarrowed.has(operation)).toBe(narrowed === '-');
    expect(unrecordedWhenDenied.has(operation)).toBe(denied === '.');
    expect(rule.tokens).toEqual(tokens?.split(' '));
  });
});
