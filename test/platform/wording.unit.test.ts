import { expect, test } from 'vitest';
import { inGraphql, inVault, parameter, worded } from '../../src/platform/wording.js';

test('a text spells parameters as each API does', () => {
  const said = worded`${parameter('max_crl_entries')} must be at least ${1}, not ${'max_crl_entries'}`;
  expect(inVault(said)).toBe('max_crl_entries must be at least 1, not max_crl_entries');
  expect(inGraphql(said)).toBe('maxCrlEntries must be at least 1, not max_crl_entries');
});

test('a plain text is the same in both', () => {
  expect([inVault('no_store'), inGraphql('no_store')]).toEqual(['no_store', 'no_store']);
});

test('what is put into a text is taken as it is', () => {
  expect(inGraphql(worded`a \n b ${'\\u0041 ${x}'}`)).toBe('a \n b \\u0041 ${x}');
});
