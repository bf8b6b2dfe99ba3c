import DataLoader from 'dataloader';
import { bigint, text } from '../database/columns.js';
import { all } from '../database/conditions.js';
import type { SqlCondition } from '../database/conditions.js';
import type { Database, SqlParameter, SqlRow } from '../database/database.js';
import type { Connection, PageAsked } from './connection.js';
import { connectionOf, pageBounds } from './keyset.js';
import { keysetSql } from './keyset-sql.js';
import type { Keyset } from './keyset.js';
import type { KeysetSql } from './keyset-sql.js';
import { numberedPage } from './numbered-page.js';
import type { NumberedPage, PageWindow } from './numbered-page.js';

export interface Parent {
  readonly id: string;
}

type Parts = SqlCondition | readonly [SqlCondition, ...SqlCondition[]];

/** How whole rows are read in the statement that finds the page. */
export interface PageRows<Row> {
  /** @param page a table with the keys of the rows and with `parent`, both of which belong to what is selected */
  readonly select: (page: string) => string;
  /** One of each row. */
  readonly read: (rows: readonly SqlRow[]) => readonly Row[];
}

/** What is shown of a list: read together with its place in the list, or found by it. */
type Shown<P, Key, Row> =
  | { readonly rows: PageRows<Row>; readonly node?: undefined }
  | {
      readonly rows?: undefined;
      /** From a row's key to what is shown; asked for all rows in one turn, so that a DataLoader reads them together. `null` for one that is gone. */
      readonly node: (key: Key, parent: P) => Promise<Row | null> | Row | null;
    };

/** A list that hangs on an object, such as the runs of a workspace. */
export type NestedList<P extends Parent, Filter, Key extends object, Row> = ListOf<P, Filter, Key> & Shown<P, Key, Row>;

interface ListOf<P extends Parent, Filter, Key extends object> {
  readonly database: Pick<Database, 'readSql'>;
  readonly table: string;
  readonly key: Keyset<Key>;
  /**
   * Which rows are one parent's. Several conditions, of which no row meets two, where a database that is asked for all at once would go through rows of none:
   * each is read by itself, and they are put together in order. A parent with the id `''` has none.
   */
  readonly of: (parent: P, filter: Filter) => Parts | Promise<Parts>;
  /** How many there are, where that is known without counting. */
  readonly known?: (parent: P, filter: Filter) => number | bigint | null;
}

/** Parents of one statement, at most: SQLite puts 500 parts together at most, and takes 32,766 parameters. */
const mostParents = 100;

interface Stretch extends Omit<KeysetSql, 'place'> {
  readonly place: SqlCondition | null;
  readonly skip: number;
}

