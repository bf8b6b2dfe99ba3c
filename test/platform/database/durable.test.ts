import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import type { Engine } from '../../../src/platform/database/engine.js';
import { SyncFailed } from '../../../src/platform/database/sqlite/commits.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { openSqlite } from '../../../src/platform/database/sqlite/engine.js';
import type { SqliteOptions } from '../../../src/platform/database/sqlite/engine.js';
import { eventually } from '../../eventually.js';
import { gate } from '../../gate.js';
import { HeldLog, inputOutput } from './held-log.js';
import { afterwards, scratchFile } from './scratch.js';

async function opened(options: Pick<SqliteOptions, 'checkpointPages'> = {}) {
  const file = scratchFile();
  await migrateDatabase({ url: file });
  const log: { made?: HeldLog } = {};
  const engine = openSqlite(file, { openLog: (of) => (log.made = new HeldLog(of)), ...options });
  afterwards(() => engine.close());
  if (!log.made) throw new Error('the engine opened no log');
  return { file, engine, log: log.made };
}

const fact = (key: string, value = 'x') => [
  { sql: 'INSERT INTO "InstallationFact" ("key", "value") VALUES (?, ?)', rows: [[key, value]] },
];
const keys = async (engine: Engine) =>
  (await engine.read('SELECT "key" FROM "InstallationFact" ORDER BY "key"', [])).map(({ key }) => key);

describe('a write whose sync is under way', () => {
  test('is told and read by nobody before that, and by everybody afterwards', async () => {
    const { engine, log } = await opened();
    const slow = gate();
    log.hold = slow.opened;
    const told: string[] = [];
    const written = engine.write(fact('a')).then(() => told.push('told'));
    await vi.waitFor(() => expect(log.syncs).toBe(1), eventually);
    expect([await keys(engine), told]).toEqual([[], []]);
    // The next group commits beside the sync, and is no more to be seen.
    const next = engine.write(fact('b'));
    const behind = engine.background?.write(fact('c'));
    await delay(20);
    expect(await keys(engine)).toEqual([]);
    slow.open();
    await written;
    await next;
    await behind;
    expect(await keys(engine)).toEqual(['a', 'b', 'c']);
  });

  test('is read by its own kind: a later transaction builds on it', async () => {
    const { engine, log } = await opened();
    const slow = gate();
    log.hold = slow.opened;
    const first = engine.write(fact('a', '1'));
    await vi.waitFor(() => expect(log.syncs).toBe(1), eventually);
    const second = engine.write([
      { sql: 'UPDATE "InstallationFact" SET "value" = ? WHERE "key" = ?', rows: [['2', 'a']], changes: 1 },
    ]);
    slow.open();
    await Promise.all([first, second]);
    expect(await engine.read('SELECT "value" FROM "InstallationFact"', [])).toEqual([{ value: '2' }]);
  });

  test('does not keep reading from being as new as what another process wrote meanwhile', async () => {
    const { engine, file, log } = await opened();
    const other = new SqliteDatabase(file);
    afterwards(() => {
      other.close();
    });
    const slow = gate();
    log.hold = slow.opened;
    const written = engine.write(fact('a'));
    await vi.waitFor(() => expect(log.syncs).toBe(1), eventually);
    other.prepare(`INSERT INTO "InstallationFact" ("key", "value") VALUES ('b', '')`).run();
    const read = keys(engine);
    expect(await Promise.race([read, delay(20, 'waits')])).toBe('waits');
    slow.open();
    expect(await read).toEqual(['a', 'b']);
    await written;
  });
});

describe('a sync that fails', () => {
  test('refuses, hides what was written, and goes on once the log is written again', async () => {
    const { engine, log } = await opened();
    await engine.write(fact('kept'));
    log.failure = inputOutput;
    await expect(engine.write(fact('refused'))).rejects.toThrow(SyncFailed);
    await expect(engine.write(fact('not begun'))).rejects.toThrow(SyncFailed);
    await expect(engine.background?.write(fact('nor this'))).rejects.toThrow(SyncFailed);
    expect(await keys(engine)).toEqual(['kept']);
    log.failure = null;
    const before = log.rewrites;
    await engine.write(fact('next'));
    expect(log.rewrites).toBe(before + 1);
    // It was committed, and nobody was told that it was not.
    expect(await keys(engine)).toEqual(['kept', 'next', 'refused']);
  });

  test('of what another process wrote refuses to read it, and reading goes on by itself', async () => {
    const { engine, file, log } = await opened();
    const other = new SqliteDatabase(file);
    afterwards(() => {
      other.close();
    });
    log.failure = inputOutput;
    other.prepare(`INSERT INTO "InstallationFact" ("key", "value") VALUES ('b', '')`).run();
    await expect(keys(engine)).rejects.toThrow(SyncFailed);
    log.failure = null;
    expect(await keys(engine)).toEqual(['b']);
  });
});

describe('the log', () => {
  test('is written again with the same bytes', async () => {
    const { engine, file, log } = await opened();
    for (let index = 0; index < 40; index += 1) await engine.write(fact(`${index}`, 'x'.repeat(40_000)));
    await log.rewrite();
    const other = new SqliteDatabase(file, { readOnly: true });
    expect(other.setting('integrity_check')).toBe('ok');
    expect(other.prepare('SELECT count(*) FROM "InstallationFact"').value()).toBe(40);
    other.close();
  });

  test('is copied into the database and begun anew in a thread, while everybody writes and reads', async () => {
    const { engine, file } = await opened({ checkpointPages: 50 });
    const watch = new SqliteDatabase(file, { readOnly: true });
    afterwards(() => {
      watch.close();
    });
    const frames = () => Number(watch.pragma('wal_checkpoint(NOOP)')[0]?.['log']);
    let [written, anew, before] = [0, 0, 0];
    const until = Date.now() + eventually.timeout;
    while (anew < 3) {
      if (Date.now() > until) throw new Error(`the log began anew ${anew} times, with ${before} pages`);
      const writer = written % 3 === 0 ? engine.background : engine;
      await writer?.write(fact(String(written).padStart(5, '0'), 'x'.repeat(4_000)));
      written += 1;
      expect((await keys(engine)).length).toBe(written);
      const now = frames();
      if (now < before) anew += 1;
      before = now;
    }
    expect(watch.setting('integrity_check')).toBe('ok');
    await engine.close();
    expect(watch.prepare('SELECT count(*) FROM "InstallationFact"').value()).toBe(written);
  });
});
