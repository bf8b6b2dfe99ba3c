import { expect, test } from 'vitest';
import { madeOfRows } from '../../../src/platform/database/made-of-rows.js';
import { rowReader } from '../../../src/platform/database/row-reader.js';
import { integer, text } from '../../../src/platform/database/columns.js';

test('what is made of the same list is made once, and nobody can change it', () => {
  let times = 0;
  const namesOf = madeOfRows((row) => {
    times += 1;
    return { name: row['name'] };
  });
  const rows = [{ name: 'a' }, { name: 'b' }];
  expect(namesOf(rows)).toEqual([{ name: 'a' }, { name: 'b' }]);
  expect(namesOf(rows)).toBe(namesOf(rows));
  expect(times).toBe(2);
  expect(Object.isFrozen(namesOf(rows)) && namesOf(rows).every((made) => Object.isFrozen(made))).toBe(true);
  expect(namesOf([{ name: 'a' }])).toEqual([{ name: 'a' }]);
  expect(times).toBe(3);
});

test('a row is read by its columns, and one of something else is refused', () => {
  const reader = rowReader<{ name: string; age: number | null }>({ name: text, age: integer.orNull });
  expect(reader.selection('p')).toBe('p."name" AS "name", p."age" AS "age"');
  expect(reader.read({ name: 'Ada', age: 36, more: true })).toEqual({ name: 'Ada', age: 36 });
  expect(reader.read({ name: 'Ada', age: null })).toEqual({ name: 'Ada', age: null });
  expect(() => reader.read({ age: 36 })).toThrow('a column does not hold text');
});
