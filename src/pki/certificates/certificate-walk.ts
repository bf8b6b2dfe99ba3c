import { bigint, text } from '../../platform/database/columns.js';
import { all, condition, equals, readBy, tableBy } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { Database } from '../../platform/database/database.js';
import { unsettled, wholeCount } from '../../platform/database/row-counts.js';
import type { CountedList, Uncounted } from '../../platform/database/row-counts.js';
import type { PageAsked } from '../../platform/graphql/connection.js';
import {
  ascending,
  cursorOf,
  descending,
  instant,
  keyset,
  pageBounds,
  text as idText,
} from '../../platform/graphql/keyset.js';
import { keysetSql } from '../../platform/graphql/keyset-sql.js';
import type { Keyset } from '../../platform/graphql/keyset.js';

/** A search among the certificates of a mount. */
export interface CertificateQuery {
  readonly mountId: string;
  /** There is no condition except the mount. */
  readonly everything: boolean;
  /** The list of which all are meant, with the condition on those that its counter does not have yet; none where they have to be counted. */
  readonly counted: { readonly list: CountedList; readonly of: SqlCondition } | null;
  /** What its number is a sum of, where it asks for nothing but a status; none where they have to be counted. */
  readonly summed: readonly Summand[] | null;
  /** The condition on a row `c` of "Certificate". */
  readonly matches: SqlCondition;
  /** The part of it that the index of an order covers. */
  readonly bounds: Readonly<Record<'issuedAt' | 'notAfter', readonly SqlCondition[]>>;
  /** Lists of statements for ids; each reads a range of an index. All matches are among the results of each list. */
  readonly narrow: readonly (readonly SqlCondition[])[];
}

/** A stretch of an index, of which no row is read. */
export interface Stretch {
  readonly column: keyof typeof stretchOrders;
  /** For SQLite, which could take the index of an order. */
  readonly index: string;
  readonly of: SqlCondition;
}

/** What a number has more, or less: a stretch, or all that a search finds. */
export interface Summand {
  readonly sign: 1 | -1;
  readonly of: Stretch | CertificateQuery;
}

const stretchOrders = {
  notAfter: keyset({ notAfter: ascending(instant), id: ascending(idText) }),
  revokedAt: keyset({ revokedAt: ascending(instant), id: ascending(idText) }),
};

/** A page, as far as it was searched. */
export interface Walked<Key> {
  /** The matches; one more than requested if there are more. */
  readonly keys: readonly Key[];
  /** The last row that was examined, if rows are left and the page is not full. */
  readonly stopped: Key | null;
}

export interface WalkLimits {
  /** If one index finds at most this many, they are read completely and sorted. */
  readonly few: number;
  /** Rows that one statement examines: some milliseconds of the thread on SQLite. The first step is enough for most searches. */
  readonly firstStep: number;
  readonly step: number;
  readonly countStep: number;
  /** The same of an index alone. */
  readonly stretchStep: number;
  /** Rows that one page examines. */
  readonly farthest: number;
}

const usual: WalkLimits = {
  few: 2_000,
  firstStep: 250,
  step: 2_000,
  countStep: 2_500,
  stretchStep: 10_000,
  farthest: 50_000,
};

const columns = ['id', 'mountId', 'serialNumber', 'issuerId', 'roleName', 'commonName', 'keyType']
  .concat(['notBefore', 'notAfter', 'revokedAt', 'issuedAt'])
  .map((name) => `"${name}"`)
  .join(', ');

/** The columns that every order of certificates has in its key. */
export interface WalkKey {
  readonly id: string;
  readonly issuedAt: Date;
}
type Order<Key> = Keyset<Key> & { readonly names: readonly string[] };

const byIssue = keyset({ issuedAt: descending(instant), id: descending(idText) });

/**
 * Finds certificates in an order. If no single index is sufficient, there are two ways. If one of the conditions is rare, its rows are read and sorted. If all
 * are common, the index of the order is read step by step. In both cases a statement examines a limited number of rows, and others get the thread before the
 * next.
 */
export class CertificateWalk {
  constructor(
    private readonly deps: { database: Database },
    private readonly limits = usual,
  ) {}

