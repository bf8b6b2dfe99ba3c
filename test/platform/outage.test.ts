import { describe, expect, test } from 'vitest';
import { ChangesMissing } from '../../src/platform/database/engine.js';
import { GroupLost } from '../../src/platform/database/sqlite/write-queue.js';
import { ObjectCorrupt, ObjectStoreFailed } from '../../src/platform/objects/object-errors.js';
import { newObjectId } from '../../src/platform/objects/object-id.js';
import { isUndone, outageOf, problemOfOutage } from '../../src/platform/outage.js';
import type { Outage } from '../../src/platform/outage.js';
import { problem } from '../../src/platform/problems.js';
import type { ProblemCode } from '../../src/platform/problems.js';

const coded = (code: string) => Object.assign(new Error('it failed'), { code });
type Row = [what: string, error: unknown, outage: Outage | null, told: ProblemCode | null];

const named = (name: string) => Object.assign(new Error('it failed'), { name });
const wrapped = (cause: unknown) => new Error('it failed above', { cause });
/** As the database client passes on what its adapter says. */
const ofClient = (cause: object) =>
  Object.assign(new Error('it failed'), { code: 'P2010', meta: { driverAdapterError: { cause } } });

describe('what is behind an error', () => {
  test.each<Row>([
    ['SQLite: full', coded('SQLITE_FULL'), 'full', 'STORAGE_FULL'],
    ['SQLite: a failing disk', coded('SQLITE_IOERR_WRITE'), 'away', 'UNAVAILABLE'],
    ['SQLite: held by another process', coded('SQLITE_BUSY'), 'away', 'UNAVAILABLE'],
    ['SQLite: damaged', coded('SQLITE_CORRUPT_INDEX'), 'damaged', 'UNAVAILABLE'],
    ['SQLite: a group that was given up', new GroupLost(), 'full', 'STORAGE_FULL'],
    ['SQLite: a rule of a table', coded('SQLITE_CONSTRAINT_UNIQUE'), null, null],
    ['PostgreSQL: full', coded('53100'), 'full', 'STORAGE_FULL'],
    ['PostgreSQL: ended by an administrator', coded('57P01'), 'away', 'UNAVAILABLE'],
    ['PostgreSQL: too many connections', coded('53300'), 'away', 'UNAVAILABLE'],
    ['PostgreSQL: a standby', coded('25006'), 'away', 'UNAVAILABLE'],
    ['PostgreSQL: a rule of a table', coded('23505'), null, null],
    ['PostgreSQL: a statement that is wrong', coded('42601'), null, null],
    ['the driver, without a code', new Error('Connection terminated unexpectedly'), 'away', 'UNAVAILABLE'],
    ['the client: not reachable', coded('P1001'), 'away', 'UNAVAILABLE'],
    ['the client: a raw statement', ofClient({ kind: 'ConnectionClosed' }), 'away', 'UNAVAILABLE'],
    ['the client: below it the disk is full', ofClient({ originalCode: 'SQLITE_FULL' }), 'full', 'STORAGE_FULL'],
    ['the disk: no space', wrapped(coded('ENOSPC')), 'full', 'STORAGE_FULL'],
    ['the disk: the quota', coded('EDQUOT'), 'full', 'STORAGE_FULL'],
    ['the disk: failing', coded('EIO'), 'away', 'UNAVAILABLE'],
    ['the network', wrapped(wrapped(coded('ECONNREFUSED'))), 'away', 'UNAVAILABLE'],
    ['several attempts', new AggregateError([coded('ECONNREFUSED')]), 'away', 'UNAVAILABLE'],
    ['an object', new ObjectCorrupt(newObjectId(), 'cut'), 'content damaged', 'CONTENT_DAMAGED'],
    [
      'S3: too busy',
      Object.assign(new Error('SlowDown'), { $metadata: { httpStatusCode: 503 } }),
      'away',
      'UNAVAILABLE',
    ],
    ['S3: no answer', Object.assign(new Error('TimeoutError'), { $metadata: { attempts: 3 } }), 'away', 'UNAVAILABLE'],
    [
      'S3: replaced meanwhile',
      Object.assign(new Error('PreconditionFailed'), { $metadata: { httpStatusCode: 412 } }),
      null,
      null,
    ],
    ['S3: no credentials', named('CredentialsProviderError'), 'away', 'UNAVAILABLE'],
    ...(
      [
        [400, 'ExpiredToken', 'away'],
        [400, 'InvalidToken', 'away'],
        [400, 'RequestTimeout', 'away'],
        [400, 'AuthorizationHeaderMalformed', 'away'],
        [301, 'PermanentRedirect', 'away'],
        [403, 'AccessDenied', 'away'],
        [404, 'NoSuchBucket', 'away'],
        [404, 'NoSuchKey', null],
        [404, 'NoSuchUpload', null],
        [400, 'EntityTooLarge', null],
        [409, 'OperationAborted', 'away'],
        [429, 'TooManyRequests', 'away'],
        [500, 'InternalError', 'away'],
      ] as const
    ).map(([httpStatusCode, name, outage]): Row => {
      const error = Object.assign(named(name), { $metadata: { httpStatusCode } });
      return [`S3: ${httpStatusCode} ${name}`, error, outage, outage && 'UNAVAILABLE'];
    }),
    ...[
      ...['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1010', 'P1011', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'],
      ...['28P01', '3D000', '55P03', '40001', '40P01', '57P04', 'SQLITE_PERM', 'SQLITE_READONLY_DBMOVED'],
      ...['57014', '25P03', '25P04'],
      ...['EACCES', 'EPERM', 'ENOTCONN', 'ENOMEM', 'EBUSY', 'EHOSTDOWN', 'ENETRESET', 'EREMOTEIO', 'EAI_AGAIN'],
      ...['ERR_STREAM_PREMATURE_CLOSE', 'ERR_SOCKET_CLOSED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO'],
      ...['ERR_SSL_WRONG_VERSION_NUMBER', 'CERT_HAS_EXPIRED', 'CRL_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
      ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_REVOKED', 'HOSTNAME_MISMATCH'],
    ].map((code): Row => [`the code ${code}`, coded(code), 'away', 'UNAVAILABLE']),
    ...['P2002', 'P2025', '23503', '22021', 'ENOENT', 'EEXIST', 'ERR_INVALID_ARG_TYPE', 'ABORT_ERR'].map(
      (code): Row => [`the code ${code}`, coded(code), null, null],
    ),
    ['the client, where it cannot begin', Object.assign(new Error('x'), { errorCode: 'P1001' }), 'away', 'UNAVAILABLE'],
    ['the client: refused', ofClient({ kind: 'AuthenticationFailed' }), 'away', 'UNAVAILABLE'],
    ['a database that is closed', new Error('the database is closed'), 'away', 'UNAVAILABLE'],
    ['a store that is not where it was', new ObjectStoreFailed('is gone', coded('ENOENT')), 'away', 'UNAVAILABLE'],
    ['a store that is full', new ObjectStoreFailed('is gone', coded('ENOSPC')), 'full', 'STORAGE_FULL'],
    ['a problem, whatever its code', problem('CONFLICT'), null, null],
    ['a bug', new TypeError('x is not a function'), null, null],
    ['nothing that is an error', 'ECONNREFUSED', null, null],
  ])('%s', (_, error, outage, code) => {
    expect(outageOf(error)).toBe(outage);
    expect(problemOfOutage(error)?.code ?? null).toBe(code);
  });

  test('one that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(outageOf(error)).toBeNull();
  });
});

test.each<[string, unknown, boolean]>([
  ['a problem: it was rolled back', problem('SERIAL_STALE'), true],
  ['a batch that found other rows', new ChangesMissing('0 rows'), true],
  ['no room: it was rolled back', coded('SQLITE_FULL'), true],
  ['a group that SQLite gave up', new GroupLost(), true],
  ...['SQLITE_CONSTRAINT_UNIQUE', '23505', '22021', '42703', '40001', '40P01', 'P2002', 'P2003', 'P2025', 'P2034'].map(
    (code): [string, unknown, boolean] => [`${code}: it was rolled back`, coded(code), true],
  ),
  ['a raw statement of the client: it was rolled back', ofClient({ originalCode: '23505' }), true],
  ['a connection that broke: it may have been kept', new Error('Connection terminated unexpectedly'), false],
  ['a disk that fails: it may have been kept', coded('SQLITE_IOERR_FSYNC'), false],
  // 57014: cancelled, perhaps in the commit; 40003: PostgreSQL does not know itself.
  ...['P2028', 'P1017', '08006', '57P01', '57014', '40003', 'ECONNRESET', 'SQLITE_BUSY'].map(
    (code): [string, unknown, boolean] => [`${code}: nobody knows`, coded(code), false],
  ),
  ['something that is not known', new TypeError('x is not a function'), false],
  ['nothing that is an error', undefined, false],
])('what a failed transaction left behind, after %s', (_, failure, undone) => {
  expect(isUndone(failure)).toBe(undone);
});
