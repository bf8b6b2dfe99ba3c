import { expect, test } from 'vitest';
import { ConnectionTurns } from '../../../src/platform/database/postgresql/connection-turns.js';
import { Work } from '../../../src/platform/work/work.js';

const waitMs = 60_000;
const of = (account?: string) => new Work({ account });
/** Lets those go on whose turn it is. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('an account has all but the last few at once, and waits for more while others have these at once', async () => {
  const turns = new ConnectionTurns({ size: 10, waitMs });
  const mallory = of('mallory');
  for (let n = 0; n < 8; n += 1) expect(turns.take(mallory)).toBeUndefined();
  let isThere = false;
  void turns.take(mallory)?.then(() => {
    isThere = true;
  });
  expect(turns.take(of('alice'))).toBeUndefined();
  expect(turns.take(of())).toBeUndefined();
  turns.giveBack(of('alice'));
  await settle();
  expect(isThere).toBe(false);
  turns.giveBack(mallory);
  await settle();
  expect(isThere).toBe(true);
});

test('restricted tokens of an account, of which it makes as many as it likes, leave the last few to others', async () => {
  const turns = new ConnectionTurns({ size: 10, waitMs });
  for (let n = 0; n < 8; n += 1) expect(turns.take(of('mallory one'))).toBeUndefined();
  expect(turns.take(of('mallory two'))).toBeUndefined();
  const order: string[] = [];
  for (const account of ['mallory two', 'mallory three', 'mallory'])
    void turns.take(of(account))?.then(() => order.push(account));
  expect(turns.take(of('alice'))).toBeUndefined();
  turns.giveBack(of('alice'));
  await settle();
  expect(order).toEqual([]);
  for (let n = 0; n < 2; n += 1) turns.giveBack(of('mallory one'));
  await settle();
  expect(order).toEqual(['mallory two', 'mallory three']);
});

test('those who wait take turns by account', async () => {
  const turns = new ConnectionTurns({ size: 5, waitMs });
  const server = of();
  for (let n = 0; n < 5; n += 1) expect(turns.take(server)).toBeUndefined();
  const order: string[] = [];
  for (const account of ['mallory', 'mallory', 'mallory', 'alice', 'bob']) {
    void turns.take(of(account))?.then(() => order.push(account));
  }
  for (let n = 0; n < 5; n += 1) turns.giveBack(server);
  await settle();
  expect(order).toEqual(['mallory', 'alice', 'bob', 'mallory', 'mallory']);
});

test('work that is cancelled waits no longer, and takes no turn', async () => {
  const turns = new ConnectionTurns({ size: 5, waitMs });
  for (let n = 0; n < 5; n += 1) void turns.take(of());
  const work = of('alice');
  const waiting = turns.take(work);
  const reason = new Error('nobody waits any more');
  work.cancel(reason);
  await expect(waiting).rejects.toBe(reason);
  turns.giveBack(of());
  expect(turns.take(of('bob'))).toBeUndefined();
});

test('nobody waits for ever', async () => {
  const turns = new ConnectionTurns({ size: 5, waitMs: 1 });
  for (let n = 0; n < 5; n += 1) void turns.take(of());
  await expect(turns.take(of('alice'))).rejects.toThrow('timeout exceeded when trying to connect');
  turns.giveBack(of());
  expect(turns.take(of('bob'))).toBeUndefined();
});
