import DataLoader from 'dataloader';
import { bigint, text } from '../database/columns.js';
import { all, tableBy, wholly } from '../database/conditions.js';
import type { PartOfList } from '../database/conditions.js';
import type { Database, SqlParameter, SqlRow } from '../database/database.js';
import { countedSql } from '../database/row-counts.js';
import type { CountedList, Uncounted } from '../database/row-counts.js';
import type { Connection, PageAsked } from './connection.js';
import { connectionOf, pageBounds } from './keyset.js';
import { keysetSql } from './keyset-sql.js';
import type { Keyset, PageBounds } from './keyset.js';
import type { NumberedPage, PageWindow } from './numbered-page.js';
import { readPage } from './read-page.js';
import type { PagePlace } from './read-page.js';

export interface Parent {
  readonly id: string;
}

/** The rows of a parent. */
type Parts = PartOfList | readonly [PartOfList, ...PartOfList[]];

/** How to read whole rows in the statement that finds the page. */
export interface PageRows<Row> {
  /** @param page a table with the keys of the rows and with `parent`; both belong to the selection */
  readonly select: (page: string) => string;
  /** One object for each row. */
  readonly read: (rows: readonly SqlRow[]) => readonly Row[];
}

/** What is shown of a list: either read together with the keys, or loaded by key. */
type Shown<P, Key, Row> =
  | { readonly rows: PageRows<Row>; readonly node?: undefined }
  | {
      readonly rows?: undefined;
      /**
       * Returns what is shown for a row's key. It is called for all rows in one turn, so that a DataLoader can read them together. `null` if the row does not
       * exist any more.
       */
      readonly node: (key: Key, parent: P) => Promise<Row | null> | Row | null;
    };

/** A list of an object, such as the runs of a workspace. */
export type NestedList<P extends Parent, Filter, Key extends object, Row> = ListOf<P, Filter, Key> & Shown<P, Key, Row>;

interface ListOf<P extends Parent, Filter, Key extends object> {
  readonly database: Pick<Database, 'provider' | 'readSql'>;
  readonly table: string;
  readonly key: Keyset<Key>;
  /**
   * The condition for the rows of one parent. It may consist of several conditions that never match the same row. If one query for all of them would read rows
   * that match none, each is read separately and the results are merged in order. A parent with the id `''` has no rows.
   * @param skip rows that a page by number passes over: each of several parts reads as many, and the page
   */
  readonly of: (parent: P, filter: Filter, skip: number) => Parts | Promise<Parts>;
  /** The number of rows, if it is known without counting. */
  readonly known?: (parent: P, filter: Filter) => number | bigint | null;
  /** The list whose rows are counted already, if these are all of it. */
  readonly counted?: (parent: P, filter: Filter) => CountedList | null | Promise<CountedList | null>;
  /** Rows that this counter does not have yet. */
  readonly uncounted?: (parent: P) => Uncounted | Promise<Uncounted>;
}

/** Largest number of parents in one statement: SQLite combines at most 500 parts and accepts 32,766 parameters. Those with many of either are several statements. */
const mostParents = 100;
const mostParts = 500;
const mostParameters = 30_000;

interface Select {
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
}

interface Stretch<Key> {
  readonly bounds: PageBounds<Key>;
  readonly skip: number;
  readonly take: number;
}

/** A row of a page, and what is shown of it if that was read with it. */
interface Found<Key, Row> {
  readonly key: Key;
  readonly node?: Row | undefined;
}

interface Fetched<Key, Row> {
  readonly key: Key;
  readonly node: Row | null;
}

/**
 * Pages of a list of many parents. Those that are asked for together, with the same arguments, are one statement that finds the rows, each parent's by an index
 * and no further than its page, and what `node` reads the rows with, unless they come along; totals are one more, only when asked for. One for each request.
 *
 * @example
 * // runs/run.lists.ts
 * runsOfWorkspace: new NestedPages({
 *   database, table: 'Run', key: newestFirst, of: ({ id }: Parent) => equals('workspaceId', id), node: ({ id }) => load.run.load(id),
 * }),
 * // runs/run.resolver.ts
 * return context.state.load.runsOfWorkspace.connection(workspace, {}, pageAsked(args));
 */
export class NestedPages<P extends Parent, Filter, Key extends object, Row> {
  readonly #connections = new Loaders<P, Connection<Row>>();
  readonly #numbered = new Loaders<P, readonly Row[]>();
  readonly #counts = new Loaders<P, number | bigint>();

  constructor(private readonly list: NestedList<P, Filter, Key, Row>) {}

  connection(parent: P, filter: Filter, page: PageAsked): Promise<Connection<Row>> {
    return this.#connections.of([filter, page], (parents) => this.#readConnections(parents, filter, page)).load(parent);
  }

