import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { outageOf } from '../../../src/platform/outage.js';

let folder: string;
let file: string;
let database: Database;
const pageBytes = 4_096;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'trustate-failing-'));
  file = path.join(folder, 'trustate.db');
  database = await openDatabase({ url: `file:${file}` });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const write = (key: string, value = 'x') =>
  database.writeSql([{ sql: 'INSERT INTO "InstallationFact" ("key", "value") VALUES (?, ?)', rows: [[key, value]] }]);
const outage = (work: Promise<unknown>) => work.then(() => 'none', outageOf);

test('held by another process: who writes hears that it is away, who reads is not kept, and it goes on by itself', async () => {
  await database.close();
  database = await openDatabase({ url: `file:${file}`, lockMs: 200 });
  const other = new SqliteDatabase(file);
  other.exec('BEGIN IMMEDIATE');
  const refused = outage(
    database.transaction((tx) => tx.installationFact.create({ data: { key: 'refused', value: '' } })),
  );
  expect(await refused).toBe('away');
  expect(await database.client.installationFact.count()).toBe(0);
  await database.ping();
  const again = new Error('still held');
  await expect(database.writes.check(() => Promise.reject(again))).rejects.toThrow('nothing could be written');
  other.exec('ROLLBACK');
  other.close();
  await write('afterwards');
  await database.checkWrites();
});

test('damaged: who reads that part is told, whatever lies elsewhere is served, and it is said from then on', async () => {
  for (let index = 0; index < 50; index += 1) await write(`fact-${index}`, 'v'.repeat(pageBytes * 2));
  await database.close();
  const bytes = openSync(file, 'r+');
  const noise = Buffer.alloc(pageBytes, 0xa5);
  const pages = statSync(file).size / pageBytes;
  // The newest pages hold what was written last.
  for (let page = pages - 40; page < pages; page += 1) writeSync(bytes, noise, 0, pageBytes, page * pageBytes);
  closeSync(bytes);
  database = await openDatabase({ url: `file:${file}` });
  await database.checkContent();
  const read =
    'SELECT sum(length("value")) AS "all", count(*) AS "count", max("key") AS "last" FROM "InstallationFact"';
  expect(await outage(database.readSql(`${read} WHERE "value" LIKE '%x'`))).toBe('damaged');
  expect(await outage(database.client.installationFact.findMany())).toBe('damaged');
  await database.ping();
  expect(await database.client.user.count()).toBe(0);
  await expect(database.checkContent()).rejects.toThrow('the database is damaged');
});
