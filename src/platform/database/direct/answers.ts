import type { SqlResultSet } from '@prisma/driver-adapter-utils';
import { kinds } from './kinds.js';
import type { Column } from './table.js';

export type Row = Record<string, unknown>;

/** The rows of a statement that selects these columns in this order. */
export function rowsOf(columns: readonly Column[], { rows }: Pick<SqlResultSet, 'rows'>): Row[] {
  const steps = columns.map(({ name, kind }) => ({ name, read: kinds[kind].read }));
  return rows.map((values) => {
    const row: Row = {};
    for (let index = 0; index < steps.length; index += 1) {
      const step = steps[index];
      const value = values[index];
      if (step) row[step.name] = value === null || value === undefined ? null : step.read(value);
    }
    return row;
  });
}
