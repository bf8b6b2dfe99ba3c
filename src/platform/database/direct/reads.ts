import type { SqlQuery } from '@prisma/driver-adapter-utils';
import type { Provider } from '../engine.js';
import { argumentsOf, isPlain, plain } from './arguments.js';
import { conditionOf, whereOf } from './conditions.js';
import { deepPage } from './deep-pages.js';
import { intendedIndex } from './intended-index.js';
import { notDirect } from './not-direct.js';
import { orderOf } from './order.js';
import { selecting, selectionOf } from './selection.js';
import type { Selection } from './selection.js';
import { listed, quoted, StatementText, tableName } from './statement-text.js';
import type { Column, Table } from './table.js';

/** A statement, and what it answers with. */
export interface Reading {
  readonly query: SqlQuery;
  readonly selection: Selection;
}

/** `findMany`, and `findFirst` with a limit. @throws NotDirect */
export function listing(provider: Provider, table: Table, args: unknown, limit?: number): Reading {
  const { where, orderBy, take, skip, distinct, ...asked } = argumentsOf(
    args,
    ...['where', 'orderBy', 'take', 'skip', 'distinct', ...selecting],
  );
  if (limit !== undefined && take !== undefined) notDirect();
  const selection = selectionOf(table, asked);
  const text = new StatementText(provider);
  const deep = take === undefined ? null : deepPage(provider, table, { where, orderBy, skip });
  const index = intendedIndex(provider, table, where, orderBy);
  const select = `SELECT ${distinctOf(selection, distinct)}${selected(selection)} FROM ${tableName(table)}${index}`;
  const condition = whereOf(text, table, where);
  const isPart = take !== undefined || (skip !== undefined && skip !== 0);
  const order = orderOf(table, orderBy) || (isPart ? orderOf(table, byKey(table)) : '');
  // Rows that are alike in what is selected may differ in what they are ordered by.
  if (distinct !== undefined && order !== '') notDirect();
  if (!deep)
    return { query: text.query(`${select}${condition}${order}${partOf(text, limit ?? take, skip)}`), selection };
  const own = quoted(deep.column);
  const passed = `SELECT ${own} FROM ${tableName(table)}${whereOf(text, table, where)}${orderOf(table, deep.orderBy)}${partOf(text, take, skip)}`;
  const among = `${own} = ANY(ARRAY(${passed}))`;
  return {
    query: text.query(`${select}${condition === '' ? ' WHERE' : `${condition} AND`} ${among}${order}`),
    selection,
  };
}

/** `findUnique` @throws NotDirect */
export function single(provider: Provider, table: Table, args: unknown): Reading {
  const { where, ...selection } = argumentsOf(args, 'where', ...selecting);
  requireUnique(table, where);
  return listing(provider, table, { where, ...selection }, 1);
}

/** The rows that have one of these values in a column, and meet a condition of the client. @throws NotDirect */
export function among(
  provider: Provider,
  { table, selection, where, orderBy }: { table: Table; selection: Selection; where?: unknown; orderBy?: unknown },
  column: Column,
  values: readonly unknown[],
): Reading {
  const text = new StatementText(provider);
  const select = `SELECT ${selected(selection)} FROM ${tableName(table)} WHERE ${text.among(column, values, 'IN')}`;
  const condition = conditionOf(text, table, where);
  return { query: text.query(`${select}${condition && ` AND ${condition}`}${orderOf(table, orderBy)}`), selection };
}

const selected = ({ columns }: Selection): string => listed(columns.map(({ name }) => name));

/** Rows that differ in what is selected. Prisma knows more of these. */
function distinctOf({ columns, relations }: Selection, distinct: unknown): string {
  if (distinct === undefined) return '';
  const names: readonly unknown[] = Array.isArray(distinct) ? distinct : [distinct];
  const isAll =
    relations.length === 0 && columns.length === names.length && columns.every(({ name }) => names.includes(name));
  return isAll ? 'DISTINCT ' : notDirect();
}

/** `count` of rows. @throws NotDirect */
export function counting(provider: Provider, table: Table, args: unknown): SqlQuery {
  const { where } = argumentsOf(args, 'where');
  const text = new StatementText(provider);
  const index = intendedIndex(provider, table, where, undefined);
  return text.query(`SELECT COUNT(*) FROM ${tableName(table)}${index}${whereOf(text, table, where)}`);
}

/** At most one row has these values. @throws NotDirect */
export function requireUnique(table: Table, where: unknown): void {
  const given = plain(where);
  const isUnique = table.uniques.some((names) => {
    const [only] = names;
    const value = names.length === 1 && only !== undefined ? given[only] : given[names.join('_')];
    return value !== undefined && value !== null && (names.length > 1 || !isPlain(value));
  });
  if (!isUnique) notDirect();
}

/** As in the client, parts of a list have an order, so that they follow one another. */
const byKey = ({ uniques: [key = []] }: Table) => key.map((name) => ({ [name]: 'asc' }));

function partOf(text: StatementText, take: unknown, skip: unknown): string {
  const count = take === undefined ? undefined : wholeNumber(take);
  const first = skip === undefined || skip === 0 ? undefined : wholeNumber(skip);
  if (count === undefined && first !== undefined) notDirect();
  const limit = count === undefined ? '' : ` LIMIT ${text.number(count)}`;
  return first === undefined ? limit : `${limit} OFFSET ${text.number(first)}`;
}

function wholeNumber(value: unknown): number {
  if (typeof value !== 'number' || value !== (value | 0) || value < 0) notDirect();
  return value;
}
