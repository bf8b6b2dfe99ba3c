import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnreadableContent } from '../../../src/state/content/problem.js';
import { Capture, SKIP } from '../../../src/state/content/node.js';
import { JsonScanner } from '../../../src/state/content/scanner.js';
import type { Kind, Node } from '../../../src/state/content/node.js';
import { bytes, cut, places } from './bytes.js';

const all = new Capture(Infinity);

/** Rebuilds a document from what the scanner tells when every container is entered. */
class Rebuilt implements Node {
  result: unknown;
  readonly #set: (value: unknown) => void;

  constructor(set?: (value: unknown) => void) {
    this.#set = set ?? ((value) => (this.result = value));
  }

  value(_name: string, kind: Kind): Node | Capture {
    if (kind === 'array') {
      const items: unknown[] = [];
      this.#set(items);
      return new Rebuilt((value) => items.push(value));
    }
    if (kind === 'object') {
      const members: Record<string, unknown> = {};
      this.#set(members);
      return new Members(members);
    }
    return all;
  }

  text(_name: string, text: string | undefined): void {
    this.#set(JSON.parse(text!));
  }
}

class Members implements Node {
  constructor(private readonly members: Record<string, unknown>) {}

  #setter(name: string): Rebuilt {
    return new Rebuilt((value) =>
      Object.defineProperty(this.members, name, { value, enumerable: true, configurable: true, writable: true }),
    );
  }

  value(name: string, kind: Kind): Node | Capture {
    return this.#setter(name).value('', kind);
  }

  text(name: string, text: string | undefined): void {
    this.#setter(name).text('', text);
  }
}

function scanned(chunks: readonly Uint8Array[], node: Node = { value: () => SKIP }): UnreadableContent | undefined {
  const scanner = new JsonScanner(node);
  try {
    for (const chunk of chunks) scanner.write(chunk);
    scanner.end();
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableContent) return error;
    throw error;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const characters = Array.from('{}[]:,"\\/bnu0123456789.-+eEtrufalsn \n\té\u0000');

/** Texts that are JSON, nearly JSON, and not JSON, with the characters that matter. */
const jsonish = fc.oneof(
  fc.json(),
  fc.json({ stringUnit: 'binary' }).map((text) => ` \n\t${text}\r `),
  fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '"', '\\', '}', ']', '{', '0', '-', '.', 'e', '\u0001', '\\u12', 'x'),
    )
    .map(([text, at, extra]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + extra + text.slice(place + (at % 2));
    }),
  fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 }),
);

