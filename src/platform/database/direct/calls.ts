import type { SqlQuery, SqlQueryable, SqlResultSet } from '@prisma/driver-adapter-utils';
import type { Provider } from '../engine.js';
import { rowsOf } from './answers.js';
import type { Row } from './answers.js';
import { argumentsOf, entriesOf, plain } from './arguments.js';
import { failureOf, missingRow } from './failures.js';
import { BatchedReads } from './batched-reads.js';
import { kinds, typeOf } from './kinds.js';
import { NotDirect } from './not-direct.js';
import { among, counting, listing, single } from './reads.js';
import type { Reading } from './reads.js';
import { selecting, selectionOf, textOf } from './selection.js';
import type { SelectedRelation, Selection } from './selection.js';
import type { Column, Table } from './table.js';
import {
  deleting,
  deletingMany,
  inserting,
  insertingMany,
  updating,
  updatingAndReturning,
  updatingMany,
  upserting,
} from './writes.js';

/** What runs statements: the database, or a transaction. */
export type Statements = Pick<SqlQueryable, 'queryRaw' | 'executeRaw'>;

/** One call of the client on one table. @throws NotDirect before anything is done */
type Call = (calls: Calls, table: Table, args: unknown) => Promise<unknown>;

/** Operations of the client → what they do without it. */
const direct: Readonly<Record<string, Call>> = {
  findMany: (calls, table, args) => calls.list(table, listing(calls.provider, table, args)),
  findFirst: (calls, table, args) => calls.first(table, listing(calls.provider, table, args, 1)),
  findFirstOrThrow: (calls, table, args) =>
    required(table, calls.first(table, listing(calls.provider, table, args, 1))),
  findUnique: (calls, table, args) => calls.unique(table, args),
  findUniqueOrThrow: (calls, table, args) => required(table, calls.unique(table, args)),
  count: (calls, table, args) => calls.count(table, counting(calls.provider, table, args)),
  create: (calls, table, args) => required(table, calls.first(table, inserting(calls.provider, table, args))),
  createMany: (calls, table, args) => calls.change(table, insertingMany(calls.provider, table, args)),
  update: (calls, table, args) => required(table, calls.first(table, updating(calls.provider, table, args))),
  updateMany: (calls, table, args) => calls.change(table, updatingMany(calls.provider, table, args)),
  updateManyAndReturn: (calls, table, args) => calls.list(table, updatingAndReturning(calls.provider, table, args)),
  upsert: (calls, table, args) => required(table, calls.first(table, upserting(calls.provider, table, args))),
  delete: (calls, table, args) => required(table, calls.first(table, deleting(calls.provider, table, args))),
  deleteMany: (calls, table, args) => calls.change(table, deletingMany(calls.provider, table, args)),
};

async function required(table: Table, reading: Promise<Row | null>): Promise<Row> {
  const row = await reading;
  if (row === null) throw missingRow(table.name);
  return row;
}

/** Values in one statement: SQLite takes some 32,000 parameters. */
const mostTogether = 10_000;

/** A unique column whose values are told apart as keys of a Map. */
const isKey = ({ uniques }: Table, { kind, name }: Column): boolean =>
  kind === 'String' && uniques.some(([first, ...others]) => first === name && others.length === 0);

/** One that no database takes must fail for itself, and not for all who ask at the same time. */
const isStorable = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0');

/** The rows as they are asked for. */
function shown({ hidden }: Selection, rows: Row[]): Row[] {
  if (hidden.length > 0) for (const row of rows) for (const name of hidden) Reflect.deleteProperty(row, name);
  return rows;
}

/** Calls of the client that are answered without it: each is one statement, written from the arguments. */
export class Calls {
  readonly provider: Provider;
  readonly #statements: Statements;
  readonly #batched: BatchedReads;

  constructor(provider: Provider, statements: Statements) {
    this.provider = provider;
    this.#statements = statements;
    this.#batched = new BatchedReads((asked, values) => this.#among(asked, asked.column, values));
  }

