import { problem, ProblemError } from './problems.js';
import type { ProblemCode } from './problems.js';

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
  [/^SQLITE_(?:BUSY|LOCKED|IOERR|READONLY|CANTOPEN|PERM|PROTOCOL|NOMEM)/, 'away'],
  // PostgreSQL, appendix A: disk_full; data_corrupted, index_corrupted.
  [/^53100$/, 'full'],
  [/^XX00[12]$/, 'damaged'],
  // Connection exceptions, too little of something, shut down or starting or dropped, read-only after a failover, an I/O error.
  [/^(?:08...|53[0-46-9]..|57P0[1-5]|25006|58030)$/, 'away'],
  // It refuses who we are, or has no such database; a lock that was not to be had; what others changed each time that it was tried.
  [/^(?:28...|3D000|55P03|40001|40P01)$/, 'away'],
  // The client: refused, not reachable, no such database, too slow, access denied, TLS, connection closed, no connection in time, no transaction in time or
  // one that took too long, what others changed each time, too many connections.
  [/^P(?:1000|1001|1002|1003|1008|1010|1011|1017|2024|2028|2034|2037)$/, 'away'],
  [/^(?:ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^(?:EIO|EREMOTEIO|ESTALE|EROFS|EMFILE|ENFILE|ENODEV|ENXIO|ENOMEM|EACCES|EPERM|EBUSY|ENOLCK|ETIME)$/, 'away'],
  [/^(?:ECONN(?:REFUSED|RESET|ABORTED)|ENOTCONN|EPIPE|ETIMEDOUT)$/, 'away'],
  [/^(?:E(?:HOST|NET)(?:UNREACH|DOWN)|ENETRESET|EADDRNOTAVAIL|ENOTFOUND|EAI_\w+)$/, 'away'],
  // Node: a connection that ended early; TLS, and OpenSSL's names for what is wrong with a certificate.
  [/^ERR_(?:STREAM_PREMATURE_CLOSE|SOCKET_CLOSED|SOCKET_CONNECTION_TIMEOUT|TLS_\w+|SSL_\w+)$/, 'away'],
  [/^(?:EPROTO|UNABLE_TO_\w+|ERROR_IN_(?:CERT|CRL)_\w+|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE))$/, 'away'],
  [/^(?:(?:CERT|CRL)_(?:SIGNATURE_FAILURE|NOT_YET_VALID|HAS_EXPIRED)|PATH_LENGTH_EXCEEDED)$/, 'away'],
  [
    /^(?:CERT_(?:CHAIN_TOO_LONG|REVOKED|UNTRUSTED|REJECTED)|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    'away',
  ],
];

/** What the client of S3 and S3 itself call what is not about one object: no credentials, or such as are over or unknown, the wrong place, clocks apart. */
const storeNames: ReadonlySet<unknown> = new Set([
  ...[
    'CredentialsProviderError',
    'TokenProviderError',
    'ExpiredToken',
    'ExpiredTokenException',
    'TokenRefreshRequired',
  ],
  ...['InvalidToken', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied', 'AllAccessDisabled'],
  ...['NoSuchBucket', 'PermanentRedirect', 'TemporaryRedirect', 'AuthorizationHeaderMalformed'],
  ...['RequestTimeTooSkewed', 'RequestTimeout', 'RequestExpired', 'SlowDown', 'OperationAborted'],
]);

/** What is said without a code, by PostgreSQL's driver first. */
const sentences: readonly RegExp[] = [
  /^Connection terminated/,
  /^Client has encountered a connection error and is not queryable/,
  /^Client was closed and is not queryable/,
  /^timeout (?:expired|exceeded when trying to connect)/,
  // Ours: the server is stopping.
  /^the database is closed$/,
];

/** What the database client's adapters call it where there is no code. */
const kinds: ReadonlySet<unknown> = new Set([
  ...['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections', 'TlsConnectionError'],
  ...['DatabaseDoesNotExist', 'DatabaseAccessDenied', 'AuthenticationFailed', 'TransactionWriteConflict'],
]);

/** Errors are wrapped on their way up; no more often than this. */
const deepest = 8;

/** Something of ours that says by itself what failed. */
export abstract class OutageError extends Error {
  abstract readonly outage: Outage;
}

/** Ends a transaction from within: nothing of it is kept. */
export abstract class RollbackError extends Error {}

/** Which outage is behind an error, `null` for what is none, such as a bug of ours. */
export function outageOf(error: unknown): Outage | null {
  for (const cause of causesOf(error)) {
    const found = ownOutage(cause);
    if (found !== null) return found;
  }
  return null;
}

/** What we may not do, rather than what cannot be done for now. SQLite does not say why it opens no file: its folder is gone, or not for us to write. */
const denials = /^(?:SQLITE_(?:READONLY|PERM|CANTOPEN)(?:_\w+)?$|EACCES$|EPERM$|EROFS$)/;

/** Whether we are not allowed to: it stays so until somebody gives us the right. */
export function isDenied(error: unknown): boolean {
  for (const cause of causesOf(error)) if (codesOf(cause).some((code) => denials.test(code))) return true;
  return false;
}

/** An error and what it was made of, from the outside in. */
function* causesOf(error: unknown): Generator<object> {
  let cause = error;
  for (let depth = 0; depth < deepest && typeof cause === 'object' && cause !== null; depth += 1) {
    yield cause;
    cause = below(cause);
  }
}

/** What the database, the disk or the network calls it. */
function codesOf(error: object): readonly string[] {
  return ['originalCode', 'code', 'errorCode'].flatMap((name) => {
    const code: unknown = Reflect.get(error, name);
    return typeof code === 'string' ? [code] : [];
  });
}

function ownOutage(error: object): Outage | null {
  if (error instanceof OutageError) return error.outage;
  for (const code of codesOf(error)) {
    const found = codes.find(([shape]) => shape.test(code));
    if (found) return found[1];
  }
  if (ofStore(error) || storeNames.has(Reflect.get(error, 'name'))) return 'away';
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

/** What a caller learns of an outage; `null` for an error that is none. */
export function problemOfOutage(error: unknown): ProblemError | null {
  const outage = outageOf(error);
  if (outage === null) return null;
  const retryAfter = retrySeconds[outage];
  return problem(told[outage], undefined, undefined, retryAfter === undefined ? {} : { retryAfter });
}

/** Failures after which the database has kept nothing: PostgreSQL's of data, rules, conflicts and wrong statements, SQLite's of rules, the client's names for them. */
const rollbacks: readonly RegExp[] = [
  /^(?:22...|23...|42...|40(?!003)...|P0001)$/,
  /^SQLITE_CONSTRAINT/,
  /^P20(?:00|02|03|04|11|12|13|14|15|17|18|19|20|25|34|39)$/,
];

/**
 * Whether nothing was kept of a transaction that failed so. What is not known to roll back may have happened after it was kept, such as a connection that broke
 * in the commit: what the transaction would have named is then not to be removed.
 */
export function isUndone(error: unknown): boolean {
  if (error instanceof ProblemError || error instanceof RollbackError) return true;
  if (outageOf(error) === 'full') return true;
  for (const cause of causesOf(error)) {
    if (codesOf(cause).some((code) => rollbacks.some((shape) => shape.test(code)))) return true;
  }
  return false;
}
