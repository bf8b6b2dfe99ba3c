import pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { DatabaseClient } from '../../../../src/platform/database/database.js';
import { eventually } from '../../../eventually.js';
import { lockWaits } from '../lock-waits.js';
import { afterwards, scratchDatabase, scratchUrl } from '../scratch.js';

const change = 'UPDATE "InstallationFact" SET "value" = \'other\' WHERE "key" = $1';

/** Two rows, stored in this order, and another server in a transaction. */
async function beside(first: string, second: string) {
  const url = await scratchUrl();
  const database = await scratchDatabase(url);
  const { installationFact } = database.client;
  for (const key of [first, second]) await installationFact.create({ data: { key, value: '' } });
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  afterwards(() => other.end());
  // Only the statements of this server notice that they wait for each other.
  await other.query("SET deadlock_timeout = '1h'");
  await other.query('BEGIN');
  const oneWaits = () => vi.waitFor(async () => expect(await lockWaits(database)).toBe(1), eventually);
  return { client: database.client, installationFact, other, oneWaits };
}

const both = { key: { in: ['a', 'b'] } };

test('a statement that may take several rows waits for them by key: one that it waits for holds none of the later ones up', async () => {
  const { installationFact, other, oneWaits } = await beside('b', 'a');
  await other.query(change, ['a']);
  const claimed = installationFact.updateManyAndReturn({ where: both, data: { value: 'own' } });
  await oneWaits();
  await other.query('SELECT 1 FROM "InstallationFact" WHERE "key" = $1 FOR UPDATE NOWAIT', ['b']);
  await other.query('COMMIT');
  expect((await claimed).map(({ value }) => value)).toEqual(['own', 'own']);
});

test('it takes none that another has changed so that it is not meant any more', async () => {
  const { installationFact, other, oneWaits } = await beside('b', 'a');
  await other.query(change, ['a']);
  const claimed = installationFact.updateManyAndReturn({ where: { ...both, value: '' }, data: { value: 'own' } });
  await oneWaits();
  await other.query('COMMIT');
  expect((await claimed).map(({ key }) => key)).toEqual(['b']);
});

test('it does not wait for who only holds them, as an insert of what refers to them does', async () => {
  const { installationFact, other } = await beside('b', 'a');
  await other.query('SELECT 1 FROM "InstallationFact" WHERE "key" = $1 FOR KEY SHARE', ['a']);
  const claimed = await installationFact.updateManyAndReturn({ where: both, data: { value: 'own' } });
  expect(claimed.map(({ key }) => key).toSorted()).toEqual(['a', 'b']);
});

test.each([
  ['a statement', ({ installationFact }) => installationFact.updateMany({ where: both, data: { value: 'own' } })],
  [
    'one that Prisma runs',
    async (client) => ({
      count: await client.$executeRaw`UPDATE "InstallationFact" SET "value" = 'own' WHERE "key" IN ('a', 'b')`,
    }),
  ],
] satisfies readonly [string, (client: DatabaseClient) => Promise<{ count: number }>][])(
  '%s that the database ends in favour of another server runs again',
  async (_, write) => {
    const { client, other, oneWaits } = await beside('a', 'b');
    await other.query(change, ['b']);
    const changed = write(client);
    await oneWaits();
    await other.query(change, ['a']);
    await other.query('COMMIT');
    expect(await changed).toEqual({ count: 2 });
  },
);
