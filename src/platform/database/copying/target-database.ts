import type { Provider } from '../engine.js';
import type { MigrationLedger } from '../migrations.js';
import type { Table } from '../direct/table.js';
import type { CopiedRow, CopiedValue } from './copied-row.js';
import type { NumberedColumn } from './copied-tables.js';

/** What would act on rows or refuse them while they arrive in an order of their own: taken away at first, put back at the end. */
export interface Obstacle {
  readonly remove: string;
  readonly restore: string;
}

/** A database that is being filled, as each provider implements it. */
export interface TargetDatabase {
  readonly provider: Provider;
  readonly ledger: MigrationLedger;
  /** Opens it, as the only process that fills it. It has its tables. @throws OperatorError if another one does */
  open(): Promise<void>;
  /** All of `work` is kept when this resolves, or nothing of it. */
  within(work: () => Promise<void>): Promise<void>;
  /** @param sql with `?` placeholders */
  ask(sql: string, values?: readonly CopiedValue[]): Promise<readonly (readonly unknown[])[]>;
  run(sql: string, values?: readonly CopiedValue[]): Promise<void>;
  insert(table: Table, rows: readonly CopiedRow[]): Promise<void>;
  /** Triggers, and references between tables where they are checked row by row. */
  obstacles(): Promise<readonly Obstacle[]>;
  setLastNumber(column: NumberedColumn, last: bigint): Promise<void>;
  /** What is wrong with references between tables, once everything is put back; `null` if nothing is. */
  fault(): Promise<string | null>;
  /** Everything is there: what makes queries fast from the first one on. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
