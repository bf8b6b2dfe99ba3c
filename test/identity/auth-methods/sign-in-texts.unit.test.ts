import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newMethodPath, overlap, pathOfMethod } from '../../../src/identity/auth-methods/method-path.js';
import { nameOfRole } from '../../../src/identity/auth-methods/role-name.js';
import { ProblemError } from '../../../src/platform/problems.js';

/** Of any characters, and of those that names and paths are likely to have. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom('a', 'Z', '0', '/', '.', '-', '_', '@', '+', '*', ' ', 'İ', 'ß', '\u0301', '\0'),
    maxLength: 20,
  }),
);

test('a name of a role is none, or one segment of a path without wildcards that is itself its own name', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom('userpass', 'cert', 'scep'), (text, type) => {
      const name = nameOfRole(type, text);
      if (name === null) return;
      expect(name).toMatch(/^[^/*\s\p{C}]+$/u);
      expect(['.', '..']).not.toContain(name);
      expect(nameOfRole(type, name)).toBe(name);
    }),
  );
});

test.each([
  ['Alice', 'alice'],
  ['a.b@example.com', 'a.b@example.com'],
  ['Ärger', 'ärger'],
  ['アリス', 'アリス'],
  ['a/b', null],
  ['..', null],
  ['', null],
  ['a b', null],
  ['a\n', null],
  ['x'.repeat(256), null],
])('the user %j is %j', (given, name) => {
  expect(nameOfRole('userpass', given)).toBe(name);
});

test('a path of a method is refused, or has none of the paths below methods in it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const path = pathOr(text);
      if (path === null) return;
      expect(path).toBe(pathOfMethod(text));
      expect(path).toMatch(/^[\w.@-]+(?:\/[\w.@-]+)*$/);
      expect(newMethodPath(path)).toBe(path);
      expect(overlap(path, path)).toBe(true);
      expect(overlap(path, `${path}x`)).toBe(false);
      expect(overlap(`${path}/x`, path)).toBe(true);
    }),
  );
});

function pathOr(text: string): string | null {
  try {
    return newMethodPath(text);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'INVALID_INPUT') return null;
    throw error;
  }
}
