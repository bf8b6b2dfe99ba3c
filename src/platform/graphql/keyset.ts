import * as columns from '../database/columns.js';
import { madeOfRows } from '../database/made-of-rows.js';
import { all, any, condition } from '../database/conditions.js';
import type { SqlCondition } from '../database/conditions.js';
import type { SqlParameter, SqlRow } from '../database/engine.js';
import { problem } from '../problems.js';
import type { Connection, Edge, PageAsked } from './connection.js';

/**
 * Pages of a list that is ordered by a stable key: columns that never change and together are unique, so that a page is one
 * index range, whatever its number, and stays in its place while others write. See src/pki/revocation/revocations.ts for an example.
 */
export interface Column<T> {
  readonly direction: 'asc' | 'desc';
  readonly write: (value: T) => string | number;
  /** `undefined` when the text of a cursor holds something else. */
  readonly read: (value: unknown) => T | undefined;
  /** From a row of a statement of our own. */
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
  read: (value) => (typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? BigInt(value) : undefined),
  fromColumn: columns.bigint,
};

export const ascending = <T>(kind: Kind<T>): Column<T> => ({ ...kind, direction: 'asc' });
export const descending = <T>(kind: Kind<T>): Column<T> => ({ ...kind, direction: 'desc' });

type Columns<Key> = { readonly [K in keyof Key]: Column<Key[K]> };

interface Bound<T> {
  lt?: T;
  lte?: T;
  gt?: T;
  gte?: T;
}
type Step<Key> = { [K in keyof Key]?: Key[K] | Bound<Key[K]> };

/** A condition that Prisma's `where` takes. */
export interface KeysetWhere<Key> {
  AND: (Step<Key> | { OR: Step<Key>[] })[];
}

export interface KeysetQuery<Key> {
  readonly where: KeysetWhere<Key>;
  readonly orderBy: { [K in keyof Key]?: 'asc' | 'desc' }[];
  readonly take: number;
}

export interface Keyset<Key> {
  readonly names: readonly (keyof Key & string)[];
  readonly columns: Columns<Key>;
  /** Those that the order goes by, and that are unique together: the others are in cursors alone. */
  readonly weighed: readonly (keyof Key & string)[];
  /** The keys in the rows of a statement of our own. */
  readonly keysOf: (rows: readonly SqlRow[]) => readonly Key[];
}

/**
 * A key by its columns, in order of weight; the last one makes it unique.
 * @param weighed how many of them do so already, where the others are only to tell cursors apart
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

/** The opaque place of a row. */
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

/** Characters of a cursor. Names that it is made of have fewer. */
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

/** What lies beyond a place, in the direction of the order (`after`) or against it (`before`). */
function beyond<Key>(
  { weighed, columns }: Keyset<Key>,
  place: Partial<Key>,
  side: 'after' | 'before',
): KeysetWhere<Key> {
  const alternatives: Step<Key>[] = [];
  let range: Step<Key> | undefined;
  const equal: Step<Key> = {};
  for (const name of weighed) {
    const value = place[name];
    if (value === undefined) continue;
    const upwards = (columns[name].direction === 'asc') === (side === 'after');
    const step: Step<Key> = { ...equal };
    step[name] = upwards ? { gt: value } : { lt: value };
    alternatives.push(step);
    if (!range) {
      // Said apart from the alternatives, so that a database sees one index range.
      range = {};
      range[name] = upwards ? { gte: value } : { lte: value };
    }
    equal[name] = value;
  }
  return { AND: [...(range ? [range] : []), { OR: alternatives }] };
}

/** The query for a page: one row more than asked tells whether there is another. */
export function keysetQuery<Key>(key: Keyset<Key>, page: PageAsked): KeysetQuery<Key> {
  const conditions = (['after', 'before'] as const).flatMap((side) => {
    const cursor = page[side];
    return cursor === null ? [] : beyond(key, placeOf(key, side, cursor), side).AND;
  });
  const orderBy = key.weighed.map((name) => {
    const order: { [K in keyof Key]?: 'asc' | 'desc' } = {};
    order[name] = (key.columns[name].direction === 'asc') === (page.from === 'start') ? 'asc' : 'desc';
    return order;
  });
  return { where: { AND: conditions }, orderBy, take: page.size + 1 };
}

