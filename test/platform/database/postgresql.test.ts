import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { databaseStatus, migrateDatabase, openDatabase } from '../../../src/platform/database/database.js';
import { databaseContract } from './contract.js';
import { PostgresDatabases } from './postgres-databases.js';
import { postgresqlShape, sqlOfSchema } from './schema-shape.js';
import { afterwards, scratchDatabase } from './scratch.js';
import { writingContract } from './writing-contract.js';

/** URL of a database without any table. */
async function empty(): Promise<string> {
  const { url, remove } = await new PostgresDatabases(inject('postgres')).make('template0');
  afterwards(remove);
  return url;
}

describe('on PostgreSQL', () => {
  databaseContract(scratchDatabase);
  writingContract();

  test('a migrated database is what schema.prisma says', async () => {
    const [migrated, wanted] = [await empty(), await empty()];
    await migrateDatabase({ url: migrated });
    const client = new pg.Client({ connectionString: wanted });
    await client.connect();
    await client.query(sqlOfSchema('postgresql'));
    await client.end();
    expect(await postgresqlShape(migrated)).toEqual(await postgresqlShape(wanted));
  });

  test('many who migrate at once do it once', async () => {
    const url = await empty();
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrateDatabase({ url })));
    expect(applied.map((migrations) => migrations.length).sort()).toEqual([0, 0, 0, 1]);
    expect((await databaseStatus({ url })).pending).toEqual([]);
  });

  test('a database with the tables of another program is left alone', async () => {
    const url = await empty();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('CREATE TABLE "Foreign" (id TEXT)');
    await client.end();
    await expect(openDatabase({ url })).rejects.toThrow('is not a Trustate database');
  });

  test('a server or database that is not there is named, without the password', async () => {
    const missing = (await empty()).replace(/\/test_\w+$/, '/missing').replace('trustate@', 'trustate:secret@');
    const error: unknown = await openDatabase({ url: missing }).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(
      /^OperatorError: the database at 127\.0\.0\.1:\d+\/missing cannot be reached: .*does not exist$/,
    );
    await expect(openDatabase({ url: 'postgresql://a:secret@127.0.0.1:1/x' })).rejects.toThrow(
      /^the database at 127\.0\.0\.1:1\/x cannot be reached: [^\n]*$/,
    );
  });
});
