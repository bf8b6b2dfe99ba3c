import { all, condition, equals, readBy } from '../../platform/database/conditions.js';
import type { PartOfList, SqlCondition } from '../../platform/database/conditions.js';
import type { Provider } from '../../platform/database/engine.js';
import { recordConditions } from './record-conditions.js';
import type { AuditFilter } from './record-conditions.js';
import { otherType } from './target-types.js';

/**
 * What most records have in a column, because machines do it all the time. Indexes leave those out (`0074_seldom_records`): a record of them costs nothing more to
 * write, and is found along the list. All other records are few beside them and are found by an index of their value. The lists are those of the migration: a
 * database uses such an index only for a statement that says the same.
 */
const ordinary = {
  outcome: ['success'],
  action: [
    ...['certificate.issue', 'certificate.sign', 'certificate.sign-verbatim'],
    ...['state-version.create', 'state-version.upload', 'state-version.download'],
    ...['state-version.read-output', 'state-version.read-outputs'],
    ...['workspace.lock', 'workspace.unlock', 'token.create', 'token.renew'],
  ],
  targetType: ['certificate', 'state-version', 'state-version-output', 'workspace', 'token'],
} as const satisfies Partial<Record<keyof AuditFilter, readonly string[]>>;

type Column = keyof typeof ordinary;

/** The one that leaves the fewest comes first: there are many actions, and three outcomes, of which a probe of strangers makes one common. */
const columns = ['action', 'outcome', 'targetType'] as const satisfies readonly Column[];

const isOrdinary = (column: Column, value: string): boolean => ordinary[column].some((each) => each === value);

/** Whether an index has the records of this value together: kinds of targets of another version, and actions that begin alike, have several. */
function isSeldom(column: Column, value: string | null | undefined): boolean {
  if (!value || isOrdinary(column, value)) return false;
  return column === 'action' ? !value.endsWith('.') : column === 'outcome' || value !== otherType;
}

/** A column of which the index of seldom values has what is asked for. Those of one object have an index of their own. */
export const seldomColumn = (filter: AuditFilter): Column | undefined =>
  filter.targetId ? undefined : columns.find((column) => isSeldom(column, filter[column]));

/** What an action is made of; outcomes and kinds of targets are too. */
const plain = /^[a-z.-]{1,60}$/;

/** More than there are actions, kinds of targets and outcomes. Whoever reads records may ask for any name, and each text of a statement takes the place of others that connections keep. */
const mostOutright = 300;
const outright = new Set<string>();

/** The value in the text of the statement: PostgreSQL plans once for all parameters, and would take a seldom value for one that many have. SQLite is told the index. */
function saidOutright(provider: Provider, column: Column, value: string | null | undefined): SqlCondition[] {
  if (provider !== 'postgresql' || !value || !plain.test(value)) return [];
  if (!outright.has(value)) {
    if (outright.size >= mostOutright) return [];
    outright.add(value);
  }
  return [condition(`"${column}" = '${value}'`)];
}

/** The records that match a filter, and how to find them: of one organization, or of all and the site. @throws INVALID_PARAMETER for an empty period */
export function recordsMatching(provider: Provider, filter: AuditFilter, organizationId: string | null): PartOfList {
  const conditions = recordConditions(filter);
  const met = organizationId === null ? conditions : [equals('organizationId', organizationId), ...conditions];
  const column = seldomColumn(filter);
  if (column === undefined) return all(...met);
  // Written as in the migration, without parameters: SQLite compares the text, and PostgreSQL plans for any. One by one: SQLite makes a list anew for each row that
  // it writes, which takes longer than to write an index.
  const others = ordinary[column].map((value) => condition(`"${column}" <> '${value}'`));
  const seldom = all(...met, ...others, ...saidOutright(provider, column, filter[column]));
  return readBy(provider, `AuditRecord_${organizationId === null ? '' : 'organizationId_'}${column}_idx`, seldom);
}
