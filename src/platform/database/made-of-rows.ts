import type { SqlRow } from './engine.js';

/**
 * What is made of the rows of a statement, one of each. `Database.readSql` gives the same list again while it is the answer: what was made of it is
 * given again too, for as long as somebody holds the list. So it is frozen, and `make` looks at nothing but the row.
 */
export function madeOfRows<Made extends object>(
  make: (row: SqlRow) => Made,
): (rows: readonly SqlRow[]) => readonly Made[] {
  const known = new WeakMap<readonly SqlRow[], readonly Made[]>();
  return (rows) => {
    const before = known.get(rows);
    if (before) return before;
    const made = Object.freeze(rows.map((row) => Object.freeze(make(row))));
    known.set(rows, made);
    return made;
  };
}
