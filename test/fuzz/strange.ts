import fc from 'fast-check';
import type { Choices } from './choices.js';
import { at, Members, placesOf, Raw, withAt, written } from './json-text.js';

const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'then',
  'length',
  '__typename',
  'toJSON',
];

const texts: readonly string[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\u0000',
    '\n',
    '\r\n',
    '\t',
    '\u2028',
    '\ufeff',
    '\u202e',
    '\u00ad',
    '\u0301',
    'é',
    'ﬃ',
    'İ',
    'ß',
    '𝒜',
    '👩‍👩‍👧‍👦',
  ],
  ...[
    '\ud800',
    '\udfff',
    'a\udc00b',
    '\uffff',
    '%00',
    '%',
    '%zz',
    '../..',
    '..',
    '.',
    '/',
    '//',
    '\\',
    '"',
    "'",
    '`',
    '${1}',
    '{{x}}',
    '<b>',
    '*',
    '?',
    '#',
  ],
  ...[
    'null',
    'true',
    'undefined',
    'NaN',
    'Infinity',
    '-0',
    '1e400',
    '0x10',
    '1_000',
    '９',
    '٣',
    '1h',
    '-1h',
    '1e9h',
    'P1D',
    '9'.repeat(400),
  ],
  ...[
    'a,b',
    ',',
    ',,,',
    '[',
    '[]',
    '["a"]',
    '{}',
    '[[[[',
    "' or 1=1 --",
    '%_',
    '2026-02-30T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '0000-01-01',
    '275760-09-14',
  ],
  ...[
    'xn--',
    'xn--a',
    'xn--zzzzzzzzzzz',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(200)}com`,
    '*.*.example.com',
    '999.999.999.999',
    '::1%lo',
    '1.2.3',
    '2.999.1',
    '1.2;UTF8:',
    ';',
    ':',
    '==',
  ],
  ...prototypeNames,
];

const numbers: readonly string[] = [
  ...[
    '0',
    '-0',
    '-1',
    '0.5',
    '1e400',
    '-1e400',
    '1e-400',
    '2147483647',
    '2147483648',
    '-2147483649',
    '4294967296',
    '9007199254740991',
    '9007199254740993',
  ],
  ...[
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775809',
    '1e21',
    '123456789012345678901234567890',
    '9'.repeat(500),
    '1'.repeat(20_000),
    '1E0000000000000000000001',
  ],
];

/** Any text: of the table, of fast-check, or a long one. */
export function strangeText(choices: Choices): string {
  const kind = choices.below(10);
  if (kind < 6) return choices.one(texts);
  if (kind < 8) return choices.any(fc.string({ unit: 'binary', maxLength: 40 }));
  if (kind === 8) return choices.any(fc.string({ unit: 'grapheme', maxLength: 300 }));
  return choices.one(texts).repeat(1 + choices.below(3_000));
}

const nested = (depth: number, open: string, close: string, inner = '') =>
  new Raw(`${open.repeat(depth)}${inner}${close.repeat(depth)}`);

/** Any value. */
function strangeValue(choices: Choices): unknown {
  switch (choices.below(8)) {
    case 0:
      return choices.one<unknown>([null, true, false, [], {}, [null], [[]], [{}], { '': null }]);
    case 1:
      return new Raw(choices.one(numbers));
    case 2:
      return choices.any(fc.jsonValue({ maxDepth: 4 }));
    case 3:
      return nested(choices.one([20, 90, 101, 5_000]), '[', ']');
    case 4:
      return nested(choices.one([20, 45, 101]), '{"a":', '}', '1');
    case 5:
      return Array.from({ length: choices.one([1, 3, 101, 5_001]) }, () => choices.one(texts));
    case 6:
      return new Members(
        prototypeNames.map((name) => [name, choices.one<unknown>([null, {}, name, { polluted: true }])]),
      );
    default:
      return strangeText(choices);
  }
}

const sameName = (value: unknown, choices: Choices) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? new Members([
        ...Object.entries(value),
        ...Object.entries(value).map(([name]) => [name, strangeValue(choices)] as const),
      ])
    : value;

/** A document with one to three things wrong in it, as text. */
export function strangeDocument(document: unknown, choices: Choices): string {
  let changed = document;
  for (let left = 1 + choices.below(3); left > 0; left -= 1) {
    const place = choices.one(placesOf(changed));
    const now = at(changed, place);
    const kind = choices.below(10);
    if (kind < 4) changed = withAt(changed, place, strangeValue(choices));
    else if (kind < 6)
      changed = withAt(
        changed,
        place,
        typeof now === 'string' ? `${now}${strangeText(choices)}` : strangeText(choices),
      );
    else if (kind === 6) changed = withAt(changed, place, undefined);
    else if (kind === 7) changed = withAt(changed, place, [now, now]);
    else if (kind === 8)
      changed = withAt(
        changed,
        [...place, choices.chance(50) ? choices.one(prototypeNames) : strangeText(choices)],
        strangeValue(choices),
      );
    else changed = withAt(changed, place, sameName(now, choices));
  }
  return strangeBytes(written(changed), choices);
}

/** Now and then the text itself is damaged. */
function strangeBytes(text: string, choices: Choices): string {
  const where = choices.below(text.length + 1);
  switch (choices.below(40)) {
    case 0:
      return text.slice(0, where);
    case 1:
      return `\ufeff${text}`;
    case 2:
      return `${text.slice(0, where)}${choices.one(['\\ud800', '\0', '\\u0000', '//', ',', '"', '}', '\x1f'])}${text.slice(where)}`;
    case 3:
      return `${text}${text}`;
    default:
      return text;
  }
}
