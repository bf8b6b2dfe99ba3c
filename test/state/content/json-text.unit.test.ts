import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalText, parseTree } from '../../../src/state/comparison/json-tree.js';
import { compactJson } from '../../../src/state/content/json-text.js';

test('compacting takes space between tokens and nothing else', () => {
  expect(compactJson(' { "a b" : [ 1.50 , "x \\" : [ 1 ]" , 12345678901234567890 ] }\n')).toBe(
    '{"a b":[1.50,"x \\" : [ 1 ]",12345678901234567890]}',
  );
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(1, 2, '\t'), (text, indent) => {
      const value: unknown = JSON.parse(text);
      expect(compactJson(JSON.stringify(value, null, indent))).toBe(JSON.stringify(value));
    }),
  );
});

test('a tree is the value, with its members in order', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), fc.constantFrom(0, 2), (text, indent) => {
      const value: unknown = JSON.parse(text);
      expect(JSON.parse(canonicalText(parseTree(JSON.stringify(value, null, indent))))).toStrictEqual(value);
    }),
  );
  expect(canonicalText(parseTree('{"b":1.0,"a":12345678901234567890,"b":"\\u0041"}'))).toBe(
    '{"a":12345678901234567890,"b":"A"}',
  );
});

test('strings of many megabytes are no trouble', () => {
  const text = JSON.stringify({ a: 'x\\"'.repeat(4_000_000) });
  expect(compactJson(text)).toBe(text);
  expect(canonicalText(parseTree(text))).toBe(text);
});
