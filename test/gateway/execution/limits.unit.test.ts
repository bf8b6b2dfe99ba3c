import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  checkShape,
  checkSource,
  defaultLimits,
  fragmentsOf,
  limitsOfStrangers,
  overLimit,
} from '../../../src/gateway/execution/limits.js';
import type { OperationLimits } from '../../../src/gateway/execution/limits.js';

const none: OperationLimits = {
  ...{
    characters: 0,
    tokens: 0,
    operations: 0,
    depth: 0,
    fields: 0,
    aliases: 0,
    name: 0,
    directives: 0,
    cost: 0,
    schema: 0,
    text: 0,
  },
};
const plenty: OperationLimits = {
  ...defaultLimits,
  operations: 1_000,
  fields: 1_000_000,
  aliases: 1_000,
  directives: 1_000,
};

test('a limit that is passed is named, with what was asked', () => {
  const error = overLimit('depth', 7, 5);
  expect(error.message).toBe('The operation exceeds the limit of depth: 7 where 5 are allowed');
  expect(error.extensions).toEqual({ code: 'LIMIT_EXCEEDED', limit: 'depth', asked: 7, most: 5 });
});

test('strangers have the tighter one of each limit, and the same costs', () => {
  const ofStrangers = {
    characters: 16_384,
    tokens: 500,
    operations: 5,
    depth: 16,
    fields: 250,
    aliases: 20,
    directives: 20,
  };
  const costs = { name: 255, cost: 10_000, schema: 40_000, text: 67_108_864 };
  expect(limitsOfStrangers(defaultLimits)).toEqual({ ...ofStrangers, ...costs });
  expect(limitsOfStrangers(none)).toEqual(none);
  const wide = {
    characters: 1e9,
    tokens: 1e9,
    operations: 1e9,
    depth: 1e9,
    fields: 1e9,
    aliases: 1e9,
    directives: 1e9,
  };
  const others = { name: 4, cost: 1, schema: 2, text: 3 };
  expect(limitsOfStrangers({ ...wide, ...others })).toEqual({ ...ofStrangers, ...others });
});

describe('the shape of a document', () => {
  type Counted = Pick<OperationLimits, 'depth' | 'fields' | 'aliases' | 'directives'>;
  test.each<[string, Counted]>([
    // document                                    depth, fields, aliases, directives
    ['{ a }', counts(1, 1, 0, 0)],
    ['{ a b c }', counts(1, 3, 0, 0)],
    ['{ a { b { c } } d }', counts(3, 4, 0, 0)],
    ['{ x: a y: b { z: c } }', counts(2, 3, 3, 0)],
    ['query @d { a @d @d { b @d } }', counts(2, 2, 0, 4)],
    ['{ ... { a } ... @d { b { c } } }', counts(2, 3, 0, 1)],
    ['{ ...F @d a } fragment F on Q { b { x: c } }', counts(2, 3, 1, 1)],
    ['{ ...F ...F } fragment F on Q @d { b @d }', counts(1, 2, 0, 4)],
    ['{ a { ...F } } fragment F on Q { ...G } fragment G on Q { b }', counts(2, 2, 0, 0)],
    // Fragments that nobody asks for, that there are not, and that go round.
    ['{ a } fragment F on Q { x: b { c { d @d } } }', counts(3, 3, 1, 1)],
    ['{ a ...Missing }', counts(1, 1, 0, 0)],
    ['{ a ...F } fragment F on Q { b ...F }', counts(1, 2, 0, 0)],
    // The largest of several operations in each.
    ['query A { a { b } } query B { x: a @d c d }', counts(2, 3, 1, 1)],
    ['type T { a: Int }', counts(0, 0, 0, 0)],
  ])('%s', (text, has) => {
    const document = parse(text);
    const of = { ...plenty, ...has };
    expect(checkShape(document, of)).toBeNull();
    for (const limit of ['depth', 'fields', 'aliases', 'directives'] as const) {
      if (has[limit] === 0) continue;
      const error = checkShape(document, { ...of, [limit]: has[limit] - 1 });
      expect(error?.extensions).toMatchObject({ limit, asked: has[limit], most: has[limit] - 1 });
    }
  });

  function counts(depth: number, fields: number, aliases: number, directives: number): Counted {
    return { depth, fields, aliases, directives };
  }

  test.each([
    ['of an alias', '{ a { boats: b } }', 5],
    ['of an alias in a fragment', 'query Q { ...F } fragment F on Q { b { boats: c } }', 5],
    ['of an alias in a condition', '{ ... on Q { boats: c } }', 5],
    ['of a fragment', '{ a } fragment Boats on Q { a }', 5],
    ['of an operation', 'query A { a } query Boats { a }', 5],
    // Of these the schema knows, or nothing comes back.
    ['of nothing that comes back', '{ boats(of: $boats) }', 0],
  ])('the longest name that it makes up is that %s', (_name, text, characters) => {
    const document = parse(text);
    expect(checkShape(document, { ...plenty, name: characters })).toBeNull();
    if (characters === 0) return;
    const error = checkShape(document, { ...plenty, name: characters - 1 });
    expect(error?.extensions).toMatchObject({ limit: 'name', asked: characters, most: characters - 1 });
  });

  test('has so many operations; fragments are none', () => {
    const document = parse('query A { a } query B { a } fragment F on Q { a }');
    expect(checkShape(document, { ...plenty, operations: 2 })).toBeNull();
    expect(checkShape(document, { ...plenty, operations: 1 })?.extensions).toMatchObject({
      limit: 'operations',
      asked: 2,
      most: 1,
    });
  });

  test('its fragments are known by name', () => {
    const fragments = fragmentsOf(parse('query Q { a } fragment F on Q { a } fragment G on Q { b }'));
    expect([...fragments.keys()]).toEqual(['F', 'G']);
  });
});

