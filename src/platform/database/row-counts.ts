import { bigint, text } from './columns.js';
import { condition, oneOf, readBy, tableBy } from './conditions.js';
import type { SqlCondition } from './conditions.js';
import type { Database, Provider } from './database.js';
import { rowsAmong } from './rows-among.js';

/** Lists whose rows triggers count (`0062_row_counts`, `0063_more_row_counts`, `0065_tagged_workspaces`, `0069_more_counters`, and as of {@link PartedCounter}): of the installation, of an organization, of a workspace, of a mount. */
export type CountedList = WholeCounter | PartedCounter;

export type WholeCounter =
  | 'organization'
  | 'user'
  | 'audit'
  | 'policy'
  | `${'workspace-access' | 'project-access' | 'consumer' | 'role' | 'cel-role' | 'auth-role' | 'webhook-delivery' | 'certificate-role' | 'certificate-issuer'}/${string}`
  | `${'tag' | 'tagged-workspace' | 'run' | 'configuration-version' | 'audit' | 'certificate' | 'revocation' | 'acme-account' | 'acme-eab-key'}/${string}`;

/**
 * Lists to which so many add at once that each change takes a part of the counter that nobody else has (`0077_orders_counted`, `0078_tokens_counted`). SQLite, where
 * one writes at a time, adds to one part; it has others if they were moved there.
 */
export type PartedCounter =
  | `${(typeof partedOfOne)[number]}/${string}`
  | `${(typeof partedOfTwo)[number]}/${string}/${string}`;

const partedOfOne = ['acme-order', 'certificate-metadata', 'user-token', 'team-token', 'teams-token'] as const;
const partedOfTwo = ['acme-account-order', 'scep-transaction', 'membership'] as const;
const partedKinds: ReadonlySet<string> = new Set([...partedOfOne, ...partedOfTwo]);

const isParted = (list: CountedList): boolean => partedKinds.has(list.split('/', 1).join());

/** Rows of a list that its counter does not have yet: few, which an index has together. */
export interface Uncounted {
  readonly table: string;
  /** The index, for SQLite, which could take one of all rows. */
  readonly index: string;
  readonly of: SqlCondition;
}

/** Rows written by requests that must not wait for a counter: they are counted once they are settled. */
export const unsettled = {
  /** Until their names are listed. */
  certificate: { table: 'Certificate', index: 'Certificate_indexed_id_idx', of: condition('"indexed" = ?', false) },
  /** Until they have a place in the chain. */
  auditRecord: { table: 'AuditRecord', index: 'AuditRecord_position_id_idx', of: condition('"position" IS NULL') },
} satisfies Readonly<Record<string, Uncounted>>;

const keptSql = (list: CountedList): SqlCondition =>
  condition('COALESCE((SELECT "count" FROM "RowCount" WHERE "list" = ?), 0)', list);

/** Each part is looked up: in a condition on all of them, PostgreSQL goes over a table of some thousand counters. */
const partedSql = (list: CountedList): SqlCondition =>
  condition(
    `COALESCE((SELECT CAST(SUM((SELECT "count" FROM "RowCount" WHERE "list" = l."one" || CASE n WHEN 0 THEN '' ELSE '/' || n END)) AS BIGINT) FROM (SELECT CAST(? AS TEXT) AS "one") l, generate_series(0, 63) n), 0)`,
    list,
  );

/** The same where text is ordered by its octets. */
const partedOnSqlite = (list: CountedList): SqlCondition =>
  condition(
    'COALESCE((SELECT SUM("count") FROM "RowCount" WHERE "list" = ? OR ("list" > ? AND "list" < ?)), 0)',
    list,
    `${list}/`,
    `${list}0`,
  );

const sumSql = (provider: Provider, list: CountedList): SqlCondition =>
  !isParted(list) ? keptSql(list) : provider === 'sqlite' ? partedOnSqlite(list) : partedSql(list);

/** A number, as an expression. */
export function countedSql(provider: Provider, list: CountedList, uncounted?: Uncounted): SqlCondition {
  const kept = sumSql(provider, list);
  if (!uncounted) return kept;
  const { table, index, of } = uncounted;
  const { indexedBy } = readBy(provider, index, of);
  return condition(
    `(${kept.sql} + (SELECT COUNT(*) FROM ${tableBy(table, indexedBy)} WHERE ${of.sql}))`,
    ...[...kept.parameters, ...of.parameters],
  );
}

type Reads = Pick<Database, 'readSql'>;

/** How many rows a list has, without counting them. */
export const rowCount = (database: Reads, list: WholeCounter): Promise<bigint> => numberOf(database, keptSql(list));

/** The same of lists whose counters may have parts: how many they have together. */
export function partedCount(
  database: Reads & Pick<Database, 'provider'>,
  lists: readonly PartedCounter[],
): Promise<bigint> {
  const sums = lists.map((list) => sumSql(database.provider, list));
  const together = sums.map(({ sql }) => sql).join(' + ');
  return numberOf(database, condition(together, ...sums.flatMap(({ parameters }) => parameters)));
}

/** The same of several lists; those without rows are missing. */
export async function rowCounts(database: Reads, lists: readonly WholeCounter[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = await rowsAmong(database, 'list', lists, ({ sql, parameters }) =>
    condition(`SELECT "list", "count" FROM "RowCount" WHERE ${sql}`, ...parameters),
  );
  return new Map(rows.map((row) => [text(row['list']), bigint(row['count'])]));
}

/** The same, with those that its counter does not have yet. */
export const wholeCount = (
  database: Reads & Pick<Database, 'provider'>,
  list: CountedList,
  uncounted: Uncounted,
): Promise<bigint> => numberOf(database, countedSql(database.provider, list, uncounted));

/** Where bytes that all workspaces store together are counted: in one row on SQLite, on PostgreSQL in several, so that those who store seldom wait for each other. */
const storedBytesParts = ['stored-bytes', ...Array.from({ length: 64 }, (_, part) => `stored-bytes/${part}`)];

/** Bytes that all workspaces store together. */
export async function allStoredBytes(database: Reads): Promise<bigint> {
  const { sql, parameters } = oneOf('list', storedBytesParts);
  return numberOf(
    database,
    condition(`(SELECT CAST(SUM("count") AS BIGINT) FROM "RowCount" WHERE ${sql})`, ...parameters),
  );
}

async function numberOf(database: Reads, { sql, parameters }: SqlCondition): Promise<bigint> {
  const [row] = await database.readSql(`SELECT ${sql} AS "count"`, parameters);
  return bigint.orNull(row?.['count']) ?? 0n;
}
