import { expect, test } from 'vitest';
import { placeholders } from '../../../src/platform/database/placeholders.js';

test.each([
  ['SELECT 1', 'SELECT 1', []],
  ['a = ? AND b = ?', 'a = $1 AND b = $2', [1, 2]],
  ['a = ?2 AND b = ?1 AND c = ?2', 'a = $2 AND b = $1 AND c = $2', [2, 1, 2]],
  ['a = ?3 AND b = ?', 'a = $3 AND b = $4', [3, 4]],
  ["a = '?' AND b = ?", "a = '?' AND b = $1", [1]],
  ["a = 'it''s ?' AND b = ?", "a = 'it''s ?' AND b = $1", [1]],
  ['"a?" = ? AND "b""?" = ?', '"a?" = $1 AND "b""?" = $2', [1, 2]],
  ['a = ? -- why?\nAND b = ?', 'a = $1 -- why?\nAND b = $2', [1, 2]],
  ['a = ? /* ? ? */ AND b = ?', 'a = $1 /* ? ? */ AND b = $2', [1, 2]],
])('%s', (sql, written, positions) => {
  expect(placeholders(sql, (position) => `$${position}`)).toEqual({ sql: written, positions });
});
