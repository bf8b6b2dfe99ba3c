import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/gateway/admission/json.js';
import { badShape, deepest, mostValues, nestsTooDeep } from '../../../src/gateway/admission/json-shape.js';

/** Values as parsing makes them, names of members among them, and how deep they lie. */
function measured(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const inner = Object.values(value).map(measured);
  const names = Array.isArray(value) ? 0 : inner.length;
  return {
    values: 1 + names + inner.reduce((sum, { values }) => sum + values, 0),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

const refusal = (text: string) => {
  try {
    parseJson(Buffer.from(text));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('the shape of a document', () => {
  test('is never taken for smaller than it is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const { values } = measured(JSON.parse(text));
        // A list or an object is counted where it opens and where it stands: at most three for one.
        const bytes = Buffer.from(text);
        for (let most = 1; most < values / 2; most += 1) expect(badShape(bytes, most)).toBe('many');
        expect(badShape(bytes, 3 * values)).toBeNull();
      }),
    );
  });

  test.each([
    ['lists', '['.repeat(deepest + 1) + ']'.repeat(deepest + 1), 'deep'],
    ['objects', '{"a":'.repeat(deepest + 1) + '1' + '}'.repeat(deepest + 1), 'deep'],
    ['lists with words between', '[true,null,'.repeat(deepest + 1), 'deep'],
    ['lists that never end', '['.repeat(1_000_000), 'deep'],
    ['lists as deep as may be', '['.repeat(deepest) + ']'.repeat(deepest), null],
    ['one after the other', `[${Array.from({ length: 1_000 }, () => '[]').join()}]`, null],
    ['empty objects', `[${'{},'.repeat(mostValues)}{}]`, 'many'],
    ['numbers', `[${'1,'.repeat(mostValues)}1]`, 'many'],
    ['members', `{${'"a":1,'.repeat(mostValues)}"a":1}`, 'many'],
    ['brackets in a text', JSON.stringify('[{,:'.repeat(1_000_000)), null],
    ['quotes in a text', JSON.stringify('"[\\'.repeat(1_000_000)), null],
    ['a text that never ends', `"${'['.repeat(1_000)}`, null],
    ['a text that ends in a backslash', '"\\', null],
  ])('%s', (_what, text, expected) => {
    expect(badShape(Buffer.from(text))).toBe(expected);
  });
});

test.each([
  ['[[['.repeat(40), 'The request body is nested too deeply'],
  [`[${'1,'.repeat(mostValues)}1]`, 'The request body holds more than 200000 values'],
  ['{"a":', 'The request body is not valid JSON'],
  ['{"a":1}', null],
  [' ', null],
])('a document is refused before it is parsed: %#', (text, expected) => {
  expect(refusal(text)).toBe(expected);
});

describe('values are counted, names of members among them', () => {
  test.each<[string, number]>([
    ['"a"', 1],
    ['[]', 2],
    ['{}', 2],
    ['[1]', 2],
    ['[1,2]', 3],
    ['{"a":1}', 3],
    ['{"a":1,"b":[2,{"c":3}]}', 9],
    ['"[{,:"', 1],
    ['"\\"[{,:"', 1],
    ['["\\\\",1]', 3],
    ['["",""]', 3],
    [' [ 1 , 2 ] ', 3],
    ['"ends', 1],
    ['"ends\\', 1],
  ])('%s has %i', (text, count) => {
    expect(badShape(Buffer.from(text), count)).toBeNull();
    expect(badShape(Buffer.from(text), count - 1)).toBe('many');
  });

  test('a text ends where its quote is, however long it is and whatever stands in it', () => {
    const piece = fc.constantFrom('"', '\\', '\\\\"', '[', ',', 'x'.repeat(61), 'x'.repeat(63), 'x'.repeat(64), 'é');
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        const bytes = Buffer.from(JSON.stringify(texts));
        const cut = bytes.subarray(0, -2);
        expect(badShape(bytes, texts.length + 1)).toBeNull();
        expect(badShape(bytes, texts.length)).toBe('many');
        expect(badShape(cut, texts.length + 1)).toBeNull();
      }),
    );
  });

  test.each([
    ['[', ']'],
    ['{', '}'],
  ])('levels of %s are counted where they are open', (open, close) => {
    const nested = (levels: number) => Buffer.from(open.repeat(levels) + close.repeat(levels));
    expect([badShape(nested(deepest)), badShape(nested(deepest + 1))]).toEqual([null, 'deep']);
    expect(badShape(Buffer.from(`[${`${open}${close},`.repeat(deepest)}${open}${close}]`))).toBeNull();
    expect(badShape(Buffer.from(`${open}${`"${open}",`.repeat(deepest)}`))).toBeNull();
  });

  test('of a value too', () => {
    const nested = (levels: number, wrap: (inner: unknown) => unknown) =>
      Array.from({ length: levels }).reduce<unknown>((inner) => wrap(inner), 1);
    for (const wrap of [(inner: unknown) => [null, inner], (inner: unknown) => ({ a: 'x', b: inner })])
      expect([nestsTooDeep(nested(deepest + 1, wrap)), nestsTooDeep(nested(deepest + 2, wrap))]).toEqual([false, true]);
    expect([1, null, 'x', undefined, []].map(nestsTooDeep)).toEqual([false, false, false, false, false]);
  });
});
