import { describe, expect, test } from 'vitest';
import { parseDuration } from '../../../src/platform/duration.js';
import { issueFields, readTable, roleFields } from '../../../src/pki/policy/index.js';
import { readPolicies, showPolicy } from '../../../src/pki/policy/policy-identifiers.js';
import { shown, unknownRole } from '../../../src/pki/policy/rules.js';
import { formatTime, isEncodable, parseTime } from '../../../src/pki/policy/time.js';
import { isUri, splitUri } from '../../../src/pki/policy/uri.js';

test.each<[string, string]>([
  [' 2030-01-01T00:00:00Z\n', '2030-01-01T00:00:00Z'],
  ['', ''],
])('%j given for a time is the text %j', (sent, value) => {
  expect(readTable({ notAfter: roleFields.notAfter }, { notAfter: sent }).values).toEqual({ notAfter: value });
});

test.each<[readonly string[], readonly string[]]>([
  [
    ['a', ' b ', ' ', 'c,d', ''],
    ['a', 'b', 'c,d'],
  ],
  [[], []],
])('the list %j is read as %j', (sent, value) => {
  const given = { ou: sent, ipSans: sent };
  const read = readTable({ ou: roleFields.ou, ipSans: issueFields.ipSans }, given).values;
  expect(read).toEqual({ ou: value, ipSans: value });
  expect(Object.isFrozen(read.ou)).toBe(true);
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
    expect(readPolicies(sent)).toEqual(value);
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
  const table = { toString: roleFields.allowAnyName };
  expect(readTable(table, {})).toEqual({ values: { toString: false }, broken: [] });
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
