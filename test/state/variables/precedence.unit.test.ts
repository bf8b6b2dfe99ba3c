import { expect, test } from 'vitest';
import { effective } from '../../../src/state/variables/precedence.js';
import type { Origin, Scope } from '../../../src/state/variables/precedence.js';

const of = (name: string, ...scopes: Scope[]) => ({ name, scopes });
const set = (
  { name, scopes }: { name: string; scopes: readonly Scope[] },
  owner: 'organization' | 'project' = 'organization',
  priority = false,
): Origin => ({ set: { id: name, name, scopes, priority, ownedByProject: owner === 'project' } });

/** In the order that Terraform Enterprise documents; the command line stands where the workspace itself is. */
const places: readonly (readonly [string, Origin])[] = [
  ['priority, global', set(of('n', 'global'), 'organization', true)],
  ['priority, of the project, by the organization', set(of('n', 'project'), 'organization', true)],
  ['priority, of the workspace, by the organization', set(of('n', 'workspace'), 'organization', true)],
  ['priority, of the project, by the project', set(of('n', 'project'), 'project', true)],
  ['priority, of the workspace, by the project', set(of('n', 'workspace'), 'project', true)],
  ['the workspace itself', { set: null }],
  ['of the workspace, by the project', set(of('n', 'workspace'), 'project')],
  ['of the project, by the project', set(of('n', 'project'), 'project')],
  ['of the workspace, by the organization', set(of('n', 'workspace'))],
  ['of the project, by the organization', set(of('n', 'project'))],
  ['global', set(of('n', 'global'))],
];

const region = (value: string) => ({ key: 'region', category: 'terraform', value });

test.each(places.map(([name], index) => [name, index] as const))('%s comes before all that follow', (name, index) => {
  const given = places.slice(index).map(([value, origin]) => [region(value), origin] as const);
  expect(effective(given.toReversed())).toEqual([region(name)]);
});

test('a set that is for a workspace in several ways counts by the best of them', () => {
  const both = set(of('b', 'global', 'workspace'));
  expect(
    effective([
      [region('own'), set(of('a', 'project'))],
      [region('both'), both],
    ]),
  ).toEqual([region('both')]);
});

test('of two at the same place the first by name counts', () => {
  const given = (name: string) => [region(name), set(of(name, 'project'))] as const;
  expect(effective([given('b'), given('a'), given('B')])).toEqual([region('B')]);
});

test('keys and categories are apart, in order', () => {
  const variable = (key: string, category: string) => ({ key, category });
  const given = [variable('b', 'env'), variable('a', 'terraform'), variable('b', 'terraform'), variable('a', 'env')];
  expect(effective(given.map((each) => [each, { set: null }] as const))).toEqual([
    ...[variable('a', 'env'), variable('a', 'terraform'), variable('b', 'env'), variable('b', 'terraform')],
  ]);
});
