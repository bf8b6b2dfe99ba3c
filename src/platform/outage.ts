import { problem } from './problems.js';
import type { ProblemCode, ProblemError } from './problems.js';

/** What fails below us, as far as it makes a difference to a caller. */
export type Outage =
  /** It cannot be reached, does not answer, or refuses for a reason of its own: later it may be there again. */
  | 'away'
  /** It can be read, and has no room for anything new. */
  | 'full'
  /** The database hands out something else than what was stored in it. */
  | 'damaged'
  /** So does the object store, for one object. */
  | 'content damaged';

const told: Readonly<Record<Outage, ProblemCode>> = {
  away: 'UNAVAILABLE',
  full: 'STORAGE_FULL',
  damaged: 'UNAVAILABLE',
  'content damaged': 'CONTENT_DAMAGED',
};

/** After which a caller may try again, where that can help. */
const retrySeconds: Partial<Readonly<Record<Outage, number>>> = { away: 1, full: 30 };

/** What the database, the disk and the network call their failures. The first that fits decides. */
const codes: readonly (readonly [RegExp, Outage])[] = [
  [/^SQLITE_FULL$/, 'full'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'damaged'],
  [/^SQLITE_(?:BUSY|LOCKED|IOERR|READONLY|CANTOPEN|PROTOCOL|NOMEM)/, 'away'],
  // PostgreSQL, appendix A: disk_full; data_corrupted, index_corrupted.
  [/^53100$/, 'full'],
  [/^XX00[12]$/, 'damaged'],
  // Connection exceptions, too little of something, shut down or starting, read-only after a failover, an I/O error.
  [/^(?:08...|53[0-46-9]..|57P0[1-5]|25006|58030)$/, 'away'],
  // The client: not reachable, connection closed, too many connections, no connection or no transaction in time.
  [/^P(?:1001|1002|1008|1017|2024|2037)$/, 'away'],
  [/^(?:ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^(?:EIO|ESTALE|EROFS|EMFILE|ENFILE|ENODEV|ENXIO)$/, 'away'],
  [/^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN)|ENOTFOUND|EAI_\w+)$/, 'away'],
];

/** What PostgreSQL's driver says without a code. */
const sentences: readonly RegExp[] = [
  /^Connection terminated/,
  /^Client has encountered a connection error and is not queryable/,
  /^Client was closed and is not queryable/,
  /^timeout (?:expired|exceeded when trying to connect)/,
];

/** What the database client's adapters call it where there is no code. */
const kinds: ReadonlySet<unknown> = new Set([
  ...['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections', 'TlsConnectionError'],
]);

/** Errors are wrapped on their way up; no more often than this. */
const deepest = 8;

/** Something of ours that says by itself what failed. */
export abstract class OutageError extends Error {
  abstract readonly outage: Outage;
}

/** Which outage is behind an error, `null` for what is none, such as a bug of ours. */
export function outageOf(error: unknown): Outage | null {
  let cause = error;
  for (let depth = 0; depth < deepest && typeof cause === 'object' && cause !== null; depth += 1) {
    const found = ownOutage(cause);
    if (found !== null) return found;
    cause = below(cause);
  }
  return null;
}

function ownOutage(error: object): Outage | null {
  if (error instanceof OutageError) return error.outage;
  for (const name of ['originalCode', 'code']) {
    const code: unknown = Reflect.get(error, name);
    const found = typeof code === 'string' ? codes.find(([shape]) => shape.test(code)) : undefined;
    if (found) return found[1];
  }
  if (ofStore(error)) return 'away';
  if (kinds.has(Reflect.get(error, 'kind'))) return 'away';
  const message = error instanceof Error ? error.message : '';
  return sentences.some((sentence) => sentence.test(message)) ? 'away' : null;
}

/** Whether S3 did not answer, or refused for a reason that is not about the object: that it is too busy, or that we may not. */
function ofStore(error: object): boolean {
  const metadata: unknown = Reflect.get(error, '$metadata');
  if (typeof metadata !== 'object' || metadata === null) return false;
  const status: unknown = Reflect.get(metadata, 'httpStatusCode');
  return typeof status !== 'number' || status >= 500 || status === 429 || status === 403;
}

/** What an error was made of: of ours, of the executors', of the database client's, of several attempts at once. */
function below(error: object): unknown {
  const meta: unknown = Reflect.get(error, 'meta');
  const adapter: unknown =
    typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'driverAdapterError') : undefined;
  const several: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return adapter ?? Reflect.get(error, 'originalError') ?? Reflect.get(error, 'cause') ?? several;
}

/** What a caller is told of an outage; `null` for what is none. */
export function problemOfOutage(error: unknown): ProblemError | null {
  const outage = outageOf(error);
  if (outage === null) return null;
  const retryAfter = retrySeconds[outage];
  return problem(told[outage], undefined, undefined, retryAfter === undefined ? {} : { retryAfter });
}

/**
 * Whether nothing was kept of a transaction that failed so. Where the connection broke while it was being committed, nobody knows: what it would have
 * named is then not to be removed.
 */
export function isUndone(error: unknown): boolean {
  const outage = outageOf(error);
  return outage === null || outage === 'full';
}
