import { all, any, condition } from '../database/conditions.js';
import type { SqlCondition } from '../database/conditions.js';
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

export function keysetSql<Key>({ beyond, order, take }: PageBounds<Key>): KeysetSql {
  return {
    place: all(...beyond.map(conditionBeyond)),
    columns: order.map(({ name }) => `"${name}"`).join(', '),
    orderBy: order.map(({ name, way }) => `"${name}" ${way.toUpperCase()}`).join(', '),
    take,
  };
}

interface Limit {
  readonly column: string;
  readonly sign: '<' | '>';
  readonly value: SqlParameter;
}

function conditionBeyond<Key>({ of, columns }: Beyond<Key>): SqlCondition {
  const limits = columns.map(({ name, upwards }): Limit => {
    const value: unknown = of[name];
    if (!isParameter(value)) throw new Error(`a cursor has nothing of ${name}`);
    return { column: `"${name}"`, sign: upwards ? '>' : '<', value };
  });
  const [first] = limits;
  if (!first) return all();
  return limits.every(({ sign }) => sign === first.sign) ? ofRows(first.sign, limits) : ofColumns(first, limits);
}

/** One comparison of rows: the index then begins exactly at the position, even if many rows have the same value in the first column. */
function ofRows(sign: Limit['sign'], limits: readonly Limit[]): SqlCondition {
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
