import { text } from '../../platform/database/columns.js';
import { all, equals, onlyChecked, readBehind, readBy, tableBy } from '../../platform/database/conditions.js';
import type { OneValue, PartOfList } from '../../platform/database/conditions.js';
import type { Database, SqlParameter } from '../../platform/database/database.js';
import { recordConditions } from './record-conditions.js';
import type { AuditFilter } from './record-conditions.js';
import { recordsMatching, seldomColumn } from './seldom-records.js';
import { isTargetType, otherType } from './target-types.js';
import { indexOfWaiting, placed, waiting } from './waiting-records.js';

/*
 * Records of actions that begin alike, and of what machines do all the time, which has no rows in the indexes of seldom values. The indexes that find them
 * (`0079_placed_actions`) have a record once it has its place in the chain, as those of actors and times do. What was done to what kind of object are a few hundred
 * pairs at most, however many records there are: the pairs that a filter asks for are looked up first, and each has its records together, in the order of the list.
 */

interface Kind {
  readonly action: string;
  readonly targetType: string;
}

/** Whether what a filter asks for is found by its action or kind of target, in the order of numbers. */
export const isByAction = (filter: AuditFilter): boolean =>
  !filter.targetId && seldomColumn(filter) === undefined && [filter.action, filter.targetType].some(Boolean);

/** Far from what one statement combines; no filter asks for so many of those that there are. */
const mostKinds = 200;

/** @throws INVALID_PARAMETER for an empty period */
export async function recordsByAction(
  database: Pick<Database, 'provider' | 'readSql'>,
  filter: AuditFilter,
  organizationId: string | null,
): Promise<readonly [PartOfList, ...PartOfList[]]> {
  const { provider } = database;
  const of: readonly OneValue[] = organizationId === null ? [] : [{ column: 'organizationId', value: organizationId }];
  const index = `AuditRecord_placed_${organizationId === null ? '' : 'organizationId_'}action_idx`;
  const others = recordConditions({ ...filter, action: null, targetType: null });
  const { action } = filter;
  const isExact = action && !action.endsWith('.');
  // With a range of two columns, PostgreSQL takes what is left for so little that it would sort it.
  const known = isExact && (provider === 'sqlite' || of.length === 0) ? [{ column: 'action', value: action }] : [];
  const kinds = (await kindsOf(database, [...of, ...known], index)).filter((kind) => isAsked(filter, kind));
  if (kinds.length > mostKinds) return [recordsMatching(provider, filter, organizationId)];
  const parts = kinds.map((kind) => {
    const values = (['action', 'targetType'] as const).map((column) => ({ column, value: kind[column] }));
    return readBehind(provider, index, [...of, ...values], all(placed, ...others));
  });
  const notYet = readBehind(
    provider,
    indexOfWaiting,
    [{ column: 'position', value: null }],
    all(...of.map(({ column, value }) => equals(column, value)), ...recordConditions(filter)),
  );
  return [notYet, ...parts];
}

const isAsked = ({ action, targetType }: AuditFilter, kind: Kind): boolean =>
  (!action || (action.endsWith('.') ? kind.action.startsWith(action) : kind.action === action)) &&
  (!targetType || (targetType === otherType ? !isTargetType(kind.targetType) : kind.targetType === targetType));

/**
 * Each pair once: from one, the index tells the next. Those of records that wait for a place come too: one may get it before the records are read.
 * @param known the first columns of the index, with the values that are meant
 */
async function kindsOf(
  database: Pick<Database, 'provider' | 'readSql'>,
  known: readonly OneValue[],
  index: string,
): Promise<readonly Kind[]> {
  const { indexedBy } = readBy(database.provider, index, placed);
  const names = known.map(({ column }) => `"${column}"`);
  const values = known.map(({ value }): SqlParameter => value);
  const places = known.map(() => '?');
  const further = ['action', 'targetType'].filter((column) => !names.includes(`"${column}"`));
  const order = [...names, ...further.map((column) => `"${column}"`)].join(', ');
  const among = (sign: '<=' | '>=') => (names.length === 0 ? '' : `AND (${names.join()}) ${sign} (${places.join()})`);
  const next = (after: string) =>
    `(SELECT "id" FROM ${tableBy('AuditRecord', indexedBy)} WHERE ${placed.sql} ${after} ${among('<=')} ORDER BY ${order} LIMIT 1)`;
  // SQLite seeks by one column alone where it compares rows with columns of their type, and goes over all rows that are equal: so expressions, and behind these.
  const behind = database.provider === 'sqlite' ? 'char(1)' : `''`;
  const reached = further.map((column, at) => `r."${column}" || ${at === further.length - 1 ? behind : `''`}`);
  const following = next(`AND (${order}) > (${[...places, ...reached].join()})`);
  const meant = known.map(({ column, value }) => onlyChecked(column, value));
  const notYet = readBy(database.provider, indexOfWaiting, all(waiting, ...meant));
  const said = (column: string) => `(SELECT r."${column}" FROM "AuditRecord" r WHERE r."id" = k."id") AS "${column}"`;
  const sql = `WITH RECURSIVE "kinds"("id") AS (
      SELECT ${next(among('>='))} UNION ALL SELECT ${following} FROM "kinds" k JOIN "AuditRecord" r ON r."id" = k."id")
    SELECT ${said('action')}, ${said('targetType')} FROM "kinds" k WHERE k."id" IS NOT NULL
    UNION SELECT "action", "targetType" FROM ${tableBy('AuditRecord', notYet.indexedBy)} WHERE ${notYet.sql}`;
  const rows = await database.readSql(sql, [...values, ...values, ...values, ...values, ...notYet.parameters]);
  return rows.map((row) => ({ action: text(row['action']), targetType: text(row['targetType']) }));
}
