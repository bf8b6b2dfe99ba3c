import * as columns from '../database/columns.js';
import { madeOfRows } from '../database/made-of-rows.js';
import type { SqlRow } from '../database/engine.js';
import { problem } from '../problems.js';
import type { Connection, Edge, PageAsked } from './connection.js';

/**
 * Pages of a list that is ordered by a stable key: columns that never change and are unique together. So each page is one index range, whatever its number, and
 * does not move while others write. See src/pki/revocation/revocations.ts for an example.
 */
export interface Column<T> {
  readonly direction: 'asc' | 'desc';
  readonly write: (value: T) => string | number;
  /** `undefined` if the text of a cursor is something else. */
  readonly read: (value: unknown) => T | undefined;
  /** Reads it from a row of our own statements. */
  readonly fromColumn: (value: unknown) => T;
}

type Kind<T> = Omit<Column<T>, 'direction'>;

export const text: Kind<string> = {
  write: (value) => value,
  read: (value) => (typeof value === 'string' ? value : undefined),
  fromColumn: columns.text,
};
export const number: Kind<number> = {
  write: (value) => value,
  read: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
  fromColumn: columns.integer,
};
export const instant: Kind<Date> = {
  write: (value) => value.getTime(),
  read: (value) => {
    const date = typeof value === 'number' ? new Date(value) : undefined;
    return date && !Number.isNaN(date.getTime()) ? date : undefined;
  },
  fromColumn: columns.date,
};
export const bigint: Kind<bigint> = {
  write: (value) => value.toString(),
  read: (value) => {
    const read = typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? BigInt(value) : undefined;
    // No column has more, and a database refuses the statement.
    return read === undefined || BigInt.asIntN(64, read) === read ? read : undefined;
  },
  fromColumn: columns.bigint,
};

export const ascending = <T>(kind: Kind<T>): Column<T> => ({ ...kind, direction: 'asc' });
export const descending = <T>(kind: Kind<T>): Column<T> => ({ ...kind, direction: 'desc' });

export type Columns<Key> = { readonly [K in keyof Key]: Column<Key[K]> };

/** What lies beyond a row in an order of several columns. */
export interface Beyond<Key> {
  readonly of: Partial<Key>;
  /** By priority: whether larger or smaller values of the column lie beyond. */
  readonly columns: readonly { readonly name: keyof Key & string; readonly upwards: boolean }[];
}

/** The rows of a page, independent of Prisma and SQL: `keyset-prisma.ts` and `keyset-sql.ts` translate it. */
export interface PageBounds<Key> {
  /** Conditions on all rows of the page. */
  readonly beyond: readonly Beyond<Key>[];
  readonly order: readonly { readonly name: keyof Key & string; readonly way: 'asc' | 'desc' }[];
  /** One more than requested: it tells whether there is another page. */
  readonly take: number;
}

export interface Keyset<Key> {
  readonly names: readonly (keyof Key & string)[];
  readonly columns: Columns<Key>;
  /** The columns that define the order and are unique together. The others are only in cursors. */
  readonly weighed: readonly (keyof Key & string)[];
  /** The keys in the rows of our own statements. */
  readonly keysOf: (rows: readonly SqlRow[]) => readonly Key[];
}

/**
 * A key of columns by priority; the last one makes it unique.
 * @param weighed how many of them already make it unique, if the others only distinguish cursors
 */
export function keyset<Key extends object>(columns: Columns<Key>, weighed = Infinity): Keyset<Key> {
  const isName = (name: string): name is keyof Key & string => Object.hasOwn(columns, name);
  const names = Object.keys(columns).filter(isName);
  return {
    columns,
    names,
    weighed: names.slice(0, weighed),
    keysOf: madeOfRows((row) => keyFromRow(names, columns, row)),
  };
}

/** Sort orders by one column; the id separates equal values. */
export type SortedBy<Name extends string, T> = Readonly<
  Record<'ASC' | 'DESC', Keyset<Readonly<Record<Name, T>> & { readonly id: string }>>
>;

export function sortedBy<Name extends string, T>(name: Name, kind: Kind<T>): SortedBy<Name, T>;
export function sortedBy<T>(name: string, kind: Kind<T>): object {
  return {
    ASC: keyset<object>({ [name]: ascending(kind), id: ascending(text) }),
    DESC: keyset<object>({ [name]: descending(kind), id: descending(text) }),
  };
}

