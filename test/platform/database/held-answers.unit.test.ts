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

/** A statement of so many characters. */
const statement = (name: string, characters: number) => `SELECT ${name} `.padEnd(characters, '-');

test('the statements that were used longest ago are forgotten, by their length: no other statement gets a key of theirs', () => {
  const used = statement('used', 100);
  const left = statement('left', 100);
  const [keyOfUsed, keyOfLeft] = [keyOf(used, []), keyOf(left, [])];
  const keys = Array.from({ length: 200 }, (_, at) => {
    expect(keyOf(used, [])).toBe(keyOfUsed);
    return keyOf(statement(`long${at}`, 60_000), []);
  });
  expect(new Set([keyOfUsed, keyOfLeft, ...keys]).size).toBe(202);
  const again = keyOf(left, []);
  expect([keyOfUsed, keyOfLeft, ...keys]).not.toContain(again);
  expect(keyOf(left, [])).toBe(again);
});

test('thousands of short statements are kept', () => {
  const keys = Array.from({ length: 5_000 }, (_, at) => keyOf(statement(`short${at}`, 100), []));
  expect(Array.from({ length: 5_000 }, (_, at) => keyOf(statement(`short${at}`, 100), []))).toEqual(keys);
});

test('a very long statement has no key', () => {
  expect(keyOf(statement('x', 64_000), [])).not.toBeNull();
  expect(keyOf(statement('x', 70_000), [])).toBeNull();
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
