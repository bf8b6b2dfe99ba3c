import type { Connection, PageAsked } from './connection.js';
import { connectionOf, placeOf } from './keyset.js';
import type { Keyset } from './keyset.js';

/**
 * A page of a list that is completely in memory, for lists that are short. Its keys are texts, numbers or times.
 * @throws INVALID_PARAMETER naming the argument if it is not a cursor of this list
 */
export function pageOfWhole<Key extends object, Row extends Key>(
  key: Keyset<Key>,
  page: PageAsked,
  rows: readonly Row[],
): Connection<Row> {
  const after = page.after === null ? null : placeOf(key, 'after', page.after);
  const before = page.before === null ? null : placeOf(key, 'before', page.before);
  const between = rows
    .filter((row) => (!after || compared(key, row, after) > 0) && (!before || compared(key, row, before) < 0))
    .sort((one, other) => compared(key, one, other));
  if (page.from === 'end') between.reverse();
  const asked = between.slice(0, page.size + 1).map((row) => ({ key: row, node: row }));
  return connectionOf<Key, Row>(key, page, asked, () => rows.length);
}

/** How the first compares with the other in the order of the list. */
function compared<Key>({ names, columns }: Keyset<Key>, one: Partial<Key>, other: Partial<Key>): number {
  for (const name of names) {
    const { direction, write } = columns[name];
    const [a, b] = [one[name], other[name]];
    if (a === undefined || b === undefined) continue;
    const [first, second] = [write(a), write(b)];
    if (first !== second) return first < second === (direction === 'asc') ? -1 : 1;
  }
  return 0;
}
