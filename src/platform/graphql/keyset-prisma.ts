import type { Connection, PageAsked } from './connection.js';
import { connectionOf, pageBounds } from './keyset.js';
import type { Beyond, Keyset, PageBounds, SortedBy } from './keyset.js';
import type { OrderDirection } from './order.js';

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

/** A page as arguments for Prisma's `findMany`. */
export interface KeysetQuery<Key> {
  readonly where: KeysetWhere<Key>;
  readonly orderBy: { [K in keyof Key]?: 'asc' | 'desc' }[];
  readonly take: number;
}

function keysetQuery<Key>({ beyond, order, take }: PageBounds<Key>): KeysetQuery<Key> {
  const orderBy = order.map(({ name, way }) => {
    const by: { [K in keyof Key]?: 'asc' | 'desc' } = {};
    by[name] = way;
    return by;
  });
  return { where: { AND: beyond.flatMap(whereBeyond) }, orderBy, take };
}

function whereBeyond<Key>({ of, columns }: Beyond<Key>): KeysetWhere<Key>['AND'] {
  const alternatives: Step<Key>[] = [];
  let range: Step<Key> | undefined;
  const equal: Step<Key> = {};
  for (const { name, upwards } of columns) {
    const value = of[name];
    if (value === undefined) continue;
    const step: Step<Key> = { ...equal };
    step[name] = upwards ? { gt: value } : { lt: value };
    alternatives.push(step);
    if (!range) {
      // Separate from the alternatives, so that the database sees one index range.
      range = {};
      range[name] = upwards ? { gte: value } : { lte: value };
    }
    equal[name] = value;
  }
  return [...(range ? [range] : []), { OR: alternatives }];
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
  const fetched = await source.rows(keysetQuery(pageBounds(key, page)));
  return connectionOf(
    key,
    page,
    fetched.map((row) => ({ key: row, node: row })),
    source.count,
  );
}

/** A page of a list that can be sorted, by one of its fields. */
export type SortedPage<Query, Row> = (
  direction: OrderDirection,
  page: PageAsked,
  source: {
    readonly rows: (query: Query) => Promise<readonly Row[]>;
    readonly count: Connection<Row>['count'];
  },
) => Promise<Connection<Row>>;

export const sortedPage =
  <Name extends string, T, Row extends Readonly<Record<Name, T>> & { readonly id: string }>(
    keys: SortedBy<Name, T>,
  ): SortedPage<KeysetQuery<Readonly<Record<Name, T>> & { readonly id: string }>, Row> =>
  (direction, page, source) =>
    keysetPage(keys[direction], page, source);
