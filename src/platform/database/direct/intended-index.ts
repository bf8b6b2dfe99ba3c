import type { Provider } from '../engine.js';
import { entriesOf, isPlain } from './arguments.js';
import { quoted } from './statement-text.js';
import type { Table } from './table.js';

/** An index of the rows that have something in a column. */
interface PartialIndex {
  readonly table: string;
  readonly name: string;
  /** What it is for: rows that have a value here. */
  readonly has: string;
  /** Its first column, and those in whose order the rows of one value of it are; `null` where its order is that of all of them. */
  readonly of: string | null;
  readonly order: readonly string[];
}

const partialIndexes: readonly PartialIndex[] = [
  { table: 'Workspace', name: 'Workspace_locked_idx', has: 'lockedAt', of: 'organizationId', order: ['name', 'id'] },
  {
    table: 'Workspace',
    name: 'Workspace_locked_change_idx',
    has: 'lockedAt',
    of: 'organizationId',
    order: ['latestChangeAt', 'id'],
  },
  { table: 'Workspace', name: 'Workspace_retention_idx', has: 'retentionKind', of: null, order: ['id'] },
];

/** An index of all rows, of which one value of a column has few. */
interface SelectiveIndex {
  readonly table: string;
  readonly name: string;
  /** What has to be equal. */
  readonly columns: readonly string[];
  /** The only order for which it is meant, beside a count, where that of all rows is as good in others. */
  readonly order?: readonly string[];
}

const selectiveIndexes: readonly SelectiveIndex[] = [
  {
    table: 'Revocation',
    name: 'Revocation_mountId_serialNumber_issuerId_key',
    columns: ['mountId', 'serialNumber'],
  },
  { table: 'AcmeOrder', name: 'AcmeOrder_accountId_id_idx', columns: ['mountId', 'accountId'], order: ['id'] },
  {
    table: 'Workspace',
    name: 'Workspace_projectId_name_idx',
    columns: ['organizationId', 'projectId'],
    order: ['name', 'id'],
  },
];

/** Tables of whose rows few are named beside what many have. */
const namedRows: ReadonlySet<string> = new Set(['Workspace', 'User', 'Organization', 'Team', 'Project', 'Tag']);

/**
 * Names the index of few rows where a page in its order is asked for, and the primary key where rows are named. SQLite keeps no statistics here: it would take
 * the index of all rows, which has the same order, and go along it until the page is full. PostgreSQL chooses by itself.
 * @param orderBy nothing where rows are counted
 */
export function intendedIndex(provider: Provider, table: Table, where: unknown, orderBy: unknown): string {
  if (provider !== 'sqlite') return '';
  // SQLite names the index of a primary key itself.
  if (namedRows.has(table.name) && demands(where, 'id', isListed))
    return ` INDEXED BY "sqlite_autoindex_${table.name}_1"`;
  const index = partialIndexes.find(
    (each) =>
      each.table === table.name &&
      isOrderedBy(orderBy, each.order) &&
      demands(where, each.has, isSomething) &&
      (each.of === null || demands(where, each.of, (value) => typeof value === 'string')),
  );
  const chosen = index ?? selectiveIndex(table, where, orderBy);
  return chosen === undefined ? '' : ` INDEXED BY ${quoted(chosen.name)}`;
}

const selectiveIndex = (table: Table, where: unknown, orderBy: unknown): SelectiveIndex | undefined =>
  selectiveIndexes.find(
    (each) =>
      each.table === table.name &&
      (orderBy === undefined || each.order === undefined || isOrderedBy(orderBy, each.order)) &&
      each.columns.every((column) => demands(where, column, (value) => typeof value === 'string')),
  );

const isListed = (value: unknown): boolean => isPlain(value) && Array.isArray(value['in']) && value['in'].length > 0;

const isSomething = (value: unknown): boolean =>
  isPlain(value) && value['not'] === null && [...entriesOf(value)].length === 1;

/** Whether all rows that are asked for meet a condition on a column, however deep the condition stands below AND. */
export function demands(where: unknown, column: string, meets: (value: unknown) => boolean): boolean {
  if (Array.isArray(where)) return where.some((each: unknown) => demands(each, column, meets));
  if (!isPlain(where)) return false;
  return [...entriesOf(where)].some(
    ([name, value]) => (name === column && meets(value)) || (name === 'AND' && demands(value, column, meets)),
  );
}

/** In these columns and no others, all in one direction. */
function isOrderedBy(orderBy: unknown, columns: readonly string[]): boolean {
  const list: readonly unknown[] = Array.isArray(orderBy) ? orderBy : [orderBy];
  const terms = list.flatMap((each) => (isPlain(each) ? [...entriesOf(each)] : []));
  const [first] = terms;
  return (
    terms.length === columns.length && terms.every(([name, way], at) => name === columns[at] && way === first?.[1])
  );
}
