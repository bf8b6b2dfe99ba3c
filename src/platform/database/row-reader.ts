import type { SqlRow } from './engine.js';

/** Reads the value of one column. @throws Error for what the column cannot hold */
type Read<Value> = (value: unknown) => Value;

/** A value that is not a column of the table: its expression in the statement, and its reader. */
export interface Selected<Value> {
  readonly sql: string;
  readonly read: Read<Value>;
}

/** For each value of a row: the reader of the column with that name, or an expression that replaces it. */
export type RowColumns<Row> = { readonly [Name in keyof Row]-?: Read<Row[Name]> | Selected<Row[Name]> };

/** Reads the rows of our own statements. */
export interface RowReader<Row> {
  /** The values, in the order of {@link selection}. */
  readonly names: readonly (keyof Row & string)[];
  /** The columns as a statement selects them; `table` is the name of the table, or its alias. */
  readonly selection: (table: string) => string;
  /** @throws Error for a row of something else */
  readonly read: (row: SqlRow) => Row;
}

/** The type of the rows of a reader. */
export type RowOf<Reader> = Reader extends RowReader<infer Row> ? Row : never;

/** Names of the columns that may be NULL. */
type Nullable<Row> = { [Name in keyof Row]: null extends Row[Name] ? Name : never }[keyof Row] & string;

/** Reads whole rows of a table. The readers of all tables are generated from schema.prisma: `./generated/tables.ts`. */
export interface TableReader<Row> extends RowReader<Row> {
  /** Selects all columns except these, which become `null` in the result. */
  readonly without: (...names: readonly Nullable<Row>[]) => RowReader<Row>;
}

/**
 * A reader for our own statements, with columns of any tables.
 * @param prefix for the names in the statement, if columns of another table are selected too
 */
export function rowReader<Row extends object>(columns: RowColumns<Row>, prefix = ''): RowReader<Row> {
  const isName = (name: string): name is keyof Row & string => Object.hasOwn(columns, name);
  const names = Object.keys(columns).filter(isName);
  const isWhole = (_row: Partial<Row>, count: number): _row is Row => count === names.length;
  const steps = names.map((name) => ({ name, as: prefix + name, read: readOf(columns[name]) }));
  const selected = (name: keyof Row & string, table: string) => {
    const column = columns[name];
    return typeof column === 'function' ? `${table}."${name}"` : column.sql;
  };
  return {
    names,
    selection: (table) => names.map((name) => `${selected(name, table)} AS "${prefix}${name}"`).join(', '),
    read(row) {
      const values: Partial<Row> = {};
      let count = 0;
      for (const { name, as, read } of steps) {
        values[name] = read(row[as]);
        count += 1;
      }
      if (isWhole(values, count)) return values;
      throw new Error('a row has not all of its columns');
    },
  };
}

const readOf = <Value>(column: Read<Value> | Selected<Value>): Read<Value> =>
  typeof column === 'function' ? column : column.read;

/** @param read code written column by column: several times as fast as {@link rowReader} */
export function tableReader<Row extends object>(
  names: readonly (keyof Row & string)[],
  read: (row: SqlRow) => Row,
): TableReader<Row> {
  const reading = (some: typeof names): RowReader<Row> => ({
    names: some,
    selection: (table) => some.map((name) => `${table}."${name}" AS "${name}"`).join(', '),
    read,
  });
  return {
    ...reading(names),
    without: (...left) => reading(names.filter((name) => !left.some((each) => each === name))),
  };
}
