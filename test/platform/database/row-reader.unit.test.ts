import { describe, expect, test } from 'vitest';
import { bigint, boolean, text } from '../../../src/platform/database/columns.js';
import { stateVersionOutputTable } from '../../../src/platform/database/generated/tables.js';
import { rowReader } from '../../../src/platform/database/row-reader.js';

describe('a reader of what a statement selects', () => {
  const reader = rowReader({
    id: text,
    locked: { sql: 'w."lockedAt" IS NOT NULL', read: boolean },
    count: bigint.orNull,
  });

  test('selects columns of the table, and what stands in their place', () => {
    expect(reader.selection('w')).toBe('w."id" AS "id", w."lockedAt" IS NOT NULL AS "locked", w."count" AS "count"');
  });

  test('reads them under the same names', () => {
    expect(reader.read({ id: 'ws-1', locked: 1, count: '7' })).toEqual({ id: 'ws-1', locked: true, count: 7n });
    expect(reader.read({ id: 'ws-1', locked: false, count: null })).toEqual({ id: 'ws-1', locked: false, count: null });
  });

  test('stays apart from another table by its prefix', () => {
    const prefixed = rowReader({ id: text }, 'home.');
    expect(prefixed.selection('w')).toBe('w."id" AS "home.id"');
    expect(prefixed.read({ id: 'sv-1', 'home.id': 'ws-1' })).toEqual({ id: 'ws-1' });
  });

  test('refuses a row of something else', () => {
    expect(() => reader.read({ locked: 1, count: 1n })).toThrow('a column does not hold text');
  });
});

describe('the reader of a table', () => {
  const row = { id: 'wsout-1', stateVersionId: 'sv-1', name: 'a', sensitive: 0, type: 'string', detailedType: null };

  test('selects every column of schema.prisma', () => {
    expect(stateVersionOutputTable.names).toEqual([
      ...['id', 'stateVersionId', 'name', 'sensitive', 'type', 'detailedType', 'value', 'sealedValue'],
    ]);
    const sealedValue = new Uint8Array([1]);
    const read = stateVersionOutputTable.read({ ...row, value: null, sealedValue });
    expect(read).toEqual({ ...row, sensitive: false, value: null, sealedValue });
  });

  test('leaves columns out, which are null then', () => {
    const shown = stateVersionOutputTable.without('sealedValue');
    expect(shown.selection('o')).not.toContain('sealedValue');
    expect(shown.read({ ...row, value: '"x"' })).toEqual({ ...row, sensitive: false, value: '"x"', sealedValue: null });
  });
});
