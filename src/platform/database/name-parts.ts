import { bigint, text } from './columns.js';
import { all, oneOf, readBy } from './conditions.js';
import type { PartOfList, SqlCondition } from './conditions.js';
import type { Database, Provider } from './database.js';
import { endMark, searchFormOf, startMark } from './text-search.js';
import type { TextPart } from './text-search.js';

/** Of more that have a part, a page in the order of the list is found sooner without naming them. */
const mostFew = 1_000;
/** Characters of a name that are listed from each one on. What is searched for may be longer: then its beginning narrows the list. */
export const listedLength = 24;
/** Parts of one search that are asked about, the longest first. */
const mostParts = 4;

/** A table of names from each of their characters on, with the columns of what is searched together, and of the row. */
export interface NamePartTable {
  readonly name: 'WorkspaceNamePart' | 'NamePart';
  readonly list: string;
  readonly row: string;
}

/** How many have the part, and if they are few, which. The order makes both databases read a stretch of the index. */
const foundSql = ({ name, list, row }: NamePartTable): string => `WITH f AS (
    SELECT "${row}" FROM "${name}" WHERE "${list}" = ? AND "text" >= ? AND "text" < ? ORDER BY "text" LIMIT ${mostFew + 1}
  )
  SELECT c."count" AS "count", f."${row}" AS "row" FROM (SELECT COUNT(*) AS "count" FROM f) c LEFT JOIN f ON c."count" <= ${mostFew}`;

/**
 * Ids that include all rows whose names have these parts, if they are few; the names themselves are still to be compared.
 * @returns null if they are many, or if no part is given
 */
export async function fewNamed(
  database: Pick<Database, 'readSql'>,
  table: NamePartTable,
  list: string,
  parts: readonly TextPart[],
): Promise<readonly string[] | null> {
  const wanted = parts.map(soughtIn).sort((one, other) => (other?.length ?? 0) - (one?.length ?? 0));
  for (const sought of wanted.slice(0, mostParts)) {
    if (sought === null) return [];
    const from = [...sought].slice(0, listedLength).join('');
    const rows = await database.readSql(foundSql(table), [list, from, `${from}\u{10ffff}`]);
    if (bigint(rows[0]?.['count'] ?? 0n) > BigInt(mostFew)) continue;
    return [...new Set(rows.flatMap((row) => text.orNull(row['row']) ?? []))];
  }
  return null;
}

/** What is in the list from some character on where a name has this part; null if no name can have it. */
function soughtIn(part: TextPart): string | null {
  if ('contains' in part) return searchFormOf(part.contains);
  if ('startsWith' in part) return marked(searchFormOf(part.startsWith), startMark, '');
  if ('endsWith' in part) return marked(searchFormOf(part.endsWith), '', endMark);
  return marked(searchFormOf(part.equals), startMark, endMark);
}

const marked = (form: string | null, before: string, after: string): string | null =>
  form === null ? null : `${before}${form}${after}`;

/** Names that are searched together: of people, of organizations, and of what one organization or one mount has. */
export type NameList =
  | 'user'
  | 'user-email'
  | 'organization'
  | 'organization-email'
  | `${'team' | 'project' | 'tag' | 'role' | 'cel-role'}/${string}`;

const names: NamePartTable = { name: 'NamePart', list: 'list', row: 'rowId' };

/**
 * The rows of which one of these lists has a part, if they are few: ids, which the names are still to be compared of.
 * @returns null if they are many
 */
export async function fewOf(
  database: Pick<Database, 'readSql'>,
  ...sought: readonly (readonly [NameList, TextPart])[]
): Promise<readonly string[] | null> {
  const found = await Promise.all(sought.map(([list, part]) => fewNamed(database, names, list, [part])));
  const ids = new Set<string>();
  for (const few of found) {
    if (few === null) return null;
    for (const id of few) ids.add(id);
  }
  return ids.size > mostFew ? null : [...ids];
}

/** The same where all lists are searched for one text. Without a text nothing is read, and nothing is narrowed. */
export const fewContaining = (
  database: Pick<Database, 'readSql'>,
  contains: string | null | undefined,
  ...lists: readonly NameList[]
): Promise<readonly string[] | null> =>
  contains ? fewOf(database, ...lists.map((list) => [list, { contains }] as const)) : Promise.resolve(null);

/** Named rows as a condition for Prisma; none where they are many. */
export const amongFew = (few: readonly string[] | null): readonly { readonly id: { readonly in: string[] } }[] =>
  few === null ? [] : [{ id: { in: [...few] } }];

/**
 * The same for a nested list of the rows that meet a condition.
 * @param column that has the ids
 * @param index that SQLite finds them by; of a primary key it is `sqlite_autoindex_…_1`
 */
export function narrowedTo(
  few: readonly string[] | null,
  met: SqlCondition,
  { provider, column, index }: { readonly provider: Provider; readonly column: string; readonly index: string },
): PartOfList {
  if (few === null) return met;
  const named = all(met, oneOf(column, few));
  return few.length > 0 ? readBy(provider, index, named) : named;
}
