import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/platform/clock.js';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import type { Engine } from '../../../src/platform/database/engine.js';
import { SyncFailed } from '../../../src/platform/database/sqlite/commits.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { openSqlite } from '../../../src/platform/database/sqlite/engine.js';
import { SqliteLedger } from '../../../src/platform/database/sqlite/ledger.js';
import { HeldLog, inputOutput } from './held-log.js';
import { afterwards, scratchFile } from './scratch.js';

function opened(file: string, prepare: (log: HeldLog) => void = () => undefined) {
  const log: { made?: HeldLog } = {};
  const openLog = (of: string) => {
    log.made = new HeldLog(of);
    prepare(log.made);
    return log.made;
  };
  const engine = openSqlite(file, { openLog });
  afterwards(() => engine.close());
  if (!log.made) throw new Error('the engine opened no log');
  return { engine, log: log.made };
}

const fact = (key: string) => [
  { sql: `INSERT INTO "InstallationFact" ("key", "value") VALUES (?, 'x')`, rows: [[key]] },
];
const keys = async (engine: Engine) =>
  (await engine.read('SELECT "key" FROM "InstallationFact" ORDER BY "key"', [])).map(({ key }) => key);

/** A database as a process leaves it that ends after a failed sync. */
async function leftInDoubt() {
  const [file, left] = [scratchFile(), scratchFile()];
  await migrateDatabase({ url: file });
  const { engine, log } = opened(file);
  await engine.write(fact('kept'));
  log.failure = inputOutput;
  await expect(engine.write(fact('in doubt'))).rejects.toThrow(SyncFailed);
  for (const part of ['', '-wal']) copyFileSync(`${file}${part}`, `${left}${part}`);
  return { file, left, engine, log };
}

test('a process that finds a log writes it again before anybody reads or writes', async () => {
  const { left } = await leftInDoubt();
  const { engine, log } = opened(left);
  expect(await Promise.all([keys(engine), keys(engine)])).toEqual(Array(2).fill(['in doubt', 'kept']));
  await engine.write(fact('next'));
  expect(log.rewrites).toBe(1);
});

test('and shows and tells nothing as long as that fails', async () => {
  const { left } = await leftInDoubt();
  const { engine, log } = opened(left, (made) => {
    made.failure = inputOutput;
  });
  await expect(keys(engine)).rejects.toThrow(SyncFailed);
  await expect(engine.write(fact('next'))).rejects.toThrow(SyncFailed);
  await expect(engine.background?.write(fact('nor this'))).rejects.toThrow(SyncFailed);
  log.failure = null;
  expect(await keys(engine)).toEqual(['in doubt', 'kept']);
});

test('one that finds none writes none again', async () => {
  const file = scratchFile();
  await migrateDatabase({ url: file });
  const { engine, log } = opened(file);
  expect(await keys(engine)).toEqual([]);
  await engine.write(fact('first'));
  expect(log.rewrites).toBe(0);
});

test('a process that finds a log waits with reading until others let it write', async () => {
  const { left } = await leftInDoubt();
  const other = new SqliteDatabase(left);
  afterwards(() => {
    other.close();
  });
  other.exec('BEGIN IMMEDIATE');
  const { engine, log } = opened(left);
  const read = keys(engine);
  expect([await Promise.race([read, delay(50, 'waits')]), log.rewrites]).toEqual(['waits', 0]);
  other.exec('ROLLBACK');
  expect(await read).toEqual(['in doubt', 'kept']);
  expect(log.rewrites).toBe(1);
});

test('who closes a database in doubt leaves the log to the next, and copies nothing of it', async () => {
  const { file, engine } = await leftInDoubt();
  const before = readFileSync(file);
  await engine.close();
  expect([existsSync(`${file}-wal`), readFileSync(file).equals(before)]).toEqual([true, true]);
  const { engine: next, log } = opened(file);
  expect(await keys(next)).toEqual(['in doubt', 'kept']);
  expect(log.rewrites).toBe(1);
  await next.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
});

test('migrations write a log again that they find: their connection copies it when it closes', async () => {
  const { left } = await leftInDoubt();
  const logs: HeldLog[] = [];
  const openLog = (of: string) => {
    const log = new HeldLog(of);
    logs.push(log);
    return log;
  };
  const ledger = new SqliteLedger({ file: left, clock: systemClock, openLog });
  expect(await ledger.apply(() => [])).toEqual([]);
  expect(logs.map(({ rewrites }) => rewrites)).toEqual([1]);
  expect(existsSync(`${left}-wal`)).toBe(false);
});
