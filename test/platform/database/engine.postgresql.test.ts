import pg from 'pg';
import { describe, expect, inject, test, vi } from 'vitest';
import { databaseStatus, migrateDatabase, openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { bundledMigrations } from '../../../src/platform/database/migrations.js';
import { databaseContract } from './contract.js';
import { lockWaits } from './lock-waits.js';
import { PostgresDatabases } from './postgres-databases.js';
import { postgresqlShape, postgresqlTriggers, sqlOfShape, triggers } from './schema-shape.js';
import { afterwards, scratchDatabase } from './scratch.js';
import { writingContract } from './writing-contract.js';
import { eventually } from '../../eventually.js';

/** URL of a database without any table. */
async function empty(): Promise<string> {
  const { url, remove } = await new PostgresDatabases(inject('postgres')).make('template0');
  afterwards(remove);
  return url;
}

const longer = `UPDATE "InstallationFact" SET value = value || '+' WHERE key = ?`;

async function factsAandB(): Promise<Database> {
  const database = await scratchDatabase();
  await database.client.installationFact.createMany({ data: ['a', 'b'].map((key) => ({ key, value: '' })) });
  return database;
}

async function facts(database: Database): Promise<Record<string, string>> {
  const rows = await database.client.installationFact.findMany({ where: { key: { in: ['a', 'b'] } } });
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Lengthens both facts in one transaction, and waits between them the first time. */
function lengthen(database: Database, [first, second]: [string, string], met: () => Promise<void>): Promise<void> {
  let again = false;
  return database.transaction(async (tx) => {
    await tx.$executeRaw`UPDATE "InstallationFact" SET value = value || '+' WHERE key = ${first}`;
    if (!again) await met();
    again = true;
    await tx.$executeRaw`UPDATE "InstallationFact" SET value = value || '+' WHERE key = ${second}`;
  });
}

/** Each who calls it goes on when so many have. */
function meeting(size: number): () => Promise<void> {
  let arrived = 0;
  let all = (): void => undefined;
  const complete = new Promise<void>((resolve) => {
    all = resolve;
  });
  return async () => {
    arrived += 1;
    if (arrived === size) all();
    await complete;
  };
}

describe('on PostgreSQL', () => {
  databaseContract(scratchDatabase);
  writingContract();

  test('a migrated database is what schema.prisma says', async () => {
    const [migrated, wanted] = [await empty(), await empty()];
    await migrateDatabase({ url: migrated });
    const client = new pg.Client({ connectionString: wanted });
    await client.connect();
    await client.query(sqlOfShape('postgresql'));
    await client.end();
    expect(await postgresqlShape(migrated)).toEqual(await postgresqlShape(wanted));
    expect(await postgresqlTriggers(migrated)).toEqual(triggers.postgresql);
  });

  test('of two transactions that wait for each other both are kept', async () => {
    const database = await factsAandB();
    const met = meeting(2);
    await Promise.all([lengthen(database, ['a', 'b'], met), lengthen(database, ['b', 'a'], met)]);
    expect(await facts(database)).toEqual({ a: '++', b: '++' });
  });

  test('a batch past the client and a transaction that wait for each other are both kept', async () => {
    const database = await factsAandB();
    // The batch has to wait for `b` when the transaction asks for `a`: whichever of the two the database ends, it comes again.
    const begun = meeting(2);
    const batch = async () => {
      await begun();
      await database.writeSql(['a', 'b'].map((key) => ({ sql: longer, rows: [[key]] })));
    };
    const transaction = lengthen(database, ['b', 'a'], async () => {
      await begun();
      await vi.waitUntil(async () => (await lockWaits(database)) > 0, eventually);
    });
    await Promise.all([transaction, batch()]);
    expect(await facts(database)).toEqual({ a: '++', b: '++' });
  });

  test('a transaction that another ends when it is committed runs again', async () => {
    const database = await factsAandB();
    // What is put off to the commit waits for others there, as bytes that are stored do.
    for (const statement of [
      'CREATE SEQUENCE "attempts"',
      `CREATE FUNCTION "end_the_first"() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF nextval('"attempts"') = 1 THEN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END IF; RETURN NULL; END $$`,
      `CREATE CONSTRAINT TRIGGER "ended" AFTER UPDATE ON "InstallationFact"
       DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "end_the_first"()`,
    ])
      await database.client.$executeRawUnsafe(statement);
    await lengthen(database, ['a', 'b'], () => Promise.resolve());
    expect(await facts(database)).toEqual({ a: '+', b: '+' });
  });

  test('many who migrate at once do it once', async () => {
    const url = await empty();
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrateDatabase({ url })));
    const all = bundledMigrations('postgresql').length;
    expect(applied.map((migrations) => migrations.length).sort()).toEqual([0, 0, 0, all]);
    expect((await databaseStatus({ url })).pending).toEqual([]);
  });

  test('a migration that waits for a server at work, which waits for it, is tried again', async () => {
    const url = await empty();
    await migrateDatabase({ url });
    const server = new pg.Client({ connectionString: url });
    await server.connect();
    for (const statement of [
      'DROP TRIGGER "Workspace_stored_bytes" ON "Workspace"',
      'DROP FUNCTION "add_stored_bytes"',
      'DROP TABLE "StoredBytes"',
      `DELETE FROM "_prisma_migrations" WHERE "migration_name" = '0012_stored_bytes_together'`,
      // What the making of a workspace holds, and then wants, whatever there is.
      'BEGIN',
      'UPDATE "Workspace" SET "name" = "name"',
    ])
      await server.query(statement);
    const migrating = migrateDatabase({ url });
    const lock =
      'SELECT 1 FROM pg_locks WHERE NOT granted AND relation IS NOT NULL AND database = (SELECT oid FROM pg_database WHERE datname = current_database())';
    const locks = async () => (await server.query(lock)).rowCount;
    await expect.poll(locks, { interval: 20 }).toBe(1);
    // The database may as well end this one: such a server tries again too.
    await server.query('UPDATE "Organization" SET "name" = "name"').catch(() => undefined);
    await server.query('COMMIT');
    expect((await migrating).map(({ name }) => name)).toEqual(['0012_stored_bytes_together']);
    await server.end();
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
