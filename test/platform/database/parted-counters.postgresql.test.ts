import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { partedCount } from '../../../src/platform/database/row-counts.js';
import { eventually } from '../../eventually.js';
import { afterwards, scratchDatabase, scratchUrl } from './scratch.js';

const at = '2026-01-01';

/** A mount with an account, and connections that wait for nobody. */
async function opened() {
  const url = await scratchUrl();
  const database = await scratchDatabase(url);
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    afterwards(() => client.end());
    // Who has to wait for another transaction fails, as one of them has ended long after that.
    await client.query("SET lock_timeout = '5s'");
    return client;
  };
  const one = await connect();
  await one.query(
    `INSERT INTO "Mount" ("id", "path", "accessor", "createdAt", "updatedAt") VALUES ('m', 'm', 'm', '${at}', '${at}')`,
  );
  await one.query(
    `INSERT INTO "AcmeAccount" ("id", "mountId", "directory", "thumbprint", "jwk", "status", "createdAt") VALUES ('a', 'm', '', '', '', 'valid', '${at}')`,
  );
  const order = (client: pg.Client, id: string) =>
    client.query(
      `INSERT INTO "AcmeOrder" ("id", "mountId", "accountId", "status", "identifiers", "createdAt", "expiresAt") VALUES ($1, 'm', 'a', 'pending', '[]', '${at}', '${at}')`,
      [id],
    );
  const total = () => partedCount(database, ['acme-order/m']);
  const parts = async () => {
    const { rows } = await one.query<{ list: string; count: string }>(
      `SELECT "list", "count" FROM "RowCount" WHERE "list" = 'acme-order/m' OR "list" LIKE 'acme-order/m/%' ORDER BY "list"`,
    );
    return rows.map(({ list, count }) => [list, Number(count)]);
  };
  return { one, connect, order, total, parts };
}

test('whoever adds to a list, or takes from it, waits for nobody else who does', async () => {
  const { one, connect, order, total, parts } = await opened();
  const others = [await connect(), await connect(), await connect()] as const;
  const [second, third, fourth] = others;
  const all = [one, ...others];
  // Each a part that nobody has made yet, then each one that is there.
  for (const round of [1, 2]) {
    for (const [number, client] of all.entries()) {
      await client.query('BEGIN');
      await order(client, `o-${round}-${number}`);
    }
    for (const client of all) await client.query('COMMIT');
    expect(await total()).toBe(BigInt(round * all.length));
  }
  expect(await parts()).toEqual([
    ...[
      ['acme-order/m', 2],
      ['acme-order/m/1', 2],
    ],
    ...[
      ['acme-order/m/2', 2],
      ['acme-order/m/3', 2],
    ],
  ]);
  await second.query('BEGIN');
  await order(second, 'late');
  await third.query('BEGIN');
  await third.query(`DELETE FROM "AcmeOrder" WHERE "id" LIKE 'o-%'`);
  expect(await total()).toBe(8n);
  await third.query('COMMIT');
  expect(await total()).toBe(0n);
  await second.query('COMMIT');
  expect(await total()).toBe(1n);
  await fourth.query(`DELETE FROM "AcmeOrder"`);
  expect(await total()).toBe(0n);
});

test('parts are put together where something is removed, so that nothing is left of a list without rows', async () => {
  const { one, connect, order, total, parts } = await opened();
  const other = await connect();
  for (const client of [one, other]) {
    await client.query('BEGIN');
    await order(client, client === one ? 'a' : 'b');
  }
  await one.query('COMMIT');
  await other.query('COMMIT');
  expect(await parts()).toEqual([
    ['acme-order/m', 1],
    ['acme-order/m/1', 1],
  ]);
  await one.query(`DELETE FROM "AcmeOrder" WHERE "id" = 'a'`);
  expect(await parts()).toEqual([['acme-order/m', 1]]);
  await one.query(`DELETE FROM "AcmeOrder" WHERE "id" = 'b'`);
  expect(await parts()).toEqual([]);
  expect(await total()).toBe(0n);
});

test('nothing is left either where one added while another removed, or the first part ended while the second was held', async () => {
  const { one, connect, order, total, parts } = await opened();
  const other = await connect();
  const remove = (client: pg.Client, id: string) => client.query(`DELETE FROM "AcmeOrder" WHERE "id" = $1`, [id]);
  await order(one, 'a');
  await one.query('BEGIN');
  await order(one, 'b');
  await remove(other, 'a');
  await one.query('COMMIT');
  expect(await total()).toBe(1n);
  await remove(one, 'b');
  expect([await total(), await parts()]).toEqual([0n, []]);

  await order(one, 'c');
  await one.query('BEGIN');
  await order(one, 'd');
  await other.query('BEGIN');
  await order(other, 'e');
  await one.query('COMMIT');
  await one.query(`DELETE FROM "AcmeOrder" WHERE "id" IN ('c', 'd')`);
  await other.query('COMMIT');
  expect(await total()).toBe(1n);
  await remove(one, 'e');
  expect([await total(), await parts()]).toEqual([0n, []]);
});

test('who finds all parts taken waits for the first one to be let go, and nothing is lost', async () => {
  const { one, connect, order, total, parts } = await opened();
  const holders = [one, ...(await Promise.all(Array.from({ length: 63 }, connect)))];
  for (const [number, client] of holders.entries()) {
    await client.query('BEGIN');
    await order(client, `o-${number}`);
  }
  const late = [await connect(), await connect()];
  const watcher = await connect();
  const waiting = Promise.all(late.map((client, number) => order(client, `late-${number}`)));
  await vi.waitFor(async () => {
    const { rows } = await watcher.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(2);
  }, eventually);
  await one.query('COMMIT');
  await waiting;
  for (const client of holders.slice(1)) await client.query('COMMIT');
  expect(await total()).toBe(66n);
  await one.query(`DELETE FROM "AcmeOrder"`);
  expect([await total(), await parts()]).toEqual([0n, []]);
});

test('what is left where the first part was held while the last rows went counts for nothing, and goes with the next removal', async () => {
  const { one, connect, order, total, parts } = await opened();
  const other = await connect();
  await order(one, 'a');
  await one.query('BEGIN');
  await order(one, 'b');
  await other.query(`DELETE FROM "AcmeOrder" WHERE "id" = 'a'`);
  await one.query('ROLLBACK');
  expect(await parts()).not.toEqual([]);
  expect(await total()).toBe(0n);
  await order(one, 'c');
  expect(await total()).toBe(1n);
  await one.query(`DELETE FROM "AcmeOrder" WHERE "id" = 'c'`);
  expect([await total(), await parts()]).toEqual([0n, []]);
});
