import { expect, test } from 'vitest';
import { MountTurns } from '../../../src/pki/revocation/mount-turns.js';
import type { Database } from '../../../src/platform/database/database.js';

/** Transactions that end when they are told to. */
function held() {
  const ends: (() => void)[] = [];
  const transaction = () => new Promise<void>((resolve) => ends.push(resolve));
  const database = { provider: 'postgresql', transaction } as unknown as Pick<Database, 'provider' | 'transaction'>;
  return { ends, turns: new MountTurns(database) };
}

test('two of a mount are at work, a thousand wait in their order, and whoever comes then is told to try again', async () => {
  const { ends, turns } = held();
  const order: number[] = [];
  const begin = (mount: string, number = 0) =>
    turns.transaction(mount, () => Promise.resolve()).then(() => void order.push(number));
  const all = Array.from({ length: 1_002 }, (_, number) => begin('one', number));
  expect(ends).toHaveLength(2);
  await expect(begin('one')).rejects.toMatchObject({ code: 'UNAVAILABLE', problems: [{ retryAfter: 2 }] });
  // Another mount has a line of its own.
  const other = begin('other', -1);
  ends.pop()?.();
  await other;
  expect(order.splice(0)).toEqual([-1]);
  // There is room again as soon as one has ended.
  ends.shift()?.();
  await all[0];
  const late = begin('one', 1_002);
  await Promise.resolve();
  for (let ended = false; !ended;) {
    await new Promise(setImmediate);
    for (const end of ends.splice(0)) end();
    ended = order.length === 1_003;
  }
  await Promise.all([...all, late]);
  expect(order).toEqual(order.toSorted((one, another) => one - another));
});
