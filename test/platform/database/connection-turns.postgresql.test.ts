import pg from 'pg';
import { beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { followWork, Work, within } from '../../../src/platform/work/work.js';
import { eventually } from '../../eventually.js';
import { migratedTemplate, PostgresDatabases } from './postgres-databases.js';
import { afterwards } from './scratch.js';

/** More than there are connections. */
const many = 60;

let database: Database;
let other: pg.Client;

beforeAll(() => {
  followWork();
});
beforeEach(async () => {
  const made = await new PostgresDatabases(inject('postgres')).make(migratedTemplate);
  afterwards(made.remove);
  database = await openDatabase({ url: made.url });
  afterwards(() => database.close());
  other = new pg.Client({ connectionString: made.url });
  await other.connect();
  afterwards(() => other.end());
  await database.client.installationFact.createMany({ data: ['a', 'b'].map((key) => ({ key, value: key })) });
});

/** A change of the row by an account, which waits for whoever holds the row. */
const change = (account: string, key: string) =>
  within(new Work({ account, whole: true }), () =>
    database.transaction((tx) => tx.installationFact.update({ where: { key }, data: { value: account } })),
  );

const waitingForLocks = async (): Promise<number> => {
  const { rowCount } = await other.query(
    "SELECT 1 FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) OR NOT granted AND locktype = 'transactionid'",
  );
  return rowCount ?? 0;
};

test('whoever has all statements wait for a row of their own leaves connections for everybody else', async () => {
  await other.query('BEGIN');
  await other.query(`UPDATE "InstallationFact" SET "value" = 'held' WHERE "key" = 'a'`);
  const waiting = Promise.all(Array.from({ length: many }, () => change('mallory', 'a')));
  await vi.waitFor(async () => expect(await waitingForLocks()).toBeGreaterThan(3), eventually);
  await change('alice', 'b');
  await database.readSql('SELECT "key" FROM "InstallationFact"');
  const { value } = await database.client.installationFact.findUniqueOrThrow({ where: { key: 'b' } });
  expect(value).toBe('alice');
  await other.query('ROLLBACK');
  await waiting;
});

test('every connection is given back, also by work that is cancelled while it waits for one', async () => {
  await other.query('BEGIN');
  await other.query(`UPDATE "InstallationFact" SET "value" = 'held' WHERE "key" = 'a'`);
  const works = Array.from({ length: many }, () => new Work({ account: 'mallory' }));
  const reading = Promise.allSettled(
    works.map((work) =>
      within(work, () =>
        database.transaction((tx) => tx.installationFact.update({ where: { key: 'a' }, data: { value: 'x' } })),
      ),
    ),
  );
  await vi.waitFor(async () => expect(await waitingForLocks()).toBeGreaterThan(3), eventually);
  const reason = new Error('nobody waits any more');
  for (const work of works) work.cancel(reason);
  expect((await reading).map(({ status }) => status)).toEqual(works.map(() => 'rejected'));
  await other.query('ROLLBACK');
  await Promise.all(Array.from({ length: many }, (_, at) => change('mallory', at % 2 === 0 ? 'a' : 'b')));
});
