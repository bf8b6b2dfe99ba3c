import type { SqlQuery } from '@prisma/driver-adapter-utils';
import type { Provider } from '../engine.js';
import { argumentsOf, entriesOf, isPlain, plain } from './arguments.js';
import type { Given } from './arguments.js';
import { isOfOneRow, whereOf } from './conditions.js';
import { notDirect } from './not-direct.js';
import { requireUnique } from './reads.js';
import type { Reading } from './reads.js';
import { selecting, selectionOf } from './selection.js';
import type { Selection } from './selection.js';
import { listed, quoted, StatementText, tableName } from './statement-text.js';
import type { Column, Table } from './table.js';

/** `create` @throws NotDirect */
export function inserting(provider: Provider, table: Table, args: unknown): Reading {
  const { data, ...asked } = argumentsOf(args, 'data', ...selecting);
  const selection = selectionOf(table, asked);
  const text = new StatementText(provider);
  const insert = insertOf(text, table, [plain(data)]);
  return { query: text.query(`${insert}${returning(selection)}`), selection };
}

/** `createMany`; `null` if there is nothing to create. @throws NotDirect */
export function insertingMany(provider: Provider, table: Table, args: unknown): SqlQuery | null {
  const { data } = argumentsOf(args, 'data');
  const rows: readonly unknown[] = Array.isArray(data) ? data : [data];
  if (rows.length === 0) return null;
  const text = new StatementText(provider);
  return text.query(insertOf(text, table, rows.map(plain)));
}

/** `update` @throws NotDirect */
export function updating(provider: Provider, table: Table, args: unknown): Reading {
  const { where, data, ...asked } = argumentsOf(args, 'where', 'data', ...selecting);
  requireUnique(table, where);
  const selection = selectionOf(table, asked);
  const text = new StatementText(provider);
  const update = `UPDATE ${tableName(table)} SET ${changesOf(text, table, data)}`;
  return { query: text.query(`${update}${whereOf(text, table, where)}${returning(selection)}`), selection };
}

/** `updateMany` @throws NotDirect */
export function updatingMany(provider: Provider, table: Table, args: unknown): SqlQuery {
  const { where, data } = argumentsOf(args, 'where', 'data');
  const text = new StatementText(provider);
  const update = `UPDATE ${tableName(table)} SET ${changesOf(text, table, data)}`;
  return text.query(`${update}${whereOf(text, table, where)}`);
}

/** `updateManyAndReturn` @throws NotDirect */
export function updatingAndReturning(provider: Provider, table: Table, args: unknown): Reading {
  const { where, data, ...asked } = argumentsOf(args, 'where', 'data', ...selecting);
  const selection = selectionOf(table, asked);
  const text = new StatementText(provider);
  const update = `UPDATE ${tableName(table)} SET ${changesOf(text, table, data)}`;
  return { query: text.query(`${update}${inOrder(text, table, where)}${returning(selection)}`), selection };
}

/**
 * The condition of an update that may take several rows. On PostgreSQL they are locked by key: two processes that claim the same rows would wait for each other
 * where each had taken another one first. They are locked as an update locks them, so whoever inserts what refers to them does not wait.
 */
function inOrder(text: StatementText, table: Table, where: unknown): string {
  const [[key = notDirect(), ...others] = []] = table.uniques;
  const condition = whereOf(text, table, where);
  if (text.provider !== 'postgresql' || others.length > 0 || isOfOneRow(table, where)) return condition;
  const name = quoted(key);
  return ` WHERE ${name} IN (SELECT ${name} FROM ${tableName(table)}${condition} ORDER BY ${name} FOR NO KEY UPDATE)`;
}

/** `upsert` by exactly one unique constraint, whose values the new row has too. @throws NotDirect */
export function upserting(provider: Provider, table: Table, args: unknown): Reading {
  const { where, create, update, ...asked } = argumentsOf(args, 'where', 'create', 'update', ...selecting);
  const selection = selectionOf(table, asked);
  const text = new StatementText(provider);
  const row = plain(create);
  const names = onlyUnique(table, plain(where), row);
  const insert = insertOf(text, table, [row]);
  const [first = ''] = names;
  const isKept = [...entriesOf(plain(update))].length === 0;
  // A row that stays as it is would not be returned.
  const changes = isKept ? `${quoted(first)} = ${tableName(table)}.${quoted(first)}` : changesOf(text, table, update);
  return {
    query: text.query(`${insert} ON CONFLICT (${listed(names)}) DO UPDATE SET ${changes}${returning(selection)}`),
    selection,
  };
}

