import { problem, ProblemError } from './problems.js';
import type { ProblemCode } from './problems.js';

/** Failures of what we depend on, as far as they make a difference for a caller. */
export type Outage =
  /** It cannot be reached, does not answer, or refuses for its own reasons. It may work again later. */
  | 'away'
  /** It can be read, but has no space for anything new. */
  | 'full'
  /** The database returns something else than what was stored. */
  | 'damaged'
  /** The object store returns something else, for one object. */
  | 'content damaged';

const told: Readonly<Record<Outage, ProblemCode>> = {
  away: 'UNAVAILABLE',
  full: 'STORAGE_FULL',
  damaged: 'UNAVAILABLE',
  'content damaged': 'CONTENT_DAMAGED',
};

/** Seconds after which a caller may try again, if that can help. */
const retrySeconds: Partial<Readonly<Record<Outage, number>>> = { away: 1, full: 30 };

/** The codes of failures of the database, the disk and the network. The first match decides. */
const codes: readonly (readonly [RegExp, Outage])[] = [
  [/^SQLITE_FULL$/, 'full'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'damaged'],
  [/^SQLITE_(?:BUSY|LOCKED|IOERR|READONLY|CANTOPEN|PERM|PROTOCOL|NOMEM)/, 'away'],
  // PostgreSQL, appendix A: disk_full; data_corrupted, index_corrupted.
  [/^53100$/, 'full'],
  [/^XX00[12]$/, 'damaged'],
  // Connection exceptions, insufficient resources, a server that shuts down, starts or was dropped, read-only after a failover, an I/O error.
  [/^(?:08...|53[0-46-9]..|57P0[1-5]|25006|58030)$/, 'away'],
  // It refuses our credentials, or has no such database; a lock that was not available; a conflict at each attempt.
  [/^(?:28...|3D000|55P03|40001|40P01)$/, 'away'],
  // An operator's limits of time (`statement_timeout` and the like), or somebody who cancels a statement there; our own cancelling is told as what it was for.
  [/^(?:57014|25P0[34])$/, 'away'],
  // The client: refused, not reachable, no such database, too slow, access denied, TLS, connection closed, no connection in time, no transaction in time or one
  // that took too long, a conflict at each attempt, too many connections.
  [/^P(?:1000|1001|1002|1003|1008|1010|1011|1017|2024|2028|2034|2037)$/, 'away'],
  [/^(?:ENOSPC|EDQUOT|EFBIG)$/, 'full'],
  [/^(?:EIO|EREMOTEIO|ESTALE|EROFS|EMFILE|ENFILE|ENODEV|ENXIO|ENOMEM|EACCES|EPERM|EBUSY|ENOLCK|ETIME)$/, 'away'],
  [/^(?:ECONN(?:REFUSED|RESET|ABORTED)|ENOTCONN|EPIPE|ETIMEDOUT)$/, 'away'],
  [/^(?:E(?:HOST|NET)(?:UNREACH|DOWN)|ENETRESET|EADDRNOTAVAIL|ENOTFOUND|EAI_\w+)$/, 'away'],
  // Node: a connection that ended early; TLS, and OpenSSL's names for problems of a certificate.
  [/^ERR_(?:STREAM_PREMATURE_CLOSE|SOCKET_CLOSED|SOCKET_CONNECTION_TIMEOUT|TLS_\w+|SSL_\w+)$/, 'away'],
  [/^(?:EPROTO|UNABLE_TO_\w+|ERROR_IN_(?:CERT|CRL)_\w+|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE))$/, 'away'],
  [/^(?:(?:CERT|CRL)_(?:SIGNATURE_FAILURE|NOT_YET_VALID|HAS_EXPIRED)|PATH_LENGTH_EXCEEDED)$/, 'away'],
  [
    /^(?:CERT_(?:CHAIN_TOO_LONG|REVOKED|UNTRUSTED|REJECTED)|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    'away',
  ],
];

/** Failures of S3 and its client that are not about one object: missing, expired or unknown credentials, the wrong region, clocks that differ. */
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

/** What PostgreSQL's driver says, without a code, of a connection that it had. */
const ofLost: readonly RegExp[] = [
  /^Connection terminated/,
  /^Client has encountered a connection error and is not queryable/,
  /^Client was closed and is not queryable/,
];

/** Messages without a code, most of them from PostgreSQL's driver. */
const sentences: readonly RegExp[] = [
  ...ofLost,
  /^timeout (?:expired|exceeded when trying to connect)/,
  // Our own: the server is stopping.
  /^the database is closed$/,
];

