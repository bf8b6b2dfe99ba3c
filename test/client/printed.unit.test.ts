import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { printed } from '../../src/client/printed.js';

const root = fileURLToPath(new URL('../../graphql', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.graphql') && file.includes(path.sep),
);

/** What it means: where it stood and whether a string was a block do not count. */
const meaning = (text: string): unknown =>
  JSON.parse(JSON.stringify(parse(text, { noLocation: true })), (key, value: unknown) =>
    key === 'block' ? undefined : value,
  );

const same = (text: string) => {
  expect(meaning(printed(parse(text)))).toEqual(meaning(text));
};

test.each(files)('%s means the same after it', (file) => {
  same(readFileSync(path.join(root, file), 'utf8'));
});

test.each([
  '{ a }',
  'query ($a: [Int!]! = [1, 2] @d, $b: In = {a: {b: null}, c: [E, 1.5e3, true]}) @x(a: "q\\"") { b: a(x: $a, y: "", z: {}) @skip(if: $b) { ... @include(if: true) { c } ...F @d ... on T { d } } }',
  'mutation M { a(text: """\n  block \\""" and\n    "quotes"\n  """) }',
  'subscription S { a } fragment F on T @d { __typename }',
])('%s means the same after it', same);

test('a string keeps each character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      same(`{ a(b: ${JSON.stringify(value)}) }`);
    }),
  );
});

test('what no operation holds is refused', () => {
  expect(() => printed(parse('type T { a: Int }'))).toThrow('No operation or fragment holds ObjectTypeDefinition');
  expect(() => printed(null)).toThrow(TypeError);
});
