import type { Table } from '../direct/table.js';
import type { CopiedRow, CopiedValue } from './copied-row.js';
import { copiedRow } from './copied-row.js';
import type { NumberedColumn } from './copied-tables.js';
import { keyIndexes, keyOf } from './copied-tables.js';

/** The rows of a database as they were at one moment. Nothing in it is changed. */
export interface RowSource {
  /** The value of a fact of `InstallationFact`, if it is there. */
  fact(key: string): Promise<string | null>;
  /** Rows in the order of the primary key, in batches of limited size. @param after the key of a row: only those behind it */
  batches(table: Table, after: readonly CopiedValue[] | null): AsyncIterable<readonly CopiedRow[]>;
  /** The last number that was given; 0 if none was. */
  lastNumber(column: NumberedColumn): Promise<bigint>;
  /** The objects that rows refer to, without those that are rows themselves. */
  namedObjects(): Promise<ReadonlySet<string>>;
  /** Ids of the master keys that may seal something. */
  sealKeys(): Promise<readonly string[]>;
  /** What each server at work on the database has last said. */
  serverBeats(): Promise<ReadonlyMap<string, ServerBeat>>;
  close(): Promise<void>;
}

/** A server, and a number that goes up while it is at work. */
export interface ServerBeat {
  /** Host and process. */
  readonly name: string;
  readonly beat: bigint;
}

/** How a source asks its database. Values come in the order of the columns. */
export type Ask = (
  sql: string,
  values: readonly CopiedValue[],
) => Promise<readonly (readonly unknown[])[]> | readonly (readonly unknown[])[];

/** Bytes of the rows that are read together, unless one row has more. */
const bytesTogether = 4 * 2 ** 20;
/** Rows that are read together if none of their columns can be large. */
const rowsTogether = 2_000;
/** Rows whose sizes are asked for together. */
const sizesTogether = 1_000;

/** Reads the rows of a table, in batches whose memory is limited: of a table with bytes, the sizes are asked for first. */
export async function* batchesOf(
  table: Table,
  after: readonly CopiedValue[] | null,
  ask: Ask,
): AsyncGenerator<readonly CopiedRow[], void, undefined> {
  const key = keyIndexes(table);
  let last = after;
  for (;;) {
    const count = hasBytes(table) ? await countThatFits(table, last, ask) : rowsTogether;
    if (count === 0) return;
    const found = await ask(pageSql(table, columnsOf(table), last !== null), [...(last ?? []), count]);
    const rows = found.map((values) => copiedRow(table, values));
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = key.map((index) => end[index] ?? null);
    if (!hasBytes(table) && rows.length < count) return;
  }
}

async function countThatFits(table: Table, after: readonly CopiedValue[] | null, ask: Ask): Promise<number> {
  const sizes = await ask(pageSql(table, sizeSql(table), after !== null), [...(after ?? []), sizesTogether]);
  let total = 0;
  let count = 0;
  for (const [size] of sizes) {
    total += Number(size);
    if (count > 0 && total > bytesTogether) break;
    count += 1;
  }
  return count;
}

const hasBytes = ({ columns }: Table): boolean => columns.some(({ kind }) => kind === 'Bytes');

const columnsOf = ({ columns }: Table): string => columns.map(({ name }) => `"${name}"`).join(', ');

/** The bytes of what can be large. */
function sizeSql({ columns }: Table): string {
  const large = columns.filter(({ kind }) => kind === 'Bytes' || kind === 'String');
  return large.map(({ name }) => `COALESCE(octet_length("${name}"), 0)`).join(' + ');
}

function pageSql(table: Table, selected: string, continued: boolean): string {
  const key = keyOf(table).map((name) => `"${name}"`);
  const behind = continued ? `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')}) ` : '';
  return `SELECT ${selected} FROM "${table.name}" ${behind}ORDER BY ${key.join(', ')} LIMIT ?`;
}

/** Finds the objects that rows refer to, and that are no rows of `SmallObject`. */
export const namedObjectsSql = `SELECT "contentObjectId" FROM "StateVersion" WHERE "contentObjectId" IS NOT NULL
  UNION SELECT "jsonObjectId" FROM "StateVersion" WHERE "jsonObjectId" IS NOT NULL
  UNION SELECT "objectId" FROM "InventoryDocument"
  EXCEPT SELECT "id" FROM "SmallObject"`;

export const factSql = 'SELECT "value" FROM "InstallationFact" WHERE "key" = ?';

export const sealKeysSql = 'SELECT "id" FROM "SealKey" ORDER BY "id"';

export const beatsSql = 'SELECT "id", "name", "beat" FROM "ServerNode"';

export function beatsOf(rows: readonly (readonly unknown[])[]): ReadonlyMap<string, ServerBeat> {
  return new Map(rows.map(([id, name, beat]) => [String(id), { name: String(name), beat: BigInt(String(beat)) }]));
}
