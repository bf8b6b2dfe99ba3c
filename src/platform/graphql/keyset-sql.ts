import { all, any, condition } from '../database/conditions.js';
import type { OneValue, SqlCondition } from '../database/conditions.js';
import type { SqlParameter } from '../database/engine.js';
import type { Beyond, PageBounds } from './keyset.js';

/** A page for our own statements. */
export interface KeysetSql {
  readonly place: SqlCondition;
  /** The columns of the order. */
  readonly columns: string;
  readonly orderBy: string;
  readonly take: number;
}

/** @param before columns that an index has in front of those of the order, with their one value in all rows: the place and the order then begin with them */
export function keysetSql<Key>({ beyond, order, take }: PageBounds<Key>, before: readonly OneValue[] = []): KeysetSql {
  const way = order[0]?.way ?? 'asc';
  const leading = before.map(({ column }) => ({ name: column, way }));
  const places = beyond.map((each) => placeBeyond(each, before));
  const ends = (['<', '>'] as const).filter((sign) => !places.some((place) => place.sign === sign));
  return {
    place: all(...valuesOf(before, ends), ...places.map(({ met }) => met)),
    columns: order.map(({ name }) => `"${name}"`).join(', '),
    orderBy: [...leading, ...order].map((each) => `"${each.name}" ${each.way.toUpperCase()}`).join(', '),
    take,
  };
}

/**
 * Rows that have one value in each column, as a range: PostgreSQL leaves what is equal out of an order. An end of it that is a place already is not said again: it
 * could begin at the farther one.
 */
function valuesOf(before: readonly OneValue[], ends: readonly Limit['sign'][]): readonly SqlCondition[] {
  const nulls = before.filter(({ value }) => value === null).map(({ column }) => condition(`"${column}" IS NULL`));
  const has = (sign: Limit['sign']) => limitsOf(before, sign);
  return [...nulls, ...ends.flatMap((sign) => (has(sign).length === 0 ? [] : [ofRows(`${sign}=`, has(sign))]))];
}

/** Nothing is beyond null. */
const limitsOf = (before: readonly OneValue[], sign: Limit['sign']): readonly Limit[] =>
  before.flatMap(({ column, value }) => (value === null ? [] : [{ column: `"${column}"`, sign, value }]));

interface Limit {
  readonly column: string;
  readonly sign: '<' | '>';
  readonly value: SqlParameter;
}

/** With the sign of its one comparison, if it is one. */
function placeBeyond<Key>(
  { of, columns }: Beyond<Key>,
  before: readonly OneValue[],
): { readonly met: SqlCondition; readonly sign: Limit['sign'] | null } {
  const own = columns.map(({ name, upwards }): Limit => {
    const value: unknown = of[name];
    if (!isParameter(value)) throw new Error(`a cursor has nothing of ${name}`);
    return { column: `"${name}"`, sign: upwards ? '>' : '<', value };
  });
  const [first] = own;
  if (!first) return { met: all(), sign: null };
  const { sign } = first;
  return own.every((each) => each.sign === sign)
    ? { met: ofRows(sign, [...limitsOf(before, sign), ...own]), sign }
    : { met: ofColumns(first, own), sign: null };
}

/** One comparison of rows: the index then begins exactly at the position, even if many rows have the same value in the first column. */
function ofRows(sign: Limit['sign'] | '<=' | '>=', limits: readonly Limit[]): SqlCondition {
  const columns = limits.map(({ column }) => column).join(', ');
  const places = limits.map(() => '?').join(', ');
  return condition(`(${columns}) ${sign} (${places})`, ...limits.map(({ value }) => value));
}

/** The range of the first column is separate, so that the database sees one index range. */
function ofColumns(first: Limit, limits: readonly Limit[]): SqlCondition {
  const alternatives = limits.map(({ column, sign, value }, index) => {
    const equal = limits.slice(0, index).map((before) => condition(`${before.column} = ?`, before.value));
    return all(...equal, condition(`${column} ${sign} ?`, value));
  });
  return all(condition(`${first.column} ${first.sign}= ?`, first.value), any(...alternatives));
}

function isParameter(value: unknown): value is SqlParameter {
  return value instanceof Date || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}
