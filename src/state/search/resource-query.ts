import { condition, oneOf, within } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { SqlParameter } from '../../platform/database/database.js';
import { indexedResourceTable } from '../../platform/database/generated/tables.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import type { KeysetSql } from '../../platform/graphql/keyset-sql.js';

/** A search. All conditions must be met; texts must match completely, except `addressPrefix`. */
export interface ResourceFilter {
  readonly type?: string | null | undefined;
  readonly name?: string | null | undefined;
  /** `module.net`, or `root`. */
  readonly module?: string | null | undefined;
  readonly provider?: string | null | undefined;
  readonly address?: string | null | undefined;
  readonly addressPrefix?: string | null | undefined;
  readonly mode?: string | null | undefined;
  readonly workspaceId?: string | null | undefined;
}

/** The columns of the order. */
export interface ResourceKey {
  readonly address: string;
  readonly id: string;
}

export const byAddress = keyset<ResourceKey>({ address: ascending(text), id: ascending(text) });

/** Some workspaces of an organization: each by its id, or if they are many, by a condition on the columns of `Workspace`. */
export type LookedIn = { readonly ids: readonly string[] } | { readonly condition: SqlCondition };

export interface ResourceQuery {
  readonly organizationId: string;
  /** Only these workspaces; `null` for all of the organization. */
  readonly lookedIn: LookedIn | null;
  readonly filter: ResourceFilter;
  readonly page: KeysetSql;
}

const filterColumns = ['type', 'name', 'module', 'address', 'workspaceId', 'provider', 'mode'] as const;
type FilterColumn = (typeof filterColumns)[number];
/** Columns whose values most resources of an organization have in common. */
const common: readonly FilterColumn[] = ['provider', 'mode'];

/** Sorting all resources of this many workspaces takes less time than reading those of the organization. */
const fewWorkspaces = 20;

/** The columns that must match completely, with their values. */
export function givenIn(filter: ResourceFilter): [FilterColumn, string][] {
  return filterColumns.flatMap((column): [FilterColumn, string][] => {
    const value = filter[column];
    return value ? [[column, value]] : [];
  });
}

/** Sorts after every text that begins with the prefix: the last code point. */
export function behind(prefix: string): string {
  return `${prefix}\u{10FFFF}`;
}

/**
 * The statement for a page. It is written here, because the choice of an index must not be a planner's guess. Without statistics, all equality conditions look
 * the same to a planner, and an index on a value that half of all resources have costs seconds where another one costs a millisecond. Such a column is hidden
 * in an expression that no index supports, unless it is the only condition.
 */
export function resourceQuery({ organizationId, lookedIn, filter, page }: ResourceQuery) {
  const statement = new Conditions();
  const few = lookedIn !== null && 'ids' in lookedIn && lookedIn.ids.length <= fewWorkspaces;
  statement.add(few ? `("organizationId" || '')` : '"organizationId"', '=', organizationId);
  if (lookedIn) statement.take(placesOf(lookedIn));
  const given = givenIn(filter);
  const telling = few || !!filter.addressPrefix || given.some(([column]) => !common.includes(column));
  let alone = !telling;
  for (const [column, value] of given) {
    const hidden = common.includes(column) && !alone;
    if (common.includes(column)) alone = false;
    statement.add(hidden ? `("${column}" || '')` : `"${column}"`, '=', value);
  }
  if (filter.addressPrefix) {
    statement.add('"address"', '>=', filter.addressPrefix);
    statement.add('"address"', '<', behind(filter.addressPrefix));
  }
  statement.take(page.place);
  return {
    sql: `SELECT ${indexedResourceTable.selection('"IndexedResource"')} FROM "IndexedResource"
      WHERE ${statement.text} ORDER BY ${page.orderBy} LIMIT ${page.take}`,
    parameters: statement.parameters,
  };
}

/** Columns with an index within one workspace. Others are hidden in an expression, so that the planner does not choose another index. */
const ofWorkspace: readonly FilterColumn[] = ['type', 'address'];

/** The filter, for the resources of one workspace. */
export function conditionsInWorkspace(filter: ResourceFilter): readonly SqlCondition[] {
  const { addressPrefix } = filter;
  return [
    ...givenIn(filter).map(([column, value]) =>
      condition(ofWorkspace.includes(column) ? `"${column}" = ?` : `("${column}" || '') = ?`, value),
    ),
    ...(addressPrefix
      ? [condition('"address" >= ?', addressPrefix), condition('"address" < ?', behind(addressPrefix))]
      : []),
  ];
}

const placesOf = (lookedIn: LookedIn): SqlCondition =>
  'ids' in lookedIn
    ? oneOf('workspaceId', lookedIn.ids)
    : within('workspaceId', 'SELECT "id" FROM "Workspace"', lookedIn.condition);

class Conditions {
  readonly parameters: SqlParameter[] = [];
  readonly #parts: string[] = [];

  get text(): string {
    return this.#parts.join(' AND ');
  }

  add(left: string, operator: string, value: string): void {
    this.take(condition(`${left} ${operator} ?`, value));
  }

  take({ sql, parameters }: SqlCondition): void {
    this.#parts.push(sql);
    this.parameters.push(...parameters);
  }
}
