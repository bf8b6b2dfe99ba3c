import fc from 'fast-check';
import { parseValue } from 'graphql';
import type { GraphQLScalarType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { AsWritten } from '../../../src/platform/graphql/as-written.js';
import {
  BigIntScalar,
  DateTime,
  Duration,
  JSONScalar,
  PEM,
  SerialNumber,
} from '../../../src/platform/graphql/scalars.js';

const block = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';

test.each<[GraphQLScalarType, unknown, unknown, unknown]>([
  // scalar     sent                             inside                                     answered
  [DateTime, '2026-01-02T03:04:05.678Z', new Date('2026-01-02T03:04:05.678Z'), '2026-01-02T03:04:05.678Z'],
  [DateTime, '2026-01-02T03:04:05+01:00', new Date('2026-01-02T02:04:05Z'), '2026-01-02T02:04:05.000Z'],
  [BigIntScalar, 5, 5n, 5],
  [BigIntScalar, '-5', -5n, -5],
  [BigIntScalar, '9007199254740991', 9007199254740991n, 9007199254740991],
  [BigIntScalar, '9007199254740993', 9007199254740993n, '9007199254740993'],
  [PEM, ` ${block.replaceAll('\n', '\r\n')}\r\n`, block, block],
  [SerialNumber, '39-DD-2E', '39:dd:2e', '39:dd:2e'],
  [SerialNumber, '39DD2E', '39:dd:2e', '39:dd:2e'],
  [SerialNumber, '1:2', '01:02', '01:02'],
  [Duration, 'PT1H30M', 5400, 'PT1H30M'],
  [Duration, 'P30D', 2_592_000, 'PT720H'],
  [Duration, '1h30m', 5400, 'PT1H30M'],
  [Duration, '30d', 2_592_000, 'PT720H'],
  [Duration, 90, 90, 'PT1M30S'],
  [Duration, 0, 0, 'PT0S'],
  [JSONScalar, { a: [1, null] }, { a: [1, null] }, { a: [1, null] }],
])('%s reads %j', (scalar, sent, inside, answered) => {
  expect(scalar.parseValue(sent)).toEqual(inside);
  expect(scalar.serialize(inside)).toEqual(answered);
});

test.each<[GraphQLScalarType, unknown]>([
  [DateTime, '2026-02-30T00:00:00Z'],
  [DateTime, '2026-01-02'],
  [DateTime, '2026-01-02T03:04:05'],
  [DateTime, 'now'],
  [DateTime, 5],
  [BigIntScalar, 1.5],
  [BigIntScalar, 9007199254740992],
  [BigIntScalar, '0x10'],
  [BigIntScalar, ''],
  [BigIntScalar, true],
  [PEM, 'MIIB'],
  [SerialNumber, ''],
  [SerialNumber, '39:zz'],
  [SerialNumber, '123'],
  [Duration, 'P1Y'],
  [Duration, 'P'],
  [Duration, 'PT'],
  [Duration, ''],
  [Duration, '-1'],
  [Duration, -1],
  [Duration, 1.5],
])('%s refuses %j', (scalar, sent) => {
  expect(() => scalar.parseValue(sent)).toThrow(`${scalar.name} cannot be read: expected`);
});

describe('literals', () => {
  test.each<[GraphQLScalarType, string, unknown]>([
    [BigIntScalar, '9007199254740993', 9007199254740993n],
    [DateTime, '"2026-01-02T03:04:05.678Z"', new Date('2026-01-02T03:04:05.678Z')],
    [Duration, '60', 60],
    [JSONScalar, '{ a: [1, 2.5, "x", true, null, $v] }', { a: [1, 2.5, 'x', true, null, 'from variable'] }],
  ])('%s %s', (scalar, source, value) => {
    expect(scalar.parseLiteral(parseValue(source), { v: 'from variable' })).toEqual(value);
  });
  test('a list is no instant', () => {
    expect(() => DateTime.parseLiteral(parseValue('["2026-01-02T03:04:05.678Z"]'))).toThrow('DateTime cannot be read');
  });
});

test('what a scalar writes, it reads back', () => {
  const seconds = fc.integer({ min: 0, max: 2 ** 40 });
  fc.assert(fc.property(seconds, (value) => Duration.parseValue(Duration.serialize(value)) === value));
  fc.assert(fc.property(fc.bigInt(), (value) => BigIntScalar.parseValue(BigIntScalar.serialize(value)) === value));
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') }), (value) => {
      expect(DateTime.parseValue(DateTime.serialize(value))).toEqual(value);
    }),
  );
});

test.each([PEM, SerialNumber])(
  '%s takes what a caller of REST wrote from an operation of our own, and from nobody else',
  (scalar) => {
    expect(scalar.parseValue(new AsWritten('nonsense'))).toBe('nonsense');
    expect(() => scalar.parseValue({ asWritten: 'nonsense' })).toThrow('cannot be read');
  },
);

test('each says where it is specified', () => {
  for (const scalar of [BigIntScalar, DateTime, Duration, JSONScalar, PEM, SerialNumber]) {
    expect(scalar.specifiedByURL).toMatch(/^https:/);
    expect(scalar.description).toBeTruthy();
  }
});
