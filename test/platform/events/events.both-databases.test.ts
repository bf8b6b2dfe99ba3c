import { describe, expect, test, vi } from 'vitest';
import { EventLog } from '../../../src/platform/events/event-log.js';
import { eventId, eventIdOf, positionOf } from '../../../src/platform/events/event.js';
import { Events } from '../../../src/platform/events/events.js';
import { eventWrite, recordEvents } from '../../../src/platform/events/outbox.js';
import { Relay } from '../../../src/platform/events/relay.js';
import { scratchDatabase } from '../database/scratch.js';
import { aTime, clockAt, event, openFeed, silent, subjects, take, write } from './world.js';

describe('what is followed', () => {
  test('from now on: nothing that was there before, everything that comes, in order', async () => {
    const database = await scratchDatabase();
    const feed = openFeed(database);
    await write(database, event('before'));
    const follower = await feed.follow({}, null);
    await write(database, event('one'), event('two'));
    const taken = await take(follower, 2);
    expect(subjects(taken)).toEqual(['one', 'two']);
    expect(taken.map(({ number }) => number)).toEqual([2n, 3n]);
    expect(taken[0]).toMatchObject({ at: aTime, kind: 'boat.launched', topic: 'harbour', scope: '', facts: {} });
  });

  test('only what is asked for: topic, scope, kinds', async () => {
    const database = await scratchDatabase();
    const feed = openFeed(database);
    const followers = await Promise.all(
      [{ topic: 'a' }, { scope: 's' }, { topic: 'a', kinds: ['sunk'] }, {}].map((filter) => feed.follow(filter, null)),
    );
    const written = [
      event('1', { topic: 'a', scope: 's' }),
      event('2', { topic: 'b', scope: 's', kind: 'sunk' }),
      event('3', { topic: 'a', kind: 'sunk' }),
      event('end', { topic: 'a', scope: 's', kind: 'sunk' }),
    ];
    await write(database, ...written);
    const expected = [
      ['1', '3', 'end'],
      ['1', '2', 'end'],
      ['3', 'end'],
      ['1', '2', '3', 'end'],
    ];
    for (const [index, follower] of followers.entries()) {
      expect(subjects(await take(follower, expected[index]?.length ?? 0))).toEqual(expected[index]);
    }
  });

  test('of no kinds: no event, without a statement that PostgreSQL refuses', async () => {
    const database = await scratchDatabase();
    await write(database, event('one'));
    const read = vi.spyOn(database, 'readSql');
    const log = new EventLog({ database });
    expect(await log.page({ kinds: [] }, 0n, 1n)).toEqual({ events: [], through: 1n });
    expect(read.mock.calls.filter(([sql]) => /IN \(\s*\)/.test(sql))).toEqual([]);
    read.mockRestore();
  });

  test('what is written past Prisma, in the batch of what made it true', async () => {
    const database = await scratchDatabase();
    const feed = openFeed(database);
    const follower = await feed.follow({}, null);
    await database.writeSql([
      eventWrite(event('one', { facts: { colour: 'red', masts: 2, sunk: false, flag: null } })),
    ]);
    const [taken] = await take(follower, 1);
    expect(taken).toMatchObject({
      subject: 'one',
      at: aTime,
      facts: { colour: 'red', masts: 2, sunk: false, flag: null },
    });
  });

  test('nothing of a transaction that was rolled back', async () => {
    const database = await scratchDatabase();
    const feed = openFeed(database);
    const follower = await feed.follow({}, null);
    const lost = database.transaction(async (tx) => {
      await recordEvents(tx, event('lost'));
      throw new Error('no');
    });
    await expect(lost).rejects.toThrow('no');
    await write(database, event('kept'));
    expect(subjects(await take(follower, 1))).toEqual(['kept']);
  });

  test('what another process writes without a word', async () => {
    const database = await scratchDatabase();
    const follower = await openFeed(database).follow({}, null);
    await database.client.event.create({ data: { at: aTime, kind: 'k', topic: 't', subject: 'silent' } });
    expect(subjects(await take(follower, 1))).toEqual(['silent']);
  });

  test('an end: of the follower, of the feed', async () => {
    const database = await scratchDatabase();
    const feed = openFeed(database);
    const [left, right] = await Promise.all([feed.follow({}, null), feed.follow({}, null)]);
    const waiting = left.next();
    await left.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    const other = right.next();
    await feed.close();
    expect(await other).toEqual({ done: true, value: undefined });
    await expect(feed.follow({}, null)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('resuming', () => {
  test('after an event: what came since, then what comes', async () => {
    const database = await scratchDatabase();
    const feed = openFeed(database);
    const first = await feed.follow({}, null);
    await write(database, event('1'), event('2'));
    const [one] = await take(first, 1);
    await first.return();
    await write(database, event('3'));
    const again = await feed.follow({}, eventId(one!));
    await write(database, event('4'));
    expect(subjects(await take(again, 3))).toEqual(['2', '3', '4']);
  });

  test('a reader that stands at the end may say so before anything happened', async () => {
    const database = await scratchDatabase();
    const feed = openFeed(database);
    const nothingYet = eventIdOf(await feed.end());
    await write(database, event('1'));
    expect(subjects(await take(await feed.follow({}, nothingYet), 1))).toEqual(['1']);
  });

  test('over more events than one statement reads', async () => {
    const database = await scratchDatabase();
    const feed = openFeed(database);
    const start = eventIdOf(await feed.end());
    const many = Array.from({ length: 4_500 }, (_, index) =>
      event(String(index), { topic: index % 2 ? 'odd' : 'even' }),
    );
    await database.writeSql([eventWrite(...many)]);
    const odd = await take(await feed.follow({ topic: 'odd' }, start), 2_250);
    expect(subjects(odd)).toEqual(many.filter(({ topic }) => topic === 'odd').map(({ subject }) => subject));
  });

  test.each(['', 'MTIz', 'bm90IGFuIGlk', 'x'.repeat(300)])('%j is the id of no event', async (id) => {
    const feed = openFeed(await scratchDatabase());
    await expect(feed.follow({}, id)).rejects.toMatchObject({ code: 'INVALID_PARAMETER' });
  });

  test('ids say where and when, and nothing else', () => {
    expect(positionOf(eventId({ number: 12n, at: aTime }))).toEqual({ number: 12n, at: aTime.getTime() });
    expect(positionOf(eventIdOf({ number: 0n, at: null }))).toEqual({ number: 0n, at: null });
  });

  test('an event that was never there, or is another one now, as after a restored backup', async () => {
    const database = await scratchDatabase();
    const feed = openFeed(database);
    await write(database, event('1'));
    await feed.end();
    const gone = { code: 'EVENT_GONE' };
    await expect(feed.follow({}, eventIdOf({ number: 2n, at: null }))).rejects.toMatchObject(gone);
    await expect(feed.follow({}, eventIdOf({ number: 1n, at: 1 }))).rejects.toMatchObject(gone);
    await expect(feed.follow({}, eventId({ number: 1n, at: aTime }))).resolves.toBeDefined();
  });
});

describe('keeping', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
  const events = (database: Awaited<ReturnType<typeof scratchDatabase>>, keepCount = 1_000) => {
    const clock = clockAt(at(0));
    const all = new Events({ database, clock, log: silent, keepMs: 3 * 3_600_000, keepCount });
    return { clock, all, log: new EventLog({ database }) };
  };
  const left = async (database: Awaited<ReturnType<typeof scratchDatabase>>) =>
    (await database.client.event.findMany({ orderBy: { number: 'asc' } })).map(({ subject }) => subject);

  test('what is too old goes; a reader from before is told, one from the border is not', async () => {
    const database = await scratchDatabase();
    const { clock, all, log } = events(database);
    await write(database, ...[0, 1, 2, 3, 4].map((hour) => event(String(hour), { at: at(hour) })));
    clock.set(at(5));
    expect(await all.prune()).toEqual(new Date(at(5).getTime() + 60_000));
    expect(await left(database)).toEqual(['2', '3', '4']);
    expect(await log.bounds()).toEqual({ last: 5n, pruned: 2n, noticed: null });
    await expect(log.requireKept({ number: 1n, at: at(0).getTime() })).rejects.toMatchObject({ code: 'EVENT_GONE' });
    await log.requireKept({ number: 2n, at: at(1).getTime() });
  });

  test('what is too much goes, and numbers go on when nothing is left', async () => {
    const database = await scratchDatabase();
    const { clock, all, log } = events(database, 2);
    await write(database, ...['1', '2', '3', '4', '5'].map((subject) => event(subject, { at: at(0) })));
    await all.prune();
    expect(await left(database)).toEqual(['4', '5']);
    clock.set(at(9));
    await all.prune();
    expect(await left(database)).toEqual([]);
    await write(database, event('6', { at: at(9) }));
    await new Relay({ database }).run();
    expect(await log.bounds()).toEqual({ last: 6n, pruned: 5n, noticed: null });
  });

  test('more than one statement removes', async () => {
    const database = await scratchDatabase();
    const { all } = events(database, 10);
    await database.writeSql([
      eventWrite(...Array.from({ length: 2_500 }, (_, index) => event(String(index), { at: at(0) }))),
    ]);
    await all.prune();
    expect(await left(database)).toHaveLength(10);
  });

  test('a reader that is overtaken by the removal is told, and not handed a part', async () => {
    const database = await scratchDatabase();
    const { clock, all, log } = events(database);
    const feed = openFeed(database);
    const start = await feed.end();
    await write(database, event('1', { at: at(0) }), event('2', { at: at(0) }));
    const follower = await feed.follow({}, eventIdOf(start));
    // What has no number yet is not removed.
    await expect.poll(async () => (await log.bounds()).last).toBe(start.number + 2n);
    clock.set(at(9));
    await all.prune();
    await expect(take(follower, 2)).rejects.toMatchObject({ code: 'EVENT_GONE' });
    expect(await follower.next()).toEqual({ done: true, value: undefined });
  });
});

describe('slow readers', () => {
  test('one that is slower than events come holds few of them and misses none', async () => {
    const database = await scratchDatabase();
    const feed = openFeed(database, { queueLength: 3 });
    const slow = await feed.follow({}, null);
    const quick = await feed.follow({}, null);
    const first = slow.next();
    const names = Array.from({ length: 50 }, (_, index) => String(index));
    for (const name of names) await write(database, event(name));
    expect(subjects(await take(quick, 50))).toEqual(names);
    const { value } = await first;
    expect([value?.subject, ...subjects(await take(slow, 49))]).toEqual(names);
  });

  test('one that takes nothing is given up, and goes on after the last that it had', async () => {
    const database = await scratchDatabase();
    const feed = openFeed(database, { queueLength: 3, stallMs: 1_000_000 });
    const follower = await feed.follow({}, null);
    const witness = await feed.follow({}, null);
    const first = follower.next();
    await write(database, event('1'), event('2'), event('3'));
    await take(witness, 3);
    expect((await first).value?.subject).toBe('1');
    expect(follower.giveUpIfStalled()).toBe(false);
    expect(follower.giveUpIfStalled(performance.now() + 1_000_001)).toBe(true);
    await expect(follower.next()).rejects.toMatchObject({ code: 'SUBSCRIBER_TOO_SLOW' });
    const again = await feed.follow({}, eventIdOf(follower.taken));
    expect(subjects(await take(again, 2))).toEqual(['2', '3']);
  });

  test('one that waits for events is not slow', async () => {
    const database = await scratchDatabase();
    const feed = openFeed(database);
    const follower = await feed.follow({}, null);
    const next = follower.next();
    await write(database, event('0'));
    await next;
    const waiting = follower.next();
    expect(follower.giveUpIfStalled(performance.now() + 1_000_000)).toBe(false);
    await write(database, event('1'));
    expect((await waiting).value?.subject).toBe('1');
  });
});
