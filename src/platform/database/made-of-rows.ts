import type { SqlRow } from './engine.js';

/**
 * Objects made from the rows of a statement, one for each row. As long as `Database.readSql` returns the same list, the same objects are returned too, while
 * somebody holds the list. So they are frozen, and `make` must use nothing but the row and the previous object.
 */
export function madeOfRows<Made extends object>(
  make: (row: SqlRow, before: Made | undefined) => Made,
): (rows: readonly SqlRow[]) => readonly Made[] {
  const known = new WeakMap<readonly SqlRow[], readonly Made[]>();
  return (rows) => {
    const again = known.get(rows);
    if (again) return again;
    let last: Made | undefined;
    const made = Object.freeze(rows.map((row) => (last = Object.freeze(make(row, last)))));
    known.set(rows, made);
    return made;
  };
}