describe('the text of a document', () => {
  const limits = { ...defaultLimits, characters: 2_000, tokens: 3 };
  const deep = (open: string, close: string, levels = 257) => open.repeat(levels) + close.repeat(levels);
  const nested = { limit: 'depth', asked: 'more', most: 16 };
  const commented = { limit: 'tokens', asked: 'more', most: 3 };

  test.each<[string, string, object | null]>([
    ['of so many characters', 'a'.repeat(2_000), null],
    ['of one more', 'a'.repeat(2_001), { limit: 'characters', asked: 2_001, most: 2_000 }],
    ...(['{}', '()', '[]'].flatMap(([open = '', close = '']) => [
      [`of 256 levels of ${open}`, deep(open, close, 256), null],
      [`of 257 levels of ${open}`, deep(open, close), nested],
      [`of many ${open} one after the other`, `${open}${close}`.repeat(900), null],
      [`of ${open} in a text`, `"${open.repeat(300)}"`, null],
      [`of ${open} in a block`, `"""${open.repeat(300)}"""`, null],
      [`of ${open} in a comment`, `#${open.repeat(300)}`, null],
      [`of ${open} after a text`, `"x"${open.repeat(257)}`, nested],
      [`of ${open} after a block`, `"""x"""${open.repeat(257)}`, nested],
      [`of ${open} after a comment`, `#x\n${open.repeat(257)}`, nested],
    ]) satisfies [string, string, object | null][]),
    ['of three comments', '#\n#\n#', null],
    ['of four comments', '#\n#\r#\n#', commented],
    ['of signs of comments in a comment', '######', null],
    ['of signs of comments in a text', '"######"', null],
    // What ends a text, and what does not.
    ['with a quote that is escaped', `"\\"${'{'.repeat(300)}"`, null],
    ['with a backslash that is escaped', `"\\\\"${'{'.repeat(257)}`, nested],
    ['with a text that ends with its line', `"x\n${'{'.repeat(257)}`, nested],
    ['with a text that ends with its line, as some write it', `"x\r${'{'.repeat(257)}`, nested],
    ['with a text that never ends', `"${'{'.repeat(300)}`, null],
    ['with a block over lines', `"""x\n${'{'.repeat(300)}"""`, null],
    ['with quotes in a block', `"""x"${'{'.repeat(300)}""y"""`, null],
    ['with a block that is escaped', `"""\\"""${'{'.repeat(300)}"""`, null],
    ['with a backslash in a block', `"""\\"""" ${'{'.repeat(257)}`, null],
    ['with a backslash before a letter in a block', `"""\\n"""${'{'.repeat(257)}`, nested],
    ['with an empty text', `""${'{'.repeat(257)}`, nested],
    ['with an empty block', `""""""${'{'.repeat(257)}`, nested],
    ['with a block that never ends', `"""${'{'.repeat(300)}`, null],
    ['that ends in a backslash', '"\\', null],
    ['with a line end after a text', `"${'{'.repeat(300)}"\n`, null],
    ['with a line end before a comment', `a\n#${'{'.repeat(300)}\na`, null],
    ['with letters between its levels', '{a '.repeat(257), nested],
    ['of nothing', '', null],
  ])('%s', (_, source, over) => {
    expect(checkSource(source, limits)?.extensions ?? null).toEqual(over && { code: 'LIMIT_EXCEEDED', ...over });
  });
});
