import path from 'node:path';
import { expect, test } from 'vitest';
import { isWithin } from '../../src/operator/within.js';

test.each([
  ['/data/objects', '/data/objects', true],
  ['/data/objects', '/data/objects/backup', true],
  ['/data/objects', '/data/objects/..backup', true],
  ['/data/objects', '/data/objects-2', false],
  ['/data/objects', '/data', false],
])('within %s is %s: %s', (folder, place, expected) => {
  expect(isWithin(folder, place, path.posix)).toBe(expected);
});

test.each([
  ['C:\\data\\objects', 'C:\\data\\objects\\backup', true],
  ['C:\\data\\objects', 'C:\\backup', false],
  ['C:\\data\\objects', 'D:\\backup', false],
])('on Windows, within %s is %s: %s', (folder, place, expected) => {
  expect(isWithin(folder, place, path.win32)).toBe(expected);
});