/** A row of a page, with what is shown of it where that came along. */
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

  async numbered(parent: P, filter: Filter, window: PageWindow): Promise<NumberedPage<Row>> {
    const pages = this.#numbered.of([filter, window], (parents) => this.#readNumbered(parents, filter, window));
    const [rows, total] = await Promise.all([pages.load(parent), this.count(parent, filter)]);
    return numberedPage(rows, window, total);
  }

  async count(parent: P, filter: Filter): Promise<number | bigint> {
    const known = this.list.known?.(parent, filter) ?? null;
    if (known !== null) return known;
    return this.#counts.of([filter], (parents) => this.#readCounts(parents, filter)).load(parent);
  }

  async #readConnections(parents: readonly P[], filter: Filter, page: PageAsked): Promise<Connection<Row>[]> {
    const stretch = { ...keysetSql(pageBounds(this.list.key, page)), skip: 0 };
    const found = await this.#read(parents, filter, stretch);
    return Promise.all(
      parents.map(async (parent) => {
        const fetched = await this.#shown(found.get(parent.id) ?? [], parent);
        return connectionOf(this.list.key, page, fetched, () => this.count(parent, filter));
      }),
    );
  }

  async #readNumbered(parents: readonly P[], filter: Filter, { skip, size }: PageWindow): Promise<Row[][]> {
    const first: PageAsked = { size, from: 'start', after: null, before: null };
    const stretch = { ...keysetSql(pageBounds(this.list.key, first)), place: null, skip, take: size };
    const found = await this.#read(parents, filter, stretch);
    return Promise.all(
      parents.map(async (parent) => {
        const rows = await this.#shown(found.get(parent.id) ?? [], parent);
        return rows.flatMap(({ node }) => (node === null ? [] : [node]));
      }),
    );
  }

  /** At once, without promises, where rows came along. */
  #shown(found: readonly Found<Key, Row>[], parent: P): Fetched<Key, Row>[] | Promise<Fetched<Key, Row>[]> {
    const { node: find } = this.list;
    if (!find) return found.map(({ key, node }) => ({ key, node: node ?? null }));
    return Promise.all(found.map(async ({ key }) => ({ key, node: await find(key, parent) })));
  }

  /** Each parent's page, in the order of the query. */
  async #read(
    parents: readonly P[],
    filter: Filter,
    stretch: Stretch,
  ): Promise<ReadonlyMap<string, readonly Found<Key, Row>[]>> {
    const { key, rows: whole } = this.list;
    const { columns, orderBy, place, skip, take } = stretch;
    const one = (parent: P, part: SqlCondition, several: boolean) => {
      const where = place ? all(part, place) : part;
      // Of several lists that are put together, any may be the one that all of the page comes from.
      const [limit, offset] = several ? [skip + take, 0] : [take, skip];
      return {
        sql: `SELECT CAST(? AS TEXT) AS "parent", ${columns} FROM "${this.list.table}" WHERE ${where.sql}
          ORDER BY ${orderBy} LIMIT ${limit}${offset > 0 ? ` OFFSET ${offset}` : ''}`,
        parameters: [parent.id, ...where.parameters],
      };
    };
    const select = (page: string) => `${whole?.select(`(${page})`) ?? page} ORDER BY "parent", ${orderBy}`;
    const rows = await this.#union(parents, filter, one, select);
    const nodes = whole?.read(rows.all);
    const pages = new Map<string, Found<Key, Row>[]>();
    for (const [index, row] of key.keysOf(rows.all).entries()) {
      const parent = text(rows.all[index]?.['parent']);
      const found = { key: row, node: nodes?.[index] };
      const page = pages.get(parent);
      if (page) page.push(found);
      else pages.set(parent, [found]);
    }
    if (rows.several) for (const [parent, found] of pages) pages.set(parent, found.slice(skip, skip + take));
    return pages;
  }

  async #readCounts(parents: readonly P[], filter: Filter): Promise<bigint[]> {
    const totals = new Map<string, bigint>();
    const one = (parent: P, { sql, parameters }: SqlCondition) => ({
      sql: `SELECT CAST(? AS TEXT) AS "parent", COUNT(*) AS "total" FROM "${this.list.table}" WHERE ${sql}`,
      parameters: [parent.id, ...parameters],
    });
    for (const row of (await this.#union(parents, filter, one, (counts) => counts)).all) {
      const parent = text(row['parent']);
      totals.set(parent, (totals.get(parent) ?? 0n) + bigint(row['total']));
    }
    return parents.map(({ id }) => totals.get(id) ?? 0n);
  }

  /** One statement for all of them; for the limit on parts, see {@link mostParents}. */
  async #union(
    parents: readonly P[],
    filter: Filter,
    one: (parent: P, part: SqlCondition, several: boolean) => { sql: string; parameters: readonly SqlParameter[] },
    select: (union: string) => string,
  ): Promise<{ all: readonly SqlRow[]; several: boolean }> {
    const asked = await Promise.all(
      filled(parents).map(async (parent) => {
        const parts = await this.list.of(parent, filter);
        return { parent, parts: isSeveral(parts) ? parts : [parts] };
      }),
    );
    const several = asked.some(({ parts }) => parts.length > 1);
    const selects = asked.flatMap(({ parent, parts }) => parts.map((part) => one(parent, part, several)));
    const sql = selects.map((select, index) => `SELECT * FROM (${select.sql}) AS "p${index}"`).join(' UNION ALL ');
    const parameters = selects.flatMap((select) => select.parameters);
    return { all: await this.list.database.readSql(select(sql), parameters), several };
  }
}

function isSeveral(parts: SqlCondition | readonly SqlCondition[]): parts is readonly SqlCondition[] {
  return Array.isArray(parts);
}

/** Filled up to a power of two with a parent that has nothing: databases keep prepared what they were asked, and so it is few texts that they keep. */
function filled<P extends Parent>(parents: readonly P[]): readonly P[] {
  const last = parents.at(-1);
  const size = Math.min(mostParents, 2 ** Math.ceil(Math.log2(parents.length)));
  if (!last) return [];
  return [...parents, ...Array.from({ length: size - parents.length }, () => ({ ...last, id: '' }))];
}

/** By what is asked for, made when it is: most requests ask for few lists of all that there are. */
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
