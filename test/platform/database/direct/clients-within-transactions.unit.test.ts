import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';
import { expect, test } from 'vitest';
import { ClientsWithinTransactions } from '../../../../src/platform/database/direct/clients-within-transactions.js';
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
function clients() {
  const adapters = new Map<object, SqlDriverAdapter>();
  const like: SqlDriverAdapter = {
    ...identity,
    ...transaction([]),
    executeScript: () => Promise.resolve(),
    startTransaction: () => Promise.reject(new Error('not of this one')),
    dispose: () => Promise.resolve(),
  };
  const within = new ClientsWithinTransactions(async (factory) => {
    const client = {};
    adapters.set(client, await factory.connect());
    return client;
  }, like);
  const adapterOf = (client: object): SqlDriverAdapter => {
    const adapter = adapters.get(client);
    if (!adapter) throw new Error('no client of ours');
    return adapter;
  };
  return { within, adapterOf, made: () => adapters.size };
}

test.each([
  ['a statement', (adapter: SqlDriverAdapter) => adapter.queryRaw(query('late'))],
  ['a part', (adapter: SqlDriverAdapter) => adapter.startTransaction()],
])('%s of a call that outlives its transaction reaches neither its connection nor the next one', async (_, late) => {
  const { within, adapterOf, made } = clients();
  const [first, next]: [string[], string[]] = [[], []];
  let goOn: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });

  const ended = new OpenTransaction(transaction(first), 10_000);
  const one = within.lentTo(ended);
  const outliving = one.run(async (client) => {
    await adapterOf(client).queryRaw(query('early'));
    await waiting;
    return late(adapterOf(client));
  });
  await expect.poll(() => first).toEqual(['early']);
  await ended.rollback();
  one.giveBack();

  const open = new OpenTransaction(transaction(next), 10_000);
  const other = within.lentTo(open);
  await other.run((client) => adapterOf(client).queryRaw(query('own')));
  goOn?.();
  await expect(outliving).rejects.toMatchObject({ code: 'P2028' });
  await open.commit();
  other.giveBack();
  expect(first).toEqual(['early', 'ROLLBACK']);
  expect(next).toEqual(['own', 'COMMIT']);

  // Both clients are used again, when their calls are over.
  expect(made()).toBe(2);
  for (let more = 0; more < 5; more += 1) {
    const again = new OpenTransaction(transaction([]), 10_000);
    const lent = within.lentTo(again);
    await lent.run((client) => adapterOf(client).queryRaw(query('again')));
    await again.commit();
    lent.giveBack();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(made()).toBe(2);
});

test('a transaction that has ended lends no client', async () => {
  const { within, made } = clients();
  const ended = new OpenTransaction(transaction([]), 10_000);
  const lent = within.lentTo(ended);
  await ended.commit();
  lent.giveBack();
  await expect(lent.run(() => Promise.resolve('answer'))).rejects.toMatchObject({ code: 'P2028' });
  expect(made()).toBe(0);
});

test('parts have one name, and do not lie across one another', async () => {
  const { within, adapterOf } = clients();
  const log: string[] = [];
  const lent = within.lentTo(new OpenTransaction(transaction(log), 10_000));
  await Promise.all(
    ['a', 'b'].map((text) =>
      lent.run(async (client) => {
        const part = await adapterOf(client).startTransaction();
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
