import { copyFileSync, existsSync, utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import type { Engine } from '../../../src/platform/database/engine.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { openSqlite } from '../../../src/platform/database/sqlite/engine.js';
import { DatabaseFileGone } from '../../../src/platform/database/sqlite/file-in-place.js';
import { Together } from '../processes/together.js';
import { afterwards, scratchFile } from './scratch.js';

const fact = (key: string) => [
  { sql: `INSERT INTO "InstallationFact" ("key", "value") VALUES (?, 'x')`, rows: [[key]] },
];
const keys = async (engine: Engine) =>
  (await engine.read('SELECT "key" FROM "InstallationFact" ORDER BY "key"', [])).map(({ key }) => key);

/** Processes of one server, on a database of which there is a copy. */
async function serving(count: number) {
  const file = scratchFile();
  await migrateDatabase({ url: file });
  const source = new SqliteDatabase(file);
  await source.copyTo(`${file}.copy`);
  source.close();
  const together = new Together();
  const engines = Array.from({ length: count }, () => openSqlite(file, { siblings: together.join() }));
  for (const engine of engines) afterwards(() => engine.close());
  for (const [place, engine] of engines.entries()) await engine.write(fact(`acknowledged ${place}`));
  return { file, engines };
}

/** What another program does that speaks SQLite. */
function elsewhere(file: string, ...statements: readonly string[]): void {
  const other = new SqliteDatabase(file, { timeout: 50 });
  try {
    for (const statement of statements) other.exec(statement);
  } finally {
    other.close();
  }
}

describe.runIf(process.platform === 'linux')('a database file into which another program writes', () => {
  test.each([
    ['before anything was copied from the log', () => undefined],
    ['after some was', (file: string) => elsewhere(file, 'PRAGMA wal_checkpoint(PASSIVE)')],
    ['after the log was begun anew', (file: string) => elsewhere(file, 'PRAGMA wal_checkpoint(RESTART)')],
  ])('is noticed by every process, %s, and nothing more is acknowledged', async (_when, before) => {
    const { file, engines } = await serving(2);
    before(file);
    for (const [place, engine] of engines.entries()) await engine.write(fact(`then ${place}`));
    copyFileSync(`${file}.copy`, file);
    for (const engine of engines) {
      await expect(engine.ping()).rejects.toThrow(/the database file .* was overwritten by another program/);
      await expect(engine.write(fact('refused'))).rejects.toThrow(/was overwritten by another program/);
      await expect(engine.background?.write(fact('refused'))).rejects.toThrow(DatabaseFileGone);
    }
  });

  test('stays one, also when somebody copies the log into it afterwards', async () => {
    const { file, engines } = await serving(2);
    copyFileSync(`${file}.copy`, file);
    for (const engine of engines) await expect(engine.ping()).rejects.toThrow(DatabaseFileGone);
    elsewhere(file, 'PRAGMA wal_checkpoint(PASSIVE)');
    for (const engine of engines) await expect(engine.write(fact('refused'))).rejects.toThrow(DatabaseFileGone);
  });

  test('whoever starts on it afterwards finds what was written there, without pages of what it was before', async () => {
    const { file, engines } = await serving(2);
    copyFileSync(`${file}.copy`, file);
    for (const engine of engines) await engine.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(existsSync(`${file}-overwritten-wal`)).toBe(true);
    const next = openSqlite(file);
    afterwards(() => next.close());
    expect(await keys(next)).toEqual([]);
    await next.write(fact('next'));
    await next.close();
    const [outcome] = new SqliteDatabase(file).pragma('integrity_check');
    expect(outcome).toEqual({ integrity_check: 'ok' });
  });
});

test('a new time alone is none of that: nothing that was acknowledged is lost by it', async () => {
  const { file, engines } = await serving(2);
  elsewhere(file, 'PRAGMA wal_checkpoint(PASSIVE)');
  for (const [place, engine] of engines.entries()) await engine.write(fact(`then ${place}`));
  // As `touch`, and programs that read a file and set its times back.
  for (const time of [new Date(), new Date(0)]) {
    utimesSync(file, time, time);
    for (const [place, engine] of engines.entries()) await engine.write(fact(`at ${time.getTime() > 0} ${place}`));
  }
  utimesSync(file, 1, 1);
  for (const engine of engines) await engine.close();
  const next = openSqlite(file);
  afterwards(() => next.close());
  expect((await keys(next)).length).toBe(8);
});

test('checkpoints are none of that, whoever makes them and however, nor is what shrinks the file', async () => {
  const { file, engines } = await serving(2);
  let written = 0;
  const all = async () => {
    for (const engine of engines) await engine.write(fact(`more ${(written += 1)}`));
  };
  for (const mode of ['PASSIVE', 'FULL', 'RESTART', 'TRUNCATE']) {
    elsewhere(file, `PRAGMA wal_checkpoint(${mode})`);
    await all();
    elsewhere(file, 'CREATE TABLE more (v)', `INSERT INTO more VALUES (zeroblob(3000000))`);
    await all();
    elsewhere(file, `PRAGMA wal_checkpoint(${mode})`, 'DROP TABLE more', `PRAGMA wal_checkpoint(${mode})`);
    await all();
    elsewhere(file, 'VACUUM', `PRAGMA wal_checkpoint(${mode})`);
    await all();
  }
  expect((await Promise.all(engines.map((engine) => keys(engine)))).map((found) => found.length)).toEqual([
    written + 2,
    written + 2,
  ]);
});

test('nor are those of the processes themselves, while all of them write', async () => {
  const file = scratchFile();
  await migrateDatabase({ url: file });
  const together = new Together();
  const engines = Array.from({ length: 2 }, () => openSqlite(file, { siblings: together.join(), checkpointPages: 20 }));
  for (const engine of engines) afterwards(() => engine.close());
  const writes = engines.flatMap((engine, place) =>
    Array.from({ length: 400 }, (_, n) => engine.write(fact(`${place} ${n}`))),
  );
  await Promise.all(writes);
  for (let n = 0; n < 100; n += 1)
    for (const [place, engine] of engines.entries()) await engine.write(fact(`later ${place} ${n}`));
  const [first] = engines;
  expect(first && (await keys(first)).length).toBe(1_000);
});
