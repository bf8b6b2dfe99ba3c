import type { StatementSyncInstance } from '@photostructure/sqlite';
import { LRUCache } from 'lru-cache';
import { SqliteError, sqliteError, unstorableText } from './driver-error.js';
import type { SqliteValue } from './values.js';

/** A column of an answer; `type` is as its table declares it, `null` for an expression. */
export interface SqliteColumn {
  readonly name: string;
  readonly type: string | null;
}

/** What the library's statement hands out once it is told to return lists; its own types say nothing of it. */
interface Prepared extends Pick<StatementSyncInstance, 'close' | 'columns' | 'setReadBigInts' | 'setReturnArrays'> {
  all(...values: readonly SqliteValue[]): SqliteValue[][];
  get(...values: readonly SqliteValue[]): SqliteValue[] | undefined;
  /** The number is a `bigint` where integers are read as such. */
  run(...values: readonly SqliteValue[]): { readonly changes: number | bigint };
}

/** A prepared statement. Values are bound by their positions. Every failure is a SqliteError. */
export class SqliteStatement {
  /** None for a statement that hands out no rows. */
  readonly columns: readonly SqliteColumn[];

  constructor(private readonly prepared: Prepared) {
    // Rows come as lists of values: the library would make the names of the columns anew for each row.
    prepared.setReturnArrays(true);
    this.columns = prepared.columns().map(({ name, type }) => ({ name, type }));
  }

  /** Whether it hands out rows. */
  get isReader(): boolean {
    return this.columns.length > 0;
  }

  /** Reads integers as `bigint`. Without it an integer that a `number` cannot hold exactly is refused. */
  withBigIntegers(): this {
    this.prepared.setReadBigInts(true);
    return this;
  }

  /** Every row, as its values in the order of the columns. */
  all(...values: readonly SqliteValue[]): SqliteValue[][] {
    try {
      return this.prepared.all(...storable(values));
    } catch (error) {
      throw sqliteError(error);
    }
  }

  /** Every row, by the names of the columns. */
  rows(...values: readonly SqliteValue[]): Record<string, SqliteValue>[] {
    return this.all(...values).map((row) => this.#named(row));
  }

  /** The first row, by the names of the columns. */
  row(...values: readonly SqliteValue[]): Record<string, SqliteValue> | undefined {
    const first = this.#first(values);
    return first && this.#named(first);
  }

  /** The first column of the first row. */
  value(...values: readonly SqliteValue[]): SqliteValue | undefined {
    return this.#first(values)?.[0];
  }

  /** The first column of every row. */
  column(...values: readonly SqliteValue[]): SqliteValue[] {
    return this.all(...values).map((row) => row[0] ?? null);
  }

  /** @returns the number of rows changed */
  run(...values: readonly SqliteValue[]): number {
    try {
      return Number(this.prepared.run(...storable(values)).changes);
    } catch (error) {
      throw sqliteError(error);
    }
  }

  /** Gives back what SQLite holds for it, at once and not when it is collected. It cannot be used again. */
  finalize(): void {
    this.prepared.close();
  }

  #first(values: readonly SqliteValue[]): SqliteValue[] | undefined {
    try {
      return this.prepared.get(...storable(values));
    } catch (error) {
      throw sqliteError(error);
    }
  }

  #named(row: readonly SqliteValue[]): Record<string, SqliteValue> {
    return Object.fromEntries(this.columns.map(({ name }, index) => [name, row[index] ?? null]));
  }
}

/** Statements that are prepared once and kept by their text, the `most` last used ones; the others are finalized. */
export const keptStatements = <Kept extends { readonly statement: SqliteStatement }>(most: number) =>
  new LRUCache<string, Kept>({
    max: most,
    dispose: ({ statement }) => {
      statement.finalize();
    },
  });

function storable(values: readonly SqliteValue[]): readonly SqliteValue[] {
  for (const value of values) {
    if (typeof value === 'string' && value.includes('\0'))
      throw new SqliteError('text must not contain the NUL character', unstorableText);
  }
  return values;
}
