import { expect, test } from 'vitest';
import { madeOfRows } from '../../../src/platform/database/made-of-rows.js';

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

test('each can be made with a look at the one before, in its own list', () => {
  const namesOf = madeOfRows<{ name: unknown; before: unknown }>((row, before) => ({
    ...{ name: row['name'], before: before?.name ?? null },
  }));
  expect(namesOf([{ name: 'a' }, { name: 'b' }]).map(({ before }) => before)).toEqual([null, 'a']);
  expect(namesOf([{ name: 'c' }]).map(({ before }) => before)).toEqual([null]);
});
