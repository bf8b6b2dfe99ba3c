import { describe, expect, test } from 'vitest';
import { GroupLost } from '../../src/platform/database/sqlite/write-queue.js';
import { ObjectCorrupt } from '../../src/platform/objects/object-errors.js';
import { newObjectId } from '../../src/platform/objects/object-id.js';
import { isUndone, outageOf, problemOfOutage } from '../../src/platform/outage.js';
import type { Outage } from '../../src/platform/outage.js';
import { problem } from '../../src/platform/problems.js';
import type { ProblemCode } from '../../src/platform/problems.js';

const coded = (code: string) => Object.assign(new Error('it failed'), { code });
const wrapped = (cause: unknown) => new Error('it failed above', { cause });
/** As the database client passes on what its adapter says. */
const ofClient = (cause: object) =>
  Object.assign(new Error('it failed'), { code: 'P2010', meta: { driverAdapterError: { cause } } });

describe('what is behind an error', () => {
  test.each<[string, unknown, Outage | null, ProblemCode | null]>([
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
    ['a missing file', coded('ENOENT'), null, null],
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

test.each([
  ['a problem: it was rolled back', problem('SERIAL_STALE'), true],
  ['no room: it was rolled back', coded('SQLITE_FULL'), true],
  ['a connection that broke: it may have been kept', new Error('Connection terminated unexpectedly'), false],
  ['a disk that fails: it may have been kept', coded('SQLITE_IOERR_FSYNC'), false],
])('what a failed transaction left behind, after %s', (_, failure, undone) => {
  expect(isUndone(failure)).toBe(undone);
});
