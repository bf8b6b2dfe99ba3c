import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeldAnswers, keyOf } from '../../../src/platform/database/held-answers.js';

const parts = fc.string({ unit: fc.constantFrom('a', '1', '\0', '2') });

test('only the same statement with the same parameters has the same key', () => {
  const asked = fc.tuple(parts, fc.array(parts));
  fc.assert(
    fc.property(asked, asked, ([sql, parameters], [otherSql, others]) => {
      const isSame = JSON.stringify([sql, parameters]) === JSON.stringify([otherSql, others]);
      expect(keyOf(sql, parameters) === keyOf(otherSql, others)).toBe(isSame);
      expect(keyOf(sql, [...parameters])).toBe(keyOf(sql, parameters));
    }),
  );
});

test.each([[1], [null], [true], [new Date(0)], ['a', 1n]])('%j has no key', (...parameters) => {
  expect(keyOf('SELECT 1', parameters)).toBeNull();
});

test('a statement whose key was forgotten gets another one, and no other statement gets that', () => {
  const first = keyOf('SELECT 0', []);
  const keys = Array.from({ length: 5_000 }, (_, at) => keyOf(`SELECT ${at + 1}`, []));
  expect(new Set([first, ...keys]).size).toBe(5_001);
  expect(keys).not.toContain(keyOf('SELECT 0', []));
  expect(keyOf('SELECT 0', [])).toBe(keyOf('SELECT 0', []));
});

test('answers are held at one version, frozen', () => {
  const held = new HeldAnswers<number>();
  const key = keyOf('SELECT 1', ['x']);
  if (key === null) throw new Error('texts have a key');
  held.at(1);
  const rows = held.hold(key, [{ a: 1 }]);
  expect(held.get(key)).toBe(rows);
  expect(() => Object.assign(rows[0] ?? {}, { a: 2 })).toThrow(TypeError);
  held.at(1);
  expect(held.get(key)).toBe(rows);
  held.at(2);
  expect(held.get(key)).toBeUndefined();
});
