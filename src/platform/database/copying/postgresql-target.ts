import type { Clock } from '../../clock.js';
import { OperatorError } from '../../operator-error.js';
import { namingDatabase } from '../database-code.js';
import { placeholders } from '../placeholders.js';
import { patientConnection } from '../postgresql/connections.js';
import type { Connection } from '../postgresql/connections.js';
import { PostgresqlLedger } from '../postgresql/ledger.js';
import { place, unreachable } from '../postgresql/unreachable.js';
import type { Table } from '../direct/table.js';
import type { CopiedRow, CopiedValue } from './copied-row.js';
import type { NumberedColumn } from './copied-tables.js';
import { postgresqlTypes, toParameter } from './postgresql-values.js';
import type { Obstacle, TargetDatabase } from './target-database.js';

/** Held by the process that fills a database. Any number that nobody else takes. */
const fillingLock = 72_707_370;

const references = `SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
  WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`;
const triggers = `SELECT tgrelid::regclass::text, quote_ident(tgname) FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE NOT tgisinternal AND tgenabled <> 'D' AND relnamespace = current_schema()::regnamespace ORDER BY 1, 2`;

/** A PostgreSQL database that is being filled, by one connection. */
export class PostgresqlTarget implements TargetDatabase {
  readonly provider = 'postgresql';
  readonly ledger: PostgresqlLedger;
  #connected: Connection | undefined;

  constructor(
    private readonly url: string,
    clock: Clock,
  ) {
    this.ledger = new PostgresqlLedger({ url, clock });
  }

  async open(): Promise<void> {
    const connection = patientConnection(this.url);
    try {
      await connection.connect();
    } catch (error) {
      throw unreachable(this.url, error);
    }
    this.#connected = connection;
    const [[locked] = []] = await this.ask(`SELECT pg_try_advisory_lock(${fillingLock})`);
    if (locked !== true) throw new OperatorError('Another process is filling this PostgreSQL database.');
  }

  async within(work: () => Promise<void>): Promise<void> {
    await this.run('BEGIN');
    try {
      await work();
      await this.run('COMMIT');
    } catch (error) {
      // If the connection broke, the server has rolled back already.
      await this.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  async ask(sql: string, values: readonly CopiedValue[] = []): Promise<readonly (readonly unknown[])[]> {
    const { sql: text } = placeholders(sql, (position) => `$${position}`);
    const { rows } = await this.#connection
      .query<unknown[]>({ text, values: values.map(toParameter), rowMode: 'array' })
      .catch(this.#failing);
    return rows;
  }

  async run(sql: string, values: readonly CopiedValue[] = []): Promise<void> {
    await this.ask(sql, values);
  }

  /** One statement with a list for each column: a parameter for each value would be a tenth as fast, and there may be 65,535 at most. */
  async insert({ name, columns }: Table, rows: readonly CopiedRow[]): Promise<void> {
    const names = columns.map((column) => `"${column.name}"`).join(', ');
    const lists = columns.map(({ kind }, index) => `$${index + 1}::${postgresqlTypes[kind]}[]`).join(', ');
    await this.#connection
      .query({
        text: `INSERT INTO "${name}" (${names}) SELECT * FROM unnest(${lists})`,
        values: columns.map((_, index) => rows.map((row) => toParameter(row[index] ?? null))),
      })
      .catch(this.#failing);
  }

  async obstacles(): Promise<readonly Obstacle[]> {
    const [foreign, acting] = [await this.ask(references), await this.ask(triggers)];
    return [
      ...foreign.map(([table, name, definition]) => ({
        remove: `ALTER TABLE ${String(table)} DROP CONSTRAINT ${String(name)}`,
        restore: `ALTER TABLE ${String(table)} ADD CONSTRAINT ${String(name)} ${String(definition)}`,
      })),
      ...acting.map(([table, name]) => ({
        remove: `ALTER TABLE ${String(table)} DISABLE TRIGGER ${String(name)}`,
        restore: `ALTER TABLE ${String(table)} ENABLE TRIGGER ${String(name)}`,
      })),
    ];
  }

  async setLastNumber({ table, column }: NumberedColumn, last: bigint): Promise<void> {
    // A sequence begins with 1: that it has given none is said in another way.
    await this.run('SELECT setval(pg_get_serial_sequence(?, ?)::regclass, GREATEST(?::bigint, 1), ?::bigint > 0)', [
      `"${table}"`,
      column,
      last,
      last,
    ]);
  }

  /** What was put back has been checked by the database. */
  fault(): Promise<string | null> {
    return Promise.resolve(null);
  }

  settle(): Promise<void> {
    return this.run('ANALYZE');
  }

  async close(): Promise<void> {
    await this.#connected?.end().catch(() => undefined);
    this.#connected = undefined;
  }

  readonly #failing = (error: unknown): never => {
    throw namingDatabase(error, place(this.url));
  };

  get #connection(): Connection {
    if (!this.#connected) throw new Error('the database is not open');
    return this.#connected;
  }
}
