import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { eventIdOf } from '../../../src/platform/events/event.js';
import { EventLog } from '../../../src/platform/events/event-log.js';
import { eventWrite, recordEvents } from '../../../src/platform/events/outbox.js';
import { Relay } from '../../../src/platform/events/relay.js';
import { fullOfWords } from '../database/full-of-words.js';
import { afterwards, scratchDatabase, scratchUrl } from '../database/scratch.js';
import { event, openFeed, subjects, take, write } from './world.js';

class Gate {
  open: () => void = () => undefined;
  readonly passed = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

/** Two servers on one database. */
async function two(): Promise<readonly [Database, Database]> {
  const url = await scratchUrl();
  const here = await scratchDatabase(url);
  const there = await openDatabase({ url });
  afterwards(() => there.close());
  return [here, there];
}

describe('events of several servers on PostgreSQL', () => {
  test('what commits late is not missed, though its id is lower', async () => {
    const [here, there] = await two();
    const follower = await openFeed(there).follow({}, null);
    const [held, written] = [new Gate(), new Gate()];
    const late = here.transaction(async (tx) => {
      await recordEvents(tx, event('late'));
      written.open();
      await held.passed;
    });
    await written.passed;
    await write(here, event('early'));
    expect(subjects(await take(follower, 1))).toEqual(['early']);
    held.open();
    await late;
    expect(subjects(await take(follower, 1))).toEqual(['late']);
    const rows = await here.client.event.findMany({ orderBy: { id: 'asc' } });
    expect(rows.map(({ subject, number }) => [subject, number])).toEqual([
      ['late', 2n],
      ['early', 1n],
    ]);
  });

  test('those who follow at another server are woken', async () => {
    const [here, there] = await two();
    // Its own events are relayed by the server that made them, which follows nothing.
    openFeed(here);
    const follower = await openFeed(there).follow({ topic: 'harbour' }, null);
    await write(here, event('1'), event('elsewhere', { topic: 'sea' }), event('2'));
    await here.writeSql([eventWrite(event('3', { facts: { masts: 3 } }))]);
    expect(subjects(await take(follower, 3))).toEqual(['1', '2', '3']);
  });

  test('where there is no room for a word, events get their numbers, and those who follow elsewhere look by themselves', async () => {
    const [here, there] = await two();
    openFeed(fullOfWords(here));
    const follower = await openFeed(fullOfWords(there)).follow({}, null);
    await write(here, event('1'), event('2'));
    expect(subjects(await take(follower, 2))).toEqual(['1', '2']);
  });

  test('many writers and many relays at once: every number once, none left out', async () => {
    const [here, there] = await two();
    const log = new EventLog({ database: there });
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let index = 0; index < 20; index += 1) {
        await write(writer % 2 ? here : there, event(`${writer}-${index}`));
        await new Relay({ database: index % 2 ? here : there }).run();
      }
    });
    await Promise.all(writers);
    await new Relay({ database: here }).run();
    const { events, through } = await log.page({}, 0n, 1_000n);
    expect(through).toBe(1_000n);
    expect(events.map(({ number }) => number)).toEqual(Array.from({ length: 160 }, (_, index) => BigInt(index + 1)));
    for (let writer = 0; writer < 8; writer += 1) {
      const own = subjects(events).filter((subject) => subject.startsWith(`${writer}-`));
      expect(own).toEqual(Array.from({ length: 20 }, (_, index) => `${writer}-${index}`));
    }
  });

  test('the relay asks once, however many events wait, and when there are none', async () => {
    const [here] = await two();
    for (let index = 0; index < 5; index += 1) await write(here, event(String(index)));
    const heard: string[] = [];
    const stop = here.onStatement(({ sql }) => heard.push(sql.slice(0, 2)));
    await new Relay({ database: here }).run();
    await new Relay({ database: here }).run();
    stop();
    expect(heard).toEqual(['DO', 'DO']);
    expect(await new EventLog({ database: here }).bounds()).toEqual({ last: 5n, pruned: 0n, noticed: null });
  });

  test('very many are numbered in batches, in more than one transaction if that takes long', async () => {
    const [here] = await two();
    for (const statement of [
      `INSERT INTO "Event" ("at", "kind", "topic", "scope", "subject", "facts")
         SELECT now(), 'k', 't', '', 's', '{}' FROM generate_series(1, 2500)`,
      'CREATE TABLE "Numbered" (transaction TEXT, events BIGINT)',
      `CREATE FUNCTION "numbered"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF EXISTS (SELECT 1 FROM "given") THEN
           INSERT INTO "Numbered" SELECT pg_current_xact_id()::text, count(*) FROM "given"; PERFORM pg_sleep(0.3);
         END IF; RETURN NULL; END $$`,
      `CREATE TRIGGER "numbered" AFTER UPDATE ON "Event" REFERENCING NEW TABLE AS "given"
         FOR EACH STATEMENT EXECUTE FUNCTION "numbered"()`,
    ])
      await here.client.$executeRawUnsafe(statement);
    await new Relay({ database: here, mostMs: 200 }).run();
    const rows = await here.readSql('SELECT transaction, events FROM "Numbered" ORDER BY events DESC');
    expect(rows.map(({ events }) => events)).toEqual([1_000n, 1_000n, 500n]);
    expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(3);
    expect(await new EventLog({ database: here }).bounds()).toEqual({ last: 2_500n, pruned: 0n, noticed: null });
  });

  test('pruned, and resumed after', async () => {
    const [here] = await two();
    const feed = openFeed(here);
    const log = new EventLog({ database: here });
    await write(here, event('1'), event('2'), event('3'));
    await feed.end();
    expect(await log.prune({ before: new Date(0), keep: 1 })).toBe(2);
    await expect(feed.follow({}, eventIdOf({ number: 1n, at: null }))).rejects.toMatchObject({ code: 'EVENT_GONE' });
    expect(subjects(await take(await feed.follow({}, eventIdOf({ number: 2n, at: null })), 1))).toEqual(['3']);
  });
});
