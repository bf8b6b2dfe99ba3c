import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.js';
import { EventLog } from '../../../src/platform/events/event-log.js';
import { eventIdOf } from '../../../src/platform/events/event.js';
import type { EventPosition, RecordedEvent } from '../../../src/platform/events/event.js';
import { eventWrite, holdsEvents, recordEvents } from '../../../src/platform/events/outbox.js';
import { numbering, Relay } from '../../../src/platform/events/relay.js';
import { scratchDatabase } from '../database/scratch.js';
import { dyingAtWrite, event, openFeed, take } from './world.js';

/** A property runs many times in one test, each time as if nothing had happened before. */
async function emptied(database: Database): Promise<void> {
  await database.writeSql(['Event', 'EventRelay'].map((table) => ({ sql: `DELETE FROM "${table}"`, rows: [[]] })));
}

type Step =
  | { readonly do: 'write'; readonly count: number; readonly kept: boolean }
  | { readonly do: 'batches'; readonly count: number; readonly numbered: boolean }
  | { readonly do: 'relay' }
  | { readonly do: 'crash'; readonly when: 'before' | 'after' }
  | { readonly do: 'relays'; readonly count: number }
  | { readonly do: 'read'; readonly reader: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), count: fc.integer({ min: 1, max: 5 }), kept: fc.boolean() }),
  fc.record({ do: fc.constant('batches' as const), count: fc.integer({ min: 1, max: 5 }), numbered: fc.boolean() }),
  fc.constant({ do: 'relay' as const }),
  fc.record({ do: fc.constant('crash' as const), when: fc.constantFrom('before' as const, 'after' as const) }),
  fc.record({ do: fc.constant('relays' as const), count: fc.integer({ min: 2, max: 3 }) }),
  fc.record({ do: fc.constant('read' as const), reader: fc.integer({ min: 0, max: 2 }) }),
);

test('whatever writers, relays that die and readers do in whatever order, every reader gets each event once, in order, under one number', async () => {
  const database = await scratchDatabase();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      await emptied(database);
      await interleave(database, steps);
    }),
    { numRuns: 40 },
  );
});

async function interleave(database: Database, steps: readonly Step[]): Promise<void> {
  const log = new EventLog({ database });
  const written: string[] = [];
  const readers = [0, 1, 2].map(() => ({ at: 0n, seen: new Array<RecordedEvent>() }));
  const read = async (reader: { at: bigint; seen: RecordedEvent[] }) => {
    const { last } = await log.bounds();
    while (reader.at < last) {
      const { events, through } = await log.page({}, reader.at, last);
      reader.seen.push(...events);
      reader.at = through;
    }
  };
  let made = 0;
  for (const each of steps) {
    if (each.do === 'write') {
      const names = Array.from({ length: each.count }, () => String(++made));
      const work = database.transaction(async (tx) => {
        await recordEvents(tx, ...names.map((name) => event(name)));
        if (!each.kept) throw new Error('rolled back');
      });
      await work.catch(() => undefined);
      if (each.kept) written.push(...names);
    } else if (each.do === 'batches') {
      const names = Array.from({ length: each.count }, () => String(++made));
      const stop = each.numbered ? database.rideAlong({ concerns: holdsEvents, writes: numbering }) : () => undefined;
      // Those that wait together are committed together, in this order, on SQLite.
      for (const name of database.provider === 'sqlite' ? [] : names)
        await database.writeSql([eventWrite(event(name))]);
      if (database.provider === 'sqlite')
        await Promise.all(names.map((name) => database.writeSql([eventWrite(event(name))])));
      stop();
      written.push(...names);
    } else if (each.do === 'relay') await new Relay({ database }).run();
    else if (each.do === 'crash') {
      await new Relay({ database: dyingAtWrite(database, each.when) }).run().catch(() => undefined);
    } else if (each.do === 'relays')
      await Promise.all(Array.from({ length: each.count }, () => new Relay({ database }).run()));
    else await read(readers[each.reader]!);
  }
  await new Relay({ database }).run();
  for (const reader of readers) {
    await read(reader);
    expect(reader.seen.map(({ subject }) => subject)).toEqual(written);
    expect(reader.seen.map(({ number }) => number)).toEqual(written.map((_, index) => BigInt(index + 1)));
  }
}

test('readers that come and go while others write miss nothing and get nothing twice', async () => {
  const database = await scratchDatabase();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 3 }),
      async (stays, writers) => {
        await emptied(database);
        const feeds = [openFeed(database, { queueLength: 2 }), openFeed(database, { queueLength: 2 })] as const;
        let at: EventPosition = await feeds[0].end();
        const total = stays.reduce((sum, stay) => sum + stay, 0);
        const names = Array.from({ length: total }, (_, index) => String(index));
        const mine = (writer: number) => names.filter((_, index) => index % writers === writer);
        const writing = Promise.all(
          Array.from({ length: writers }, async (_, writer) => {
            for (const name of mine(writer)) await database.transaction((tx) => recordEvents(tx, event(name)));
          }),
        );
        const seen: RecordedEvent[] = [];
        for (const [index, stay] of stays.entries()) {
          const follower = await feeds[index % 2 === 0 ? 0 : 1].follow({}, eventIdOf(at));
          seen.push(...(await take(follower, stay)));
          at = follower.taken;
          await follower.return();
        }
        await writing;
        for (const feed of feeds) await feed.close();
        expect(seen.map(({ number }) => number)).toEqual(names.map((_, index) => BigInt(index + 1)));
        expect(seen.map(({ subject }) => subject).sort()).toEqual([...names].sort());
        for (let writer = 0; writer < writers; writer += 1) {
          const own = new Set(mine(writer));
          expect(seen.map(({ subject }) => subject).filter((subject) => own.has(subject))).toEqual(mine(writer));
        }
      },
    ),
    { numRuns: 15 },
  );
});
