import type { Numbered } from './numbered.js';
import type { RawDatabase } from './raw-database.js';
import { RawPostgres } from './raw-postgres.js';
import { RawSqlite } from './raw-sqlite.js';

/** A value of a new row, in the SQL of its database; `v` is the row that is copied. */
export type Value = (row: Numbered) => string;

export interface Copies {
  readonly table: string;
  /** Id of the row to copy. */
  readonly like: string;
  readonly count: number;
  /** What is not as in the copied row. */
  readonly given: Readonly<Record<string, Value>>;
}

/** Rows of what takes a client of its own to make: the columns that are not given have their defaults. */
export type Puts = Pick<Copies, 'table' | 'count' | 'given'>;

/** The tables that are filled, a regular expression; all where it is absent. */
const chosen = process.env['BENCH_TABLES'];
/** Of so many rows it pays to make the indexes afterwards. */
const many = 10_000;
/** So many take long enough to say how they go on. */
const told = 200_000;

/**
 * Puts many rows into a database: copies of rows that a server has written, so that they have every column that rows have, made by
 * one statement for each table.
 */
export class Filler {
  private constructor(
    private readonly database: RawDatabase,
    private readonly alone: boolean,
  ) {}

  /** `alone`: no server has the database open meanwhile. Then the indexes of a table are made after its rows. */
  static async open(url: string, { alone = false } = {}): Promise<Filler> {
    return new Filler(url.startsWith('postgresql:') ? await RawPostgres.open(url) : new RawSqlite(url, alone), alone);
  }

  async copy({ table, like, count, given }: Copies): Promise<void> {
    const { database } = this;
    const columns = await database.columns(table);
    const values = columns.map((column) => given[column]?.(database.row) ?? `v."${column}"`);
    await this.#add(
      table,
      count,
      `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join()})
       SELECT ${values.join()} FROM ${database.numbers(count)}, "${table}" v WHERE v."id" = '${like}'`,
    );
  }

  async put({ table, count, given }: Puts): Promise<void> {
    const { database } = this;
    const values = Object.values(given).map((value) => value(database.row));
    const columns = Object.keys(given).map((name) => `"${name}"`);
    await this.#add(
      table,
      count,
      `INSERT INTO "${table}" (${columns.join()}) SELECT ${values.join()} FROM ${database.numbers(count)}`,
    );
  }

  async #add(table: string, count: number, sql: string): Promise<void> {
    if (chosen !== undefined && !new RegExp(`^(?:${chosen})$`).test(table)) return;
    const began = performance.now();
    const add = () => this.database.run(sql);
    await (this.alone && count > many ? this.database.together(table, add) : add());
    if (count > told) console.error(`${table}: ${count} rows in ${Math.round((performance.now() - began) / 1000)} s`);
  }

  run(sql: string): Promise<void> {
    return this.database.run(sql);
  }

  /** The id of a row that a server has written there. */
  async like(table: string): Promise<string> {
    const id = await this.database.first(`SELECT "id" FROM "${table}" LIMIT 1`);
    if (id === null) throw new Error(`nothing to copy in ${table}`);
    return id;
  }

  /** Tells the database what is in its tables, where it wants to know. */
  async done(): Promise<void> {
    await this.database.settle();
    await this.database.close();
  }
}
