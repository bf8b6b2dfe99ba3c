import { expect, test } from 'vitest';
import { ChangesMissing, openDatabase } from '../../../src/platform/database/database.js';
import type { Database, SqlWrite } from '../../../src/platform/database/database.js';
import { insertFact } from './facts.js';
import { afterwards, scratchDatabase, scratchUrl } from './scratch.js';
import { TcpProxy } from './tcp-proxy.js';

const facts = (...keys: readonly string[]): SqlWrite => ({ sql: insertFact, rows: keys.map((key) => [key, '']) });
const longer = (key: string, changes?: number): SqlWrite => ({
  sql: `UPDATE "InstallationFact" SET value = value || '+' WHERE key = ?`,
  rows: [[key]],
  ...(changes !== undefined && { changes }),
});

async function factsIn(database: Database): Promise<Record<string, unknown>> {
  const rows = await database.readSql('SELECT key, value FROM "InstallationFact"');
  return Object.fromEntries(rows.map(({ key, value }) => [String(key), value]));
}

/** A database with a proxy before it that counts. */
async function counted() {
  const url = await scratchUrl();
  const proxy = await TcpProxy.to(url);
  const database = await openDatabase({ url: proxy.through(url) });
  afterwards(async () => {
    await database.close();
    await proxy.close();
  });
  return {
    database,
    roundTrips: async (work: () => Promise<unknown>): Promise<number> => {
      const before = proxy.roundTrips;
      await work();
      return proxy.roundTrips - before;
    },
  };
}

test('a batch takes one round trip, also where statements have to change something', async () => {
  const { database, roundTrips } = await counted();
  await database.writeSql([facts('connected')]);
  expect(await roundTrips(() => database.writeSql([facts('a', 'b'), longer('a'), longer('b', 1)]))).toBe(1);
  expect(await roundTrips(() => database.writeSql([longer('a', 1), longer('b')]))).toBe(1);
  expect(await factsIn(database)).toMatchObject({ a: '++', b: '++' });
});

test('a batch that is sent in parts is one transaction', async () => {
  const { database, roundTrips } = await counted();
  await database.writeSql([facts('connected')]);
  const many = Array.from({ length: 600 }, (_, index) => `many-${index}`);
  await expect(database.writeSql([facts(...many), longer('nobody', 1)])).rejects.toThrow(ChangesMissing);
  expect(await factsIn(database)).not.toHaveProperty('many-0');
  expect(await roundTrips(() => database.writeSql([facts(...many)]))).toBe(3);
  expect(await factsIn(database)).toHaveProperty('many-599');
});

test('nothing of a batch is kept when one of its statements fails, wherever that stands', async () => {
  const database = await scratchDatabase();
  await database.writeSql([facts('taken')]);
  for (const batch of [
    [facts('taken'), facts('next')],
    [facts('next', 'taken')],
    [facts('next'), longer('taken'), facts('taken'), longer('taken')],
  ])
    await expect(database.writeSql(batch)).rejects.toMatchObject({ code: '23505' });
  expect(await factsIn(database)).toEqual(expect.objectContaining({ taken: '' }));
  expect(await factsIn(database)).not.toHaveProperty('next');
});

test('a statement that could not be prepared at first can be run later', async () => {
  const database = await scratchDatabase();
  const intoScratch: SqlWrite = { sql: 'INSERT INTO "Scratch" ("key") VALUES (?)', rows: [['a']] };
  await expect(database.writeSql([longer('nobody'), intoScratch, longer('nobody', 0)])).rejects.toMatchObject({
    code: '42P01',
  });
  await database.client.$executeRawUnsafe('CREATE TABLE "Scratch" ("key" TEXT PRIMARY KEY)');
  await database.writeSql([longer('nobody'), intoScratch, longer('nobody', 0)]);
  expect(await database.readSql('SELECT "key" FROM "Scratch"')).toEqual([{ key: 'a' }]);
});

test('a statement can be run in batches and by the client, on one connection', async () => {
  const database = await scratchDatabase();
  const inserted = 'INSERT INTO "InstallationFact" ("key", "value") VALUES ($1, $2)';
  for (const key of ['a', 'b', 'c', 'd']) {
    await database.client.$executeRawUnsafe(inserted, `${key} client`, '');
    await database.writeSql([{ sql: inserted.replace('$1', '?').replace('$2', '?'), rows: [[`${key} batch`, '']] }]);
  }
  expect(Object.keys(await factsIn(database))).toEqual(expect.arrayContaining(['a client', 'd client', 'd batch']));
});

test('other numbers of changed rows are noticed, more as well as fewer', async () => {
  const database = await scratchDatabase();
  await database.writeSql([facts('a', 'b')]);
  const every = `UPDATE "InstallationFact" SET value = ? WHERE key IN ('a', 'b')`;
  for (const changes of [0, 1, 3])
    await expect(database.writeSql([{ sql: every, rows: [['x']], changes }])).rejects.toThrow(ChangesMissing);
  expect(await factsIn(database)).toMatchObject({ a: '', b: '' });
  await database.writeSql([{ sql: every, rows: [['x']], changes: 2 }]);
  expect(await factsIn(database)).toMatchObject({ a: 'x', b: 'x' });
});
