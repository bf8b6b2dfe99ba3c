import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { readConfig } from '../../src/settings/config.js';
import { backup } from '../../src/operator/backup/backup.js';
import { restore } from '../../src/operator/backup/restore.js';
import { runProgram } from '../../src/operator/program.js';
import { openDataFolder } from '../../src/platform/data-folder.js';
import { OperatorError } from '../../src/platform/operator-error.js';
import { clock, placeOfBackups } from './place-of-backups.js';

const given = placeOfBackups();

function rowsIn(file: string): unknown[] {
  const database = new SqliteDatabase(file, { readOnly: true });
  try {
    return database.prepare('SELECT v FROM t').column();
  } finally {
    database.close();
  }
}

describe('a backup', () => {
  test('of a server at work has its database, objects and certificate, but no key', async () => {
    const held = openDataFolder(given.at.config.dataDir);
    const database = given.at.inUse();
    const report = await given.at.take();
    database.close();
    held.close();
    expect(report).toMatchObject({
      folder: given.at.copy,
      objects: 1,
      keysIncluded: false,
      sealKeyFile: path.join(given.at.config.dataDir, 'seal.key'),
    });
    const names = readdirSync(given.at.copy, { recursive: true, encoding: 'utf8' });
    expect(names.sort()).toEqual([
      'data',
      'data/ca.pem',
      'manifest.json',
      'objects',
      'objects/ab',
      'objects/ab/abc',
      'trustate.db',
    ]);
    expect(rowsIn(path.join(given.at.copy, 'trustate.db'))).toEqual(['kept']);
  });

  test('has no copies of keys either, such as editors leave', async () => {
    given.at.inUse().close();
    for (const name of ['seal.key~', '.seal.key.swp', 'seal.key.2026', 'root-token.old'])
      writeFileSync(path.join(given.at.config.dataDir, name), 'secret');
    await given.at.take();
    expect(readdirSync(path.join(given.at.copy, 'data'))).toEqual(['ca.pem']);
  });

  test('has no other backup in it, and so none of its keys, where they are kept in the data folder', async () => {
    given.at.inUse().close();
    given.at.copy = path.join(given.at.config.dataDir, 'backups/first');
    await given.at.take(true);
    mkdirSync(path.join(given.at.config.dataDir, 'backups/begun'));
    writeFileSync(path.join(given.at.config.dataDir, 'backups/begun/backup.unfinished'), '');
    writeFileSync(path.join(given.at.config.dataDir, 'backups/begun/trustate.db'), 'half');
    given.at.copy = path.join(given.at.config.dataDir, 'backups/second');
    await given.at.take();
    expect(readdirSync(path.join(given.at.copy, 'data'))).toEqual(['ca.pem']);
  });

  test('within the object store is refused: it would be a part of what it copies', async () => {
    given.at.inUse().close();
    given.at.copy = path.join(given.at.config.dataDir, 'objects/backup');
    await expect(given.at.take()).rejects.toThrow(/ is within the object store /);
    expect(existsSync(given.at.copy)).toBe(false);
  });

  test('has the keys when asked for them', async () => {
    given.at.inUse().close();
    expect((await given.at.take(true)).sealKeyFile).toBeNull();
    expect(readdirSync(path.join(given.at.copy, 'data')).sort()).toEqual(['ca.pem', 'root-token', 'seal.key']);
  });

  test('comes back as it was', async () => {
    given.at.inUse().close();
    await given.at.take();
    const other = given.at.configFor('other');
    expect(await restore(other, given.at.copy, { clock })).toMatchObject({
      createdAt: '2030-01-02T03:04:05.678Z',
      objects: 1,
      sealKeyMissing: true,
    });
    expect(rowsIn(path.join(other.dataDir, 'trustate.db'))).toEqual(['kept']);
    expect(readFileSync(path.join(other.dataDir, 'objects/ab/abc'), 'utf8')).toBe('object one');
    expect(readFileSync(path.join(other.dataDir, 'ca.pem'), 'utf8')).toBe('certificate');
  });

  test('goes into a folder of objects of its own with what a desktop has left there, unless that may hold something', async () => {
    given.at.inUse().close();
    await given.at.take();
    const objects = path.join(given.at.base, 'elsewhere');
    mkdirSync(objects);
    writeFileSync(path.join(objects, '.DS_Store'), 'left');
    const other = { ...given.at.configFor('other'), objectStore: pathToFileURL(objects).href };
    mkdirSync(path.join(objects, 'Thumbs.db'));
    await expect(restore(other, given.at.copy, { clock })).rejects.toThrow(/is not empty/);
    rmSync(path.join(objects, 'Thumbs.db'), { recursive: true });
    expect(await restore(other, given.at.copy, { clock })).toMatchObject({ objects: 1 });
    expect(readdirSync(objects).toSorted()).toEqual(['.DS_Store', 'ab']);
  });

  test('that was cut short does not pass for a whole one', async () => {
    given.at.inUse().close();
    mkdirSync(path.join(given.at.copy, 'objects'), { recursive: true });
    // Nothing says that a backup made it.
    await expect(given.at.take()).rejects.toThrow(/is not empty/);
    const second = path.join(given.at.base, 'second');
    const after = backup(given.at.config, second, { includeKeys: false, clock, previous: given.at.copy });
    await expect(after).rejects.toThrow(/is not a whole backup/);
    expect(existsSync(second)).toBe(false);
  });

  test('that fails before it has an object leaves nothing', async () => {
    const database = given.at.inUse();
    rmSync(path.join(given.at.config.dataDir, 'objects'), { recursive: true });
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    const file = path.join(given.at.config.dataDir, 'trustate.db');
    const damaged = readFileSync(file);
    damaged.fill(0xff, 4096 + 1);
    writeFileSync(file, damaged);
    await expect(given.at.take()).rejects.toThrow();
    expect(existsSync(given.at.copy) ? readdirSync(given.at.copy) : []).toEqual([]);
  });

  test('misses no object that is in the database itself', async () => {
    const database = given.at.inUse();
    database.exec(
      `CREATE TABLE "StateVersion" ("contentObjectId", "jsonObjectId"); CREATE TABLE "InventoryDocument" ("objectId");
       CREATE TABLE "SmallObject" ("id", "content");
       INSERT INTO "StateVersion" VALUES ('abc', NULL), ('small', 'lost'); INSERT INTO "SmallObject" VALUES ('small', x'01')`,
    );
    database.close();
    expect(await given.at.take()).toMatchObject({ objects: 1, missing: 1 });
  });

  test('says where rows name objects that are not there, and has the notes that go with the rows', async () => {
    const database = given.at.inUse();
    database.exec(
      `CREATE TABLE "StateVersion" ("contentObjectId", "jsonObjectId"); CREATE TABLE "InventoryDocument" ("objectId");
       CREATE TABLE "InstallationFact" ("key", "value");
       INSERT INTO "StateVersion" VALUES ('abc', NULL), ('lost', 'abc'); INSERT INTO "InventoryDocument" VALUES ('lost too');
       INSERT INTO "InstallationFact" VALUES ('installation.store', 'AAAAAAAAAAAAAAAA 7-bbbbbbbb ')`,
    );
    database.close();
    mkdirSync(path.join(given.at.config.dataDir, 'objects/notes'));
    for (const note of ['installation-AAAAAAAAAAAAAAAA', 'turn-9-cccccccc'])
      writeFileSync(path.join(given.at.config.dataDir, 'objects/notes', note), '');
    expect(await given.at.take()).toMatchObject({ objects: 1, missing: 2 });
    const notes = ['installation-AAAAAAAAAAAAAAAA', 'turn-7-bbbbbbbb'];
    expect(readdirSync(path.join(given.at.copy, 'objects/notes')).sort()).toEqual(notes);
  });

  test.each([
    [
      'a folder that is not empty',
      () => cpSync(given.at.config.dataDir, given.at.copy, { recursive: true }),
      /is not empty/,
    ],
    ['no database', () => rmSync(path.join(given.at.config.dataDir, 'trustate.db')), /no database/],
    [
      'PostgreSQL that is not there',
      () => void (given.at.config = readConfig({ TRUSTATE_DATABASE_URL: 'postgresql://127.0.0.1:1/d' })),
      /127\.0\.0\.1:1\/d cannot be reached/,
    ],
  ])('refuses: %s', async (_, spoil, message) => {
    given.at.inUse().close();
    spoil();
    const refusal = await given.at.take().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    expect(refusal).toHaveProperty('message', expect.stringMatching(message));
  });
});

