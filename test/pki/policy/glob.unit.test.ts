import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { globMatches } from '../../../src/pki/policy/glob.js';

describe('patterns', () => {
  test.each([
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['*', 'a.b', true],
    ['a', 'a', true],
    ['a', 'A', false],
    ['a*', 'a', true],
    ['a*', 'abc', true],
    ['a*', 'ba', false],
    ['*a', 'ba', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['ftp*.example.com', 'ftp2.example.com', true],
    ['ftp*.example.com', 'ftp.a.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*b*b*', 'abcb', true],
    ['*b*b*', 'abc', false],
    ['a.c', 'abc', false],
    ['[a]', 'a', false],
    ['a?', 'ab', false],
    ['ab*bc', 'abc', false],
  ])('%j matches %j: %s', (pattern, text, matches) => {
    expect(globMatches(pattern, text)).toBe(matches);
  });

  test('agree with the regular expression that they stand for', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.'), maxLength: 8 });
    fc.assert(
      fc.property(letters, letters, (pattern, text) => {
        const expression = pattern
          .split('*')
          .map((part) => part.replaceAll('.', '\\.'))
          .join('.*');
        expect(globMatches(pattern, text)).toBe(new RegExp(`^${expression}$`).test(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('no pattern is slow', () => {
    expect(globMatches('*a'.repeat(5000) + '*b', 'a'.repeat(20_000))).toBe(false);
  });
});
