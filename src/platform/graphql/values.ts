import { Int } from 'type-graphql';
import { text } from '../database/columns.js';
import { all, condition } from '../database/conditions.js';
import type { SqlCondition } from '../database/conditions.js';
import type { Database } from '../database/database.js';
import { problem } from '../problems.js';

/**
 * Lists of plain values, such as names and numbers, by pages. Each value is its own place in the list: a page begins after the last value of the one before, and
 * the last page is the one that is not full.
 *
 * @example
 * @Query(() => [String], { description: `The names of the roles of a mount, in order. ${pagesOfValues}` })
 * roleNames(
 *   @Arg('mount', () => String, mountArgument) mount: string,
 *   @Arg('first', firstOfValues.type, firstOfValues) first: number,
 *   @Arg('after', () => String, afterValue) after: string | null,
 *   @Ctx() context: PkiContext,
 * ) {
 *   return context.pki.roles.names(requireCaller(context), mount, valuesAsked(first, after));
 * }
 */
export interface ValuesAsked {
  readonly size: number;
  /** `null` for the beginning of the list. */
  readonly after: string | null;
}

export const defaultValues = 1000;
export const mostValues = 10_000;

/** How to recognize the last page; the end of the description of each such field. */
export const pagesOfValues = 'A page with fewer items than requested is the last one.';

export const firstOfValues = {
  type: () => Int,
  defaultValue: defaultValues,
  description: `Number of values. Defaults to ${defaultValues}, at most ${mostValues}.`,
} as const;

export const afterValue = {
  nullable: true,
  description: 'Only values after this one. Give the last value of the previous page.',
} as const;

/**
 * More than {@link mostValues} are refused, because a smaller page would look like the last one.
 * @throws INVALID_PARAMETER naming the argument
 */
export function valuesAsked(first: number, after: string | null | undefined): ValuesAsked {
  if (first < 1 || first > mostValues)
    throw problem('INVALID_PARAMETER', `first must be from 1 to ${mostValues}`, ['first']);
  return { size: first, after: after ?? null };
}

/** A column of non-empty texts that are unique under the condition and have an index for it. */
export interface ValueColumn {
  readonly table: string;
  readonly column: string;
  readonly of: SqlCondition;
}

/** A page of a column, in its order, without duplicates. */
export async function valuesOfColumn(
  database: Pick<Database, 'readSql'>,
  { table, column, of }: ValueColumn,
  { size, after }: ValuesAsked,
): Promise<string[]> {
  const { sql, parameters } = all(of, condition(`"${column}" > ?`, after ?? ''));
  const rows = await database.readSql(
    `SELECT DISTINCT "${column}" FROM "${table}" WHERE ${sql} ORDER BY "${column}" LIMIT ?`,
    [...parameters, size],
  );
  return rows.map((row) => text(row[column]));
}
