import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import type { MappedError } from '@prisma/driver-adapter-utils';
import { SqliteError } from './driver-error.js';

type Mapping = (message: string) => MappedError;

/** SQLite's result codes (sqlite.org/rescode.html) that Prisma has a kind for. */
const mappings: ReadonlyMap<string, Mapping> = new Map<string, Mapping>([
  ['SQLITE_CONSTRAINT_UNIQUE', uniqueViolation],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', uniqueViolation],
  [
    'SQLITE_CONSTRAINT_NOTNULL',
    (message) => ({ kind: 'NullConstraintViolation', constraint: { fields: violatedColumns(message).fields } }),
  ],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', () => ({ kind: 'ForeignKeyConstraintViolation', constraint: { foreignKey: {} } })],
  ['SQLITE_CONSTRAINT_TRIGGER', () => ({ kind: 'ForeignKeyConstraintViolation', constraint: { foreignKey: {} } })],
  ['SQLITE_BUSY', () => ({ kind: 'SocketTimeout' })],
  ['SQLITE_BUSY_SNAPSHOT', () => ({ kind: 'TransactionWriteConflict' })],
]);

/** Messages of the generic SQLITE_ERROR that Prisma has a kind for; the group is the name it wants. */
const genericMappings: readonly (readonly [RegExp, (name: string) => MappedError])[] = [
  [/^no such table: (.+)$/, (table) => ({ kind: 'TableDoesNotExist', table })],
  [/^no such column: (.+)$/, (column) => ({ kind: 'ColumnNotFound', column })],
  [/has no column named (.+)$/, (column) => ({ kind: 'ColumnNotFound', column })],
];

/** An error of the driver as one of Prisma's, so that a unique violation becomes P2002 and so on; any other error as it is. */
export function toDriverAdapterError(error: unknown): unknown {
  if (!(error instanceof SqliteError)) return error;
  return new DriverAdapterError({ originalCode: error.code, originalMessage: error.message, ...mapped(error) });
}

/** A statement came after its transaction had ended. */
export function transactionClosed(cause: string): DriverAdapterError {
  return new DriverAdapterError({ kind: 'TransactionAlreadyClosed', cause });
}

function mapped(error: SqliteError): MappedError {
  const byCode = mappings.get(error.code);
  if (byCode !== undefined) return byCode(error.message);
  for (const [pattern, map] of genericMappings) {
    const name = pattern.exec(error.message)?.[1];
    if (name !== undefined) return map(name);
  }
  return { kind: 'sqlite', extendedCode: 1, message: error.message };
}

function uniqueViolation(message: string): MappedError {
  const { fields, table } = violatedColumns(message);
  return { kind: 'UniqueConstraintViolation', constraint: { fields }, ...(table === undefined ? {} : { table }) };
}

/** "UNIQUE constraint failed: Table.a, Table.b" names the columns after the colon. */
function violatedColumns(message: string): { fields: string[]; table: string | undefined } {
  const names = message.slice(message.indexOf('failed: ') + 'failed: '.length).split(', ');
  const lastDot = names[0]?.lastIndexOf('.') ?? -1;
  return {
    fields: names.map((name) => name.slice(name.lastIndexOf('.') + 1)),
    table: lastDot > 0 ? names[0]?.slice(0, lastDot) : undefined,
  };
}