/** The names of the adapters of the database client for failures without a code. */
const kinds: ReadonlySet<unknown> = new Set([
  ...['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout', 'TooManyConnections', 'TlsConnectionError'],
  ...['DatabaseDoesNotExist', 'DatabaseAccessDenied', 'AuthenticationFailed', 'TransactionWriteConflict'],
]);

/** Errors are wrapped on their way up, but not more often than this. */
const deepest = 8;

/** Our own errors that say what failed. */
export abstract class OutageError extends Error {
  abstract readonly outage: Outage;
}

/** Ends a transaction from within: nothing of it is kept. */
export abstract class RollbackError extends Error {}

/** The outage behind an error; `null` if there is none, such as for a bug of ours. */
export function outageOf(error: unknown): Outage | null {
  for (const cause of causesOf(error)) {
    const found = ownOutage(cause);
    if (found !== null) return found;
  }
  return null;
}

/** Missing permissions, as opposed to temporary failures. SQLite does not say why it cannot open a file: its folder may be missing, or not writable for us. */
const denials = /^(?:SQLITE_(?:READONLY|PERM|CANTOPEN)(?:_\w+)?$|EACCES$|EPERM$|EROFS$)/;

/** Whether we lack a permission: this does not change until somebody gives it to us. */
export function isDenied(error: unknown): boolean {
  for (const cause of causesOf(error)) if (codesOf(cause).some((code) => denials.test(code))) return true;
  return false;
}

/** A connection that PostgreSQL, somebody there or the network has ended, as the database, the client and the driver say it. */
const lost = /^(?:08...|57P0[1-5]|P10(?:01|17))$/;

/** Whether the database was there, and its connection was lost meanwhile. */
export function isLostConnection(error: unknown): boolean {
  for (const cause of causesOf(error)) {
    const message = cause instanceof Error ? cause.message : '';
    if (codesOf(cause).some((code) => lost.test(code)) || ofLost.some((sentence) => sentence.test(message)))
      return true;
  }
  return false;
}

/** An error and its causes, from the outside in. */
function* causesOf(error: unknown): Generator<object> {
  let cause = error;
  for (let depth = 0; depth < deepest && typeof cause === 'object' && cause !== null; depth += 1) {
    yield cause;
    cause = below(cause);
  }
}

/** The codes that the database, the disk or the network uses. */
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

/** Whether S3 did not answer, or refused for a reason that is not about the object: it is too busy, or we lack a permission. */
function ofStore(error: object): boolean {
  const metadata: unknown = Reflect.get(error, '$metadata');
  if (typeof metadata !== 'object' || metadata === null) return false;
  const status: unknown = Reflect.get(metadata, 'httpStatusCode');
  return typeof status !== 'number' || status >= 500 || status === 429 || status === 403;
}

/** The cause of an error: of ours, of the executors', of the database client's, or of several attempts at once. */
function below(error: object): unknown {
  const meta: unknown = Reflect.get(error, 'meta');
  const adapter: unknown =
    typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'driverAdapterError') : undefined;
  const several: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return adapter ?? Reflect.get(error, 'originalError') ?? Reflect.get(error, 'cause') ?? several;
}

/** The problem that a caller sees for an outage; `null` if the error is none. */
export function problemOfOutage(error: unknown): ProblemError | null {
  const outage = outageOf(error);
  if (outage === null) return null;
  const retryAfter = retrySeconds[outage];
  return problem(told[outage], undefined, undefined, retryAfter === undefined ? {} : { retryAfter });
}

/**
 * Failures after which the database has kept nothing: PostgreSQL's classes for data, rules, conflicts and wrong statements, SQLite's for rules, and the
 * client's names for them.
 */
const rollbacks: readonly RegExp[] = [
  /^(?:22...|23...|42...|40(?!003)...|P0001)$/,
  /^SQLITE_CONSTRAINT/,
  /^P20(?:00|02|03|04|11|12|13|14|15|17|18|19|20|25|34|39)$/,
];

/**
 * Whether nothing of a transaction was kept after this failure. Other failures may have happened after the commit, such as a connection that broke during it:
 * then the objects that the transaction refers to must not be removed.
 */
export function isUndone(error: unknown): boolean {
  if (error instanceof ProblemError || error instanceof RollbackError) return true;
  if (outageOf(error) === 'full') return true;
  for (const cause of causesOf(error)) {
    if (codesOf(cause).some((code) => rollbacks.some((shape) => shape.test(code)))) return true;
  }
  return false;
}
