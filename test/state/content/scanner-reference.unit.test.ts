import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NamesRead } from '../../../src/state/content/names-read.js';
import { Capture, SKIP } from '../../../src/state/content/node.js';
import type { Kind, Node, Step } from '../../../src/state/content/node.js';
import { UnreadableContent } from '../../../src/state/content/problem.js';
import { JsonScanner } from '../../../src/state/content/scanner.js';
import { bytes, cut, places } from './bytes.js';
import { readPlainly } from './reference.js';

/** Of whatever size a scanner reads at once, this is a multiple. */
const window = 65_536;

/** Enters, captures or skips by where a value stands, and notes each call. */
class Noting implements Node {
  constructor(
    private readonly calls: unknown[],
    private readonly choices: readonly number[],
  ) {}

  value(name: string, kind: Kind, offset: number): Step {
    this.calls.push(['value', name, kind, offset]);
    const choice = this.choices[offset % this.choices.length] ?? 0;
    if (choice < 5) return new ([NotingNoNames, NotingSome][choice] ?? Noting)(this.calls, this.choices);
    return choice < 7 ? new Capture(choice === 5 ? 6 : Infinity) : SKIP;
  }

  text(...call: readonly unknown[]): void {
    this.calls.push(['text', ...call]);
  }

  end(offset: number): void {
    this.calls.push(['end', offset]);
  }
}

class NotingNoNames extends Noting {
  readonly readsNoNames = true;
}

/** Is asked only for some members, and not told of others. */
class NotingSome extends Noting {
  readonly reads = someNames;

  override value(name: string, kind: Kind, offset: number): Step {
    return ['', 'a', 'schema_version', 'é😀'].includes(name) ? super.value(name, kind, offset) : SKIP;
  }
}

const someNames = new NamesRead('', 'a', 'schema_version', 'é😀');

interface Told {
  readonly calls: readonly unknown[];
  readonly refusal: unknown;
}

function scanned(chunks: readonly Uint8Array[], choices: readonly number[]): Told {
  const calls: unknown[] = [];
  const scanner = new JsonScanner(new Noting(calls, choices));
  try {
    for (const chunk of chunks) scanner.write(chunk);
    scanner.end();
    return { calls, refusal: null };
  } catch (error) {
    if (!(error instanceof UnreadableContent)) throw error;
    const [{ code, offset } = {}] = error.problems;
    return { calls, refusal: { code, offset } };
  }
}

function read(content: Uint8Array, choices: readonly number[]): Told {
  const calls: unknown[] = [];
  const refusal = readPlainly(content, new Noting(calls, choices));
  return { calls, refusal };
}

const choices = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 20 });

const tokens = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', '"', '"a"', '"a":', '"\\', '\\n', '\\u00e9', '\\u0000', 'é😀', '\t', '\n      '],
  ...[
    '0',
    '-',
    '12',
    '.5',
    'e',
    'E+7',
    'true',
    'null',
    'fals',
    'x',
    ' ',
    '\0',
    '"a string of more than sixteen bytes"',
  ],
  ...[
    '"\\u0000":1',
    '{"a":1,"a":2}',
    '[[[[]]]]',
    '"schema_version": 1,\n',
    '"é😀":',
    '"":',
    '-0.5e-3',
    '"\\ud83d\\ude00"',
  ],
);

/** Documents, such with something wrong in them, and tokens in any order. */
const documents = fc.oneof(
  fc.json({ maxDepth: 5 }),
  fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value, null, 3)),
  fc.tuple(fc.json(), fc.nat(), tokens, fc.nat({ max: 3 })).map(([text, place, token, gone]) => {
    const at = place % (text.length + 1);
    return text.slice(0, at) + token + text.slice(at + gone);
  }),
  fc.array(tokens, { maxLength: 12 }).map((list) => list.join('')),
  fc.array(tokens, { maxLength: 12 }).map((list) => `{"a":[${list.join('')}]}`),
);

