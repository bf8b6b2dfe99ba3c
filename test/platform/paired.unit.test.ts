import { expect, test } from 'vitest';
import { paired } from '../../src/platform/paired.js';

test('pairs end with the shorter of both', () => {
  expect([...paired(['a', 'b'], [1, 2])]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect([...paired(['a', 'b'], [1])]).toEqual([['a', 1]]);
  expect([...paired([], [1])]).toEqual([]);
});
