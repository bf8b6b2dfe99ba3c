import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { afterwards, scratchFile } from './scratch.js';

function open(file = ':memory:') {
  const database = new SqliteDatabase(file);
  afterwards(() => {
    database.close();
  });
  return database;
}

const tables = `PRAGMA foreign_keys = ON;
  CREATE TABLE parent (id TEXT PRIMARY KEY NOT NULL, name TEXT UNIQUE, size INTEGER CHECK (size < 10));
  CREATE TABLE child (parent TEXT REFERENCES parent (id));
  INSERT INTO parent VALUES ('a', 'A', 1)`;

describe('a failure has the name of its result code:', () => {
  test.each([
    ['SQLITE_CONSTRAINT_PRIMARYKEY', `INSERT INTO parent VALUES ('a', 'B', 1)`],
    ['SQLITE_CONSTRAINT_UNIQUE', `INSERT INTO parent VALUES ('b', 'A', 1)`],
    ['SQLITE_CONSTRAINT_NOTNULL', `INSERT INTO parent VALUES (NULL, 'B', 1)`],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', `INSERT INTO child VALUES ('b')`],
    ['SQLITE_CONSTRAINT', `INSERT INTO parent VALUES ('b', 'B', 10)`],
    ['SQLITE_ERROR', 'SELECT nothing'],
  ])('%s', (code, sql) => {
    const database = open();
    database.exec(tables);
    expect(() => database.prepare(sql).run()).toThrow(expect.objectContaining({ name: 'SqliteError', code }) as Error);
  });

  test('SQLITE_CANTOPEN where there is no file, SQLITE_NOTADB where it holds something else', () => {
    const missing = scratchFile();
    expect(() => new SqliteDatabase(missing, { readOnly: true })).toThrow(
      expect.objectContaining({ code: 'SQLITE_CANTOPEN', message: 'unable to open database file' }) as Error,
    );
    const other = scratchFile();
    writeFileSync(other, 'not a database, and longer than the header of one, which has a hundred bytes. '.repeat(4));
    expect(() => open(other).setting('schema_version')).toThrow(
      expect.objectContaining({ code: 'SQLITE_NOTADB' }) as Error,
    );
  });

  test('SQLITE_BUSY where another connection writes', () => {
    const file = scratchFile();
    const holder = open(file);
    holder.exec('BEGIN IMMEDIATE');
    const other = new SqliteDatabase(file, { timeout: 0 });
    expect(() => other.exec('BEGIN IMMEDIATE')).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }) as Error);
    other.close();
  });
});

describe('whether a statement writes:', () => {
  test.each([
    [false, 'SELECT * FROM parent'],
    [false, 'WITH one AS (SELECT 1) SELECT * FROM one, parent'],
    [false, 'PRAGMA table_info(parent)'],
    [false, 'BEGIN'],
    [false, 'COMMIT'],
    [false, 'SAVEPOINT s'],
    [false, 'EXPLAIN DELETE FROM parent'],
    [true, `INSERT INTO parent VALUES ('b', 'B', 1)`],
    [true, `INSERT INTO parent VALUES ('b', 'B', 1) RETURNING id`],
    [true, `WITH one AS (SELECT 'b') INSERT INTO child SELECT * FROM one`],
    [true, `UPDATE parent SET name = NULL WHERE 1 = 0`],
    [true, 'DELETE FROM parent RETURNING id'],
    [true, 'CREATE TABLE other (v)'],
    [true, 'VACUUM'],
    [true, 'PRAGMA journal_mode = WAL'],
    [true, 'PRAGMA wal_checkpoint'],
  ])('%s: %s', (writes, sql) => {
    const database = open();
    database.exec(tables);
    expect(database.writes(sql)).toBe(writes);
  });
});

test('a connection that is closed keeps no lock and leaves one file, whatever statements were prepared on it', () => {
  const file = scratchFile();
  const database = new SqliteDatabase(file);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (v)');
  const insert = database.prepare('INSERT INTO t VALUES (?)');
  const select = database.prepare('SELECT v FROM t');
  database.exec('BEGIN IMMEDIATE');
  insert.run('undone');
  expect(select.column()).toEqual(['undone']);
  database.close();
  database.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(open(file).prepare('SELECT count(*) FROM t').value()).toBe(0);
  expect(() => select.all()).toThrow(/^the database is closed$/);
});

test('what fails on the way is undone as a whole', () => {
  const database = open();
  database.exec(tables);
  const add = database.prepare('INSERT INTO child VALUES (?)');
  expect(() =>
    database.immediately(() => {
      add.run('a');
      add.run('nobody');
    }),
  ).toThrow('FOREIGN KEY');
  expect(database.prepare('SELECT count(*) FROM child').value()).toBe(0);
  expect(database.inTransaction).toBe(false);
});

test('the number of rows changed is a number, however integers are read', () => {
  const database = open();
  database.exec('CREATE TABLE t (v BIGINT)');
  const insert = database.prepare('INSERT INTO t VALUES (?), (?) RETURNING v').withBigIntegers();
  expect(insert.run(1n, 2n)).toBe(2);
  expect(insert.column(3n, 4n)).toEqual([3n, 4n]);
});

test('values come back as they went in', () => {
  const database = open();
  const echo = database.prepare('SELECT ?1 AS v').withBigIntegers();
  for (const value of ['', '\u{1F512}', 2n ** 63n - 1n, -(2n ** 63n), 0.5, null]) {
    expect(echo.row(value)).toEqual({ v: value });
  }
  expect(echo.value(new Uint8Array([0, 1, 255]))).toEqual(new Uint8Array([0, 1, 255]));
  expect(() => echo.row('a\0b')).toThrow(expect.objectContaining({ code: '22021' }) as Error);
  expect(() => database.prepare('SELECT 9007199254740993').value()).toThrow();
});
