import type { SqlRow } from './engine.js';

/**
 * What is made of the rows of a statement, one of each. `Database.readSql` gives the same list again while it is the answer: what was made of it is
 * given again too, for as long as somebody holds the list. So it is frozen, and `make` looks at nothing but the row and
 * what it made of the one before.
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
