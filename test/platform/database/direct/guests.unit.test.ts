import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';
import { expect, test } from 'vitest';
import { Guests } from '../../../../src/platform/database/direct/guests.js';
import { OpenTransaction } from '../../../../src/platform/database/direct/open-transaction.js';

const query = (sql: string) => ({ sql, args: [], argTypes: [] });
const nothing = { columnNames: [], columnTypes: [], rows: [] };
const identity = { provider: 'sqlite', adapterName: 'test' } as const;

/** A transaction that writes down what it is told. */
function transaction(log: string[]): Transaction {
  const noted = (text: string) => {
    log.push(text);
    return Promise.resolve();
  };
  return {
    ...identity,
    options: { usePhantomQuery: true },
    queryRaw: ({ sql }) => noted(sql).then(() => nothing),
    executeRaw: ({ sql }) => noted(sql).then(() => 0),
    commit: () => noted('COMMIT'),
    rollback: () => noted('ROLLBACK'),
    createSavepoint: (name) => noted(`SAVEPOINT ${name}`),
    releaseSavepoint: (name) => noted(`RELEASE ${name}`),
    rollbackToSavepoint: (name) => noted(`ROLLBACK TO ${name}`),
  };
}

/** Clients that are the adapters that they were made with. */
function guests() {
  const seats = new Map<object, SqlDriverAdapter>();
  const like: SqlDriverAdapter = {
    ...identity,
    ...transaction([]),
    executeScript: () => Promise.resolve(),
    startTransaction: () => Promise.reject(new Error('not of this one')),
    dispose: () => Promise.resolve(),
  };
  const rooms = new Guests(async (factory) => {
    const client = {};
    seats.set(client, await factory.connect());
    return client;
  }, like);
  const seatOf = (client: object): SqlDriverAdapter => {
    const seat = seats.get(client);
    if (!seat) throw new Error('no client of ours');
    return seat;
  };
  return { rooms, seatOf, made: () => seats.size };
}

test.each([
  ['a statement', (seat: SqlDriverAdapter) => seat.queryRaw(query('late'))],
  ['a part', (seat: SqlDriverAdapter) => seat.startTransaction()],
])('%s of a call that outlives its transaction reaches neither its connection nor the next one', async (_, late) => {
  const { rooms, seatOf, made } = guests();
  const [first, next]: [string[], string[]] = [[], []];
  let goOn: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });

  const ended = new OpenTransaction(transaction(first), 10_000);
  const one = rooms.host(ended);
  const outliving = one.run(async (client) => {
    await seatOf(client).queryRaw(query('early'));
    await waiting;
    return late(seatOf(client));
  });
  await expect.poll(() => first).toEqual(['early']);
  await ended.rollback();
  one.leave();

  const open = new OpenTransaction(transaction(next), 10_000);
  const other = rooms.host(open);
  await other.run((client) => seatOf(client).queryRaw(query('own')));
  goOn?.();
  await expect(outliving).rejects.toMatchObject({ code: 'P2028' });
  await open.commit();
  other.leave();
  expect(first).toEqual(['early', 'ROLLBACK']);
  expect(next).toEqual(['own', 'COMMIT']);

  // Both clients are used again, when their calls are over.
  expect(made()).toBe(2);
  for (let more = 0; more < 5; more += 1) {
    const again = new OpenTransaction(transaction([]), 10_000);
    const host = rooms.host(again);
    await host.run((client) => seatOf(client).queryRaw(query('again')));
    await again.commit();
    host.leave();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(made()).toBe(2);
});

test('a transaction that has ended lends no client', async () => {
  const { rooms, made } = guests();
  const ended = new OpenTransaction(transaction([]), 10_000);
  const host = rooms.host(ended);
  await ended.commit();
  host.leave();
  await expect(host.run(() => Promise.resolve('answer'))).rejects.toMatchObject({ code: 'P2028' });
  expect(made()).toBe(0);
});

test('parts have one name, and do not lie across one another', async () => {
  const { rooms, seatOf } = guests();
  const log: string[] = [];
  const host = rooms.host(new OpenTransaction(transaction(log), 10_000));
  await Promise.all(
    ['a', 'b'].map((text) =>
      host.run(async (client) => {
        const part = await seatOf(client).startTransaction();
        await part.executeRaw(query(text));
        await (text === 'a' ? part.rollback() : part.commit());
      }),
    ),
  );
  expect(log).toEqual([
    ...['SAVEPOINT part', 'a', 'ROLLBACK TO part', 'RELEASE part'],
    ...['SAVEPOINT part', 'b', 'RELEASE part'],
  ]);
});