  /** @returns the answer; `undefined` if the call is for Prisma */
  answer(table: Table, operation: string, args: unknown): Promise<unknown> | undefined {
    try {
      return direct[operation]?.(this, table, args);
    } catch (error) {
      if (error instanceof NotDirect) return undefined;
      throw error;
    }
  }

  /** A statement of its caller's. @returns the number of rows changed; `undefined` if the call is for Prisma */
  executeRaw(sql: string, args: readonly unknown[]): Promise<number> | undefined {
    const types = args.map(typeOf);
    const known = types.filter((type) => type !== undefined);
    if (known.length < types.length) return undefined;
    return this.#execute({
      sql,
      args: [...args],
      argTypes: known.map((scalarType) => ({ scalarType, arity: 'scalar' })),
    });
  }

  async list(table: Table, reading: Reading): Promise<Row[]> {
    return shown(reading.selection, await this.#read(table, reading));
  }

  async first(table: Table, reading: Reading): Promise<Row | null> {
    return (await this.list(table, reading))[0] ?? null;
  }

  async count(table: Table, query: SqlQuery): Promise<number> {
    const { rows } = await this.#rows(table, query);
    return Number(rows[0]?.[0]);
  }

  async change(table: Table, query: SqlQuery | null): Promise<{ count: number }> {
    return { count: query === null ? 0 : await this.#execute(query, table.name) };
  }

  async #execute(query: SqlQuery, modelName?: string): Promise<number> {
    try {
      return await this.#statements.executeRaw(query);
    } catch (error) {
      throw failureOf(error, modelName);
    }
  }

  unique(table: Table, args: unknown): Promise<Row | null> {
    const { where, ...asked } = argumentsOf(args, 'where', ...selecting);
    const [[name, value] = ['', undefined], ...others] = entriesOf(plain(where));
    const column = others.length === 0 ? table.column(name) : undefined;
    const selection = selectionOf(table, asked);
    const text = textOf(selection);
    if (text === null || !column || !isKey(table, column) || !isStorable(value) || !kinds[column.kind].takes(value))
      return this.first(table, single(this.provider, table, args));
    const keyed = selectionOf(table, asked, [name]);
    const finding = this.#batched.find({ table, column, text, selection: keyed }, value);
    return finding.then((row) => row && (shown(keyed, [row])[0] ?? null));
  }

  /** The rows with those that belong to them, and with hidden columns. */
  async #read(table: Table, { query, selection }: Reading): Promise<Row[]> {
    const rows = rowsOf(selection.columns, await this.#rows(table, query));
    if (rows.length > 0) await Promise.all(selection.relations.map((each) => this.#addRelated(each, rows)));
    return rows;
  }

  async #addRelated(selected: SelectedRelation, rows: readonly Row[]): Promise<void> {
    const { from, to, name, isList } = selected.relation;
    const column = selected.table.column(to);
    if (!column) throw new Error(`${selected.table.name} has no ${to}`);
    const values = [...new Set(rows.map((row) => row[from]).filter((value) => value !== null))];
    const belonging = new Map<unknown, Row[]>(values.map((value) => [value, []]));
    for (const row of await this.#among(selected, column, values)) belonging.get(row[to])?.push(row);
    for (const row of rows) {
      const own = shown(
        selected.selection,
        (belonging.get(row[from]) ?? []).map((each) => ({ ...each })),
      );
      row[name] = isList ? own : (own[0] ?? null);
    }
  }

  async #among(asked: Parameters<typeof among>[1], column: Column, values: readonly unknown[]): Promise<Row[]> {
    const rows: Row[] = [];
    for (let start = 0; start < values.length; start += mostTogether) {
      const part = values.slice(start, start + mostTogether);
      rows.push(...(await this.#read(asked.table, among(this.provider, asked, column, part))));
    }
    return rows;
  }

  async #rows(table: Table, query: SqlQuery): Promise<SqlResultSet> {
    try {
      return await this.#statements.queryRaw(query);
    } catch (error) {
      throw failureOf(error, table.name);
    }
  }
}
