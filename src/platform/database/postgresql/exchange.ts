import { LRUCache } from 'lru-cache';
import type { SqlParameter, SqlRow } from '../engine.js';
import type { PooledConnection } from './connections.js';
import { rowTypes } from './row-types.js';

/** A prepared statement in the syntax of PostgreSQL, with the name that all connections know it by. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** A statement with what one run of it takes. */
export interface StatementRun {
  readonly statement: NamedStatement;
  readonly values: readonly SqlParameter[];
}

/** The answer to one statement. */
export interface StatementAnswer {
  readonly rows: readonly SqlRow[];
}

type Read = (text: string) => unknown;
const isRead = (parser: unknown): parser is Read => typeof parser === 'function';
const readerOf = (type: number): Read => {
  const parser: unknown = rowTypes.getTypeParser(type, 'text');
  if (!isRead(parser)) throw new Error(`the driver for PostgreSQL cannot read the type ${type}`);
  return parser;
};

type Columns = readonly (readonly [name: string, read: Read])[];

/** What statements answer with. It is asked for where a connection prepares the statement; a description is longer than most rows. */
const described = new LRUCache<string, Columns>({ max: 1_000 });

interface Described {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The used part of the driver's connection, whose types say nothing of what it has prepared. */
interface Wire {
  readonly stream: { cork: () => void; uncork: () => void };
  readonly parsedStatements: Readonly<Record<string, string>>;
  parse: (message: { name: string; text: string }) => void;
  bind: (message: { statement: string; values: readonly unknown[] }) => void;
  describe: (message: { type: 'P'; name: '' }) => void;
  execute: (message: { portal: '' }) => void;
  sync: () => void;
}

/**
 * Several statements that go to the server together and are answered together, in one round trip and one transaction: the messages of the extended protocol up
 * to a Sync are kept or undone as a whole (PostgreSQL, "Message Flow: Pipelining"). Each sees what those before it did.
 *
 * The driver calls the methods as the answers arrive, and takes the name and the text from here when a statement is prepared.
 */
class Exchange {
  readonly #runs: readonly StatementRun[];
  readonly #answers: { readonly rows: SqlRow[] }[] = [];
  #rows: SqlRow[] = [];
  #failure: unknown;
  #at = 0;
  #columns: Columns = [];

  constructor(
    runs: readonly StatementRun[],
    private readonly settle: {
      readonly resolve: (answers: readonly StatementAnswer[]) => void;
      readonly reject: (reason: unknown) => void;
    },
  ) {
    this.#runs = runs;
    this.#beginAnswer();
  }

  get name(): string | undefined {
    return this.#runs[this.#at]?.statement.name;
  }

  get text(): string | undefined {
    return this.#runs[this.#at]?.statement.text;
  }

  submit(connection: object): void {
    if (!isWire(connection)) throw new Error('the driver for PostgreSQL has other connections than expected');
    const preparing = new Set<string>();
    connection.stream.cork();
    try {
      for (const { statement, values } of this.#runs) {
        const { name, text } = statement;
        const isPrepared = preparing.has(name) || connection.parsedStatements[name] !== undefined;
        if (!isPrepared) connection.parse({ name, text });
        preparing.add(name);
        connection.bind({ statement: name, values: values.map(toPostgresql) });
        if (!isPrepared || !described.has(name)) connection.describe({ type: 'P', name: '' });
        connection.execute({ portal: '' });
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly Described[] }): void {
    const columns = fields.map(({ name, dataTypeID }): Columns[number] => [name, readerOf(dataTypeID)]);
    this.#columns = columns;
    if (this.name !== undefined) described.set(this.name, columns);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure !== undefined) return;
    try {
      const row: Record<string, unknown> = {};
      let index = 0;
      for (const [name, read] of this.#columns) {
        const value = fields[index++];
        row[name] = value === null || value === undefined ? null : read(value);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#failure = error;
    }
  }

  handleCommandComplete(): void {
    // A statement without rows has no description, and asks for one no more.
    if (this.name !== undefined && !described.has(this.name)) described.set(this.name, []);
    this.#answers.push({ rows: this.#rows });
    this.#at += 1;
    this.#beginAnswer();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  /** The connection is broken, or the server has refused a statement: then it skips the others and undoes all of them. */
  handleError(reason: unknown): void {
    this.settle.reject(reason);
  }

  /** Everything is done and committed. */
  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.settle.resolve(this.#answers);
    else this.settle.reject(this.#failure);
  }

  #beginAnswer(): void {
    this.#rows = [];
    this.#columns = (this.name === undefined ? undefined : described.get(this.name)) ?? [];
  }
}

/** Runs statements in one round trip, as one transaction. */
export function exchange(
  connection: Pick<PooledConnection, 'query'>,
  runs: readonly StatementRun[],
): Promise<readonly StatementAnswer[]> {
  return new Promise((resolve, reject) => {
    connection.query(new Exchange(runs, { resolve, reject }));
  });
}

const isWire = (connection: object): connection is Wire =>
  'parsedStatements' in connection && 'stream' in connection && 'sync' in connection;

function toPostgresql(value: SqlParameter): string | Buffer | null {
  if (value === null || typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return String(value);
}
