import pino from 'pino';
import type { Clock } from '../../../src/platform/clock.js';
import type { Database, SqlWrite } from '../../../src/platform/database/database.js';
import { EventFeed } from '../../../src/platform/events/event-feed.js';
import { EventLog } from '../../../src/platform/events/event-log.js';
import type { NewEvent, RecordedEvent } from '../../../src/platform/events/event.js';
import type { Follower, FollowerLimits } from '../../../src/platform/events/follower.js';
import { recordEvents } from '../../../src/platform/events/outbox.js';
import { Relay } from '../../../src/platform/events/relay.js';
import { afterwards } from '../database/scratch.js';
import { noSiblings } from '../../../src/platform/processes/siblings.js';
import type { Siblings } from '../../../src/platform/processes/siblings.js';

export const aTime = new Date('2026-03-04T05:06:07.089Z');

export const event = (subject: string, more: Partial<NewEvent> = {}): NewEvent => ({
  ...{ at: aTime, kind: 'boat.launched', topic: 'harbour', subject },
  ...more,
});

/** Writes events, each in a transaction of its own. */
export async function write(database: Database, ...events: readonly NewEvent[]): Promise<void> {
  for (const each of events) await database.transaction((tx) => recordEvents(tx, each));
}

export const silent = pino({ level: 'silent' });

/** A feed as one process has it. */
export function openFeed(
  database: Database,
  limits: Partial<FollowerLimits> = {},
  siblings: Siblings = noSiblings,
): EventFeed {
  const feed = new EventFeed({
    siblings,
    database,
    events: new EventLog({ database }),
    relay: new Relay({ database }),
    log: silent,
    limits: { queueLength: 256, stallMs: 30_000, ...limits },
    pollMs: 50,
  });
  feed.start();
  afterwards(() => feed.close());
  return feed;
}

/** The next `count` events of a follower. */
export async function take(follower: Follower, count: number): Promise<RecordedEvent[]> {
  const taken: RecordedEvent[] = [];
  while (taken.length < count) {
    const { value, done } = await follower.next();
    if (done) throw new Error(`the follower ended after ${taken.length} events`);
    taken.push(value);
  }
  return taken;
}

export const subjects = (events: readonly RecordedEvent[]) => events.map(({ subject }) => subject);

/** The process dies when it next writes: before anything of it is kept, or after all of it. */
export function dyingAtWrite(
  database: Database,
  when: 'before' | 'after',
): Pick<Database, 'provider' | 'readAnew' | 'readSql' | 'writeSql'> {
  return {
    provider: database.provider,
    readAnew: (sql, parameters) => database.readAnew(sql, parameters),
    readSql: (sql, parameters) => database.readSql(sql, parameters),
    writeSql: async (batch: readonly SqlWrite[]) => {
      if (when === 'after') await database.writeSql(batch);
      throw new Error('killed');
    },
  };
}

export function clockAt(time: Date): Clock & { set(to: Date): void } {
  let now = time;
  return {
    now: () => now,
    set: (to) => {
      now = to;
    },
  };
}