test('tells what a plain reading tells, and refuses the same at the same byte, wherever it is cut', () => {
  fc.assert(
    fc.property(documents, places, choices, (text, at, chosen) => {
      const content = bytes(text);
      expect(scanned(cut(content, at), chosen)).toEqual(read(content, chosen));
    }),
    { numRuns: 5_000 },
  );
});

test('and byte by byte', () => {
  fc.assert(
    fc.property(documents, choices, (text, chosen) => {
      const content = bytes(text);
      expect(
        scanned(
          [...content].map((byte) => Uint8Array.of(byte)),
          chosen,
        ),
      ).toEqual(read(content, chosen));
    }),
    { numRuns: 1_500 },
  );
});

test('and where what it reads at once ends inside', () => {
  const before = fc.constantFrom(
    { start: ' ', filling: ' ', end: ' ' },
    { start: '"', filling: 'é', end: '"' },
    { start: '{"a', filling: 'b', end: '":' },
    { start: '["', filling: String.raw`\t`, end: '",' },
  );
  fc.assert(
    fc.property(before, fc.nat({ max: 60 }), documents, choices, ({ start, filling, end }, back, text, chosen) => {
      const filled = filling.repeat((window - back) / Buffer.byteLength(filling));
      const content = bytes(`${start}${filled}${end}${text}`);
      expect(scanned([content], chosen)).toEqual(read(content, chosen));
    }),
    { numRuns: 400 },
  );
});

test.each([999, 1_000, 1_001])('%i levels, entered and not', (levels) => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const content = bytes(`${open.repeat(levels - 1)}[]${close.repeat(levels - 1)}`);
    for (const choice of [2, 6, 9]) expect(scanned([content], [choice])).toEqual(read(content, [choice]));
  }
});

test('names and strings of megabytes', () => {
  const long = 'x'.repeat(3_000_000);
  const skipped = bytes(JSON.stringify({ a: { [long]: long, b: `${long}\n` } }));
  expect(scanned([skipped], [2, 9, 9, 9, 9, 9])).toEqual(read(skipped, [2, 9, 9, 9, 9, 9]));
  const captured = bytes(JSON.stringify([long, `${long}é`]));
  expect(scanned([captured], [2, 6])).toEqual(read(captured, [2, 6]));
});

test('a name is as long as it may be, or refused where it starts, wherever it is cut', () => {
  const most = 256 * 1024;
  for (const [size, refused] of [
    [most, false],
    [most + 1, true],
  ] as const) {
    const content = bytes(`{"a": 1, "${'x'.repeat(size)}": 2}`);
    for (const at of [[], [5], [10], [11], [most], [most + 9], [most + 10], [most + 11], [9, 70_000, 200_000]]) {
      const { refusal } = scanned(cut(content, at), [2]);
      expect(refusal).toEqual(refused ? { code: 'NAME_TOO_LONG', offset: 10 } : null);
    }
  }
});

test('scans something else while it tells', () => {
  const inner: Told[] = [];
  const node: Node = {
    value: () => {
      inner.push(scanned([bytes('[{"b": 2}]')], [2]));
      return node;
    },
  };
  const scanner = new JsonScanner(node);
  scanner.write(bytes('{"a": [1, {}'));
  scanner.write(bytes('], "c": "d"}'));
  scanner.end();
  expect(inner).toEqual(Array.from({ length: 5 }, () => read(bytes('[{"b": 2}]'), [2])));
});

test('two contents in turns', () => {
  const contents = [bytes('{"a": [1, "\\u00e9", {"b": -0.5e1}]}'), bytes('[[["x"], true, null], {}]')];
  const told = contents.map((): unknown[] => []);
  const scanners = told.map((calls) => new JsonScanner(new Noting(calls, [2, 6])));
  for (let i = 0; i < 40; i++) contents.forEach((content, which) => scanners[which]?.write(content.subarray(i, i + 1)));
  for (const scanner of scanners) scanner.end();
  expect(told).toEqual(contents.map((content) => read(content, [2, 6]).calls));
});
