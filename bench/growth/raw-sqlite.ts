import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { keepsLists, listedAnew } from './kept-lists.js';
import type { Numbered } from './numbered.js';
import type { RawDatabase } from './raw-database.js';

export class RawSqlite implements RawDatabase {
  readonly row: Numbered = {
    number: 'n."value"',
    padded: `printf('%08d', n."value")`,
    time: `strftime('%Y-%m-%dT%H:%M:%f+00:00', 1735689600 + n."value", 'unixepoch')`,
    later: `'2039-01-01T00:00:00.000+00:00'`,
    turn: (below) => `printf('%08d', n."value" % ${below})`,
    octets: (count) => `zeroblob(${count})`,
  };
  readonly #database: SqliteDatabase;

  /** `alone`: nobody else has it open, and what is half filled is thrown away. */
  constructor(file: string, alone: boolean) {
    this.#database = new SqliteDatabase(file);
    const settings = ['synchronous = OFF', 'cache_size = -1500000', 'foreign_keys = OFF'];
    // A journal cannot be left any more once it is locked.
    const ofOne = ['journal_mode = OFF', 'locking_mode = EXCLUSIVE'];
    for (const setting of alone ? [...ofOne, ...settings] : settings) this.#database.pragma(setting);
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

  async together(table: string, work: () => Promise<void>): Promise<void> {
    const made = this.#made(table);
    for (const { type, name } of made) this.#database.exec(`DROP ${type} "${name}"`);
    await work();
    for (const { type, sql } of made) if (type === 'index') this.#database.exec(sql);
    for (const sql of listedAnew('sqlite', table)) this.#database.exec(sql);
    for (const { type, sql } of made) if (type === 'trigger') this.#database.exec(sql);
  }

  /** Indexes of a table and the triggers that keep lists of it, with the statements that make them. */
  #made(table: string): readonly { readonly type: string; readonly name: string; readonly sql: string }[] {
    return this.#database
      .prepare(
        `SELECT "type", "name", "sql" FROM sqlite_schema WHERE "tbl_name" = '${table}' AND "type" IN ('index', 'trigger') AND "sql" IS NOT NULL`,
      )
      .rows()
      .map((row) => ({ type: String(row['type']), name: String(row['name']), sql: String(row['sql']) }))
      .filter(({ type, name }) => type === 'index' || keepsLists.test(name));
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
