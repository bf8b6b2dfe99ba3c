import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { BatchedReads } from '../../../src/platform/batched-reads.js';
import { followWork, Work, within } from '../../../src/platform/work/work.js';
import { migratedTemplate, PostgresDatabases } from './postgres-databases.js';
import { afterwards } from './scratch.js';
import { eventually } from '../../eventually.js';

let url: string;
let database: Database;
/** Somebody else on the same database. */
let other: pg.Client;

beforeAll(() => {
  // Before the first database is opened, as in the server.
  followWork();
});
beforeEach(async () => {
  const made = await new PostgresDatabases(inject('postgres')).make(migratedTemplate);
  afterwards(made.remove);
  url = made.url;
  database = await openDatabase({ url });
  afterwards(() => database.close());
  other = new pg.Client({ connectionString: url });
  await other.connect();
  afterwards(() => other.end());
  await database.client.installationFact.createMany({ data: ['a', 'b'].map((key) => ({ key, value: key })) });
});

/** Nobody else reads or writes the facts until `other` commits. */
async function factsLocked(): Promise<void> {
  await other.query('BEGIN');
  await other.query('LOCK TABLE "InstallationFact" IN ACCESS EXCLUSIVE MODE');
}

async function waiting(): Promise<number> {
  // Not in the transaction that holds the lock: that one would be shown the same moment again and again.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
  await client.end();
  return rows.length;
}

const untilWaiting = (count: number) => vi.waitFor(async () => expect(await waiting()).toBe(count), eventually);

const reason = new Error('nobody waits any more');

const readings: readonly (readonly [string, (database: Database) => Promise<unknown>])[] = [
  ['a list through the client', ({ client }) => client.installationFact.findMany({ orderBy: { key: 'asc' } })],
  ['a statement of our own', (known) => known.readSql('SELECT * FROM "InstallationFact"')],
  [
    'a batch that writes',
    (known) => known.writeSql([{ sql: 'DELETE FROM "InstallationFact" WHERE key = ?', rows: [['a']] }]),
  ],
  ['a transaction', (known) => known.transaction((tx) => tx.installationFact.deleteMany())],
  [
    'a row in a transaction',
    (known) => known.transaction((tx) => tx.installationFact.findUnique({ where: { key: 'a' } })),
  ],
];

describe('work that is cancelled', () => {
  test.each(readings)('ends %s that is running, and the server waits for nothing', async (_name, call) => {
    await factsLocked();
    const work = new Work();
    const calling = within(work, async () => call(database));
    const failed = expect(calling).rejects.toThrow();
    await untilWaiting(1);
    work.cancel(reason);
    await failed;
    await untilWaiting(0);
    await other.query('COMMIT');
    expect(await database.client.installationFact.count({ where: { key: { in: ['a', 'b'] } } })).toBe(2);
  });

  test.each(readings.slice(0, 4))('does not begin %s', async (_name, call) => {
    const work = new Work();
    work.cancel(reason);
    await expect(within(work, async () => call(database))).rejects.toThrow(reason.message);
    expect(await database.client.installationFact.count({ where: { key: { in: ['a', 'b'] } } })).toBe(2);
  });

  test('rolls back what it did in a transaction that is not over', async () => {
    const work = new Work({ whole: true });
    const calling = within(work, () =>
      database.transaction(async (tx) => {
        await tx.installationFact.update({ where: { key: 'a' }, data: { value: 'changed' } });
        work.cancel(reason);
      }),
    );
    await expect(calling).rejects.toThrow(reason.message);
    expect(await database.client.installationFact.findUnique({ where: { key: 'a' } })).toMatchObject({ value: 'a' });
  });

  test('finishes what it has begun to keep, where it is to be whole', async () => {
    const work = new Work({ whole: true });
    await within(work, async () => {
      await database.transaction((tx) => tx.installationFact.delete({ where: { key: 'a' } }));
      work.cancel(reason);
      await database.client.installationFact.delete({ where: { key: 'b' } });
    });
    expect(await database.client.installationFact.count({ where: { key: { in: ['a', 'b'] } } })).toBe(0);
  });

  test('ends no statement of others: not on its connections, not of those who asked for the same', async () => {
    await factsLocked();
    const work = new Work();
    const spared = new Work();
    const facts = new BatchedReads(() => database.readSql('SELECT "key" FROM "InstallationFact" ORDER BY "key"'));
    const unique = (key: string) =>
      database.client.installationFact.findUnique({ where: { key } }).then((row) => row?.key);
    const lost = within(work, () =>
      Promise.allSettled([facts.get('all'), unique('a'), database.readSql('SELECT * FROM "InstallationFact"')]),
    );
    const kept = within(spared, () => Promise.all([facts.get('all'), unique('b')]));
    await untilWaiting(3);
    work.cancel(reason);
    await untilWaiting(2);
    await other.query('COMMIT');
    expect((await lost).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    const [shared, row] = await kept;
    expect(shared.map(({ key }) => key)).toEqual(expect.arrayContaining(['a', 'b']));
    expect(row).toBe('b');
  });

  test('leaves the connections of the pool usable', async () => {
    await factsLocked();
    const works = Array.from({ length: 30 }, () => new Work());
    const calls = works.map((work) =>
      within(work, async () => database.client.installationFact.findMany({ where: { key: 'a' } })),
    );
    const settled = Promise.allSettled(calls);
    // The pool has twenty; the others wait for one of them.
    await untilWaiting(20);
    for (const work of works) work.cancel(reason);
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
    await untilWaiting(0);
    await other.query('COMMIT');
    const reads = await Promise.all(Array.from({ length: 40 }, () => database.client.installationFact.count()));
    expect(new Set(reads).size).toBe(1);
  });

  test('counts its statements and their time', async () => {
    const work = new Work();
    await within(work, async () => {
      await database.readSql('SELECT 1 AS "one"');
      await database.client.installationFact.findMany();
    });
    expect(work.statements).toBe(2);
    expect(work.databaseMs).toBeGreaterThan(0);
  });
});