describe('a restore refuses', () => {
  beforeEach(async () => {
    given.at.inUse().close();
    await given.at.take();
  });

  const rewriteManifest = (from: string, to: string) => {
    const file = path.join(given.at.copy, 'manifest.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };

  test.each([
    [
      'a changed object',
      () => writeFileSync(path.join(given.at.copy, 'objects/ab/abc'), 'object two'),
      /abc is not what/,
    ],
    [
      'a longer database',
      () => appendFileSync(path.join(given.at.copy, 'trustate.db'), 'x'),
      /trustate\.db is not what/,
    ],
    ['a missing file', () => rmSync(path.join(given.at.copy, 'data/ca.pem')), /data\/ca\.pem is not what/],
    ['a missing manifest', () => rmSync(path.join(given.at.copy, 'manifest.json')), /manifest\.json is missing/],
    ['a way out', () => rewriteManifest('data/ca.pem', 'data/../../x'), /cannot be read as a manifest/],
    ['a file of another kind', () => rewriteManifest('data/ca.pem', 'else/ca.pem'), /cannot be read as a manifest/],
  ])('%s, and leaves nothing', async (_, spoil, message) => {
    spoil();
    const other = given.at.configFor('other');
    await expect(restore(other, given.at.copy, { clock })).rejects.toThrow(message);
    expect(existsSync(other.dataDir)).toBe(false);
  });

  test('a data folder with something in it', async () => {
    const before = readdirSync(given.at.config.dataDir, { recursive: true });
    await expect(restore(given.at.config, given.at.copy, { clock })).rejects.toThrow(/is not empty/);
    expect(readdirSync(given.at.config.dataDir, { recursive: true })).toEqual(before);
  });
});

test('what a move left in the data folder is in no backup, and in the way of no restore', async () => {
  given.at.inUse().close();
  const { dataDir } = given.at.config;
  const moved = path.join(given.at.base, 'elsewhere');
  mkdirSync(path.join(moved, 'objects/cd'), { recursive: true });
  writeFileSync(path.join(moved, 'objects/cd/cde'), 'object two');
  const database = new SqliteDatabase(path.join(moved, 'trustate.db'));
  database.exec("CREATE TABLE t (v TEXT); INSERT INTO t VALUES ('moved')");
  database.close();
  writeFileSync(path.join(dataDir, 'trustate.db-reserve'), '');
  const config = readConfig({
    TRUSTATE_DATA_DIR: dataDir,
    TRUSTATE_DATABASE_URL: `file:${moved}/trustate.db`,
    TRUSTATE_OBJECT_STORE: `file:${moved}/objects`,
  });
  expect(await backup(config, given.at.copy, { includeKeys: false, clock })).toMatchObject({ objects: 1 });
  expect(readdirSync(path.join(given.at.copy, 'data'))).toEqual(['ca.pem']);
  await restore(given.at.configFor('back'), given.at.copy, { clock });
  expect(rowsIn(path.join(given.at.base, 'back/trustate.db'))).toEqual(['moved']);
  expect(readdirSync(path.join(given.at.base, 'back/objects'))).toEqual(['cd']);
});

test('an object store with a name that is written with escapes, and one with something missing, by the command', async () => {
  given.at.inUse().close();
  const database = new SqliteDatabase(path.join(given.at.config.dataDir, 'trustate.db'));
  database.exec(`CREATE TABLE "InventoryDocument" ("objectId"); CREATE TABLE "StateVersion" ("contentObjectId", "jsonObjectId");
    INSERT INTO "StateVersion" VALUES ('abc', NULL)`);
  database.close();
  renameSync(path.join(given.at.config.dataDir, 'objects'), path.join(given.at.base, 'ob j'));
  const run = async (dataDir: string, ...args: string[]) => {
    const lines: string[] = [];
    const environment = {
      TRUSTATE_DATA_DIR: dataDir,
      TRUSTATE_OBJECT_STORE: `file:${given.at.base}/${dataDir === given.at.config.dataDir ? 'ob%20j' : 'ob%20k'}`,
    };
    const never = () => Promise.reject(new Error('is not called'));
    const hear = (text: string) => void lines.push(text);
    const status = await runProgram(args, {
      environment,
      clock,
      serve: never,
      openTools: never,
      print: hear,
      tell: hear,
      version: '1',
    });
    return [status, lines.join('\n')];
  };
  expect(await run(given.at.config.dataDir, 'backup', given.at.copy)).toEqual([
    0,
    expect.stringContaining('and 1 objects'),
  ]);
  rmSync(path.join(given.at.base, 'ob j/ab/abc'));
  const cut = path.join(given.at.base, 'cut');
  expect(await run(given.at.config.dataDir, 'backup', cut)).toEqual([
    3,
    expect.stringContaining('\n1 objects that rows refer to are missing'),
  ]);
  expect(await run(path.join(given.at.base, 'other'), 'restore', cut)).toEqual([
    3,
    expect.stringContaining('not in the backup'),
  ]);
  expect((await run(path.join(given.at.base, 'another'), 'restore', given.at.copy))[0]).toBe(0);
  expect(readFileSync(path.join(given.at.base, 'ob k/ab/abc'), 'utf8')).toBe('object one');
});
