import pg from 'pg';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';

/** A value of a new row, in the SQL of its database; `v` is the row that is copied. */
export type Value = (row: Numbered) => string;

/** The number of a new row, from 1, in the SQL of one database. */
export interface Numbered {
  readonly number: string;
  /** So many octets, all alike. */
  readonly octets: (count: number) => string;
  /** The same with zeros before it, eight digits. */
  readonly padded: string;
  /** A time: so many seconds after the beginning of a year. */
  readonly time: string;
  /** A time that has not come. */
  readonly later: string;
  /** The number below `below`, with zeros before it, which numbers have in turn. */
  readonly turn: (below: number) => string;
}

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

/** Where SQLite keeps parts of names, and what lists them: a trigger for each row, whose statement is this one for all rows of `NEW`. */
export interface NamedParts {
  readonly trigger: string;
  readonly table: string;
  /** Of the new rows. */
  readonly where: string;
}

/**
 * Puts many rows into a database that no server has open: copies of rows that a server has written, so that they have every column that rows have, made by
 * one statement for each table.
 */
export class Filler {
  private constructor(private readonly database: Raw) {}

  static async open(url: string): Promise<Filler> {
    return new Filler(url.startsWith('postgresql:') ? await RawPostgres.open(url) : new RawSqlite(url));
  }

  async copy({ table, like, count, given }: Copies): Promise<void> {
    const { database } = this;
    const columns = await database.columns(table);
    const values = columns.map((column) => given[column]?.(database.row) ?? `v."${column}"`);
    await database.run(
      `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join()})
       SELECT ${values.join()} FROM ${database.numbers(count)}, "${table}" v WHERE v."id" = '${like}'`,
    );
  }

  async put({ table, count, given }: Puts): Promise<void> {
    const { database } = this;
    const values = Object.values(given).map((value) => value(database.row));
    const columns = Object.keys(given).map((name) => `"${name}"`);
    await database.run(
      `INSERT INTO "${table}" (${columns.join()}) SELECT ${values.join()} FROM ${database.numbers(count)}`,
    );
  }

  run(sql: string): Promise<void> {
    return this.database.run(sql);
  }

  /** The same for rows whose names are listed by their parts: those are put in together afterwards, in their order, where row by row takes many times as long. */
  async copyNamed(copies: Copies, parts: NamedParts): Promise<void> {
    await this.database.withoutTrigger(parts, () => this.copy(copies));
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

interface Raw {
  readonly row: Numbered;
  columns(table: string): Promise<readonly string[]>;
  /** A table `n` with the numbers from 1. */
  numbers(count: number): string;
  run(sql: string): Promise<void>;
  withoutTrigger(parts: NamedParts, work: () => Promise<void>): Promise<void>;
  /** The text that a statement answers. */
  first(sql: string): Promise<string | null>;
  settle(): Promise<void>;
  close(): Promise<void>;
}

class RawSqlite implements Raw {
  readonly row: Numbered = {
    number: 'n."value"',
    padded: `printf('%08d', n."value")`,
    time: `strftime('%Y-%m-%dT%H:%M:%f+00:00', 1735689600 + n."value", 'unixepoch')`,
    later: `'2039-01-01T00:00:00.000+00:00'`,
    turn: (below) => `printf('%08d', n."value" % ${below})`,
    octets: (count) => `zeroblob(${count})`,
  };
  readonly #database: SqliteDatabase;

  constructor(file: string) {
    this.#database = new SqliteDatabase(file);
    // Nobody else has it open, and what is half filled is thrown away.
    for (const setting of [
      'locking_mode = EXCLUSIVE',
      'journal_mode = OFF',
      'synchronous = OFF',
      'cache_size = -1500000',
    ])
      this.#database.pragma(setting);
  }

  columns(table: string): Promise<readonly string[]> {
    return Promise.resolve(
      this.#database.prepare(`SELECT "name" FROM pragma_table_info('${table}')`).column().map(String),
    );
  }

  numbers(count: number): string {
    return `(WITH RECURSIVE s("value") AS (SELECT 1 UNION ALL SELECT "value" + 1 FROM s WHERE "value" < ${count}) SELECT "value" FROM s) n`;
  }

  run(sql: string): Promise<void> {
    this.#database.exec(sql);
    return Promise.resolve();
  }

  async withoutTrigger({ trigger, table, where }: NamedParts, work: () => Promise<void>): Promise<void> {
    const [text] = this.#database.prepare(`SELECT sql FROM sqlite_schema WHERE name = '${trigger}'`).column();
    const made = String(text);
    const statement = /BEGIN\s+(INSERT[^]*?);\s*END/.exec(made)?.[1];
    if (statement === undefined) throw new Error(`there is no trigger ${trigger}`);
    this.#database.exec(`DROP TRIGGER "${trigger}"`);
    await work();
    const source = statement.replaceAll('NEW.', 'n.').replace('FROM json_each', `FROM "${table}" n, json_each`);
    const all = `${source} AND ${where} ORDER BY 1, 2, 3`;
    this.#database.exec(all);
    this.#database.exec(made);
  }

  first(sql: string): Promise<string | null> {
    const [value] = this.#database.prepare(sql).column();
    return Promise.resolve(value === undefined ? null : String(value));
  }

  settle(): Promise<void> {
    this.#database.pragma('journal_mode = WAL');
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#database.close();
    return Promise.resolve();
  }
}

class RawPostgres implements Raw {
  readonly row: Numbered = {
    number: 'n."value"',
    padded: `lpad(n."value"::text, 8, '0')`,
    time: `timestamp '2025-01-01' + n."value" * interval '1 second'`,
    later: `timestamp '2039-01-01'`,
    turn: (below) => `lpad((n."value" % ${below})::text, 8, '0')`,
    octets: (count) => `decode(repeat('00', ${count}), 'hex')`,
  };

  private constructor(private readonly client: pg.Client) {}

  static async open(url: string): Promise<RawPostgres> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('SET synchronous_commit = off');
    return new RawPostgres(client);
  }

  async columns(table: string): Promise<readonly string[]> {
    const { rows } = await this.client.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND table_schema = current_schema()`,
      [table],
    );
    return rows.map(({ name }) => name);
  }

  numbers(count: number): string {
    return `generate_series(1, ${count}) n("value")`;
  }

  async run(sql: string): Promise<void> {
    await this.client.query(sql);
  }

  /** There they are listed row by row. */
  withoutTrigger(_parts: NamedParts, work: () => Promise<void>): Promise<void> {
    return work();
  }

  async first(sql: string): Promise<string | null> {
    const { rows } = await this.client.query<{ id: string }>(sql);
    return rows[0]?.id ?? null;
  }

  async settle(): Promise<void> {
    await this.client.query('VACUUM ANALYZE');
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
