import { entriesOf, isPlain, plain } from './arguments.js';
import { notDirect } from './not-direct.js';
import { quoted, tableName } from './statement-text.js';
import type { StatementText } from './statement-text.js';
import type { Column, Relation, Table } from './table.js';
import { tableNamed } from './tables.js';

const comparisons: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['lte', '<='],
  ['gt', '>'],
  ['gte', '>='],
]);

/** How LIKE sees a part of a text. As in the client, its special characters are not escaped: callers see to them (`../text-search.ts`). */
const patterns: ReadonlyMap<string, (part: string) => string> = new Map([
  ['contains', (part: string) => `%${part}%`],
  ['startsWith', (part: string) => `${part}%`],
  ['endsWith', (part: string) => `%${part}`],
]);

/** No condition: everything is meant. */
const none = '';

/** Where a condition stands. */
interface Place {
  readonly text: StatementText;
  readonly table: Table;
  /** What its rows are called there. */
  readonly rows: string;
  /** Whether the rows of other tables are looked up for each row, and not listed beforehand. */
  readonly looksUp: boolean;
}

/** A `where` of the client; empty if everything is meant. @throws NotDirect */
export function conditionOf(text: StatementText, table: Table, where: unknown): string {
  // PostgreSQL plans either way. SQLite does as it is told: a list finds the rows by an index, but for one row it may be much too long.
  const looksUp = text.provider === 'postgresql' || isOfOneRow(table, where);
  return conditionAt({ text, table, rows: quoted(table.name), looksUp }, where);
}

/** Whether at most one row is meant, as far as that shows. */
export function isOfOneRow(table: Table, where: unknown): boolean {
  if (!isPlain(where)) return false;
  return [...entriesOf(where)].some(([name, value]) => {
    if (name === 'AND') return [value].flat().some((each) => isOfOneRow(table, each));
    if (table.compound(name)) return true;
    return !isPlain(value) && table.uniques.some(([first, ...others]) => first === name && others.length === 0);
  });
}

function conditionAt(place: Place, where: unknown): string {
  if (where === undefined) return none;
  const parts: string[] = [];
  for (const [name, value] of entriesOf(plain(where))) {
    if (name === 'AND') parts.push(...several(place, value));
    else if (name === 'OR') parts.push(anyOf(severalOfContent(place, value)));
    else if (name === 'NOT') parts.push(...severalOfContent(place, value).map((each) => `NOT ${each}`));
    else parts.push(onColumns(place, name, value));
  }
  return allOf(parts);
}

/** The condition after its keyword; nothing where everything is meant. */
export function whereOf(text: StatementText, table: Table, where: unknown): string {
  const condition = conditionOf(text, table, where);
  return condition === none ? '' : ` WHERE ${condition}`;
}

function several(place: Place, value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((each) => conditionAt(place, each ?? notDirect()));
}

/** In these the client takes a condition without content for none, and not for one that holds. */
function severalOfContent(place: Place, value: unknown): string[] {
  const conditions = several(place, value);
  return conditions.includes(none) ? notDirect() : conditions;
}

function allOf(parts: readonly string[]): string {
  return joined(
    parts.filter((part) => part !== none),
    ' AND ',
  );
}

const anyOf = (parts: readonly string[]): string => (parts.length === 0 ? '1=0' : joined(parts, ' OR '));

const joined = (parts: readonly string[], word: string): string =>
  parts.length > 1 ? `(${parts.join(word)})` : parts.join(word);

function onColumns(place: Place, name: string, value: unknown): string {
  const { text, table } = place;
  const column = table.column(name);
  if (column) return onColumn(text, column, value);
  const relation = table.relation(name);
  if (relation) return relation.isList ? onList(place, relation, value) : onOther(place, relation, value);
  const names = table.compound(name) ?? notDirect();
  const values = plain(value);
  if (Object.keys(values).length !== names.length) notDirect();
  return allOf(names.map((each) => equalTo(text, table.column(each) ?? notDirect(), values[each])));
}

