import type { Provider } from '../engine.js';
import { entriesOf, isPlain } from './arguments.js';
import { demands } from './intended-index.js';
import type { Table } from './table.js';

/** Rows that are passed over with all that they hold. */
const near = 1_000;

/** A column of which every row that is asked for has a value of its own, in whose order they are. */
export interface DeepPage {
  readonly column: string;
  readonly orderBy: Readonly<Record<string, unknown>>;
}

/**
 * What a page far into a list is found by. PostgreSQL reads the rows that are passed over, and sorts them where the index does not have the whole order. Values of
 * a column by which rows differ are in the index, and it passes over those alone. SQLite reads nothing else anyway.
 * @returns null where there is no such column, or the page is near
 */
export function deepPage(
  provider: Provider,
  table: Table,
  { where, orderBy, skip }: { readonly where?: unknown; readonly orderBy: unknown; readonly skip?: unknown },
): DeepPage | null {
  if (provider !== 'postgresql' || typeof skip !== 'number' || skip < near) return null;
  const list: readonly unknown[] = Array.isArray(orderBy) ? orderBy : [orderBy];
  const [first] = list;
  if (!isPlain(first)) return null;
  const [term, further] = entriesOf(first);
  if (term === undefined || further !== undefined) return null;
  const [column, way] = term;
  const declared = table.column(column);
  if (!declared || declared.nullable) return null;
  // The index of the primary key has no other column to find the rows of a list by: then nothing is gained.
  const [, ...others] = table.uniques;
  const isOwn = others.some(
    (names) =>
      names.includes(column) &&
      names.every((name) => name === column || demands(where, name, (value) => typeof value === 'string')),
  );
  return isOwn ? { column, orderBy: { [column]: way } } : null;
}
