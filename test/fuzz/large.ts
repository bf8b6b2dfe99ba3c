import type { Choices } from './choices.js';
import { at, placesOf, Raw, withAt, written } from './json-text.js';
import type { Place } from './json-text.js';

/** Octets of a document: the default of TRUSTATE_MAX_BODY_SIZE, less what stands around the large part. */
const room = 16 * 1024 * 1024 - 64 * 1024;
/** Values in a document, names among them: what the gateway lets through, less those around the large part. */
const values = 199_000;

const textOf = (part: string, octets = room) =>
  new Raw(
    JSON.stringify(part)
      .slice(1, -1)
      .repeat(Math.floor(octets / Buffer.byteLength(JSON.stringify(part).slice(1, -1)))),
  ).text;
const quoted = (part: string, octets?: number) => new Raw(`"${textOf(part, octets)}"`);
const listed = (count: number, item: (index: number) => string) =>
  new Raw(`[${Array.from({ length: count }, (_, index) => item(index)).join(',')}]`);

const parts = [
  ...[
    'x',
    '9',
    ' ',
    '-',
    '.',
    ',',
    '/',
    ':',
    '=',
    '%',
    '[',
    '{',
    '"',
    '\\',
    '\n',
    '\0',
    'ü',
    '😀',
    '\ud800',
    'A',
    '0',
    '*',
    '#',
    '\t',
  ],
  ...[
    'a.',
    'a,',
    'a b ',
    '%41',
    '1,',
    'xn--a.',
    '1.',
    '\r\n',
    '-----BEGIN CERTIFICATE-----\n',
    '-----BEGIN A-----\n-----END A-----\n',
    '{{',
    '+*',
    'a:b,',
    '127.0.0.1,',
    '"", ',
  ],
];
/** Lists as texts are taken apart up to a length. */
const taken = 1_048_570;

/** What can be large: a name, and what makes it. Everything is within the bounds on octets, depth and values. */
export const shapes: readonly (readonly [name: string, make: () => unknown])[] = [
  ...parts.map((part) => [`a text of ${JSON.stringify(part)}`, () => quoted(part)] as const),
  ...parts.map((part) => [`a MiB of ${JSON.stringify(part)}`, () => quoted(part, taken)] as const),
  ...parts.map((part) => [`250 KiB of ${JSON.stringify(part)}`, () => quoted(part, 255_000)] as const),
  ...['a', '9', ' ', ','].map((part) => [`64 KiB of ${JSON.stringify(part)}`, () => quoted(part, 65_500)] as const),
  ['a text that is a JSON list', () => JSON.stringify(Array.from({ length: 9_000 }, (_, n) => `a${n}`))],
  ['a text of different names', () => Array.from({ length: 50_000 }, (_, n) => `n${n}.example.com`).join(',')],
  ['a list of different words', () => listed(values, (n) => `"w${n}"`)],
  ['a list of one word', () => listed(values, () => '"w"')],
  ['a list of long texts', () => listed(values, (n) => `"${String(n).padStart(78, 'x')}"`)],
  ['a list of 5,000 texts of 3 KiB', () => listed(5_000, (n) => `"${String(n).padStart(3_200, 'x')}"`)],
  ['a list of 5,000 names', () => listed(5_000, (n) => `"n${n}.example.com"`)],
  ['a list of 500 texts of 32 KiB', () => listed(500, (n) => `"${String(n).padStart(32_000, 'x')}"`)],
  ['a list of 100 texts of 160 KiB', () => listed(100, (n) => `"${String(n).padStart(160_000, 'x')}"`)],
  ['a list of one long text', () => new Raw(`["${textOf('x')}"]`)],
  ['a list of numbers', () => listed(values, (n) => String(n))],
  ['a list of long numbers', () => listed(values, (n) => String(n).padStart(78, '1'))],
  ['a list of null', () => listed(values, () => 'null')],
  ['a list of empty objects', () => listed(values / 2, () => '{}')],
  ['a list of empty lists', () => listed(values / 2, () => '[]')],
  ['a list of lists', () => listed(900, () => `[${Array.from({ length: 200 }, () => '"a"').join(',')}]`)],
  [
    'a list of resources',
    () => listed(values / 5, (n) => `{"type":"workspaces","id":"ws-${String(n).padStart(16, '0')}"}`),
  ],
  ['a list of one resource', () => listed(values / 5, () => '{"type":"workspaces","id":"{{workspace}}"}')],
  ['a list of users', () => listed(values / 5, () => '{"type":"users","id":"{{username}}"}')],
  [
    'a list of tags',
    () => listed(values / 9, (n) => `{"type":"tag-bindings","attributes":{"key":"k${n}","value":"v"}}`),
  ],
  ['a list of names', () => listed(values / 9, (n) => `{"type":"tags","attributes":{"name":"k${n}"}}`)],
  ['a list of keys', () => listed(values / 5, (n) => `{"key":"k${n}","value":"v"}`)],
  [
    'an object of many members',
    () => new Raw(`{${Array.from({ length: values / 2 }, (_, n) => `"k${n}":"v"`).join(',')}}`),
  ],
  ['an object of one name', () => new Raw(`{${Array.from({ length: values / 2 }, () => '"k":"v"').join(',')}}`)],
  [
    'an object of numbers',
    () => new Raw(`{${Array.from({ length: values / 2 }, (_, n) => `"${n * 7919}":"v"`).join(',')}}`),
  ],
  ['a long name', () => new Raw(`{"${textOf('n')}":1}`)],
  ['a long number', () => new Raw(textOf('7'))],
  ['a long fraction', () => new Raw(`0.${textOf('3')}`)],
  ['an exponent', () => new Raw(`1e${textOf('9')}`)],
  ['depth and width', () => new Raw(`${'['.repeat(90)}${listed(values / 2, () => '""').text}${']'.repeat(90)}`)],
  ['spaces', () => new Raw(`${textOf(' ')}null`)],
];

/** What is right there already, again and again: as many items, or as long a text. */
function repeated(value: unknown): unknown {
  if (typeof value === 'string' && value !== '') return quoted(value);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const item = written(value[0]);
  const count = Math.min(
    Math.floor(values / (item.match(/[{[:,]/g)?.length ?? 0) / 1.5),
    Math.floor(room / item.length),
  );
  return listed(Math.min(values, count), () => item);
}

/** A document with one large thing in it, as text. */
export function largeDocument(document: unknown, choices: Choices): { what: string; text: string } {
  const places: readonly Place[] = placesOf(document).filter((place) => place.length > 0);
  const place =
    places.length === 0 || choices.chance(3) ? [choices.chance(50) ? 'surplus' : '{{unique}}'] : choices.one(places);
  const again = choices.chance(30) ? repeated(at(document, place)) : undefined;
  const [name, make] = again === undefined ? choices.one(shapes) : (['what is there, repeated', () => again] as const);
  return { what: `${place.join('.')}: ${name}`, text: written(withAt(document, place, make())) };
}
