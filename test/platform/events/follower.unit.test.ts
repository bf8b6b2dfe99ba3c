import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../../../src/platform/events/event.js';
import { Follower } from '../../../src/platform/events/follower.js';
import { aTime, event } from './world.js';

const numbered = (number: bigint): RecordedEvent => ({
  ...event(String(number)),
  ...{ number, at: aTime, scope: '', facts: {} },
});

/** A log that nobody needs to read. */
const unread = { page: () => Promise.reject(new Error('read')), requireKept: () => Promise.reject(new Error('read')) };

/** A reader whose server has handed out the events up to a number, and hands out those after it. */
async function reader({ seen, from }: { seen: bigint; from: bigint }) {
  const joined: Follower[] = [];
  const follower = new Follower({
    feed: { seen, join: (each) => joined.push(each), leave: () => joined.splice(0), forget: () => joined.splice(0) },
    log: unread,
    limits: { queueLength: 2, stallMs: 30_000 },
    filter: {},
    from: { number: from, at: null },
  });
  const first = follower.next();
  await expect.poll(() => joined).toEqual([follower]);
  return { follower, first };
}

describe('a reader that comes from a server that was ahead', () => {
  test('gets nothing again that it has seen there', async () => {
    const { follower, first } = await reader({ seen: 4n, from: 6n });
    for (const number of [5n, 6n, 7n]) follower.push(numbered(number));
    expect((await first).value?.number).toBe(7n);
    follower.push(numbered(8n));
    expect((await follower.next()).value?.number).toBe(8n);
  });

  test('is not overtaken by what it has seen', async () => {
    const { follower, first } = await reader({ seen: 0n, from: 6n });
    for (const number of [1n, 2n, 3n, 4n, 5n, 6n, 7n]) follower.push(numbered(number));
    expect((await first).value?.number).toBe(7n);
  });
});