  /**
   * While at least half of the rows match, as with a domain that all are below, a step is as long as a page. Otherwise rare conditions are looked for, and
   * without one the rest is read in longer steps.
   */
  async page<Key extends WalkKey>(query: CertificateQuery, order: Order<Key>, asked: PageAsked): Promise<Walked<Key>> {
    const wanted = asked.size + 1;
    const { firstStep, step, farthest } = this.limits;
    const keys: Key[] = [];
    let [page, next, isOften] = [asked, Math.min(wanted, firstStep), true];
    for (let looked = 0; ;) {
      const { matching, last } = await this.#step(query, order, { ...page, size: next }, wanted - keys.length);
      for (const key of matching) keys.push(key);
      if (keys.length >= wanted || last === null) return { keys, stopped: null };
      looked += next;
      if (!isOften) next = step;
      else if (2 * keys.length < looked) {
        const ids = await this.#fewIds(query);
        if (ids) return { keys: await this.#ofIds(query, ids, order, asked), stopped: null };
        [isOften, next] = [false, firstStep];
      }
      if (looked >= farthest) return { keys, stopped: last };
      page = { ...page, [asked.from === 'start' ? 'after' : 'before']: cursorOf(order, last) };
    }
  }

  /** The number of all matches, counted in steps too. */
  async count<Key extends WalkKey>(query: CertificateQuery, order: Order<Key>): Promise<number | bigint> {
    if (query.counted) return wholeCount(this.deps.database, query.counted.list, uncountedOf(query.counted.of));
    if (query.summed) return this.#sum(query.summed);
    const ids = await this.#fewIds(query);
    if (ids) {
      const { sql, parameters } = query.matches;
      const counted = condition(
        `SELECT count(*) AS "n" FROM ${amongIds(this.deps.database)} WHERE c."id" = e."one" AND ${sql}`,
        ...[JSON.stringify(ids), ...parameters],
      );
      return this.#number(counted);
    }
    const { countStep } = this.limits;
    let total = 0;
    for (let after: string | null = null; ;) {
      const page: PageAsked = { size: countStep, from: 'start', after, before: null };
      const { within, range } = this.#range(query, order, page);
      const counted = condition(
        `SELECT count(*) AS "n" FROM (${within}) c WHERE ${query.matches.sql}`,
        ...[...range.parameters, countStep, ...query.matches.parameters],
      );
      total += await this.#number(counted);
      const last = await this.#last(query, order, page);
      if (last === null) return total;
      after = cursorOf(order, last);
    }
  }

  /** What changes between the statements of a sum is in some of them; a number is never less than none. */
  async #sum(summands: readonly Summand[]): Promise<bigint> {
    let total = 0n;
    for (const { sign, of } of summands) {
      const part = 'column' in of ? await this.#lengthOf(of) : await this.count(of, byIssue);
      total += BigInt(sign) * BigInt(part);
    }
    return total < 0n ? 0n : total;
  }

