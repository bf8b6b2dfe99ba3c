import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonOf, jsonText, RawJson } from '../../../src/platform/graphql/raw-json.js';
import type { SplicedJson } from '../../../src/platform/graphql/raw-json.js';

async function sent(text: string | SplicedJson): Promise<string> {
  if (typeof text === 'string') return text;
  const chunks: Buffer[] = [];
  for await (const chunk of text.stream()) chunks.push(Buffer.from(chunk as Uint8Array));
  const bytes = Buffer.concat(chunks);
  expect(bytes).toHaveLength(text.size);
  return bytes.toString('utf8');
}

/** The text kept apart, in chunks that are cut anywhere. */
function apart(text: string, chunkBytes: number): RawJson {
  const bytes = Buffer.from(text);
  async function* open() {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      await Promise.resolve();
      yield bytes.subarray(at, at + chunkBytes);
    }
  }
  return new RawJson({ size: bytes.length, open });
}

interface Tree {
  /** What is made into text. */
  readonly given: unknown;
  /** What it must read as. */
  readonly meant: unknown;
}

const leaf = fc.oneof(
  fc.jsonValue().map((value): Tree => ({ given: value, meant: value })),
  fc.jsonValue().map((value): Tree => ({ given: new RawJson(JSON.stringify(value)), meant: value })),
  fc
    .tuple(fc.jsonValue(), fc.integer({ min: 1, max: 9 }))
    .map(([value, bytes]): Tree => ({ given: apart(JSON.stringify(value), bytes), meant: value })),
);

const trees = fc.letrec<{ tree: Tree; list: Tree; object: Tree }>((tie) => ({
  tree: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('object')),
  list: fc.array(tie('tree'), { maxLength: 4 }).map((all) => ({
    given: all.map(({ given }) => given),
    meant: all.map(({ meant }) => meant),
  })),
  object: fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }).map((all) => ({
    given: Object.fromEntries(Object.entries(all).map(([name, { given }]) => [name, given])),
    meant: Object.fromEntries(Object.entries(all).map(([name, { meant }]) => [name, meant])),
  })),
}));

describe('JSON text in an answer', () => {
  test.each([
    ['longer', '"abcd"', '"ab"'],
    ['shorter', '"ab"', '"abcd"'],
  ])(
    'that has become %s than was said is not sent: what follows would be taken for something else',
    async (_how, now, said) => {
      const { content } = apart(now, 2);
      if (typeof content === 'string') throw new Error('it is at hand');
      const text = jsonText({ given: new RawJson({ size: said.length, open: () => content.open() }) });
      await expect(sent(text)).rejects.toThrow('has changed while it was sent');
    },
  );

  test('is where its value was, whatever is around it', async () => {
    await fc.assert(
      fc.asyncProperty(trees.tree, async ({ given, meant }) => {
        expect(JSON.parse(await sent(jsonText({ given })))).toEqual(JSON.parse(JSON.stringify({ given: meant })));
      }),
    );
  });

  test('keeps every digit and its own spelling', async () => {
    const text = '{"id": 12345678901234567890, "e": 1e400, "s": "\\u00e5", "zero": -0.0}';
    for (const raw of [new RawJson(text), apart(text, 7)]) {
      expect(await sent(jsonText({ a: [raw, raw] }))).toBe(`{"a":[${text},${text}]}`);
    }
  });

  test('of millions of characters comes in pieces, none of which cuts a character', async () => {
    const value = '😀'.repeat(200_000);
    const text = jsonText({ a: new RawJson(JSON.stringify(` ${value}`)), b: 'ü' });
    if (typeof text === 'string') throw new Error('one text of it all');
    for await (const chunk of text.stream()) {
      const bytes = Buffer.from(chunk as Uint8Array);
      expect(bytes.length).toBeLessThan(300_000);
      expect(bytes.toString('utf8')).not.toContain('\uFFFD');
    }
    expect(JSON.parse(await sent(text))).toEqual({ a: ` ${value}`, b: 'ü' });
  });

  test('takes no text for a place: not one that an earlier answer used, nor one that looks like it', async () => {
    // What a value would have to be: seen from inside the making of another text.
    let place = '';
    const spy = { toJSON: () => (place = String(new RawJson('1').toJSON())) };
    await sent(jsonText([new RawJson('0'), spy]));
    expect(place).toMatch(/^[0-9a-f-]{36}-1$/);
    const forged = { [place]: place, zero: place.replace(/1$/, '0'), raw: new RawJson('[7]') };
    expect(JSON.parse(await sent(jsonText(forged)))).toEqual({ ...forged, raw: [7] });
  });

  test('fails the answer when it cannot be read, instead of ending it early', async () => {
    function open(): AsyncIterable<Uint8Array> {
      throw new Error('gone');
    }
    const text = jsonText({ a: new RawJson({ size: 10, open }) });
    await expect(sent(text)).rejects.toThrow('gone');
  });

  test('elsewhere is its value, or no value at all', () => {
    expect(JSON.stringify({ a: new RawJson('[1]') })).toBe('{"a":[1]}');
    expect(() => JSON.stringify(apart('[1]', 1))).toThrow('jsonText');
  });
});

describe('JSON text of the database', () => {
  test.each([
    ['{"root":{"aws-vpc":1}}', { root: { 'aws-vpc': 1 } }],
    ['"text"', 'text'],
    ['null', null],
    ['123456789012345', 123_456_789_012_345],
  ])('%s is parsed', (text, value) => {
    expect(jsonOf(text)).toEqual(value);
  });

  test.each(['12345678901234567', '0.30000000000000004', '1e400', '[1E-400]', JSON.stringify('x'.repeat(10_000))])(
    '%.40s goes as it is',
    (text) => {
      expect(jsonOf(text)).toBeInstanceOf(RawJson);
      expect(jsonText({ a: jsonOf(text) })).toBe(`{"a":${text}}`);
    },
  );
});
