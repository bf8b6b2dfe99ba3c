import { readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../src/platform/database/sqlite/driver.js';

/** What the name of a test file may say of it (CONTRIBUTING.md, "Tests"); the projects of vitest.config.ts go by it. */
const kinds = ['unit', 'both-databases', 'postgresql', 'without-postgresql'];
const endToEndKinds = ['postgresql'];

const folder = import.meta.dirname;
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.test.ts'));

const isNamed = (file: string): boolean => {
  const [, kind, ...more] = path.posix.basename(file, '.test.ts').split('.');
  const may = file.startsWith('e2e/') ? endToEndKinds : kinds;
  return more.length === 0 && (kind === undefined || may.includes(kind));
};

test('every test file has a name that says what it runs on', () => {
  expect(files.filter((file) => !isNamed(file))).toEqual([]);
  expect(isNamed('state/locks.unit.test.ts')).toBe(true);
  expect(isNamed('state/locks.units.test.ts')).toBe(false);
  expect(isNamed('e2e/locks.both-databases.test.ts')).toBe(false);
});

describe('a file that opens no database by its name', () => {
  test('cannot open SQLite', () => {
    expect(() => new SqliteDatabase(':memory:')).toThrow('*.unit.test.ts');
  });

  test('cannot connect to PostgreSQL', () => {
    const connect = () => new pg.Client('postgresql://127.0.0.1:1/none').connect();
    expect(connect).toThrow('*.unit.test.ts');
  });
});
