import type { SqlRow } from './engine.js';

/** For each column of a row, what reads its value. */
export type ColumnReaders<Row> = { readonly [Name in keyof Row]-?: (value: unknown) => Row[Name] };

/** Reads whole rows in statements of our own. */
export interface RowReader<Row> {
  /** The columns as a statement selects them. */
  selection(table: string): string;
  /** @throws Error for a row of something else */
  read(row: SqlRow): Row;
}

export function rowReader<Row extends object>(readers: ColumnReaders<Row>): RowReader<Row> {
  const isName = (name: string): name is keyof Row & string => Object.hasOwn(readers, name);
  const names = Object.keys(readers).filter(isName);
  const isWhole = (row: Partial<Row>): row is Row => names.every((name) => name in row);
  return {
    selection: (table) => names.map((name) => `${table}."${name}" AS "${name}"`).join(', '),
    read(row) {
      const read: Partial<Row> = {};
      for (const name of names) read[name] = readers[name](row[name]);
      if (isWhole(read)) return read;
      throw new Error('a row has not all of its columns');
    },
  };
}
