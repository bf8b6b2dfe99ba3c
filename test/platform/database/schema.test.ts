import SqliteDriver from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { databaseContract } from './contract.js';
import { sqliteShape, sqlOfSchema } from './schema-shape.js';
import { scratchDatabase, scratchFile } from './scratch.js';

describe('on SQLite', () => {
  databaseContract(() => scratchDatabase());

  test('a migrated database is what schema.prisma says', async () => {
    const file = scratchFile();
    await scratchDatabase(file);
    const migrated = new SqliteDriver(file, { readonly: true });
    const wanted = new SqliteDriver(':memory:');
    wanted.exec(sqlOfSchema('sqlite'));
    expect(sqliteShape(migrated)).toEqual(sqliteShape(wanted));
    migrated.close();
    wanted.close();
  });
});
