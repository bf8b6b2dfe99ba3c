import type { Provider, SqlParameter } from './engine.js';

/** A condition of a statement of our own, with the parameters of its placeholders in order. */
export interface SqlCondition {
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
}

/** The rows of a part of a list. */
export interface PartOfList extends SqlCondition {
  /** The index to read them by, where SQLite, which keeps no statistics here, would go along the order of the list; PostgreSQL chooses by itself. */
  readonly indexedBy?: string | undefined;
  /**
   * More that its rows meet: columns that the intended index has in front of those of the order, with their one value. PostgreSQL knows how often each value is, not
   * how often both are, and would go along another index of the order where both are frequent and never met together. So a page is asked for in an order that begins
   * with these columns, and only that index has it.
   */
  readonly before?: readonly OneValue[] | undefined;
  /** How many rows it has, as an expression, if that is known without counting. */
  readonly total?: SqlCondition | undefined;
}

/** A column that has the same value in all rows. */
export interface OneValue {
  readonly column: string;
  readonly value: SqlParameter;
}

/** The rows with these values that meet a condition, in the order of what follows in the index. */
export const readBehind = (
  provider: Provider,
  index: string,
  before: readonly OneValue[],
  met: SqlCondition,
): PartOfList =>
  provider === 'sqlite' ? { ...all(...before.map(hasValue), met), indexedBy: index } : { ...met, before };

/** All that the rows of a part meet. */
export const wholly = (part: PartOfList): SqlCondition => all(...(part.before ?? []).map(hasValue), part);

const hasValue = ({ column, value }: OneValue): SqlCondition =>
  value === null ? condition(`"${column}" IS NULL`) : equals(column, value);

/** The rows that meet a condition, by an index on SQLite. */
export const readBy = (provider: Provider, index: string, met: SqlCondition): PartOfList =>
  provider === 'sqlite' ? { ...met, indexedBy: index } : met;

/** A table as a statement names it, with the index that its rows are read by. */
export const tableBy = (table: string, index: string | undefined): string =>
  index === undefined ? `"${table}"` : `"${table}" INDEXED BY "${index}"`;

/** @param sql with `?` placeholders and "Quoted" names, as {@link Database.readSql} takes it */
export const condition = (sql: string, ...parameters: readonly SqlParameter[]): SqlCondition => ({ sql, parameters });

export const equals = (column: string, value: SqlParameter): SqlCondition => condition(`"${column}" = ?`, value);

/** No index answers it: where another condition leaves fewer rows, and a database that plans once for all values would take this one for it. */
export const onlyChecked = (column: string, value: SqlParameter): SqlCondition =>
  value === null ? condition(`("${column}" IS NULL) IS TRUE`) : condition(`("${column}" = ?) IS TRUE`, value);

/** SQL does not allow an empty list; an empty list never matches. */
export const oneOf = (column: string, values: readonly string[]): SqlCondition =>
  values.length === 0 ? condition('1 = 0') : condition(`"${column}" IN (${values.map(() => '?').join()})`, ...values);

/** @param select one column of a table, without a condition */
export const within = (column: string, select: string, { sql, parameters }: SqlCondition): SqlCondition =>
  condition(`"${column}" IN (${select} WHERE ${sql})`, ...parameters);

/** All conditions; without conditions it is always true. */
export const all = (...parts: readonly SqlCondition[]): SqlCondition => joined(parts, 'AND', '1 = 1');

/** Any condition; without conditions it is never true. */
export const any = (...parts: readonly SqlCondition[]): SqlCondition => joined(parts, 'OR', '1 = 0');

function joined(parts: readonly SqlCondition[], word: 'AND' | 'OR', none: string): SqlCondition {
  const [first, ...others] = parts;
  if (!first) return condition(none);
  if (others.length === 0) return first;
  return condition(
    `(${parts.map(({ sql }) => sql).join(` ${word} `)})`,
    ...parts.flatMap(({ parameters }) => parameters),
  );
}
