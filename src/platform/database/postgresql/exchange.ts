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

/**
 * What statements answer with, for all connections. It is asked for where a connection prepares the statement, and where it is not known any more; a description
 * is longer than most rows.
 */
const described = new LRUCache<string, Columns>({ max: 1_000 });

/** Prepared statements that a connection keeps. The server holds the plan of each in memory. */
const mostPrepared = 1_000;

interface Described {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The used part of the driver's connection, whose types say nothing of what it has prepared. */
interface Wire {
  readonly stream: { cork: () => void; uncork: () => void };
  readonly parsedStatements: Record<string, string>;
  close: (message: { type: 'S'; name: string }) => void;
  parse: (message: { name: string; text: string }) => void;
  bind: (message: { statement: string; values: readonly unknown[] }) => void;
  describe: (message: { type: 'P'; name: '' }) => void;
  execute: (message: { portal: '' }) => void;
  sync: () => void;
}

/** A run as it goes to the server. */
interface WireRun {
  readonly statement: NamedStatement;
  readonly values: readonly (string | Buffer | null)[];
}

/**
 * Several statements that go to the server together and are answered together, in one round trip and one transaction: the messages of the extended protocol up
 * to a Sync are kept or undone as a whole (PostgreSQL, "Message Flow: Pipelining"). Each sees what those before it did.
 *
 * The driver calls the methods as the answers arrive, and takes the name and the text from here when a statement is prepared.
 */
class Exchange {
  readonly #runs: readonly WireRun[];
  readonly #answers: { readonly rows: SqlRow[] }[] = [];
  /** What each run answers with, as known when it was sent: `undefined` for a run whose description was asked for. */
  readonly #known: (Columns | undefined)[] = [];
  #rows: SqlRow[] = [];
  #failure: unknown;
  #at = 0;
  #columns: Columns = [];

  constructor(
    runs: readonly WireRun[],
    private readonly settle: {
      readonly resolve: (answers: readonly StatementAnswer[]) => void;
      readonly reject: (reason: unknown) => void;
    },
  ) {
    this.#runs = runs;
  }

  get name(): string | undefined {
    return this.#runs[this.#at]?.statement.name;
  }

  get text(): string | undefined {
    return this.#runs[this.#at]?.statement.text;
  }

  /** @returns why it could not be sent. The driver cannot bear that this throws. */
  submit(connection: object): unknown {
    try {
      this.#send(connection);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #send(connection: object): void {
    if (!isWire(connection)) throw new Error('the driver for PostgreSQL has other connections than expected');
    const preparing = new Set<string>();
    connection.stream.cork();
    try {
      this.#forgetTooMany(connection);
      for (const { statement, values } of this.#runs) {
        const { name, text } = statement;
        const isPrepared = preparing.has(name) || connection.parsedStatements[name] !== undefined;
        const columns = isPrepared ? described.get(name) : undefined;
        this.#known.push(columns);
        if (!isPrepared) connection.parse({ name, text });
        preparing.add(name);
        connection.bind({ statement: name, values });
        if (columns === undefined) connection.describe({ type: 'P', name: '' });
        connection.execute({ portal: '' });
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    this.#beginAnswer();
  }

  /** Goes before all others: the server would skip it after one that fails. */
  #forgetTooMany(connection: Wire): void {
    const { parsedStatements } = connection;
    if (this.#runs.every(({ statement }) => parsedStatements[statement.name] !== undefined)) return;
    const names = Object.keys(parsedStatements);
    if (names.length < mostPrepared) return;
    for (const name of names) {
      connection.close({ type: 'S', name });
      Reflect.deleteProperty(parsedStatements, name);
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly Described[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }): Columns[number] => [name, readerOf(dataTypeID)]);
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
    // A statement whose description was asked for, and that has none, has no rows: it is not asked for again.
    if (this.name !== undefined && this.#known[this.#at] === undefined) described.set(this.name, this.#columns);
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
    this.#columns = this.#known[this.#at] ?? [];
  }
}

/**
 * Runs statements in one round trip, as one transaction. What it rejects with is the server's error, or leaves the connection in a state that nobody knows.
 */
export function exchange(
  connection: Pick<PooledConnection, 'query'>,
  runs: readonly StatementRun[],
): Promise<readonly StatementAnswer[]> {
  return new Promise((resolve, reject) => {
    // Before the driver begins: it would wait for the answer to what was never sent.
    const sent = runs.map(({ statement, values }) => ({ statement, values: values.map(toPostgresql) }));
    connection.query(new Exchange(sent, { resolve, reject }));
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
