import { sharedWork } from '../../work/work.js';
import type { Row } from './answers.js';
import type { Selection } from './selection.js';
import type { Column, Table } from './table.js';

/** What is asked for of each row, by a unique column that is selected. */
interface Asked {
  readonly table: Table;
  readonly column: Column;
  readonly selection: Selection;
  /** The same for all who want the same. */
  readonly text: string;
}

/** Reads the rows that have one of these values in the column. */
export type ReadAmong = (asked: Asked, values: readonly unknown[]) => Promise<readonly Row[]>;

interface Waiting {
  readonly resolve: (row: Row | null) => void;
  readonly reject: (error: unknown) => void;
}

interface Gathering {
  readonly waiting: Map<unknown, Waiting[]>;
}

/** Rows that are asked for by the same unique column in one turn of the event loop are read by one statement, for all who asked. */
export class BatchedReads {
  readonly #readAmong: ReadAmong;
  readonly #open = new Map<string, Gathering>();

  constructor(readAmong: ReadAmong) {
    this.#readAmong = readAmong;
  }

  /** @returns the row with this value, or `null` */
  find(asked: Asked, value: unknown): Promise<Row | null> {
    const key = `${asked.table.name} ${asked.column.name} ${asked.text}`;
    const { waiting } = this.#open.get(key) ?? this.#begin(key, asked);
    return new Promise((resolve, reject) => {
      const others = waiting.get(value);
      if (others) others.push({ resolve, reject });
      else waiting.set(value, [{ resolve, reject }]);
    });
  }

  #begin(key: string, asked: Asked): Gathering {
    const gathering: Gathering = { waiting: new Map() };
    this.#open.set(key, gathering);
    process.nextTick(() => {
      this.#open.delete(key);
      void sharedWork(() => this.#answer(gathering, asked));
    });
    return gathering;
  }

  async #answer({ waiting }: Gathering, asked: Asked): Promise<void> {
    try {
      const rows = await this.#readAmong(asked, [...waiting.keys()]);
      const found = new Map(rows.map((row) => [row[asked.column.name], row]));
      for (const [value, asking] of waiting) {
        const row = found.get(value);
        for (const { resolve } of asking) resolve(row ? { ...row } : null);
      }
    } catch (error) {
      // Each of those who asked learns of it.
      for (const { reject } of [...waiting.values()].flat()) reject(error);
    }
  }
}
