import { expect, test } from 'vitest';
import { defaultPolicy, policyName, readPolicyNames, rootPolicy } from '../../../src/identity/policies/policy-name.js';

test('two policies have names of their own', () => {
  expect([rootPolicy, defaultPolicy]).toEqual(['root', 'default']);
});

test.each([
  ['a', 'a'],
  ['7', '7'],
  [' Ops.team_1-b ', 'ops.team_1-b'],
  ['n'.repeat(128), 'n'.repeat(128)],
])('%.20j is kept as %.20s', (given, name) => {
  expect(policyName(given, ['name'])).toBe(name);
});

test.each(['', ' ', '-a', '.a', '_a', 'a b', 'a/b', 'a!', '!a', 'ä', 'n'.repeat(129)])('%.20j is no name', (given) => {
  const rule = 'must have 1 to 128 characters, each a letter, a digit, "-", "_" or ".", the first a letter or a digit';
  expect(() => policyName(given, ['input', 'name'])).toThrow(
    expect.objectContaining({
      ...{ code: 'INVALID_INPUT', message: `the name of a policy ${rule}`, field: ['input', 'name'] },
    }),
  );
});

test.each([
  ['["a","b"]', ['a', 'b']],
  ['["a",1,null]', ['a']],
  ['{"a":"b"}', []],
  ['"root"', []],
  ['null', []],
])('a column of %s names %j', (text, names) => {
  expect(readPolicyNames(text)).toEqual(names);
});
