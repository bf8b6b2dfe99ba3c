/** Result codes by their numbers (sqlite.org/rescode.html). */
const primaryCodes: ReadonlyMap<number, string> = new Map([
  [1, 'SQLITE_ERROR'],
  [2, 'SQLITE_INTERNAL'],
  [3, 'SQLITE_PERM'],
  [4, 'SQLITE_ABORT'],
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [7, 'SQLITE_NOMEM'],
  [8, 'SQLITE_READONLY'],
  [9, 'SQLITE_INTERRUPT'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [15, 'SQLITE_PROTOCOL'],
  [17, 'SQLITE_SCHEMA'],
  [18, 'SQLITE_TOOBIG'],
  [19, 'SQLITE_CONSTRAINT'],
  [20, 'SQLITE_MISMATCH'],
  [21, 'SQLITE_MISUSE'],
  [22, 'SQLITE_NOLFS'],
  [23, 'SQLITE_AUTH'],
  [25, 'SQLITE_RANGE'],
  [26, 'SQLITE_NOTADB'],
]);

/** Extended result codes that the project tells apart. Any other has the name of its primary code, which is its lowest byte. */
const extendedCodes: ReadonlyMap<number, string> = new Map([
  [517, 'SQLITE_BUSY_SNAPSHOT'],
  [787, 'SQLITE_CONSTRAINT_FOREIGNKEY'],
  [1299, 'SQLITE_CONSTRAINT_NOTNULL'],
  [1555, 'SQLITE_CONSTRAINT_PRIMARYKEY'],
  [1811, 'SQLITE_CONSTRAINT_TRIGGER'],
  [2067, 'SQLITE_CONSTRAINT_UNIQUE'],
]);

/**
 * The code of a text with the NUL character: the one that PostgreSQL has for it (its appendix A, `character_not_in_repertoire`). SQLite would keep such a text, but
 * the library hands over what stands before the character.
 */
export const unstorableText = '22021';

/** SQLite refused or failed. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError';

  constructor(
    message: string,
    /** The name of the result code: `SQLITE_BUSY`, `SQLITE_CONSTRAINT_UNIQUE`; or {@link unstorableText}. */
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What the library says of a connection that is closed, and of the statements that ended with it. */
const closed = /^(?:database is not open|Database connection is closed|statement has been finalized)$/;

/** What the library says where it cannot open a file, before SQLite's own words. */
const openingFailed = /^Failed to open database: /;

/** An error of the library as a {@link SqliteError}, or as one that says that the database is closed; an error that does not come from SQLite as it is. */
export function sqliteError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (closed.test(error.message)) return new Error('the database is closed', { cause: error });
  if (!('errcode' in error)) return error;
  const number = Number(error.errcode);
  const code = extendedCodes.get(number) ?? primaryCodes.get(number & 0xff) ?? 'SQLITE_ERROR';
  return new SqliteError(error.message.replace(openingFailed, ''), code, { cause: error });
}
