import { describe, expect, test } from 'vitest';
import { parseDuration } from '../../../src/pki/policy/duration.js';
import { flag, integer, list, policies, readTable, time } from '../../../src/pki/policy/field.js';
import { readPolicies, showPolicy } from '../../../src/pki/policy/policy-identifiers.js';
import { shown, unknownRole } from '../../../src/pki/policy/rules.js';
import { formatTime, isEncodable, parseTime } from '../../../src/pki/policy/time.js';
import { isUri, splitUri } from '../../../src/pki/policy/uri.js';

describe('what a client sends for a boolean', () => {
  const { read } = flag('x', false, 'Of a test.');
  test.each<[unknown, boolean | undefined]>([
    [true, true],
    [false, false],
    [1, true],
    [0, false],
    [2, undefined],
    [-1, undefined],
    ['1', true],
    ['t', true],
    ['TRUE', true],
    [' true ', true],
    ['0', false],
    ['f', false],
    ['False', false],
    ['', false],
    ['  ', false],
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
  const { read } = integer('x', 0, 'Of a test.');
  test.each<[unknown, number | undefined]>([
    [7, 7],
    [-7, -7],
    ['7', 7],
    ['+7', 7],
    ['-7', -7],
    [' 7 ', 7],
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
    ['', undefined],
    [' ', undefined],
    [true, undefined],
    [null, undefined],
    [[7], undefined],
  ])('%j: %s', (sent, value) => {
    expect(read(sent)).toBe(value);
  });
});

describe('what a client sends for a list', () => {
  const { read } = list('x', [], 'Of a test.');
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
    [true, undefined],
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

test.each<[unknown, string | undefined]>([
  [' 2030-01-01T00:00:00Z\n', '2030-01-01T00:00:00Z'],
  [2030, '2030'],
  [Number.POSITIVE_INFINITY, undefined],
  [true, undefined],
])('%j sent for a time is the text %j', (sent, value) => {
  expect(time('x', 'Of a test.').read(sent)).toBe(value);
});

describe('what a client sends for policies', () => {
  const one = { oid: '1.2.3' };
  const full = { oid: '1.2.3', cps: 'https://a.test/', notice: 'Mind.' };
  test.each<[unknown, unknown]>([
    ['1.2.3', [one]],
    [' 1.2.3 , ,1.2.4,', [one, { oid: '1.2.4' }]],
    [
      ['1.2.3', full],
      [one, full],
    ],
    [[' 1.2.3 '], [one]],
    [[{ oid: ' 1.2.3 ' }], [one]],
    [[{ ...full, cps: '', notice: '' }], [one]],
    [[{ ...full, cps: null, notice: null }], [one]],
    [[{ oid: '1.2.3', cps: 'https://a.test/' }], [{ oid: '1.2.3', cps: 'https://a.test/' }]],
    [[{ oid: '1.2.3', notice: 'Mind.' }], [{ oid: '1.2.3', notice: 'Mind.' }]],
    [JSON.stringify(full), [full]],
    [` ${JSON.stringify([full, '1.2.4'])} `, [full, { oid: '1.2.4' }]],
    [[JSON.stringify(full)], [full]],
    [[` ${JSON.stringify(full)}`], [full]],
    [[], []],
    ['', []],
    // Neither text nor what has an identifier.
    [[{ ...full, cps: 1 }], undefined],
    [[{ ...full, notice: 1 }], undefined],
    [[{ ...full, notice: {} }], undefined],
    [[{ cps: 'x' }], undefined],
    [[{ oid: 1 }], undefined],
    [['1.2.3', 1], undefined],
    [[1, '1.2.3'], undefined],
    [[null], undefined],
    [[['1.2.3']], undefined],
    [['{"oid":"1.2.3"'], undefined],
    ['{"oid":"1.2.3"', undefined],
    ['[1', undefined],
    [['"1.2.3"'], [{ oid: '"1.2.3"' }]],
    [one, undefined],
    [5, undefined],
    [null, undefined],
  ])('%j: %j', (sent, value) => {
    expect(readPolicies(sent)).toEqual(value);
    expect(policies('x', 'Of a test.').read(sent)).toEqual(value);
  });

  test('JSON of 1048576 characters is read, and so is a list', () => {
    const json = (length: number): string => {
      const empty = JSON.stringify({ oid: '1.2.3', notice: '' });
      return JSON.stringify({ oid: '1.2.3', notice: 'n'.repeat(length - empty.length) });
    };
    expect(readPolicies(json(1_048_576))).toHaveLength(1);
    expect(readPolicies(json(1_048_577))).toBeUndefined();
    expect(readPolicies('1'.repeat(1_048_576))).toHaveLength(1);
    expect(readPolicies('1'.repeat(1_048_577))).toBeUndefined();
  });

  test('they are shown by the identifier alone, or by JSON that is read alike', () => {
    expect(showPolicy(one)).toBe('1.2.3');
    for (const policy of [full, { oid: '1.2.3', cps: 'x' }, { oid: '1.2.3', notice: 'x' }])
      expect(readPolicies([showPolicy(policy)])).toEqual([policy]);
  });
});

test('a table takes no value from what every object has', () => {
  const table = { x: flag('toString', true, 'Of a test.') };
  expect(readTable(table, {})).toEqual({ values: { x: true }, broken: [] });
  expect(readTable(table, { toString: 'no' })).toMatchObject({ values: { x: true }, broken: [{ field: 'toString' }] });
});

test.each<[unknown, number | undefined]>([
  ['1.25h', 4500],
  ['.25h', 900],
  ['1.h', 3600],
  ['.h', undefined],
  ['1h.x', undefined],
  ['x', undefined],
  ['-x', undefined],
  ['1-2', undefined],
  ['5-', undefined],
  ['1h-2m', undefined],
  ['h', undefined],
  ['0.0000001s', 0],
  [`${'0'.repeat(99)}1`, 1],
  [`${'0'.repeat(100)}1`, undefined],
  [0.9999999999, 1],
  [-0, 0],
])('the duration %j is %s seconds', (sent, seconds) => {
  expect(parseDuration(sent)).toBe(seconds);
});

describe('times', () => {
  const form = (text: string): string => `f: ${JSON.stringify(text)} is not a time of the form YYYY-MM-ddTHH:MM:SSZ`;
  const latest = 'f: latest supported value is 9999-12-31T23:59:59Z';
  test.each([
    ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z'],
    ['2030-01-01t00:00:00z', '2030-01-01T00:00:00.000Z'],
    ['2030-01-01T00:00:00.999Z', '2030-01-01T00:00:00.000Z'],
    ['2030-01-01T00:00:00+01:30', '2029-12-31T22:30:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(parseTime('f', text)).toEqual({ time: new Date(iso) });
  });

  test.each([
    ['', 'time-form', form('')],
    ['2030-01-01', 'time-form', form('2030-01-01')],
    ['2030-01-01T00:00:00', 'time-form', form('2030-01-01T00:00:00')],
    ['2029-02-29T00:00:00Z', 'time-form', form('2029-02-29T00:00:00Z')],
    ['2030-13-01T00:00:00Z', 'time-form', form('2030-13-01T00:00:00Z')],
    ['2030-01-01T24:00:00Z', 'time-form', form('2030-01-01T24:00:00Z')],
    ['x2030-01-01T00:00:00Z', 'time-form', form('x2030-01-01T00:00:00Z')],
    ['2030-01-01T00:00:00Zx', 'time-form', form('2030-01-01T00:00:00Zx')],
    ['0000-12-31T23:59:59Z', 'not-after-limit', latest],
    ['9999-12-31T23:59:59-00:01', 'not-after-limit', latest],
  ])('%j is refused: %s', (value, rule, message) => {
    expect(parseTime('f', value)).toEqual({ broken: { field: 'f', value, rule, message } });
  });

  test('a certificate says those of the years 1 to 9999, and no other', () => {
    const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];
    const said = [first - 1, first, last, last + 1].map((ms) => isEncodable(new Date(ms)));
    expect(said).toEqual([false, true, true, false]);
    expect(formatTime(new Date(Number.NaN))).toBe('a time beyond all calendars');
    expect(formatTime(new Date(1_500))).toBe('1970-01-01T00:00:01Z');
  });
});

describe('URIs', () => {
  const nothing = { userinfo: undefined, host: undefined, port: undefined, query: undefined, fragment: undefined };
  test.each([
    ['urn:a', { ...nothing, scheme: 'urn', path: 'a' }],
    ['urn:', { ...nothing, scheme: 'urn', path: '' }],
    ['file:///a', { ...nothing, scheme: 'file', host: '', path: '/a' }],
    ['x://h', { ...nothing, scheme: 'x', host: 'h', path: '' }],
    [
      'https://u:p@h:1/p?q#f',
      { scheme: 'https', userinfo: 'u:p', host: 'h', port: '1', path: '/p', query: 'q', fragment: 'f' },
    ],
    ['x://[::1]:2/', { ...nothing, scheme: 'x', host: '[::1]', port: '2', path: '/' }],
    ['no', undefined],
    ['', undefined],
    ['/a:b', undefined],
  ])('%j in its parts', (text, parts) => {
    expect(splitUri(text)).toEqual(parts);
  });

  test.each([
    ['urn:x', true],
    ['a+b-c.d:x', true],
    ['https://a.test:8443/p?q#f', true],
    ['https://a.test:/', true],
    ['', false],
    ['urn:', false],
    ['no uri', false],
    ['1a:x', false],
    ['-a:x', false],
    ['a_b:x', false],
    ['a:b\\c', false],
    ['x://h:1x/', false],
    ['x://h:x1/', false],
    ['https://a.test:99999/', false],
    ['https://a.test/../b', false],
    ['https://a.test/%2e%2E/b', false],
    ['https://a.test/.', false],
    ['https://a.test/...', true],
  ])('%j is one that all clients read alike: %s', (text, is) => {
    expect(isUri(text)).toBe(is);
  });
});

test('whatever was sent has a text', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const values = ['x', 1, ['a'], cyclic, undefined, () => 1, 10n];
  expect(values.map(shown)).toEqual(['x', '1', '["a"]', 'object', 'undefined', 'function', 'bigint']);
  expect(shown('x'.repeat(1001))).toHaveLength(1000);
  expect(shown(['x'.repeat(1001)])).toHaveLength(1000);
});

test('a role that is not there is refused in the words of OpenBao', () => {
  expect(unknownRole('web')).toEqual({ field: 'name', value: 'web', rule: 'known-role', message: 'unknown role: web' });
});
