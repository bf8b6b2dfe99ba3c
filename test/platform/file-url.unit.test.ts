import { expect, test } from 'vitest';
import { pathOfFileUrl } from '../../src/platform/file-url.js';
import { OperatorError } from '../../src/platform/operator-error.js';

test.each([
  ['file:/var/objects', '/var/objects'],
  ['file:///var/objects', '/var/objects'],
  ['file://localhost/var/objects', '/var/objects'],
  ['file:objects', 'objects'],
  ['file:./objects', './objects'],
  ['file:/var/ob%20j', '/var/ob j'],
  ['file:///var/ob%20j', '/var/ob j'],
  ['file:/var/ob j', '/var/ob j'],
  ['file:/var/100%25', '/var/100%'],
  ['file:/var/a%23b%3Fc%2Bd', '/var/a#b?c+d'],
  ['file:/var/%C3%A4', '/var/ä'],
])('%s is %s', (url, path) => {
  expect(pathOfFileUrl(url)).toBe(path);
});

test.each([
  'file:',
  'file:/var/100%',
  'file:/var/%zz',
  'file:/var/%FF',
  'file:/a%00b',
  'file:///var/%',
  'file:/var/objects?mode=ro',
  'file:///var/objects?mode=ro',
  'file:/var/#1',
  'file://server/var',
  '/var/objects',
])('%s names no path', (url) => {
  expect(() => pathOfFileUrl(url)).toThrow(OperatorError);
});
