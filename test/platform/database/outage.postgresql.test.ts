import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { Listening } from '../../../src/platform/database/postgresql/listen.js';
import { outageOf } from '../../../src/platform/outage.js';
import { PostgresDatabases } from './postgres-databases.js';
import { postgresPrograms } from './postgres-programs.js';
import { startPostgres } from './postgres-server.js';
import type { PostgresServer } from './postgres-server.js';
import { TcpProxy } from './tcp-proxy.js';
import { eventually } from '../../eventually.js';

/** A server of its own: this one is killed. */
let server: PostgresServer;
let proxy: TcpProxy;
let url: string;
let database: Database;
/** Directly, to look at what was kept. */
let witness: Database;

const silenceMs = 1_000;

beforeAll(async () => {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('PostgreSQL is not installed');
  server = await startPostgres(programs);
  url = (await new PostgresDatabases(server.urlOf('postgres')).make('template0')).url;
  proxy = await TcpProxy.to(url);
  database = await openDatabase({ url: proxy.through(url), silenceMs });
  witness = await openDatabase({ url });
});
afterAll(async () => {
  await database.close();
  await witness.close();
  await proxy.close();
  server.stop();
});

const insert = (key: string) => ({
  sql: 'INSERT INTO "InstallationFact" ("key", "value") VALUES (?, ?)',
  rows: [[key, '']],
});

/** Ways to write, each a path of its own to the server. */
const writes: readonly (readonly [string, (key: string) => Promise<unknown>])[] = [
  ['past the client', (key) => database.writeSql([insert(key)])],
  ['the client', (key) => database.client.installationFact.create({ data: { key, value: '' } })],
  [
    'a transaction',
    (key) =>
      database.transaction(async (tx) => {
        await tx.installationFact.create({ data: { key, value: '' } });
        await tx.$queryRaw`SELECT count(*) FROM pg_sleep(0.01)`;
        await tx.installationFact.update({ where: { key }, data: { value: 'whole' } });
      }),
  ],
];

/** Writes by all ways for as long as something goes on. */
async function writing(during: () => Promise<void>) {
  const acknowledged: string[] = [];
  const failures: unknown[] = [];
  let on = true;
  const running = writes.flatMap(([, write]) =>
    Array.from({ length: 4 }, async () => {
      while (on) {
        const key = randomUUID();
        await write(key).then(
          () => acknowledged.push(key),
          (error: unknown) => failures.push(error),
        );
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }),
  );
  await vi.waitUntil(() => acknowledged.length > 20, eventually);
  await during();
  const before = acknowledged.length;
  await vi.waitUntil(() => acknowledged.length > before + 20, eventually);
  on = false;
  await Promise.all(running);
  return { acknowledged, failures };
}

async function expectKept(acknowledged: readonly string[]): Promise<void> {
  const rows = await witness.client.installationFact.findMany({ where: { key: { in: [...acknowledged] } } });
  expect(new Set(rows.map(({ key }) => key))).toEqual(new Set(acknowledged));
}

const killed =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND application_name = ''";

describe('what was acknowledged is kept, what was not is an outage, and writing goes on', () => {
  test.each<[string, () => Promise<void>]>([
    [
      'connections are ended by the server',
      async () => {
        for (let n = 0; n < 5; n += 1) {
          await witness.client
            .$queryRawUnsafe(killed.replace('SELECT', 'SELECT count(*) FROM (SELECT') + ') AS each')
            .catch(() => undefined);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      },
    ],
    [
      'the network cuts them',
      async () => {
        for (let n = 0; n < 5; n += 1) {
          proxy.cut();
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      },
    ],
    [
      'the server ends and comes back',
      async () => {
        server.crash();
        for (const [, write] of writes)
          expect(outageOf(await write('never').catch((error: unknown) => error))).toBe('away');
        server.start();
        await vi.waitUntil(
          () =>
            witness.ping().then(
              () => true,
              () => false,
            ),
          eventually,
        );
      },
    ],
  ])('%s', async (_, fail) => {
    const { acknowledged, failures } = await writing(fail);
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) expect(outageOf(failure), String(failure)).toBe('away');
    await expectKept(acknowledged);
  });
});

describe('a server that vanishes without a word', () => {
  test.each(writes)('is noticed by %s, and the other connections of that time are not waited for', async (_, write) => {
    await Promise.all(Array.from({ length: 5 }, () => database.ping()));
    proxy.stall();
    const failure: unknown = await write(randomUUID()).catch((error: unknown) => error);
    expect(outageOf(failure), String(failure)).toBe('away');
    proxy.heal();
    // One that waited again for each connection of the pool would take as many times as long.
    await Promise.all(Array.from({ length: 5 }, () => database.ping()));
    await write(randomUUID());
  });

  test('is noticed by who only listens', async () => {
    const heard = vi.fn<() => void>();
    const listening = new Listening({ url: proxy.through(url), bounds: { silenceMs: 400 } });
    const stop = listening.listen('a', heard);
    await vi.waitUntil(() => heard.mock.calls.length === 1, eventually);
    proxy.stall();
    await vi.waitUntil(() => proxy.connections > 0, eventually);
    proxy.heal();
    // It hears again, since something may have been said meanwhile.
    await vi.waitUntil(() => heard.mock.calls.length === 2, eventually);
    await witness.client.$executeRaw`SELECT pg_notify('a', '')`;
    await vi.waitUntil(() => heard.mock.calls.length === 3, eventually);
    await stop();
  });

  test('is noticed by all who listen, each to what is its own, on one connection', async () => {
    const listening = new Listening({ url: proxy.through(url), bounds: { silenceMs: 400 } });
    const [first, second, late] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
    const before = proxy.connections;
    const stopping = [listening.listen('a', first), listening.listen('b', second)];
    await vi.waitUntil(() => first.mock.calls.length + second.mock.calls.length === 2, eventually);
    stopping.push(listening.listen('c', late));
    await vi.waitUntil(() => late.mock.calls.length === 1, eventually);
    expect(proxy.connections - before).toBe(1);
    await witness.client.$executeRaw`SELECT pg_notify('c', '')`;
    await vi.waitUntil(() => late.mock.calls.length === 2, eventually);
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    proxy.stall();
    await vi.waitUntil(() => proxy.connections > 0, eventually);
    proxy.heal();
    await vi.waitUntil(() => [first, second, late].every(({ mock }) => mock.calls.length >= 2), eventually);
    const [stopFirst, ...others] = stopping;
    await stopFirst?.();
    const [told, toldOther] = [first.mock.calls.length, second.mock.calls.length];
    await witness.client.$executeRaw`SELECT pg_notify('a', ''), pg_notify('b', '')`;
    await vi.waitUntil(() => second.mock.calls.length > toldOther, eventually);
    expect(first.mock.calls.length).toBe(told);
    await Promise.all(others.map((stop) => stop()));
    const again = vi.fn<() => void>();
    const stopAgain = listening.listen('b', again);
    await vi.waitUntil(() => again.mock.calls.length > 0, eventually);
    await stopAgain();
  });
});
