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

  // A statement of a batch overrules them: see `WholeBatches`, which only knows those of its own table.
  test('no trigger fires another one that has a rule of its own for conflicts', async () => {
    const file = scratchFile();
    await scratchDatabase(file);
    const migrated = new SqliteDatabase(file, { readOnly: true });
    const all = migrated.rowsOf(`SELECT "tbl_name" AS "of", "sql" FROM sqlite_schema WHERE "type" = 'trigger'`);
    migrated.close();
    const bodies = all.map(({ of, sql }) => ({ of: String(of), body: String(sql).replace(/^.*?\bBEGIN\b/s, '') }));
    const ruled = new Set(bodies.filter(({ body }) => /\bOR\s+(?:IGNORE|REPLACE)\b/i.test(body)).map(({ of }) => of));
    const written = bodies.flatMap(({ body }) =>
      [...body.matchAll(/\b(?:INTO|UPDATE(?: OR \w+)?|DELETE FROM) "(\w+)"/g)].map(([, table]) => table),
    );
    expect(ruled.size).toBeGreaterThan(5);
    expect(new Set(written).size).toBeGreaterThan(3);
    expect(written.filter((table) => table !== undefined && ruled.has(table))).toEqual([]);
  });
});
