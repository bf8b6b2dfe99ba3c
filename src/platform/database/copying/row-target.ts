import { createHash } from 'node:crypto';
import { OperatorError } from '../../operator-error.js';
import { bundledMigrations } from '../migrations.js';
import type { Migration } from '../migrations.js';
import type { Column, Table } from '../direct/table.js';
import { copyTable, unfinishedCopy } from '../unfinished-copy.js';
import type { CopiedRow, CopiedValue } from './copied-row.js';
import { keyIndexes, keyOf, numberedColumns } from './copied-tables.js';
import type { NumberedColumn } from './copied-tables.js';
import type { TargetDatabase } from './target-database.js';

/** What is being copied into a database. */
export interface CopyOrigin {
  /** Whose rows: copies with another one are refused. */
  readonly id: string;
  /** Their state: if it has another one by now, the copy begins anew. */
  readonly state: string;
}

/** How far a table has come. */
interface Progress {
  /** The key of the last row that was copied; `null` before the first. */
  readonly after: readonly CopiedValue[] | null;
  readonly complete: boolean;
}

const restorePrefix = 'restore ';
const tablePrefix = 'table ';

const markSql = `CREATE TABLE "${copyTable}" ("key" TEXT NOT NULL PRIMARY KEY, "value" TEXT NOT NULL)`;
const mark: Migration = {
  name: unfinishedCopy,
  sql: markSql,
  checksum: createHash('sha256').update(markSql).digest('hex'),
};

/**
 * A database that is being filled with the rows of another one. Each batch is committed together with how far it has come, so that a copy that was killed goes
 * on from there. Until it is finished, no server starts on it.
 */
export class RowTarget {
  constructor(private readonly database: TargetDatabase) {}

  /** Whether it is a complete database of this version: empty ones and unfinished ones are not. */
  async isComplete(): Promise<boolean> {
    const recorded = await this.database.ledger.recorded();
    const bundled = bundledMigrations(this.database.provider);
    return recorded.length === bundled.length && recorded.every(({ name }, index) => name === bundled[index]?.name);
  }

  /**
   * Takes an empty database, or goes on with the same copy.
   * @returns whether it goes on
   * @throws OperatorError for a database with anything else
   */
  async begin(origin: CopyOrigin): Promise<boolean> {
    const { ledger, provider } = this.database;
    const bundled = bundledMigrations(provider);
    const again = (await ledger.recorded()).length > 0;
    if (!again) await ledger.apply((recorded) => (recorded.length === 0 ? [...bundled, mark] : []));
    const there = new Set((await ledger.recorded()).map(({ name }) => name));
    if (!there.has(unfinishedCopy))
      throw new OperatorError('The target database is not empty: name an empty one. Nothing in it was changed.');
    if (there.size !== bundled.length + 1 || bundled.some(({ name }) => !there.has(name)))
      throw new OperatorError(
        'Another version of this program began to fill the target database: name an empty one, or go on with that version.',
      );
    await this.database.open();
    await this.#take(origin);
    await this.#removeObstacles();
    return again;
  }

  async #take({ id, state }: CopyOrigin): Promise<void> {
    const [begun, stateBefore] = [await this.#read('id'), await this.#read('state')];
    if (begun !== null && begun !== id)
      throw new OperatorError(
        `The target database holds an unfinished copy of something else (${begun}): name an empty one.`,
      );
    if (begun !== null && stateBefore === state) return;
    await this.database.within(async () => {
      // What was copied of an earlier state is copied anew, table by table.
      await this.database.run(`DELETE FROM "${copyTable}" WHERE "key" LIKE '${tablePrefix}%'`);
      await this.#write('id', id);
      await this.#write('state', state);
    });
  }

  async #removeObstacles(): Promise<void> {
    await this.database.within(async () => {
      for (const { remove, restore } of await this.database.obstacles()) {
        await this.#write(restorePrefix + createHash('sha256').update(restore).digest('hex'), restore);
        await this.database.run(remove);
      }
    });
  }

  /** `null` before anything of the table was copied. */
  async progress(table: Table): Promise<Progress | null> {
    const value = await this.#read(tablePrefix + table.name);
    if (value === null) return null;
    const parts: unknown = JSON.parse(value);
    if (parts === 'complete') return { after: null, complete: true };
    if (!Array.isArray(parts)) throw new Error(`what the target database says of ${table.name} cannot be read`);
    const columns = keyOf(table).map((name) => table.column(name));
    return { after: columns.map((column, index) => revived(column, String(parts[index]))), complete: false };
  }

  /** Adds rows, and says with them how far this is. Before the first ones, the table is emptied. */
  async add(table: Table, rows: readonly CopiedRow[], first: boolean): Promise<void> {
    const last = rows.at(-1);
    if (!last) return;
    const after = keyIndexes(table).map((index) => String(last[index]));
    await this.database.within(async () => {
      if (first) await this.database.run(`DELETE FROM "${table.name}"`);
      await this.database.insert(table, rows);
      await this.#write(tablePrefix + table.name, JSON.stringify(after));
    });
  }

  /** @param empty nothing was copied: the table has no rows */
  async complete(table: Table, empty: boolean): Promise<void> {
    await this.database.within(async () => {
      if (empty) await this.database.run(`DELETE FROM "${table.name}"`);
      await this.#write(tablePrefix + table.name, JSON.stringify('complete'));
    });
  }

  /** The next copy of the table begins anew. */
  async forget(table: Table): Promise<void> {
    await this.database.run(`DELETE FROM "${copyTable}" WHERE "key" = ?`, [tablePrefix + table.name]);
  }

  async setLastNumbers(last: (column: NumberedColumn) => Promise<bigint>): Promise<void> {
    await this.database.within(async () => {
      for (const column of numberedColumns) await this.database.setLastNumber(column, await last(column));
    });
  }

  /** From now on, it is an ordinary database. @throws OperatorError if rows refer to rows that are missing */
  async finish(): Promise<void> {
    const { database } = this;
    await database.within(async () => {
      const restores = await database.ask(
        `SELECT "value" FROM "${copyTable}" WHERE "key" LIKE '${restorePrefix}%' ORDER BY "value"`,
      );
      for (const [restore] of restores) await database.run(String(restore));
      const fault = await database.fault();
      if (fault !== null) throw new OperatorError(`The copy is damaged: ${fault}.`);
      await database.run(`DROP TABLE "${copyTable}"`);
      await database.run('DELETE FROM "_prisma_migrations" WHERE "migration_name" = ?', [unfinishedCopy]);
    });
    await database.settle();
  }

  close(): Promise<void> {
    return this.database.close();
  }

  async #read(key: string): Promise<string | null> {
    const [row] = await this.database.ask(`SELECT "value" FROM "${copyTable}" WHERE "key" = ?`, [key]);
    return typeof row?.[0] === 'string' ? row[0] : null;
  }

  async #write(key: string, value: string): Promise<void> {
    await this.database.run(
      `INSERT INTO "${copyTable}" ("key", "value") VALUES (?, ?) ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"`,
      [key, value],
    );
  }
}

/** A value of a primary key. */
function revived(column: Column | undefined, text: string): CopiedValue {
  if (column?.kind === 'Int') return Number(text);
  if (column?.kind === 'BigInt') return BigInt(text);
  if (column?.kind === 'String') return text;
  throw new Error(`a primary key of the kind ${column?.kind ?? 'unknown'} cannot be read`);
}
