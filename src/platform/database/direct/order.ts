import { entriesOf, plain } from './arguments.js';
import { notDirect } from './not-direct.js';
import { quoted } from './statement-text.js';
import type { Table } from './table.js';

/** An `orderBy` of the client. @throws NotDirect */
export function orderOf(table: Table, orderBy: unknown): string {
  if (orderBy === undefined) return '';
  const list: readonly unknown[] = Array.isArray(orderBy) ? orderBy : [orderBy];
  const terms = list.flatMap((each) => [...entriesOf(plain(each))].map(([name, way]) => orderTerm(table, name, way)));
  return terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`;
}

const ways: ReadonlyMap<unknown, string> = new Map([
  ['asc', 'ASC'],
  ['desc', 'DESC'],
]);

function orderTerm(table: Table, name: string, way: unknown): string {
  const { name: column } = table.column(name) ?? notDirect();
  return `${quoted(column)} ${ways.get(way) ?? notDirect()}`;
}
