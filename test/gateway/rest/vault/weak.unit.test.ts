import { describe, expect, test } from 'vitest';
import { readWeakly } from '../../../../src/gateway/rest/vault/request.js';
import { weak } from '../../../../src/gateway/rest/vault/weak.js';

const wrong = undefined;

test.each([
  // kind              sent                     meant
  ['text', 'a', 'a'],
  ['text', 5, '5'],
  ['text', true, '1'],
  ['text', ['a'], wrong],
  ['text', {}, wrong],
  ['flag', true, true],
  ['flag', 'true', true],
  ['flag', 'True', true],
  ['flag', '1', true],
  ['flag', 1, true],
  ['flag', 'f', false],
  ['flag', '', false],
  ['flag', 'yes', wrong],
  ['flag', [], wrong],
  ['whole', 7, 7],
  ['whole', '7', 7],
  ['whole', '-1', -1],
  ['whole', '', 0],
  ['whole', 7.5, wrong],
  ['whole', 'seven', wrong],
  ['whole', 2 ** 31 - 1, 2 ** 31 - 1],
  ['whole', 2 ** 31, wrong],
  ['whole', '2147483648', wrong],
  ['whole', -(2 ** 31), -(2 ** 31)],
  ['whole', -(2 ** 31) - 1, wrong],
  ['duration', 60, 60],
  ['duration', '60', 60],
  ['duration', '1h30m', 5400],
  ['duration', '30d', 2_592_000],
  ['duration', '', 0],
  ['duration', '-1h', wrong],
  ['duration', 'soon', wrong],
  ['signedDuration', '-1h', -3600],
  ['list', 'a, b,,c', ['a', 'b', 'c']],
  ['list', ['a', 1], ['a', '1']],
  ['list', '["a,b", "c"]', ['a,b', 'c']],
  ['list', '["a ", " b"]', ['a', 'b']],
  ['list', '[true, 1]', ['1', '1']],
  ['list', '', []],
  ['list', '[', ['[']],
  ['list', [{}], wrong],
  ['pems', 'a,b', ['a,b']],
  ['pems', ['a', 'b'], ['a', 'b']],
  ['pems', '', []],
  ['map', { a: 'b', c: 1 }, { a: 'b', c: '1' }],
  ['map', { a: {} }, wrong],
  ['map', ['a'], wrong],
] as const)('%s %j means %j', (kind, sent, meant) => {
  expect(weak[kind].read(sent)).toEqual(meant);
});

describe('what a client sends for a boolean', () => {
  const { read } = weak.flag;
  test.each<[unknown, boolean | undefined]>([
    [true, true],
    [false, false],
    [1, true],
    [0, false],
    [2, true],
    [-1, true],
    ['1', true],
    ['t', true],
    ['TRUE', true],
    [' true ', undefined],
    ['0', false],
    ['f', false],
    ['False', false],
    ['', false],
    ['  ', undefined],
    ['yes', undefined],
    ['toString', undefined],
    [null, undefined],
    [{}, undefined],
    [['true'], undefined],
  ])('%j: %s', (sent, value) => {
    expect(read(sent)).toBe(value);
  });
});

