import { expect, test } from 'vitest';
import {
  checkedParts,
  checkedValue,
  mostBytesTogether,
  mostValueBytes,
  mostVariables,
  requireRoom,
} from '../../../src/state/variables/variable-rules.js';
import type { GivenVariable, VariableParts } from '../../../src/state/variables/variable-rules.js';
import { mostBytesOfResponse, ValueBudget } from '../../../src/state/variables/variable.store.js';

const seen: VariableParts = { key: 'region', category: 'terraform', description: 'd', hcl: false, sensitive: false };
const secret: VariableParts = { ...seen, sensitive: true };

test('what is absent or null stays as it is', () => {
  expect(checkedParts({}, seen)).toEqual(seen);
  expect(checkedParts({ key: null, category: null, description: null, hcl: null, sensitive: null }, secret)).toEqual(
    secret,
  );
  expect(checkedParts({ description: '', hcl: true, category: 'env' }, seen)).toEqual({
    ...seen,
    ...{ description: '', hcl: true, category: 'env' },
  });
});

test.each<[GivenVariable, VariableParts, string, string]>([
  [{ key: '' }, seen, 'key', "Key can't be blank"],
  [{ key: ' ' }, seen, 'key', "Key can't be blank"],
  [{ key: 'k'.repeat(129) }, seen, 'key', 'key must have at most 128 characters and no control characters'],
  [{ key: 'a\nb' }, seen, 'key', 'key must have at most 128 characters and no control characters'],
  [{ key: 'a=b', category: 'env' }, seen, 'key', 'key of an environment variable must not contain "="'],
  // Also where it only becomes one.
  [{ category: 'env' }, { ...seen, key: 'a=b' }, 'key', 'key of an environment variable must not contain "="'],
  [
    { description: 'd'.repeat(513) },
    seen,
    'description',
    'description must have at most 512 characters and no control characters but tabs and line ends',
  ],
  [{ sensitive: false }, secret, 'sensitive', 'sensitive can only be set to false together with a new value'],
])('%.60j of %j is refused', (given, before, field, message) => {
  expect(() => checkedParts(given, before)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', field: [field], message }),
  );
});

test.each<[GivenVariable, VariableParts]>([
  [{ key: 'k'.repeat(128), description: 'd'.repeat(512) }, seen],
  [{ key: 'a=b' }, seen],
  [{ sensitive: false, value: '' }, secret],
  [{ sensitive: true }, seen],
])('%.60j of %j is taken', (given, before) => {
  expect(checkedParts(given, before)).toMatchObject({ key: given.key ?? before.key });
});

test('a value is measured in bytes', () => {
  expect(checkedValue('é'.repeat(mostValueBytes / 2))).toHaveLength(mostValueBytes);
  const message = `value must have at most ${mostValueBytes} bytes`;
  const refused: unknown = expect.objectContaining({ code: 'INVALID_INPUT', field: ['value'], message });
  expect(() => checkedValue('é'.repeat(mostValueBytes / 2 + 1))).toThrow(refused);
});

test('half a character is refused, since it could not be given back', () => {
  expect(() => checkedValue('a\ud800')).toThrow('value must be valid Unicode');
  expect(checkedValue('\u{1f600}').toString()).toBe('\u{1f600}');
});

test('a workspace has room for so many variables, and so many bytes of values', () => {
  const room = (variableCount: number, variableBytes: number) => () => {
    requireRoom({ variableCount, variableBytes });
  };
  expect(room(mostVariables, mostBytesTogether)).not.toThrow();
  expect(room(mostVariables + 1, 0)).toThrow(`At most ${mostVariables} variables are allowed`);
  expect(room(1, mostBytesTogether + 1)).toThrow(
    `value must leave the values together at most ${mostBytesTogether} bytes`,
  );
});

test('a response has room for so many bytes of values', () => {
  const budget = new ValueBudget();
  budget.take(mostBytesOfResponse);
  budget.take(0);
  expect(() => {
    budget.take(1);
  }).toThrow(expect.objectContaining({ code: 'CONTENT_TOO_LARGE' }));
});
