import { expect, test } from 'vitest';
import { trimmed } from '../../src/platform/trimmed.js';

test.each([
  ['/a/b/', 'a/b'],
  ['///a//b///', 'a//b'],
  ['a', 'a'],
  ['', ''],
  ['////', ''],
])('%j without slashes at its ends is %j', (text, rest) => {
  expect(trimmed(text, '/')).toBe(rest);
});

test('takes no longer for many slashes in the middle', () => {
  const text = `a${'/'.repeat(5_000_000)}b`;
  expect(trimmed(text, '/')).toBe(text);
});