/** Of the row that belongs to it. Where there is none, the condition does not hold: its opposite does. */
function onOther(place: Place, relation: Relation, value: unknown): string {
  const given = plain(value);
  if ('isNot' in given) notDirect();
  return isThere(place, relation, 'is' in given ? given['is'] : given);
}

/** Of the rows that belong to it. */
function onList(place: Place, relation: Relation, value: unknown): string {
  return allOf(
    [...entriesOf(plain(value))].map(([quantifier, where]) => {
      if (quantifier === 'some') return isThere(place, relation, where);
      return quantifier === 'none' ? lacking(place, relation, where) : notDirect();
    }),
  );
}

/** Whether a row like this belongs to it. It holds or does not: it is never unknown. */
function isThere(place: Place, relation: Relation, where: unknown): string {
  if (place.looksUp) return existing(place, relation, where);
  const from = quoted(relation.from);
  const isSet = place.table.column(relation.from)?.nullable ? `${from} IS NOT NULL` : none;
  return allOf([isSet, `${from} IN ${keysOf(place, relation, where)}`]);
}

const existing = (place: Place, relation: Relation, where: unknown): string =>
  `EXISTS (${lookup(place, relation, where)})`;

/**
 * Neither database makes a good plan of what is not in a list. PostgreSQL would read all that there are of the others for the first row, before a page of twenty: it
 * does not where one of them is asked for.
 */
function lacking(place: Place, relation: Relation, where: unknown): string {
  const found = lookup({ ...place, looksUp: true }, relation, where);
  return place.text.provider === 'postgresql' ? `(${found} LIMIT 1) IS NULL` : `NOT EXISTS (${found})`;
}

function lookup({ text, rows, looksUp }: Place, { table, from, to }: Relation, where: unknown): string {
  const other = tableNamed(table);
  const alias = text.alias();
  const belongs = `${alias}.${quoted(to)} = ${rows}.${quoted(from)}`;
  const condition = allOf([belongs, conditionAt({ text, table: other, rows: alias, looksUp }, where)]);
  return `SELECT 1 FROM ${tableName(other)} AS ${alias} WHERE ${condition}`;
}

/** A list with NULL in it has no answer to what is not in it. */
function keysOf({ text, looksUp }: Place, { table, to }: Relation, where: unknown): string {
  const other = tableNamed(table);
  const place = { text, table: other, rows: tableName(other), looksUp };
  const condition = allOf([conditionAt(place, where), `${quoted(to)} IS NOT NULL`]);
  return `(SELECT ${quoted(to)} FROM ${tableName(other)} WHERE ${condition})`;
}

function onColumn(text: StatementText, column: Column, value: unknown): string {
  if (!isPlain(value)) return equalTo(text, column, value);
  return allOf([...entriesOf(value)].map(([operator, operand]) => compared(text, column, operator, operand)));
}

function equalTo(text: StatementText, column: Column, value: unknown): string {
  const name = quoted(column.name);
  if (value === undefined) notDirect();
  return value === null ? `${name} IS NULL` : `${name} = ${text.value(column, value)}`;
}

function compared(text: StatementText, column: Column, operator: string, operand: unknown): string {
  const name = quoted(column.name);
  switch (operator) {
    case 'equals':
      return equalTo(text, column, operand);
    case 'not':
      return operand === null ? `${name} IS NOT NULL` : `${name} <> ${text.value(column, operand)}`;
    case 'in':
    case 'notIn':
      return text.among(column, Array.isArray(operand) ? operand : notDirect(), operator === 'in' ? 'IN' : 'NOT IN');
    default:
      return ordered(text, column, operator, operand);
  }
}

function ordered(text: StatementText, column: Column, operator: string, operand: unknown): string {
  const name = quoted(column.name);
  const sign = comparisons.get(operator);
  if (sign !== undefined && operand !== null) return `${name} ${sign} ${text.value(column, operand)}`;
  const pattern = patterns.get(operator);
  if (pattern === undefined || column.kind !== 'String' || typeof operand !== 'string') notDirect();
  return `${name} LIKE ${text.value(column, pattern(operand))}`;
}
