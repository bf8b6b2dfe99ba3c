import type { Table } from '../direct/table.js';
import { RowDigest } from './copied-row.js';
import type { TableDigest } from './copied-row.js';
import { copiedTables, numberedColumns } from './copied-tables.js';
import type { RowSource } from './row-source.js';
import type { RowTarget } from './row-target.js';

/** Called as work goes on: how many rows were copied or compared since the last call, of which table. */
export type RowListener = (rows: number, table: string) => void;

/** Copies all rows, or those that an earlier call did not: each batch is kept as soon as it is copied. */
export async function copyRows(source: RowSource, target: RowTarget, heard: RowListener): Promise<void> {
  for (const table of copiedTables) await copyTable(table, source, target, heard);
  await target.setLastNumbers((column) => source.lastNumber(column));
}

async function copyTable(table: Table, source: RowSource, target: RowTarget, heard: RowListener): Promise<void> {
  const begun = await target.progress(table);
  if (begun?.complete === true) return;
  let first = begun === null;
  for await (const rows of source.batches(table, begun?.after ?? null)) {
    await target.add(table, rows, first);
    first = false;
    heard(rows.length, table.name);
  }
  await target.complete(table, first);
}

/** Reads every row of both, and compares them. */
export async function compareRows(
  source: RowSource,
  copy: RowSource,
  heard: RowListener,
): Promise<{ readonly different: readonly Table[]; readonly rows: number; readonly tables: number }> {
  const different: Table[] = [];
  let rows = 0;
  for (const table of copiedTables) {
    const [one, other] = await Promise.all([digestOf(table, source, heard), digestOf(table, copy, () => undefined)]);
    if (one.rows !== other.rows || one.digest !== other.digest) different.push(table);
    rows += one.rows;
  }
  return { different, rows, tables: copiedTables.length };
}

/** Whether both give the same numbers next. */
export async function sameNumbers(source: RowSource, copy: RowSource): Promise<boolean> {
  for (const column of numberedColumns)
    if ((await source.lastNumber(column)) !== (await copy.lastNumber(column))) return false;
  return true;
}

async function digestOf(table: Table, source: RowSource, heard: RowListener): Promise<TableDigest> {
  const digest = new RowDigest();
  for await (const rows of source.batches(table, null)) {
    for (const row of rows) digest.add(row);
    heard(rows.length, table.name);
  }
  return digest.result;
}