/** The same for a statement of our own: the place as a condition, the columns of the order, and how many rows. */
export interface KeysetSql {
  readonly place: SqlCondition;
  readonly columns: string;
  readonly orderBy: string;
  readonly take: number;
}

export function keysetSql<Key extends object>({ where, orderBy, take }: KeysetQuery<Key>): KeysetSql {
  const order = orderBy.flatMap((by) => Object.entries(by).map(([column, way]) => ({ column, way: String(way) })));
  return {
    place: placeCondition(where),
    columns: order.map(({ column }) => `"${column}"`).join(', '),
    orderBy: order.map(({ column, way }) => `"${column}" ${way.toUpperCase()}`).join(', '),
    take,
  };
}

/** What Prisma's `where` says of a place, as a condition of a statement of our own. */
export function placeCondition<Key extends object>({ AND }: KeysetWhere<Key>): SqlCondition {
  const beyondPlaces = AND.map((part) => (isAlternatives(part) ? rowCondition(part.OR) : null));
  return all(
    ...AND.flatMap((part, index) => {
      if (isAlternatives(part)) return [beyondPlaces[index] ?? any(...part.OR.map(stepCondition))];
      // The range that goes with the next one: a comparison of rows is one, and the better one.
      return beyondPlaces[index + 1] ? [] : [stepCondition(part)];
    }),
  );
}

/**
 * The alternatives as one comparison of rows, where all columns go the same way: an index begins right at the place then, however many rows have the same value in the
 * first column. `null` where they do not.
 */
function rowCondition(alternatives: readonly object[]): SqlCondition | null {
  const columns: string[] = [];
  const signs = new Set<string>();
  const values: SqlParameter[] = [];
  for (const alternative of alternatives) {
    const [column, bound] = entriesOf(alternative).at(-1) ?? [];
    const [how, value] = entriesOf(bound)[0] ?? [];
    const sign = how === undefined ? undefined : comparisons[how];
    if (column === undefined || sign === undefined || !isParameter(value)) return null;
    columns.push(`"${column}"`);
    signs.add(sign);
    values.push(value);
  }
  const [sign, other] = signs;
  if (sign === undefined || other !== undefined) return null;
  return condition(`(${columns.join(', ')}) ${sign} (${columns.map(() => '?').join(', ')})`, ...values);
}

function isAlternatives<Key extends object>(part: Step<Key> | { OR: Step<Key>[] }): part is { OR: Step<Key>[] } {
  return 'OR' in part;
}

const comparisons: Readonly<Record<string, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' };

function stepCondition(step: object): SqlCondition {
  const parts = entriesOf(step).flatMap(([column, value]): SqlCondition[] => {
    if (isParameter(value)) return [condition(`"${column}" = ?`, value)];
    return entriesOf(value).flatMap(([how, limit]) => {
      const sign = comparisons[how];
      return sign !== undefined && isParameter(limit) ? [condition(`"${column}" ${sign} ?`, limit)] : [];
    });
  });
  return all(...parts);
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function isParameter(value: unknown): value is Exclude<SqlParameter, null> {
  return value instanceof Date || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
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

/** Fetches a page. `rows` are in the query's order; the connection is always in the list's own. */
export async function keysetPage<Key extends object, Row extends Key>(
  key: Keyset<Key>,
  page: PageAsked,
  source: {
    readonly rows: (query: KeysetQuery<Key>) => Promise<readonly Row[]>;
    readonly count: Connection<Row>['count'];
  },
): Promise<Connection<Row>> {
  const fetched = await source.rows(keysetQuery(key, page));
  return connectionOf(
    key,
    page,
    fetched.map((row) => ({ key: row, node: row })),
    source.count,
  );
}

/**
 * @param fetched what {@link keysetQuery} asked for, in its order
 * @param stopped the last row that was looked at, where the search for more was ended before the page was full: the page goes on after it
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
  // What was deleted between two statements is not there.
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

/** Most answers ask for few cursors or none: each is made when it is. */
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
