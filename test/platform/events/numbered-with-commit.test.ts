import { expect, test } from 'vitest';
import { bigint, text } from '../../../src/platform/database/columns.js';
import type { Database } from '../../../src/platform/database/database.js';
import { FollowedElsewhere } from '../../../src/platform/events/followed-elsewhere.js';
import { eventWrite } from '../../../src/platform/events/outbox.js';
import { Relay } from '../../../src/platform/events/relay.js';
import { scratchDatabase } from '../database/scratch.js';
import { Together } from '../processes/together.js';
import { event, openFeed, take, write } from './world.js';

/** The row that counts numbers is made by the first event that is relayed. */
async function withEvents(): Promise<Database> {
  const database = await scratchDatabase();
  await write(database, event('first'));
  await new Relay({ database }).run();
  return database;
}

const batch = (database: Database, ...names: readonly string[]) =>
  database.writeSql(names.map((name) => eventWrite(event(name))));

/** As they are now, before a relay runs again. */
const numbersOf = async (database: Database) => {
  const rows = await database.readSql('SELECT "subject", "number" FROM "Event" ORDER BY "id"');
  return Object.fromEntries(rows.map((row) => [text(row['subject']), bigint.orNull(row['number'])]));
};

test('events of batches have their numbers with the commit, while somebody follows', async () => {
  const database = await withEvents();
  const follower = await openFeed(database).follow({}, null);
  const after = await Promise.all(['a', 'b', 'c'].map((name) => batch(database, name).then(() => numbersOf(database))));
  expect(after[0]).toEqual({ first: 1n, a: 2n, b: 3n, c: 4n });
  await batch(database, 'd', 'e');
  expect(await numbersOf(database)).toMatchObject({ d: 5n, e: 6n });
  expect((await take(follower, 5)).map(({ number }) => number)).toEqual([2n, 3n, 4n, 5n, 6n]);
});

test('those that a transaction has written before are numbered with them, in order', async () => {
  const database = await withEvents();
  const feed = openFeed(database);
  await write(database, event('before'));
  expect(await numbersOf(database)).toMatchObject({ before: null });
  feed.watch(() => undefined);
  await batch(database, 'a');
  expect(await numbersOf(database)).toEqual({ first: 1n, before: 2n, a: 3n });
});

test('the very first event is left to the relay', async () => {
  const database = await scratchDatabase();
  const follower = await openFeed(database).follow({}, null);
  await batch(database, 'a');
  await batch(database, 'b');
  expect((await take(follower, 2)).map(({ number, subject }) => [number, subject])).toEqual([
    [1n, 'a'],
    [2n, 'b'],
  ]);
});

test('while somebody follows elsewhere, and while nobody does', async () => {
  const database = await withEvents();
  const together = new Together();
  openFeed(database, {}, together.join());
  const other = new FollowedElsewhere(together.join(), () => undefined);
  await batch(database, 'a');
  other.follow(true);
  expect(await numbersOf(database)).toEqual({ first: 1n, a: null });
  await batch(database, 'b');
  expect(await numbersOf(database)).toEqual({ first: 1n, a: 2n, b: 3n });
  other.follow(false);
  await batch(database, 'c');
  expect(await numbersOf(database)).toMatchObject({ c: null });
});

test('a batch of which nothing is kept has none, and leaves no gap', async () => {
  const database = await withEvents();
  openFeed(database).watch(() => undefined);
  const refused = database.writeSql([
    eventWrite(event('lost')),
    { sql: 'DELETE FROM "Mount"', rows: [[]], changes: 1 },
  ]);
  const kept = batch(database, 'a');
  await expect(refused).rejects.toThrow('0 rows were changed');
  await kept;
  expect(await numbersOf(database)).toEqual({ first: 1n, a: 2n });
});

test('what is written in the background is numbered by a commit that is synced', async () => {
  const database = await withEvents();
  openFeed(database).watch(() => undefined);
  await database.background.writeSql([eventWrite(event('a'))]);
  expect(await numbersOf(database)).toMatchObject({ a: null });
  await batch(database, 'b');
  expect(await numbersOf(database)).toEqual({ first: 1n, a: 2n, b: 3n });
});