describe('what a client sends for a number', () => {
  const { read } = weak.large;
  test.each<[unknown, number | undefined]>([
    [7, 7],
    [-7, -7],
    ['7', 7],
    ['+7', 7],
    ['-7', -7],
    [' 7 ', undefined],
    ['007', 7],
    [2 ** 53 - 1, 2 ** 53 - 1],
    [2 ** 53, undefined],
    ['9007199254740992', undefined],
    ['12345678901234567', undefined],
    [1.5, undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['x7', undefined],
    ['7x', undefined],
    ['*7', undefined],
    ['', 0],
    [' ', undefined],
    [true, 1],
    [null, undefined],
    [[7], undefined],
  ])('%j: %s', (sent, value) => {
    expect(read(sent)).toBe(value);
  });
});

describe('what a client sends for a list', () => {
  const { read } = weak.list;
  test.each<[unknown, readonly string[] | undefined]>([
    ['a,b', ['a', 'b']],
    [' a , ,b', ['a', 'b']],
    ['["a, b","c"]', ['a, b', 'c']],
    [' ["a"]', ['a']],
    // What looks like JSON and is none is text with commas.
    ['[a,b', ['[a', 'b']],
    ['["a"', ['["a"']],
    ['{"a":1}', ['{"a":1}']],
    [5, ['5']],
    [
      ['a', 5, ' b '],
      ['a', '5', 'b'],
    ],
    [[], []],
    ['', []],
    [['a', {}], undefined],
    [['a', Number.NaN], undefined],
    [{ 0: 'a' }, undefined],
    [true, ['1']],
  ])('%j: %j', (sent, value) => {
    expect(read(sent)).toEqual(value);
  });

  test('JSON as long as a text with commas', () => {
    const hosts = Array.from({ length: 3_000 }, (_each, n) => `host-${n}.example.com`);
    expect(read(JSON.stringify(hosts))).toEqual(hosts);
    expect(read(hosts.join())).toEqual(hosts);
  });

  test.each([
    ['JSON', (length: number) => `["${'a'.repeat(length - 4)}"]`],
    ['text', (length: number) => 'a'.repeat(length)],
  ])('%s of 1048576 characters is read, of more nothing is', (_what, of) => {
    expect(read(of(1_048_576))).toHaveLength(1);
    expect(read(of(1_048_577))).toBeUndefined();
  });

  test('JSON that is as deep as it is long is no list of texts', () => {
    const half = 1_048_576 / 2;
    expect(read('['.repeat(half) + ']'.repeat(half))).toBeUndefined();
  });
});

describe('a document', () => {
  const table = { common_name: weak.text, ttl: weak.duration };
  const none = { params: {}, keepNull: false };

  test('keeps absent apart from null only where null means something', () => {
    expect(readWeakly(table, { common_name: null }, none).values).toEqual({});
    expect(readWeakly(table, { common_name: null }, { ...none, keepNull: true }).values).toEqual({ commonName: null });
  });

  test('is warned of what is ignored, by name and in order', () => {
    const { values, warnings } = readWeakly(table, { zoo: 1, ttl: '1h', constructor: 2, ark: {} }, none);
    expect(values).toEqual({ ttl: 3600 });
    expect(warnings).toEqual(['Endpoint ignored these unrecognized parameters: [ark constructor zoo]']);
  });

  test('does not contradict its path', () => {
    const params = { name: 'web' };
    expect(readWeakly(table, { name: 'web' }, { ...none, params }).warnings).toEqual([]);
    expect(readWeakly(table, { name: 'other' }, { ...none, params }).warnings).toEqual([
      "Endpoint replaced the value of these parameters with the values captured from the endpoint's path: [name]",
    ]);
  });

  test('may repeat its path by the names that the specification has for its parts', () => {
    const params = { ref: 'default', role: 'web' };
    expect(readWeakly(table, { issuer_ref: 'default', name: 'web' }, { ...none, params }).warnings).toEqual([]);
    expect(readWeakly(table, { issuer_ref: 'other', name: 'web' }, { ...none, params }).warnings).toEqual([
      "Endpoint replaced the value of these parameters with the values captured from the endpoint's path: [issuer_ref]",
    ]);
    // Where the path has no such part, or the field is its own, it is a field like any other.
    expect(readWeakly(table, { issuer_ref: 'default' }, none).warnings).toEqual([
      'Endpoint ignored these unrecognized parameters: [issuer_ref]',
    ]);
    expect(readWeakly({ issuer_ref: weak.text }, { issuer_ref: 'other' }, { ...none, params }).values).toEqual({
      issuerRef: 'other',
    });
  });

  test('with a value of another type is refused', () => {
    const message =
      'Field validation failed: error converting input for field "ttl": expected a number of seconds, or a duration such as 72h, not negative';
    expect(() => readWeakly(table, { ttl: {} }, none)).toThrow(message);
  });
});