  #lengthOf(stretch: Stretch): Promise<number> {
    switch (stretch.column) {
      case 'notAfter':
        return this.#passed(stretch, stretchOrders.notAfter);
      case 'revokedAt':
        return this.#passed(stretch, stretchOrders.revokedAt);
    }
  }

  async #passed<Key>({ index, of }: Stretch, order: Order<Key>): Promise<number> {
    const { database } = this.deps;
    const { stretchStep } = this.limits;
    const { indexedBy } = readBy(database.provider, index, of);
    const from = `FROM ${tableBy('Certificate', indexedBy)} WHERE`;
    for (let length = 0, after: string | null = null; ; length += stretchStep) {
      const { place, orderBy } = keysetSql(
        pageBounds(order, { size: stretchStep, from: 'start', after, before: null }),
      );
      const { sql, parameters } = all(of, place);
      const next = `SELECT ${namesOf(order)} ${from} ${sql} ORDER BY ${orderBy} LIMIT 1 OFFSET ?`;
      const [last] = order.keysOf(await database.readSql(next, [...parameters, stretchStep - 1]));
      if (last === undefined) {
        // In the order too: PostgreSQL would read the whole table for what it takes for a third of it.
        const rest = `SELECT count(*) AS "n" FROM (SELECT 1 ${from} ${sql} ORDER BY ${orderBy} LIMIT ?) c`;
        return length + (await this.#number(condition(rest, ...parameters, stretchStep)));
      }
      after = cursorOf(order, last);
    }
  }

  async #number({ sql, parameters }: SqlCondition): Promise<number> {
    const [row] = await this.deps.database.readSql(sql, parameters);
    return Number(bigint(row?.['n']));
  }

  /** Ids that include all matches, if they are few. */
  async #fewIds({ narrow }: CertificateQuery): Promise<readonly string[] | null> {
    const { few } = this.limits;
    for (const stretches of narrow) {
      const parts = stretches.map(({ sql }, index) => `SELECT * FROM (${sql} LIMIT ?) AS "p${index}"`);
      const parameters = stretches.flatMap((stretch) => [...stretch.parameters, few + 1]);
      const rows = await this.deps.database.readSql(`${parts.join(' UNION ALL ')} LIMIT ?`, [...parameters, few + 1]);
      if (rows.length <= few) return [...new Set(rows.map((row) => text(row['id'])))];
    }
    return null;
  }

  async #ofIds<Key extends WalkKey>(
    { matches }: CertificateQuery,
    ids: readonly string[],
    order: Order<Key>,
    asked: PageAsked,
  ): Promise<readonly Key[]> {
    const { place, orderBy, take } = keysetSql(pageBounds(order, asked));
    const where = all(matches, place);
    const sql = `SELECT ${namesOf(order)} FROM ${amongIds(this.deps.database)} WHERE c."id" = e."one" AND ${where.sql} ORDER BY ${orderBy} LIMIT ?`;
    return order.keysOf(await this.deps.database.readSql(sql, [JSON.stringify(ids), ...where.parameters, take]));
  }

  /** @returns the matches among the next rows, and the last of these rows unless nothing follows */
  async #step<Key extends WalkKey>(query: CertificateQuery, order: Order<Key>, page: PageAsked, wanted: number) {
    const { within, range, orderBy } = this.#range(query, order, page);
    const sql = `SELECT ${namesOf(order)} FROM (${within}) c WHERE ${query.matches.sql} ORDER BY ${orderBy} LIMIT ?`;
    const parameters = [...range.parameters, page.size, ...query.matches.parameters, wanted];
    const matching = order.keysOf(await this.deps.database.readSql(sql, parameters));
    // Without conditions, fewer rows than wanted are the last ones.
    const ends = matching.length >= wanted || (query.everything && wanted <= page.size);
    return { matching, last: ends ? null : await this.#last(query, order, page) };
  }

  /** The row where a step ends; `null` if there are fewer rows. */
  async #last<Key extends WalkKey>(query: CertificateQuery, order: Order<Key>, page: PageAsked): Promise<Key | null> {
    const { range, orderBy } = this.#range(query, order, page);
    const sql = `SELECT ${namesOf(order)} FROM "Certificate" WHERE ${range.sql} ORDER BY ${orderBy} LIMIT 1 OFFSET ?`;
    const [last] = order.keysOf(await this.deps.database.readSql(sql, [...range.parameters, page.size - 1]));
    return last ?? null;
  }

  /** The next rows in the order, matching or not: `within` gets their number. */
  #range<Key extends WalkKey>(query: CertificateQuery, order: Order<Key>, page: PageAsked) {
    const { place, orderBy } = keysetSql(pageBounds(order, page));
    const [first] = namesIn(order);
    const bounds = first === 'notAfter' || first === 'issuedAt' ? query.bounds[first] : [];
    const range = all(equals('mountId', query.mountId), ...bounds, place);
    const within = `SELECT ${columns} FROM "Certificate" WHERE ${range.sql} ORDER BY ${orderBy} LIMIT ?`;
    return { range, within, orderBy };
  }
}

/** Certificates of a list that its counter does not have yet. */
export const uncountedOf = (of: SqlCondition): Uncounted => ({
  ...unsettled.certificate,
  of: all(unsettled.certificate.of, of),
});

export const uncountedIn = (mountId: string): Uncounted => uncountedOf(equals('mountId', mountId));

const namesIn = <Key>({ names }: Keyset<Key>): readonly string[] => names;

const namesOf = <Key>({ names }: Keyset<Key>): string => names.map((name) => `"${name}"`).join(', ');

/**
 * The rows of a list of ids, which is one parameter. Each is looked up by its id. The list comes first, because SQLite could otherwise read a whole index in
 * order and look up each row in the list. For PostgreSQL it is a subquery with an offset, so that no other condition moves into it and reads all rows that meet
 * that one.
 */
const amongIds = ({ provider }: Database): string =>
  provider === 'postgresql'
    ? `json_array_elements_text(?::json) e("one") CROSS JOIN LATERAL (SELECT ${columns} FROM "Certificate" WHERE "id" = e."one" OFFSET 0) c`
    : `(SELECT "value" AS "one" FROM json_each(?)) e CROSS JOIN (SELECT ${columns} FROM "Certificate") c`;
