import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { failureText } from '../../src/operator/failing.js';
import { scratchDatabase, scratchFile } from '../platform/database/scratch.js';
import { organization } from '../platform/database/scratch-rows.js';

/** Leaves a database no room to grow. */
const full = (database: SqliteDatabase) => {
  const pages = database.setting('page_count');
  database.pragma(`max_page_count = ${String(pages)}`);
};

test('a disk that is full is told in one line', () => {
  const database = new SqliteDatabase(':memory:');
  database.exec('CREATE TABLE t (text TEXT)');
  full(database);
  let failure: unknown;
  try {
    database.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(100_000));
  } catch (error) {
    failure = error;
  }
  expect(failure).toMatchObject({ code: 'SQLITE_FULL' });
  expect(failureText(failure)).toBe('trustate: The database cannot be written: the disk is full or failing.');
});

test.each([
  ['SQLITE_READONLY', /^trustate: The database \/data\/a\.db cannot be written: let the user .* write the file/],
  ['SQLITE_READONLY_DIRECTORY', /^trustate: The database \/data\/a\.db cannot be written: let/],
  [
    'SQLITE_CANTOPEN',
    /^trustate: The database \/data\/a\.db cannot be opened: check that its folder exists, .* has room for more files/,
  ],
  ['SQLITE_CANTOPEN_ISDIR', /^trustate: The database \/data\/a\.db cannot be opened: check/],
  ['42501', /^trustate: The database \/data\/a\.db refuses its user what a server needs: make that user the owner/],
  ['53300', /^trustate: The database \/data\/a\.db takes no more connections: raise its limit/],
  ['SQLITE_FULL', /^trustate: The database \/data\/a\.db cannot be written: the disk is full/],
])('what an operator has to put right is one line that names the file: %s', (code, line) => {
  const text = failureText(Object.assign(new Error('no'), { code }), '/data/a.db');
  expect(text).toMatch(line);
  expect(text.split('\n')).toHaveLength(1);
});

test.each([
  ['PostgreSQL ends it', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['the client', Object.assign(new Error('closed'), { code: 'P1017' })],
  ['the driver, later', new Error('Client has encountered a connection error and is not queryable')],
  ['the driver, below', new Error('it failed', { cause: new Error('Connection terminated unexpectedly') })],
])('a database that went away meanwhile is one line, and no fault of the program: %s', (_, failure) => {
  expect(failureText(failure)).toBe(
    'trustate: The connection to the database was lost: run the same command again when the database is there.',
  );
});

test('but a command that uses a database which it has closed is a fault of the program', () => {
  expect(failureText(new Error('the database is closed'))).toMatch(/^trustate: this should not have happened: /);
});

test('so is a database that is damaged, as the client says it', async () => {
  const file = scratchFile();
  const database = await scratchDatabase(file);
  const other = new DatabaseSync(file, { defensive: false });
  other.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA writable_schema = ON');
  other.exec(`UPDATE sqlite_schema SET rootpage = 2147483000 WHERE name = 'Organization'`);
  other.exec('PRAGMA schema_version = 9999');
  other.close();
  const failure: unknown = await database.client.organization
    .create({ data: organization('a') })
    .catch((error: unknown) => error);
  expect(failureText(failure)).toBe('trustate: The database is damaged: restore it from a backup.');
});
