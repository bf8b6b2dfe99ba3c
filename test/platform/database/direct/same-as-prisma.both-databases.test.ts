import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCode } from '../../../../src/platform/operator-error.js';
import type { Table } from '../../../../src/platform/database/direct/table.js';
import { tables } from '../../../../src/platform/database/direct/tables.js';
import { changesOf, orderOf, rowOf, selectionOf, uniqueOf, whereOf } from './given-calls.js';
import type { Given } from './given-calls.js';
import { call, TwoWays } from './two-ways.js';

let ways: TwoWays;
beforeAll(async () => {
  ways = await TwoWays.open();
});
afterAll(() => ways.close());

/** What a call answers: with what code it fails, and not in which words. */
async function outcome(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return { code };
  }
}

const rows = (table: Table): Arbitrary<Given[]> =>
  fc.uniqueArray(rowOf(table), {
    maxLength: 6,
    selector: (row) => table.uniques.map((names) => names.map((name) => String(row[name])).join('\0')).join('\n'),
    // Any constraint that two rows share.
    comparator: (one, other) => one.split('\n').some((key, index) => key === other.split('\n')[index]),
  });

/** Tables whose rows refer to no others, so that any values can be stored; those that the database itself changes are others. */
const alone = tables.filter(
  ({ relations, columns }) => relations.length === 0 && columns.every(({ numbered }) => !numbered),
);

/** In order of their values: databases return rows in any order. */
const sorted = (found: unknown): unknown =>
  Array.isArray(found) ? found.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1)) : found;
const textOf = (row: unknown): string =>
  JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));

const runs = { numRuns: 25 };

describe.each(alone.map((table) => [table.name, table] as const))('%s', (_name, table) => {
  test('is read alike', async () => {
    const asked = fc.record({
      stored: rows(table),
      where: whereOf(table),
      selection: selectionOf(table),
      orderBy: orderOf(table),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ stored, where, selection, orderBy }) => {
        const read = async (tx: object) => {
          for (const data of stored) await call(tx, table, 'create', { data });
          const [first] = stored;
          return [
            sorted(await call(tx, table, 'findMany', { where, ...selection })),
            sorted(await call(tx, table, 'findMany', { where, orderBy })),
            await call(tx, table, 'count', { where }),
            first && (await call(tx, table, 'findUnique', { where: uniqueOf(table, first), ...selection })),
            await call(tx, table, 'findFirst', { where, orderBy: allOf(table, orderBy), ...selection }),
            await call(tx, table, 'findMany', { where, orderBy: allOf(table, orderBy), take: 2, skip: 1 }),
          ];
        };
        expect(await ways.directly(read)).toEqual(await ways.byPrisma(read));
      }),
      runs,
    );
  });

  test('is written alike', async () => {
    const asked = fc.record({
      stored: rows(table),
      where: whereOf(table),
      changes: changesOf(table),
      other: rowOf(table),
      selection: selectionOf(table),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ stored, where, changes, other, selection }) => {
        const unique = uniqueOf(table, other);
        const write = (operation: string, args: Given) => async (tx: object) => {
          await call(tx, table, 'createMany', { data: stored });
          const answer = await outcome(call(tx, table, operation, args));
          // PostgreSQL answers nothing after a failure.
          return isFailure(answer) ? answer : [sorted(answer), sorted(await call(tx, table, 'findMany', {}))];
        };
        // Some tables consist of keys.
        const changed = () => [
          write('updateMany', { where, data: changes }),
          write('updateManyAndReturn', { where, data: changes, ...selection }),
          write('update', { where: unique, data: changes, ...selection }),
          write('upsert', { where: unique, create: other, update: changes, ...selection }),
        ];
        for (const written of [
          write('create', { data: other, ...selection }),
          ...(Object.keys(changes).length === 0 ? [] : changed()),
          write('upsert', { where: unique, create: other, update: {} }),
          write('delete', { where: unique, ...selection }),
          write('deleteMany', { where }),
        ])
          expect(await ways.directly(written)).toEqual(await ways.byPrisma(written));
      }),
      runs,
    );
  });
});

const isFailure = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'code' in answer && !('id' in answer);

/** An order that leaves no two rows alike. */
const allOf = (table: Table, orderBy: readonly Given[]): readonly Given[] => [
  ...orderBy,
  ...(table.uniques[0] ?? [])
    .filter((name) => !orderBy.some((each) => name in each))
    .map((name) => ({ [name]: 'asc' })),
];
