import { expect, test } from 'vitest';
import type { RateRefusal } from '../../../src/gateway/admission/request-rates.js';
import { WaitingLine } from '../../../src/gateway/subscriptions/waiting-line.js';
import { problem } from '../../../src/platform/problems.js';

const refusal = (resetMs: number): RateRefusal => ({ error: problem('LIMIT_EXCEEDED', 'too many'), resetMs });
const limited = { status: 'rejected', reason: { message: 'too many' } };

/** Room for so many at a time, and a new window whenever it was found full. */
function windows(room: number, resetMs = 2) {
  let used = room;
  const counted = { attempts: 0 };
  const count = () => {
    counted.attempts += 1;
    if (used < room) {
      used += 1;
      return Promise.resolve(null);
    }
    used = 0;
    return Promise.resolve(refusal(resetMs));
  };
  return { count, counted };
}

test('who waits comes in with the next two windows, in the order they came, and uses up nothing', async () => {
  const line = new WaitingLine(new AbortController().signal);
  const { count, counted } = windows(3);
  const entered: number[] = [];
  const all = Array.from({ length: 9 }, async (_nothing, place) => {
    await line.enter(count, null);
    entered.push(place);
  });
  expect(line.isEmpty).toBe(false);
  const outcomes = await Promise.allSettled(all);
  expect(entered).toEqual([0, 1, 2, 3, 4, 5]);
  expect(outcomes.slice(6)).toMatchObject([limited, limited, limited]);
  // One attempt finds a window full for all.
  expect(counted.attempts).toBe(6 + 3);
  expect(line.isEmpty).toBe(true);
});

test('nobody waits for what is too far away, nor asks for it', async () => {
  const line = new WaitingLine(new AbortController().signal);
  const { count, counted } = windows(3);
  const outcomes = await Promise.allSettled([line.enter(count, refusal(60_000)), line.enter(count, null)]);
  expect(outcomes).toMatchObject([limited, limited]);
  expect(counted.attempts).toBe(0);
});

test('all leave when the connection is over', async () => {
  const over = new AbortController();
  const line = new WaitingLine(over.signal);
  const { count, counted } = windows(3);
  const waiting = [line.enter(count, refusal(1_900)), line.enter(count, null), line.enter(count, null)];
  over.abort();
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes).toMatchObject([limited, limited, limited]);
  expect(counted.attempts).toBe(0);
});

test('a limit that is full without an end is given up', async () => {
  const line = new WaitingLine(new AbortController().signal);
  await expect(line.enter(() => Promise.resolve(refusal(0)), null)).rejects.toThrow('too many');
  expect(line.isEmpty).toBe(true);
});