  numbered(parent: P, filter: Filter, window: PageWindow): Promise<NumberedPage<Row>> {
    return readPage(
      window,
      () => this.count(parent, filter),
      (place) =>
        this.#numbered.of([filter, place], (parents) => this.#readNumbered(parents, filter, place)).load(parent),
    );
  }

  async count(parent: P, filter: Filter): Promise<number | bigint> {
    const known = this.list.known?.(parent, filter) ?? null;
    if (known !== null) return known;
    return this.#counts.of([filter], (parents) => this.#readCounts(parents, filter)).load(parent);
  }

  async #readConnections(parents: readonly P[], filter: Filter, page: PageAsked): Promise<Connection<Row>[]> {
    const bounds = pageBounds(this.list.key, page);
    const stretch = { bounds, skip: 0, take: bounds.take };
    const found = await this.#read(parents, filter, stretch);
    return Promise.all(
      parents.map(async (parent) => {
        const fetched = await this.#shown(found.get(parent.id) ?? [], parent);
        return connectionOf(this.list.key, page, fetched, () => this.count(parent, filter));
      }),
    );
  }

  async #readNumbered(parents: readonly P[], filter: Filter, { skip, take, backwards }: PagePlace): Promise<Row[][]> {
    const first: PageAsked = { size: take, from: backwards ? 'end' : 'start', after: null, before: null };
    const stretch = { bounds: pageBounds(this.list.key, first), skip, take };
    const found = await this.#read(parents, filter, stretch);
    return Promise.all(
      parents.map(async (parent) => {
        const rows = await this.#shown(found.get(parent.id) ?? [], parent);
        return rows.flatMap(({ node }) => (node === null ? [] : [node]));
      }),
    );
  }

  /** Immediately and without promises, if the rows were read with the keys. */
  #shown(found: readonly Found<Key, Row>[], parent: P): Fetched<Key, Row>[] | Promise<Fetched<Key, Row>[]> {
    const { node: find } = this.list;
    if (!find) return found.map(({ key, node }) => ({ key, node: node ?? null }));
    return Promise.all(found.map(async ({ key }) => ({ key, node: await find(key, parent) })));
  }

  /** Each parent's page, in the order of the query. */
  async #read(
    parents: readonly P[],
    filter: Filter,
    stretch: Stretch<Key>,
  ): Promise<ReadonlyMap<string, readonly Found<Key, Row>[]>> {
    const { key, rows: whole } = this.list;
    const { bounds, skip, take } = stretch;
    const { columns, orderBy } = keysetSql(bounds);
    const one = (parent: P, part: PartOfList, several: boolean) => {
      const { before = [] } = part;
      const ordered = keysetSql(bounds, before);
      const where = bounds.beyond.length + before.length > 0 ? all(part, ordered.place) : part;
      // If several lists are merged, the whole page may come from any of them.
      const [limit, offset] = several ? [skip + take, 0] : [take, skip];
      return {
        sql: `SELECT CAST(? AS TEXT) AS "parent", ${columns} FROM ${this.#table(part)} WHERE ${where.sql}
          ORDER BY ${ordered.orderBy} LIMIT ${limit}${offset > 0 ? ` OFFSET ${offset}` : ''}`,
        parameters: [parent.id, ...where.parameters],
      };
    };
    const inOrder = `ORDER BY "parent", ${orderBy}`;
    const alone = parents.length === 1;
    const select = (union: string, several: boolean) => {
      const cut = several && alone ? `${inOrder} LIMIT ${take}${skip > 0 ? ` OFFSET ${skip}` : ''}` : '';
      return whole ? `${whole.select(`(${union} ${cut})`)} ${inOrder}` : `${union} ${cut === '' ? inOrder : cut}`;
    };
    const rows = await this.#union(parents, { filter, skip }, one, select);
    const nodes = whole?.read(rows.all);
    const pages = new Map<string, Found<Key, Row>[]>();
    for (const [index, row] of key.keysOf(rows.all).entries()) {
      const parent = text(rows.all[index]?.['parent']);
      const found = { key: row, node: nodes?.[index] };
      const page = pages.get(parent);
      if (page) page.push(found);
      else pages.set(parent, [found]);
    }
    if (rows.several && !alone) for (const [parent, found] of pages) pages.set(parent, found.slice(skip, skip + take));
    return pages;
  }

  async #readCounts(parents: readonly P[], filter: Filter): Promise<bigint[]> {
    const totals = new Map<string, bigint>();
    const kept = new Map(
      await Promise.all(
        parents.map(async (parent) => {
          const counted = (await this.list.counted?.(parent, filter)) ?? null;
          const uncounted = counted === null ? undefined : await this.list.uncounted?.(parent);
          return [parent.id, counted === null ? null : { counted, uncounted }] as const;
        }),
      ),
    );
    const one = (parent: P, part: PartOfList) => {
      const known = kept.get(parent.id) ?? null;
      if (known !== null) {
        const total = countedSql(this.list.database.provider, known.counted, known.uncounted);
        const sql = `SELECT CAST(? AS TEXT) AS "parent", ${total.sql} AS "total"`;
        return { sql, parameters: [parent.id, ...total.parameters] };
      }
      if (part.total) {
        const { sql, parameters } = part.total;
        return { sql: `SELECT CAST(? AS TEXT) AS "parent", ${sql} AS "total"`, parameters: [parent.id, ...parameters] };
      }
      const where = wholly(part);
      return {
        sql: `SELECT CAST(? AS TEXT) AS "parent", COUNT(*) AS "total" FROM ${this.#table(part)} WHERE ${where.sql}`,
        parameters: [parent.id, ...where.parameters],
      };
    };
    for (const row of (await this.#union(parents, { filter, skip: 0 }, one, (counts) => counts)).all) {
      const parent = text(row['parent']);
      totals.set(parent, (totals.get(parent) ?? 0n) + bigint(row['total']));
    }
    return parents.map(({ id }) => totals.get(id) ?? 0n);
  }

  #table({ indexedBy }: PartOfList): string {
    return tableBy(this.list.table, indexedBy);
  }

  /** One statement for all of them. For the limit on parts, see {@link mostParents}. */
  async #union(
    parents: readonly P[],
    { filter, skip }: { readonly filter: Filter; readonly skip: number },
    one: (parent: P, part: PartOfList, several: boolean) => Select,
    select: (union: string, several: boolean) => string,
  ): Promise<{ all: readonly SqlRow[]; several: boolean }> {
    const asked = await Promise.all(
      filled(parents).map(async (parent) => {
        const parts = await this.list.of(parent, filter, skip);
        return { parent, parts: isSeveral(parts) ? parts : [parts] };
      }),
    );
    const several = asked.some(({ parts }) => parts.length > 1);
    const read = (group: readonly Select[][]) => {
      const selects = group.flat();
      const sql = selects.map((select, index) => `SELECT * FROM (${select.sql}) AS "p${index}"`).join(' UNION ALL ');
      const parameters = selects.flatMap((select) => select.parameters);
      return this.list.database.readSql(select(sql, several), parameters);
    };
    const [only, ...others] = grouped(
      asked.map(({ parent, parts }) => parts.map((part) => one(parent, part, several))),
    );
    if (!only) return { all: [], several };
    const all = others.length === 0 ? await read(only) : (await Promise.all([only, ...others].map(read))).flat();
    return { all, several };
  }
}

