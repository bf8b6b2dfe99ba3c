import DataLoader from 'dataloader';
import { bigint, text } from '../database/columns.js';
import { all } from '../database/conditions.js';
import type { SqlCondition } from '../database/conditions.js';
import type { Database, SqlParameter, SqlRow } from '../database/database.js';
import type { Connection, PageAsked } from './connection.js';
import { connectionOf, keyFromRow, keysetQuery, keysetSql } from './keyset.js';
import type { Keyset, KeysetSql } from './keyset.js';
import { numberedPage } from './numbered-page.js';
import type { NumberedPage, PageWindow } from './numbered-page.js';

export interface Parent {
  readonly id: string;
}

type Parts = SqlCondition | readonly [SqlCondition, ...SqlCondition[]];

/** A list that hangs on an object, such as the runs of a workspace. */
export interface NestedList<P extends Parent, Filter, Key extends object, Row> {
  readonly database: Pick<Database, 'readSql'>;
  readonly table: string;
  readonly key: Keyset<Key>;
  /**
   * Which rows are one parent's. Several conditions, of which no row meets two, where a database that is asked for all at once would go through rows of none:
   * each is read by itself, and they are put together in order. A parent with the id `''` has none.
   */
  readonly of: (parent: P, filter: Filter) => Parts | Promise<Parts>;
  /** From a row's key to what is shown; asked for all rows in one turn, so that a DataLoader reads them together. `null` for one that is gone. */
  readonly node: (key: Key, parent: P) => Promise<Row | null> | Row | null;
  /** How many there are, where that is known without counting. */
  readonly known?: (parent: P, filter: Filter) => number | bigint | null;
}

/** Parents of one statement, at most: SQLite puts 500 parts together at most, and takes 32,766 parameters. */
const mostParents = 100;

interface Stretch extends Omit<KeysetSql, 'place'> {
  readonly place: SqlCondition | null;
  readonly skip: number;
}

/**
 * Pages of a list of many parents. Those that are asked for together, with the same arguments, are one statement that finds the rows, each parent's by an index
 * and no further than its page, and what {@link NestedList.node} reads the rows with; totals are one more, only when asked for. One for each request.
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
  readonly #connections = new Map<string, DataLoader<P, Connection<Row>, string>>();
  readonly #numbered = new Map<string, DataLoader<P, readonly Row[], string>>();
  readonly #counts = new Map<string, DataLoader<P, number | bigint, string>>();

  constructor(private readonly list: NestedList<P, Filter, Key, Row>) {}

  connection(parent: P, filter: Filter, page: PageAsked): Promise<Connection<Row>> {
    return loaderOf(this.#connections, [filter, page], (parents) => this.#readConnections(parents, filter, page)).load(
      parent,
    );
  }

  async numbered(parent: P, filter: Filter, window: PageWindow): Promise<NumberedPage<Row>> {
    const pages = loaderOf(this.#numbered, [filter, window], (parents) => this.#readNumbered(parents, filter, window));
    const [rows, total] = await Promise.all([pages.load(parent), this.count(parent, filter)]);
    return numberedPage(rows, window, total);
  }

  async count(parent: P, filter: Filter): Promise<number | bigint> {
    const known = this.list.known?.(parent, filter) ?? null;
    if (known !== null) return known;
    return loaderOf(this.#counts, [filter], (parents) => this.#readCounts(parents, filter)).load(parent);
  }

  async #readConnections(parents: readonly P[], filter: Filter, page: PageAsked): Promise<Connection<Row>[]> {
    const stretch = { ...keysetSql(keysetQuery(this.list.key, page)), skip: 0 };
    const keys = await this.#read(parents, filter, stretch);
    return Promise.all(
      parents.map(async (parent) => {
        const fetched = await Promise.all(
          (keys.get(parent.id) ?? []).map(async (key) => ({ key, node: await this.list.node(key, parent) })),
        );
        return connectionOf(this.list.key, page, fetched, () => this.count(parent, filter));
      }),
    );
  }

  async #readNumbered(parents: readonly P[], filter: Filter, { skip, size }: PageWindow): Promise<Row[][]> {
    const first: PageAsked = { size, from: 'start', after: null, before: null };
    const stretch = { ...keysetSql(keysetQuery(this.list.key, first)), place: null, skip, take: size };
    const keys = await this.#read(parents, filter, stretch);
    return Promise.all(
      parents.map(async (parent) => {
        const rows = await Promise.all(
          (keys.get(parent.id) ?? []).map(async (key) => await this.list.node(key, parent)),
        );
        return rows.filter((row) => row !== null);
      }),
    );
  }

  /** The keys of each parent's page, in the order of the query. */
  async #read(parents: readonly P[], filter: Filter, stretch: Stretch): Promise<ReadonlyMap<string, readonly Key[]>> {
    const { key } = this.list;
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
    const keys = new Map<string, Key[]>();
    const rows = await this.#union(parents, filter, one, ` ORDER BY "parent", ${orderBy}`);
    for (const row of rows.all) {
      const parent = text(row['parent']);
      const found = keys.get(parent);
      if (found) found.push(keyFromRow(key, row));
      else keys.set(parent, [keyFromRow(key, row)]);
    }
    if (rows.several) for (const [parent, found] of keys) keys.set(parent, found.slice(skip, skip + take));
    return keys;
  }

  async #readCounts(parents: readonly P[], filter: Filter): Promise<bigint[]> {
    const totals = new Map<string, bigint>();
    const one = (parent: P, { sql, parameters }: SqlCondition) => ({
      sql: `SELECT CAST(? AS TEXT) AS "parent", COUNT(*) AS "total" FROM "${this.list.table}" WHERE ${sql}`,
      parameters: [parent.id, ...parameters],
    });
    for (const row of (await this.#union(parents, filter, one, '')).all) {
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
    after: string,
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
    return { all: await this.list.database.readSql(sql + after, parameters), several };
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

function loaderOf<P extends Parent, Value>(
  loaders: Map<string, DataLoader<P, Value, string>>,
  asked: unknown,
  read: (parents: readonly P[]) => Promise<ArrayLike<Value>>,
): DataLoader<P, Value, string> {
  const name = JSON.stringify(asked);
  const known = loaders.get(name);
  if (known) return known;
  const loader = new DataLoader<P, Value, string>(read, { maxBatchSize: mostParents, cacheKeyFn: ({ id }) => id });
  loaders.set(name, loader);
  return loader;
}
