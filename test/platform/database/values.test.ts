import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type { ArgScalarType, ColumnType } from '@prisma/driver-adapter-utils';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openWriter } from '../../../src/platform/database/sqlite/connection.js';
import { afterwards, scratchFile } from './scratch.js';

function connection() {
  const writer = openWriter(scratchFile());
  afterwards(() => {
    writer.close();
  });
  return writer;
}

/** Stores a value of a type in a column of a declared type, and reads it. */
function through(declared: string, scalarType: ArgScalarType, value: unknown) {
  const writer = connection();
  writer.driver.exec(`CREATE TABLE t (v ${declared})`);
  const stored = {
    sql: 'INSERT INTO t (v) VALUES (?)',
    args: [value],
    argTypes: [{ scalarType, arity: 'scalar' as const }],
  };
  expect(writer.execute(stored)).toBe(1);
  const { rows, columnTypes } = writer.query({ sql: 'SELECT v FROM t', args: [], argTypes: [] });
  return {
    value: rows[0]?.[0],
    type: columnTypes[0],
    storage: writer.driver.prepare('SELECT typeof(v) FROM t').value(),
  };
}

const time = '2026-01-02T03:04:05.678Z';

describe('a value in a column of its type', () => {
  test.each<[string, ArgScalarType, unknown, unknown, ColumnType, string]>([
    // declared   scalar      given                     read                       column type              storage
    ['TEXT', 'string', 'text', 'text', ColumnTypeEnum.Text, 'text'],
    ['TEXT', 'string', '0123', '0123', ColumnTypeEnum.Text, 'text'],
    ['TEXT', 'string', null, null, ColumnTypeEnum.Text, 'null'],
    ['INTEGER', 'int', -2147483648, -2147483648, ColumnTypeEnum.Int32, 'integer'],
    ['INTEGER', 'int', '2147483647', 2147483647, ColumnTypeEnum.Int32, 'integer'],
    ['BIGINT', 'bigint', '9223372036854775807', '9223372036854775807', ColumnTypeEnum.Int64, 'integer'],
    ['BIGINT', 'bigint', -9007199254740993n, '-9007199254740993', ColumnTypeEnum.Int64, 'integer'],
    ['BIGINT', 'bigint', 5_000_000_000, 5_000_000_000, ColumnTypeEnum.Int64, 'integer'],
    ['REAL', 'float', 0.1, 0.1, ColumnTypeEnum.Double, 'real'],
    ['REAL', 'float', '1e300', 1e300, ColumnTypeEnum.Double, 'real'],
    ['DECIMAL', 'decimal', '1.25', '1.25', ColumnTypeEnum.Numeric, 'real'],
    ['DECIMAL', 'decimal', '12', '12', ColumnTypeEnum.Numeric, 'integer'],
    ['BOOLEAN', 'boolean', true, true, ColumnTypeEnum.Boolean, 'integer'],
    ['BOOLEAN', 'boolean', false, false, ColumnTypeEnum.Boolean, 'integer'],
    ['DATETIME', 'datetime', time, time, ColumnTypeEnum.DateTime, 'text'],
    ['DATETIME', 'datetime', '2026-01-02T04:04:05.678+01:00', time, ColumnTypeEnum.DateTime, 'text'],
    ['DATETIME', 'datetime', new Date(time), time, ColumnTypeEnum.DateTime, 'text'],
    ['DATETIME', 'bigint', Date.parse(time), time, ColumnTypeEnum.DateTime, 'integer'],
    ['BLOB', 'bytes', 'AAH/', Buffer.from([0, 1, 255]), ColumnTypeEnum.Bytes, 'blob'],
    ['BLOB', 'bytes', Uint8Array.of(0, 1, 255), Buffer.from([0, 1, 255]), ColumnTypeEnum.Bytes, 'blob'],
    ['JSONB', 'json', '{"a":[1,"x"]}', '{"a":[1,"x"]}', ColumnTypeEnum.Json, 'text'],
    ['JSONB', 'json', '12', '12', ColumnTypeEnum.Json, 'integer'],
    ['JSONB', 'json', '"12"', '"12"', ColumnTypeEnum.Json, 'text'],
  ])('%s, given as %s: %s', (declared, scalarType, given, read, type, storage) => {
    expect(through(declared, scalarType, given)).toEqual({ value: read, type, storage });
  });
});

test('the type of an expression is that of its values', () => {
  const sql = "SELECT count(*), sum(0.5), max('a'), x'01', NULL, 1 > 0";
  const { columnTypes, rows } = connection().query({ sql, args: [], argTypes: [] });
  const { Int64, Double, Text, Bytes, Int32 } = ColumnTypeEnum;
  expect(columnTypes).toEqual([Int64, Double, Text, Bytes, Int32, Int64]);
  expect(rows).toEqual([[1, 0.5, 'a', Buffer.from([1]), null, 1]]);
});

test('times sort as stored', () => {
  const writer = connection();
  writer.driver.exec('CREATE TABLE t (v DATETIME)');
  const argTypes = [{ scalarType: 'datetime' as const, arity: 'scalar' as const }];
  const anyTime = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.array(anyTime, { maxLength: 20 }), (times) => {
      writer.driver.exec('DELETE FROM t');
      for (const each of times)
        writer.execute({ sql: 'INSERT INTO t VALUES (?)', args: [each.toISOString()], argTypes });
      const { rows } = writer.query({ sql: 'SELECT v FROM t ORDER BY v', args: [], argTypes: [] });
      const sorted = times.map((each) => each.getTime()).sort((a, b) => a - b);
      expect(rows.map(([value]) => Date.parse(String(value)))).toEqual(sorted);
    }),
    { numRuns: 50 },
  );
});

test('what cannot be stored is refused', () => {
  const argTypes = [{ scalarType: 'unknown' as const, arity: 'scalar' as const }];
  expect(() => connection().query({ sql: 'SELECT ?', args: [{}], argTypes })).toThrow(TypeError);
});

test('the writer syncs each commit and enforces references', () => {
  const { driver } = connection();
  const settings = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'];
  expect(settings.map((pragma) => driver.setting(pragma))).toEqual(['wal', 2, 1, 5000]);
});