/** `delete` @throws NotDirect */
export function deleting(provider: Provider, table: Table, args: unknown): Reading {
  const { where, ...asked } = argumentsOf(args, 'where', ...selecting);
  requireUnique(table, where);
  const selection = selectionOf(table, asked);
  const text = new StatementText(provider);
  return {
    query: text.query(`DELETE FROM ${tableName(table)}${whereOf(text, table, where)}${returning(selection)}`),
    selection,
  };
}

/** `deleteMany` @throws NotDirect */
export function deletingMany(provider: Provider, table: Table, args: unknown): SqlQuery {
  const { where } = argumentsOf(args, 'where');
  const text = new StatementText(provider);
  return text.query(`DELETE FROM ${tableName(table)}${whereOf(text, table, where)}`);
}

const returning = ({ columns }: Selection): string => ` RETURNING ${listed(columns.map(({ name }) => name))}`;

/** Each row with the same columns: those that any of them names, and those that begin with a value. */
function insertOf(text: StatementText, table: Table, rows: readonly Given[]): string {
  for (const row of rows) for (const [name] of entriesOf(row)) if (!table.column(name)) notDirect();
  const columns = table.columns.filter(
    ({ name, initially }) => initially !== undefined || rows.some((row) => row[name] !== undefined),
  );
  for (const { name, nullable, initially, numbered } of table.columns) {
    if (nullable === true || initially !== undefined) continue;
    const missing = rows.filter((row) => row[name] === undefined).length;
    // A number that the database gives is given to all of them or to none.
    if (missing > 0 && !(numbered && missing === rows.length)) notDirect();
  }
  const values = rows.map((row) => `(${columns.map((column) => text.value(column, valueIn(row, column))).join(', ')})`);
  return `INSERT INTO ${tableName(table)} (${listed(columns.map(({ name }) => name))}) VALUES ${values.join(', ')}`;
}

const valueIn = (row: Given, { name, initially }: Column): unknown =>
  row[name] ?? (row[name] === null ? null : (initially ?? null));

/** @throws NotDirect for changes of nothing, and of other tables */
function changesOf(text: StatementText, table: Table, data: unknown): string {
  const changes = [...entriesOf(plain(data))].map(([name, value]) =>
    changeOf(text, table, table.column(name) ?? notDirect(), value),
  );
  return changes.length === 0 ? notDirect() : changes.join(', ');
}

const steps: ReadonlyMap<string, string> = new Map([
  ['increment', '+'],
  ['decrement', '-'],
]);

function changeOf(text: StatementText, table: Table, column: Column, value: unknown): string {
  const name = quoted(column.name);
  if (!isPlain(value)) return `${name} = ${text.value(column, value)}`;
  const [[operator, operand] = notDirect(), ...others] = entriesOf(value);
  if (others.length > 0) notDirect();
  if (operator === 'set') return `${name} = ${text.value(column, operand)}`;
  const sign = steps.get(operator);
  if (sign === undefined || operand === null || (column.kind !== 'Int' && column.kind !== 'BigInt')) notDirect();
  return `${name} = ${tableName(table)}.${name} ${sign} ${text.value(column, operand)}`;
}

/** The columns of the constraint that `where` names, if the new row has the same values in them. */
function onlyUnique(table: Table, where: Given, create: Given): readonly string[] {
  const [[name, value] = notDirect(), ...others] = entriesOf(where);
  if (others.length > 0) notDirect();
  const names =
    table.compound(name) ??
    (table.uniques.some((each) => each.length === 1 && each[0] === name) ? [name] : notDirect());
  const values = names.length === 1 ? { [name]: value } : plain(value);
  for (const each of names)
    if (values[each] === null || values[each] === undefined || !isSame(values[each], create[each])) notDirect();
  return names;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());
