import type { Numbered } from './numbered.js';

/** One of the two databases. */
export interface RawDatabase {
  readonly row: Numbered;
  columns(table: string): Promise<readonly string[]>;
  /** A table `n` with the numbers from 1. */
  numbers(count: number): string;
  run(sql: string): Promise<void>;
  /** What `work` puts into a table is indexed, counted and listed all at once afterwards: of very many rows that takes a small part of the time. */
  together(table: string, work: () => Promise<void>): Promise<void>;
  /** The text that a statement answers. */
  first(sql: string): Promise<string | null>;
  settle(): Promise<void>;
  close(): Promise<void>;
}
