import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type { ArgType, ColumnType } from '@prisma/driver-adapter-utils';

/** What SQLite binds and returns; integers come as `bigint` from statements that ask for it. */
export type SqliteValue = null | number | bigint | string | Uint8Array;

/** Declared column types, as migrations write them (and the aliases SQLite knows), to Prisma's. */
const declaredTypes: ReadonlyMap<string, ColumnType> = new Map<string, ColumnType>([
  ['TEXT', ColumnTypeEnum.Text],
  ['VARCHAR', ColumnTypeEnum.Text],
  ['INTEGER', ColumnTypeEnum.Int32],
  ['INT', ColumnTypeEnum.Int32],
  ['BIGINT', ColumnTypeEnum.Int64],
  ['BOOLEAN', ColumnTypeEnum.Boolean],
  ['DATETIME', ColumnTypeEnum.DateTime],
  ['REAL', ColumnTypeEnum.Double],
  ['DOUBLE', ColumnTypeEnum.Double],
  ['FLOAT', ColumnTypeEnum.Double],
  ['DECIMAL', ColumnTypeEnum.Numeric],
  ['BLOB', ColumnTypeEnum.Bytes],
  ['JSONB', ColumnTypeEnum.Json],
]);

/** The type of a column as declared, or `undefined` for an expression, whose type only its values tell. */
export function declaredColumnType(declared: string | null): ColumnType | undefined {
  return declared === null ? undefined : declaredTypes.get(declared.toUpperCase());
}

/** The type of an expression, from its first value that is not null. */
export function inferredColumnType(values: Iterable<SqliteValue>): ColumnType {
  for (const value of values) {
    if (value === null) continue;
    if (typeof value === 'string') return ColumnTypeEnum.Text;
    if (typeof value === 'bigint') return ColumnTypeEnum.Int64;
    if (typeof value === 'number') return ColumnTypeEnum.Double;
    return ColumnTypeEnum.Bytes;
  }
  return ColumnTypeEnum.Int32;
}

/** Times are stored as ISO 8601 text in UTC with milliseconds: it sorts as stored, and a person can read it. */
function storedTime(time: Date): string {
  return time.toISOString();
}

/** One argument as Prisma hands it over, to what SQLite stores. */
export function toSqlite(value: unknown, type: ArgType | undefined): SqliteValue {
  switch (typeof value) {
    case 'undefined':
      return null;
    case 'boolean':
      return value ? 1 : 0;
    case 'bigint':
      return value;
    case 'number':
      // A `number` is bound as a float; counted things must stay integers.
      return Number.isSafeInteger(value) && type?.scalarType !== 'float' ? BigInt(value) : value;
    case 'string':
      return textToSqlite(value, type);
    default:
      if (value === null) return null;
      if (value instanceof Date) return storedTime(value);
      if (value instanceof Uint8Array) return value;
      throw new TypeError(`a value of type ${typeof value} cannot be stored`);
  }
}

function textToSqlite(text: string, type: ArgType | undefined): SqliteValue {
  switch (type?.scalarType) {
    case 'int':
    case 'bigint':
      return BigInt(text);
    case 'float':
    case 'decimal':
      return Number(text);
    case 'datetime':
      return storedTime(new Date(text));
    case 'bytes':
      return Buffer.from(text, 'base64');
    default:
      return text;
  }
}

/** The same bytes as Node's own kind, which PostgreSQL's driver hands out as well. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** One stored value, to what Prisma expects for a column of that type. */
export function fromSqlite(value: SqliteValue, type: ColumnType): unknown {
  if (value === null) return null;
  switch (type) {
    case ColumnTypeEnum.Boolean:
      return Number(value) !== 0;
    case ColumnTypeEnum.DateTime:
      return typeof value === 'string' ? value : storedTime(new Date(Number(value)));
    case ColumnTypeEnum.Json:
    case ColumnTypeEnum.Numeric:
      // JSONB and DECIMAL columns have numeric affinity: text that looks like a number is stored as one.
      return typeof value === 'object' ? value : String(value);
    case ColumnTypeEnum.Int32:
      return typeof value === 'object' || typeof value === 'string' ? value : Math.trunc(Number(value));
    default:
      if (typeof value === 'bigint') return integer(value);
      return value instanceof Uint8Array ? asBuffer(value) : value;
  }
}

/** Prisma takes integers as numbers where they are exact and as text where they are not. */
function integer(value: bigint): number | string {
  const asNumber = Number(value);
  return Number.isSafeInteger(asNumber) ? asNumber : value.toString();
}
