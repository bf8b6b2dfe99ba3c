import type { Table } from '../direct/table.js';
import { placeholders } from '../placeholders.js';
import { patientConnection } from '../postgresql/connections.js';
import type { Connection } from '../postgresql/connections.js';
import { rowTypes } from '../postgresql/row-types.js';
import { unreachable } from '../postgresql/unreachable.js';
import type { CopiedRow, CopiedValue } from './copied-row.js';
import type { NumberedColumn } from './copied-tables.js';
import { toParameter } from './postgresql-values.js';
import { batchesOf, beatsOf, beatsSql, factSql, namedObjectsSql, sealKeysSql } from './row-source.js';
import type { RowSource, ServerBeat } from './row-source.js';

/** The rows of a PostgreSQL database, which may be in use: one transaction that sees the database as it was at its beginning. */
export class PostgresqlSource implements RowSource {
  /** Sequences are in no transaction: those who use the database go on while it is read. What was read once is not below any row that is seen. */
  readonly #lastNumbers = new Map<string, bigint>();

  private constructor(private readonly connection: Connection) {}

  /** @throws OperatorError */
  static async open(url: string): Promise<PostgresqlSource> {
    const connection = patientConnection(url);
    try {
      await connection.connect();
    } catch (error) {
      throw unreachable(url, error);
    }
    try {
      await connection.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // What is seen is settled by the first statement.
      await connection.query('SELECT 1');
    } catch (error) {
      await connection.end().catch(() => undefined);
      throw error;
    }
    return new PostgresqlSource(connection);
  }

  batches(table: Table, after: readonly CopiedValue[] | null): AsyncIterable<readonly CopiedRow[]> {
    return batchesOf(table, after, this.#ask);
  }

  async fact(key: string): Promise<string | null> {
    const value = (await this.#ask(factSql, [key]))[0]?.[0];
    return typeof value === 'string' ? value : null;
  }

  async lastNumber(numbered: NumberedColumn): Promise<bigint> {
    const name = `${numbered.table}.${numbered.column}`;
    const last = this.#lastNumbers.get(name) ?? (await this.#readLastNumber(numbered));
    this.#lastNumbers.set(name, last);
    return last;
  }

  async #readLastNumber({ table, column }: NumberedColumn): Promise<bigint> {
    const sequence = await this.#ask('SELECT pg_get_serial_sequence(?, ?)', [`"${table}"`, column]);
    const name = sequence[0]?.[0];
    if (typeof name !== 'string') throw new Error(`${table}.${column} has no sequence`);
    const last = `SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM ${name}`;
    const [row] = await this.#ask(last, []);
    return typeof row?.[0] === 'bigint' ? row[0] : 0n;
  }

  async namedObjects(): Promise<ReadonlySet<string>> {
    return new Set((await this.#ask(namedObjectsSql, [])).map(([id]) => String(id)));
  }

  async sealKeys(): Promise<readonly string[]> {
    return (await this.#ask(sealKeysSql, [])).map(([id]) => String(id));
  }

  async serverBeats(): Promise<ReadonlyMap<string, ServerBeat>> {
    return beatsOf(await this.#ask(beatsSql, []));
  }

  async close(): Promise<void> {
    await this.connection.end().catch(() => undefined);
  }

  readonly #ask = async (sql: string, values: readonly CopiedValue[]) => {
    const { sql: text } = placeholders(sql, (position) => `$${position}`);
    const { rows } = await this.connection.query<unknown[]>({
      text,
      values: values.map(toParameter),
      types: rowTypes,
      rowMode: 'array',
    });
    return rows;
  };
}
