import { describe, expect, test } from 'vitest';
import { bigint, boolean, date, integer, text } from '../../../src/platform/database/columns.js';

const fault = Symbol('fault');
const read = <T>(reader: (value: unknown) => T, value: unknown) => {
  try {
    return reader(value);
  } catch {
    return fault;
  }
};
const now = new Date('2026-01-01T00:00:00.123Z');

describe('columns', () => {
  test.each([
    [text, 'a', 'a'],
    [text, '', ''],
    [text, 1, fault],
    [text, Buffer.from('a'), fault],
    [boolean, true, true],
    [boolean, 0, false],
    [boolean, 1n, true],
    [boolean, 2, fault],
    [boolean, 'true', fault],
    [bigint, 2n ** 63n - 1n, 2n ** 63n - 1n],
    [bigint, '-9223372036854775808', -(2n ** 63n)],
    [bigint, 5, 5n],
    [bigint, 2 ** 60, fault],
    [bigint, 1.5, fault],
    [bigint, '1.5', fault],
    [bigint, '', fault],
    [integer, 5, 5],
    [integer, 5n, 5],
    [integer, 2n ** 60n, fault],
    [integer, '5', fault],
    [date, now, now],
    [date, '2026-01-01T00:00:00.123+00:00', now],
    [date, now.getTime(), now],
    [date, 'yesterday', fault],
    [date, 1n, fault],
    [date, true, fault],
  ] as const)('%o reads %o as %o', (reader, value, expected) => {
    expect(read<unknown>(reader, value)).toEqual(expected);
    expect(read<unknown>(reader.orNull, value)).toEqual(expected);
  });

  test.each([text, boolean, bigint, integer, date])('nothing is a fault, or null', (reader) => {
    for (const nothing of [null, undefined]) {
      expect(read<unknown>(reader, nothing)).toBe(fault);
      expect(reader.orNull(nothing)).toBeNull();
    }
  });
});