describe('the scanner', () => {
  test.each([
    '',
    ' ',
    '{}',
    '[]',
    '[',
    '{',
    '}',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{,}',
    '[1,]',
    '[,1]',
    '[1 2]',
    '{"a":1 "b":2}',
    '{a:1}',
    "{'a':1}",
    '0',
    '-0',
    '01',
    '-',
    '1.',
    '.5',
    '1.5',
    '1e',
    '1e+',
    '1e+5',
    '1E-05',
    '1.5e3',
    '+1',
    '--1',
    '0x1',
    '1_0',
    'NaN',
    'Infinity',
    '-Infinity',
    'true',
    'tru',
    'truee',
    'True',
    'null',
    'nul',
    'false',
    'falsy',
    'true false',
    '{} {}',
    '1 1',
    '""',
    '"',
    '"\\"',
    '"\\q"',
    '"\\u00e9"',
    '"\\u00g0"',
    '"\\u00"',
    '"\\ud800"',
    '"\t"',
    '"\n"',
    '"\u007f"',
    '"\u2028"',
    '\ufeff{}',
    '[[]]',
    '[[]',
    '[}',
    '{]',
    '[1}',
    '/**/{}',
    '{"a":1}//',
    '\u00a0{}',
    '\v{}',
    '{"":0}',
    '{"a":{"a":[{"a":[]}]}}',
  ])('agrees with JSON.parse about %j', (text) => {
    expect(scanned([bytes(text)]) === undefined).toBe(parses(text));
  });

  test('accepts what JSON.parse accepts, wherever it is cut', () => {
    fc.assert(
      fc.property(jsonish, places, (text, at) => {
        expect(scanned(cut(bytes(text), at)) === undefined).toBe(parses(text));
      }),
      { numRuns: 5_000 },
    );
  });

  test('tells the same values as JSON.parse, byte by byte and whole', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), places, (text, at) => {
        const node = new Rebuilt();
        expect(scanned(cut(bytes(text), at), node)).toBeUndefined();
        expect(node.result).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test('any bytes end in an answer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), places, (content, at) => {
        const text = Buffer.from(content).toString('utf8');
        const valid = Buffer.from(text, 'utf8').equals(content) && parses(text);
        expect(scanned(cut(content, at)) === undefined).toBe(valid);
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    // bytes of a string                    what is wrong
    [[0xff], 'never a byte of UTF-8'],
    [[0xc3], 'a sequence cut by the quote'],
    [[0xc0, 0x80], 'an overlong form'],
    [[0xed, 0xa0, 0x80], 'a surrogate'],
    [[0xf4, 0x90, 0x80, 0x80], 'beyond U+10FFFF'],
    [[0x80], 'a continuation of nothing'],
    [[0xe2, 0x82], 'two bytes of three'],
  ])('refuses %j: %s', (content) => {
    const text = Uint8Array.from([0x22, ...content, 0x22]);
    for (const chunks of [[text], [...text].map((byte) => Uint8Array.of(byte))]) {
      expect(scanned(chunks)?.problems[0]?.code).toBe('NOT_UTF8');
    }
  });

  test('accepts characters of every length cut at every byte', () => {
    const text = bytes('{"é€😀":"é€😀"}');
    expect(scanned([...text].map((byte) => Uint8Array.of(byte)))).toBeUndefined();
  });

  test.each(['[', '{"a":'])('ends on 100,000 × %j with a clear problem', (open) => {
    const error = scanned([bytes(open.repeat(100_000))]);
    expect(error?.problems).toEqual([
      {
        code: 'TOO_DEEP',
        message: `The content is nested too deeply: more than 1000 levels at byte ${open.length * 1_000}`,
        offset: open.length * 1_000,
      },
    ]);
  });

  test('names the place of the first wrong byte over all chunks', () => {
    const error = scanned([bytes('{"a": 1,'), bytes('  oops}')]);
    expect(error?.problems).toEqual([
      { code: 'NOT_JSON', message: 'The content is not valid JSON: unexpected character at byte 10', offset: 10 },
    ]);
  });

  test('captures nothing above the limit, and goes on behind it', () => {
    const texts: unknown[] = [];
    const limited = new Capture(6);
    const node: Node = {
      value: () => ({ value: () => limited, text: (name, text, start, end) => texts.push([name, text, start, end]) }),
    };
    for (const size of [1, 2, 5, 100]) {
      texts.length = 0;
      const document = bytes('{"a":"1234","b":"12345","c":[1,2],"d":[1,2,3]}');
      const chunks = cut(
        document,
        Array.from({ length: 46 / size }, (_, i) => i * size),
      );
      expect(scanned(chunks, node)).toBeUndefined();
      expect(texts).toEqual([
        ['a', '"1234"', 5, 11],
        ['b', undefined, 16, 23],
        ['c', '[1,2]', 28, 33],
        ['d', undefined, 38, 45],
      ]);
    }
  });

  test.each([
    ['[1]', ','],
    ['{"a":1', '}'],
    ['{"a":1}', ''],
    ['7', ''],
  ])('%s that a node refuses stays refused for the same reason', (text, more) => {
    const refused = new UnreadableContent({ code: 'NOT_AN_OBJECT', message: 'refused by a node' });
    const refuse = () => {
      throw refused;
    };
    const scanner = new JsonScanner({
      value: (_, kind) => (kind === 'number' ? all : { value: refuse }),
      text: refuse,
    });
    const steps = [
      () => {
        scanner.write(bytes(text));
        scanner.end();
      },
      () => {
        scanner.write(bytes(more));
      },
      () => {
        scanner.end();
      },
    ];
    for (const step of steps) expect(step).toThrow(refused);
  });

  test('stays failed', () => {
    const scanner = new JsonScanner({ value: () => SKIP });
    expect(() => {
      scanner.write(bytes('}'));
    }).toThrow(UnreadableContent);
    expect(() => {
      scanner.write(bytes('{}'));
    }).toThrow(UnreadableContent);
    expect(() => {
      scanner.end();
    }).toThrow(UnreadableContent);
  });
});
