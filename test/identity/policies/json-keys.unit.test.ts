import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repeatedKey } from '../../../src/identity/policies/json-keys.js';

test('what a parser keeps all of has no key twice', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(4), (text, spaces) => {
      const document: unknown = JSON.parse(text);
      expect(repeatedKey(JSON.stringify(document, null, spaces))).toBeNull();
    }),
  );
});

test('a key that is put in twice is found, wherever it is and however it is written', () => {
  const key = fc.string({ minLength: 1 });
  fc.assert(
    fc.property(fc.array(fc.json()), key, fc.json(), (before, name, value) => {
      const spelled = [...name].map((letter) =>
        [...letter].length === 1 && letter.length === 1
          ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
          : letter,
      );
      const twice = `{${JSON.stringify(name)}: ${value}, "${spelled.join('')}" : ${value}}`;
      expect(repeatedKey(`[${[...before, twice].join(',')}]`)).toBe(name);
    }),
  );
});

test('a long text is read in no time', () => {
  expect(repeatedKey(`{"a": "${'\\"'.repeat(100_000)}", "b": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`)).toBeNull();
});
