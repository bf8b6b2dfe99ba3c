import { describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { databaseContract } from './contract.js';
import { sqliteShape, sqliteTriggers, sqlOfShape, triggers } from './schema-shape.js';
import { scratchDatabase, scratchFile } from './scratch.js';
import { writingContract } from './writing-contract.js';

describe('on SQLite', () => {
  databaseContract(scratchDatabase);
  writingContract();

  test('a migrated database is what schema.prisma says', async () => {
    const file = scratchFile();
    await scratchDatabase(file);
    const migrated = new SqliteDatabase(file, { readOnly: true });
    const wanted = new SqliteDatabase(':memory:');
    wanted.exec(sqlOfShape('sqlite'));
    expect(sqliteShape(migrated)).toEqual(sqliteShape(wanted));
    expect(sqliteTriggers(migrated)).toEqual(triggers.sqlite);
    migrated.close();
    wanted.close();
  });
});
