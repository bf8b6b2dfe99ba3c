/** Arguments of calls of the client, made up by fast-check for any table. */
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { Kind } from '../../../../src/platform/database/direct/kinds.js';
import type { Column, Table } from '../../../../src/platform/database/direct/table.js';

export type Given = Readonly<Record<string, unknown>>;

/** Few values of each kind, so that rows and conditions meet. */
const values: Readonly<Record<Kind, Arbitrary<unknown>>> = {
  String: fc.constantFrom('', 'a', 'b', 'A', 'ab', 'é', "'; --", '"', '%', '?', '$1', '🦊'),
  Int: fc.constantFrom(-1, 0, 1, 2, 2_147_483_647, -2_147_483_648),
  BigInt: fc.constantFrom(0n, 1n, -1n, 2n ** 53n + 1n, 2n ** 62n, 7),
  Boolean: fc.boolean(),
  DateTime: fc.constantFrom(new Date(0), new Date('2026-02-28T23:59:59.999Z'), new Date('1969-12-31T23:59:59.001Z')),
  Bytes: fc.constantFrom(new Uint8Array([]), new Uint8Array([0, 255]), Buffer.from('trustate')),
};

const several = <T>(each: Arbitrary<T>) => fc.array(each, { minLength: 0, maxLength: 3 });

export const valueOf = ({ kind, nullable }: Column): Arbitrary<unknown> =>
  nullable ? fc.oneof({ weight: 3, arbitrary: values[kind] }, fc.constant(null)) : values[kind];

function filterOf(column: Column): Arbitrary<unknown> {
  const value = values[column.kind];
  const filters: Arbitrary<unknown>[] = [
    valueOf(column),
    fc.record({ equals: valueOf(column) }),
    fc.record({ not: valueOf(column) }),
    fc.constant(undefined),
  ];
  if (column.kind !== 'Boolean') filters.push(fc.record({ in: several(value) }), fc.record({ notIn: several(value) }));
  if (column.kind !== 'Boolean' && column.kind !== 'Bytes') {
    filters.push(
      fc.record({ lt: value, gte: value }, { requiredKeys: ['lt'] }),
      fc.record({ gt: value }),
      fc.record({ lte: value }),
    );
  }
  if (column.kind === 'String')
    filters.push(
      ...['contains', 'startsWith', 'endsWith'].map((how) => fc.record({ [how]: fc.constantFrom('a', 'b', 'é') })),
    );
  return fc.oneof(...filters);
}

/** Some columns with something for each. */
function columnsWith(columns: readonly Column[], each: (column: Column) => Arbitrary<unknown>): Arbitrary<Given> {
  return fc
    .subarray([...columns], { minLength: Math.min(1, columns.length), maxLength: Math.min(3, columns.length) })
    .chain((some) => fc.record(Object.fromEntries(some.map((column) => [column.name, each(column)]))));
}

/** At least one column says something: the client takes an empty condition for none within OR and NOT. */
const condition = (table: Table): Arbitrary<Given> =>
  columnsWith(table.columns, filterOf).filter((where) =>
    Object.values(where).some((value) => value !== undefined && !isEmpty(value)),
  );

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.keys(value).length === 0;

/** @param others conditions on other tables */
export function whereOf(table: Table, others: readonly Arbitrary<Given>[] = []): Arbitrary<Given> {
  const leaf = fc.oneof(condition(table), ...others);
  return fc
    .letrec<{ where: Given }>((tie) => ({
      where: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        leaf,
        fc.record({ AND: several(tie('where')) }),
        // One without content holds for nothing. Prisma drops it within AND, and everything is found: conditions.unit.test.ts.
        fc.record({ OR: fc.array(tie('where'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ NOT: tie('where') }),
        fc.record({ NOT: fc.array(tie('where'), { minLength: 1, maxLength: 2 }) }),
        fc.tuple(leaf, tie('where')).map(([own, AND]) => ({ ...own, AND })),
      ),
    }))
    .where.filter(saysSomething);
}

/** Whether no part of OR and NOT is empty. */
function saysSomething(where: Given): boolean {
  const parts = ['AND', 'OR', 'NOT'].flatMap((name) => (where[name] === undefined ? [] : [where[name]].flat()));
  const inner = parts.filter((part): part is Given => typeof part === 'object' && part !== null);
  const isNothing = (part: Given) =>
    'AND' in part && [part['AND']].flat().length === 0 && Object.keys(part).length === 1;
  return inner.every(saysSomething) && !inner.some(isNothing);
}

export const selectionOf = (table: Table): Arbitrary<Given> =>
  fc.oneof(
    fc.constant({}),
    columnsWith(table.columns, () => fc.constant(true)).map((select) => ({ select })),
    columnsWith(table.columns.slice(1), () => fc.constant(true)).map((omit) => ({ omit })),
  );

export const orderOf = (table: Table): Arbitrary<readonly Given[]> =>
  columnsWith(table.columns, () => fc.constantFrom('asc', 'desc')).map((order) =>
    Object.entries(order).map(([name, way]) => ({ [name]: way })),
  );

/** A row, with or without the columns that have a value by themselves. */
export function rowOf({ columns }: Table): Arbitrary<Given> {
  const given = columns.filter(({ numbered }) => !numbered);
  const open = given.filter(({ nullable, initially }) => nullable === true || initially !== undefined);
  const requiredKeys = given.filter((column) => !open.includes(column)).map(({ name }) => name);
  return fc.record(Object.fromEntries(given.map((column) => [column.name, valueOf(column)])), { requiredKeys });
}

/** Changes of columns that no constraint names. */
export function changesOf(table: Table): Arbitrary<Given> {
  const fixed = new Set(table.uniques.flat());
  const columns = table.columns.filter(({ name, numbered }) => !numbered && !fixed.has(name));
  return columnsWith(columns, (column) =>
    column.kind === 'Int' || column.kind === 'BigInt'
      ? fc.oneof(valueOf(column), fc.record({ increment: fc.constant(1) }), fc.record({ decrement: fc.constant(2) }))
      : fc.oneof(valueOf(column), fc.record({ set: valueOf(column) })),
  );
}

/** The client's name of a unique row: one column, or several by their names together. */
export function uniqueOf(table: Table, row: Given): Given {
  const [names = []] = table.uniques;
  const key = Object.fromEntries(names.map((name) => [name, row[name]]));
  return names.length === 1 ? key : { [names.join('_')]: key };
}