/** The opaque position of a row. */
export function cursorOf<Key>({ names, columns }: Keyset<Key>, row: Key): string {
  return Buffer.from(JSON.stringify(names.map((name) => columns[name].write(row[name])))).toString('base64url');
}

/** @throws INVALID_PARAMETER naming the argument */
export function placeOf<Key>({ names, columns }: Keyset<Key>, argument: string, cursor: string): Partial<Key> {
  const values = parsed(cursor);
  const place: Partial<Key> = {};
  for (const [index, name] of names.entries()) {
    const value = columns[name].read(values[index]);
    if (value === undefined || values.length !== names.length) {
      throw problem('INVALID_PARAMETER', `${argument} is not a cursor of this list`, [argument]);
    }
    place[name] = value;
  }
  return place;
}

/** Longest cursor, in characters. The names in it are shorter. */
const longestCursor = 8_192;

function parsed(cursor: string): unknown[] {
  if (cursor.length > longestCursor) return [];
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** @throws INVALID_PARAMETER for a cursor that is not of this list */
export function pageBounds<Key>(key: Keyset<Key>, page: PageAsked): PageBounds<Key> {
  const { weighed, columns } = key;
  const isAscending = (name: keyof Key & string) => columns[name].direction === 'asc';
  const beyond = (['after', 'before'] as const).flatMap((side) => {
    const cursor = page[side];
    if (cursor === null) return [];
    const upwards = (name: keyof Key & string) => isAscending(name) === (side === 'after');
    return [{ of: placeOf(key, side, cursor), columns: weighed.map((name) => ({ name, upwards: upwards(name) })) }];
  });
  const order = weighed.map((name) => {
    const way = isAscending(name) === (page.from === 'start') ? ('asc' as const) : ('desc' as const);
    return { name, way };
  });
  return { beyond, order, take: page.size + 1 };
}

function keyFromRow<Key extends object>(names: Keyset<Key>['names'], columns: Columns<Key>, row: SqlRow): Key {
  const key: Partial<Key> = {};
  for (const name of names) key[name] = columns[name].fromColumn(row[name]);
  if (isWhole(names, key)) return key;
  throw new Error('a row is not of this list');
}

function isWhole<Key extends object>(names: readonly (keyof Key & string)[], key: Partial<Key>): key is Key {
  return names.every((name) => name in key);
}

/**
 * @param fetched the rows for {@link pageBounds}, in its order
 * @param stopped the last row that was examined, if the search ended before the page was full: the next page continues after it
 */
export function connectionOf<Key, Row>(
  key: Keyset<Key>,
  page: PageAsked,
  fetched: readonly { readonly key: Key; readonly node: Row | null }[],
  count: Connection<Row>['count'],
  stopped: Key | null = null,
): Connection<Row> {
  const shown = fetched.slice(0, page.size);
  const more = fetched.length > page.size || stopped !== null;
  if (page.from === 'end') shown.reverse();
  const edges: Edge<Row>[] = [];
  // A row that was deleted between two statements is missing.
  for (const { key: place, node } of shown) if (node !== null) edges.push(new KeysetEdge(key, place, node));
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: page.from === 'start' ? more : page.before !== null,
      hasPreviousPage: page.from === 'end' ? more : page.after !== null,
      get startCursor() {
        return stopped && page.from === 'end' ? cursorOf(key, stopped) : (edges[0]?.cursor ?? null);
      },
      get endCursor() {
        return stopped && page.from === 'start' ? cursorOf(key, stopped) : (edges.at(-1)?.cursor ?? null);
      },
    },
    count,
  };
}

/** Rows of several statements, in the order of the page. @param place text in the order of the list, which ascends */
export function inPage<Row>({ from }: PageAsked, rows: readonly Row[], place: (row: Row) => string): readonly Row[] {
  const placed = rows.map((row) => ({ row, at: place(row) }));
  const sorted = placed.toSorted((one, other) => (one.at < other.at ? -1 : 1)).map(({ row }) => row);
  return from === 'start' ? sorted : sorted.toReversed();
}

/** Most responses need few cursors or none, so each is created on demand. */
class KeysetEdge<Key, Row> implements Edge<Row> {
  constructor(
    private readonly key: Keyset<Key>,
    private readonly place: Key,
    readonly node: Row,
  ) {}

  get cursor(): string {
    return cursorOf(this.key, this.place);
  }
}
