import { tables } from '../direct/tables.js';
import type { Table } from '../direct/table.js';

/** Rows of servers that are at work on a database. A copy of it has none. */
const ofServersAtWork = new Set(['ServerNode', 'ServerNodeSighting', 'SealServer']);

/** The tables whose rows make an installation. */
export const copiedTables: readonly Table[] = tables.filter(({ name }) => !ofServersAtWork.has(name));

/** A column that the database numbers itself. */
export interface NumberedColumn {
  readonly table: string;
  readonly column: string;
}

export const numberedColumns: readonly NumberedColumn[] = copiedTables.flatMap(({ name: table, columns }) =>
  columns.filter(({ numbered }) => numbered === true).map(({ name: column }) => ({ table, column })),
);

/** The columns of the primary key. @throws Error for a table without one, which schema.prisma cannot have */
export function keyOf({ name, uniques: [key] }: Table): readonly string[] {
  if (!key) throw new Error(`${name} has no primary key`);
  return key;
}

/** The values of a row's primary key. */
export function keyIndexes(table: Table): readonly number[] {
  return keyOf(table).map((name) => table.columns.findIndex((column) => column.name === name));
}