/**
 * What of each parent one statement may have. A parent without many parts has its place in {@link mostParents}; one with a condition on many values, such as the
 * teams of a caller, has not.
 */
function grouped(asked: readonly Select[][]): Select[][][] {
  const groups: Select[][][] = [];
  let [parts, parameters] = [0, 0];
  for (const each of asked) {
    const more = each.reduce((sum, select) => sum + select.parameters.length, 0);
    parts += each.length;
    parameters += more;
    const group = groups.at(-1);
    if (group && parts <= mostParts && parameters <= mostParameters) group.push(each);
    else {
      groups.push([each]);
      [parts, parameters] = [each.length, more];
    }
  }
  return groups;
}

function isSeveral(parts: PartOfList | readonly PartOfList[]): parts is readonly PartOfList[] {
  return Array.isArray(parts);
}

/** Filled up to a power of two with a parent without rows, so that databases have only a few different prepared statements. */
function filled<P extends Parent>(parents: readonly P[]): readonly P[] {
  const last = parents.at(-1);
  const size = Math.min(mostParents, 2 ** Math.ceil(Math.log2(parents.length)));
  if (!last) return [];
  return [...parents, ...Array.from({ length: size - parents.length }, () => ({ ...last, id: '' }))];
}

/** By arguments, created on demand: most requests use only a few of the lists. */
class Loaders<P extends Parent, Value> {
  #known: Map<string, DataLoader<P, Value, string>> | undefined;

  of(
    asked: readonly unknown[],
    read: (parents: readonly P[]) => Promise<ArrayLike<Value>>,
  ): DataLoader<P, Value, string> {
    const name = JSON.stringify(asked);
    const known = this.#known?.get(name);
    if (known) return known;
    const loader = new DataLoader<P, Value, string>(read, { maxBatchSize: mostParents, cacheKeyFn: ({ id }) => id });
    this.#known ??= new Map();
    this.#known.set(name, loader);
    return loader;
  }
}
