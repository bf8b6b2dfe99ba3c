import { tableTexts } from '../generated/table-shapes.js';
import { Table } from './table.js';

/** All tables of schema.prisma. */
export const tables: readonly Table[] = tableTexts.map((text) => new Table(text));

const byName = new Map(tables.map((table) => [table.name, table]));

export function tableNamed(name: string): Table {
  const table = byName.get(name);
  if (!table) throw new Error(`schema.prisma has no ${name}`);
  return table;
}
