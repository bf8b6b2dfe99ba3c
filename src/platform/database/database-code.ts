import { errorCode } from '../operator-error.js';

// Does not load the client: the command line needs the code of any error.

/** The database's own code of a failure: `SQLITE_FULL`, or five characters of PostgreSQL. `undefined` for other errors. */
export function databaseCode(error: unknown): string | undefined {
  const code = causeCode(error) ?? errorCode(error);
  return typeof code === 'string' && /^(?:SQLITE_\w+|[0-9A-Z]{5})$/.test(code) ? code : undefined;
}

/** The failure of one of several databases in use says which it is about. */
export function namingDatabase(error: unknown, database: string): unknown {
  return error instanceof Error && databaseCode(error) !== undefined ? Object.assign(error, { database }) : error;
}

/** The code below an error of the client or of its adapter. Errors of a commit are passed on unchanged. */
export function causeCode(error: unknown): unknown {
  return at(error, 'meta', 'driverAdapterError', 'cause', 'originalCode') ?? at(error, 'cause', 'originalCode');
}

export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? new Map<string, unknown>(Object.entries(inner)).get(key)
        : undefined,
    value,
  );
}
