import { argumentsOf, entriesOf, plain } from './arguments.js';
import type { Given } from './arguments.js';
import { conditionOf } from './conditions.js';
import { notDirect } from './not-direct.js';
import { orderOf } from './order.js';
import { StatementText } from './statement-text.js';
import type { Column, Relation, Table } from './table.js';
import { tableNamed } from './tables.js';

/** What a call wants of each row. */
export interface Selection {
  /** What a statement selects, in this order. */
  readonly columns: readonly Column[];
  /** Columns among them that only tell which rows belong together. */
  readonly hidden: readonly string[];
  readonly relations: readonly SelectedRelation[];
}

export interface SelectedRelation {
  readonly relation: Relation;
  readonly table: Table;
  readonly selection: Selection;
  /** Of the rows of a list. */
  readonly where: unknown;
  readonly orderBy: unknown;
}

export const selecting = ['select', 'include', 'omit'] as const;

/** @throws NotDirect for lists that are cut, and counts */
export function selectionOf(table: Table, { select, include, omit }: Given, needed: readonly string[] = []): Selection {
  const asked = chosenIn(select);
  if (asked?.length === 0) notDirect();
  const names = asked === undefined ? table.columns.map(({ name }) => name) : asked.map(([name]) => name);
  const left = new Set(
    (chosenIn(omit) ?? []).map(([name, chosen]) => (chosen === true && table.column(name) ? name : notDirect())),
  );
  const own = names.filter((name) => table.column(name) && !left.has(name));
  const related = [...(asked ?? []).filter(([name]) => !table.column(name)), ...(chosenIn(include) ?? [])];
  for (const [name, chosen] of asked ?? []) if (table.column(name) && chosen !== true) notDirect();
  const relations = related.map(([name, chosen]) => relationOf(table.relation(name) ?? notDirect(), chosen));
  const hidden = [...new Set([...needed, ...relations.map(({ relation }) => relation.from)])].filter(
    (name) => !own.includes(name),
  );
  const columns = [...own, ...hidden].map((name) => table.column(name) ?? notDirect());
  return columns.length === 0 ? notDirect() : { columns, hidden, relations };
}

function chosenIn(given: unknown): (readonly [name: string, chosen: unknown])[] | undefined {
  return given === undefined ? undefined : [...entriesOf(plain(given))].filter(([, chosen]) => chosen !== false);
}

function relationOf(relation: Relation, chosen: unknown): SelectedRelation {
  const of = relation.isList ? [...selecting, 'where', 'orderBy'] : selecting;
  const { where, orderBy, ...selection } = chosen === true ? {} : argumentsOf(chosen, ...of);
  const table = tableNamed(relation.table);
  // They are written after the first statement has run, which is too late to leave the call to Prisma.
  conditionOf(new StatementText('sqlite'), table, where);
  orderOf(table, orderBy);
  return { relation, table, where, orderBy, selection: selectionOf(table, selection, [relation.to]) };
}

/** Selections with the same text want the same; `null` for those whose text would be long. */
export function textOf({ columns, hidden, relations }: Selection): string | null {
  const parts = relations.map(({ relation, selection, where, orderBy }) =>
    where === undefined && orderBy === undefined ? `${relation.name}(${textOf(selection) ?? ''})` : null,
  );
  return parts.includes(null)
    ? null
    : [...columns.map(({ name }) => (hidden.includes(name) ? `-${name}` : name)), ...parts].join();
}
