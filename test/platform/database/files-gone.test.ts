import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import type { Engine } from '../../../src/platform/database/engine.js';
import { openSqlite } from '../../../src/platform/database/sqlite/engine.js';
import { DatabaseFileGone } from '../../../src/platform/database/sqlite/file-in-place.js';
import { eventually } from '../../eventually.js';
import { gate } from '../../gate.js';
import { Together } from '../processes/together.js';
import { HeldLog } from './held-log.js';
import { afterwards, scratchFile } from './scratch.js';

const fact = (key: string) => [
  { sql: `INSERT INTO "InstallationFact" ("key", "value") VALUES (?, 'x')`, rows: [[key]] },
];
const keys = async (engine: Engine) =>
  (await engine.read('SELECT "key" FROM "InstallationFact" ORDER BY "key"', [])).map(({ key }) => key);
/** Processes of one server, which have each acknowledged a write. */
async function serving(count = 1) {
  const file = scratchFile();
  await migrateDatabase({ url: file });
  const together = new Together();
  const engines = Array.from({ length: count }, () => {
    const engine = openSqlite(file, { siblings: together.join() });
    afterwards(() => engine.close());
    return engine;
  });
  for (const [place, engine] of engines.entries()) await engine.write(fact(`acknowledged ${place}`));
  const [engine] = engines;
  if (!engine) throw new Error('there is no engine');
  return { file, engine, engines };
}

/** What a process finds that opens the file after all others ended. */
async function foundIn(file: string): Promise<unknown[]> {
  const engine = openSqlite(file);
  try {
    return await keys(engine);
  } finally {
    await engine.close();
  }
}

test.each([
  ['deleted', (file: string) => rmSync(file)],
  ['moved', (file: string) => renameSync(file, `${file}.aside`)],
  [
    'replaced by a copy',
    (file: string) => {
      renameSync(file, `${file}.aside`);
      copyFileSync(`${file}.aside`, file);
    },
  ],
])(
  'no process acknowledges a write to a database file that is %s, synced or not, and reads go on',
  async (_how, take) => {
    const { file, engines } = await serving(2);
    take(file);
    for (const engine of engines) {
      await expect(engine.write(fact('refused'))).rejects.toThrow(
        /the database file .* was moved, deleted or replaced/,
      );
      await expect(engine.background?.write(fact('refused later'))).rejects.toThrow(DatabaseFileGone);
      await expect(engine.ping()).rejects.toThrow(DatabaseFileGone);
      expect(await keys(engine)).toEqual(['acknowledged 0', 'acknowledged 1']);
    }
  },
);

test('nor one that is committed already, and waits for its sync, when the file is taken away', async () => {
  const { file } = await serving();
  const sync = gate();
  let log: HeldLog | undefined;
  const openLog = (of: string) => (log = new HeldLog(of));
  const engine = openSqlite(file, { openLog });
  afterwards(() => engine.close());
  await engine.write(fact('acknowledged'));
  if (log) log.hold = sync.opened;
  const before = log?.syncs ?? 0;
  const written = engine.write(fact('not known'));
  await expect.poll(() => log?.syncs, eventually).toBe(before + 1);
  rmSync(file);
  sync.open();
  await expect(written).rejects.toThrow(DatabaseFileGone);
  expect(await keys(engine)).not.toContain('not known');
});

test('work in the background is the first to hear of it, where nobody else writes', async () => {
  const { file, engine } = await serving();
  rmSync(file);
  await expect(engine.background?.write(fact('refused'))).rejects.toThrow(DatabaseFileGone);
});

test('a folder that is moved and put back is written to again, and what was acknowledged is in it', async () => {
  const { file, engine } = await serving();
  const folder = dirname(file);
  renameSync(folder, `${folder}-aside`);
  await expect(engine.write(fact('not known'))).rejects.toThrow(DatabaseFileGone);
  renameSync(`${folder}-aside`, folder);
  await engine.write(fact('next'));
  await engine.close();
  expect(await foundIn(file)).toEqual(expect.arrayContaining(['acknowledged 0', 'next']));
});

test('a server that stops leaves the file in peace that somebody put in the place of its own', async () => {
  const { file, engine } = await serving();
  rmSync(file);
  writeFileSync(file, 'another');
  writeFileSync(`${file}-wal`, 'and its log');
  await expect(engine.write(fact('refused'))).rejects.toThrow(DatabaseFileGone);
  await engine.close();
  expect(existsSync(`${file}-wal`)).toBe(true);
});

test('a log that is deleted takes nothing with it that was acknowledged: it is copied at once, and nothing is added', async () => {
  const { file, engine } = await serving();
  rmSync(`${file}-wal`);
  await expect(engine.write(fact('refused'))).rejects.toThrow(/the write-ahead log .*-wal was moved, deleted/);
  // As a process leaves it that is killed then.
  const left = async () => {
    copyFileSync(file, `${file}.left`);
    return foundIn(`${file}.left`);
  };
  await expect.poll(left, eventually).toEqual(['acknowledged 0']);
  expect(await keys(engine)).toEqual(['acknowledged 0']);
});

test('nor where the server is stopped before anybody writes, or after it', async () => {
  for (const written of [false, true]) {
    const { file, engine } = await serving();
    rmSync(`${file}-wal`);
    if (written) await expect(engine.write(fact('not known'))).rejects.toThrow(DatabaseFileGone);
    await engine.close();
    expect(await foundIn(file)).toContain('acknowledged 0');
  }
});

test('nothing is written where the index of the log is deleted: another process would make one of its own, with other locks', async () => {
  const { file, engine } = await serving();
  const log = readFileSync(`${file}-wal`);
  rmSync(`${file}-shm`);
  await expect(engine.write(fact('refused'))).rejects.toThrow(/the index of the write-ahead log/);
  expect(readFileSync(`${file}-wal`).equals(log)).toBe(true);
  await engine.close();
  expect(await foundIn(file)).toContain('acknowledged 0');
});
