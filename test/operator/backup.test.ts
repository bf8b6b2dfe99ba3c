import type { Database as SqliteDatabase } from 'better-sqlite3';
import {
  appendFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import Database from '../../src/platform/database/sqlite/driver.js';
import { readConfig } from '../../src/settings/config.js';
import type { Config } from '../../src/settings/config.js';
import { backup, restore } from '../../src/operator/backup.js';
import { runProgram } from '../../src/operator/program.js';
import { unfinishedBackup } from '../../src/operator/unfinished-backup.js';
import { openDataFolder } from '../../src/platform/data-folder.js';
import { OperatorError } from '../../src/platform/operator-error.js';

const clock = { now: () => new Date('2030-01-02T03:04:05.678Z') };
let base: string;
let config: Config;
let copy: string;

const configFor = (folder: string) => readConfig({ TRUSTATE_DATA_DIR: path.join(base, folder) });

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'trustate-backup-'));
  copy = path.join(base, 'copy');
  config = configFor('data');
  mkdirSync(path.join(config.dataDir, 'objects/ab'), { recursive: true });
  mkdirSync(path.join(config.dataDir, 'objects/temporary'));
  writeFileSync(path.join(config.dataDir, 'objects/ab/abc'), 'object one');
  writeFileSync(path.join(config.dataDir, 'objects/temporary/half'), 'half');
  writeFileSync(path.join(config.dataDir, 'seal.key'), 'key');
  writeFileSync(path.join(config.dataDir, 'root-token'), 'token');
  writeFileSync(path.join(config.dataDir, 'ca.pem'), 'certificate');
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

/** A database in use: the write-ahead log holds what the file does not. */
function inUse(): SqliteDatabase {
  const database = new Database(path.join(config.dataDir, 'trustate.db'));
  database.pragma('journal_mode = WAL');
  database.exec("CREATE TABLE t (v TEXT); INSERT INTO t VALUES ('kept')");
  return database;
}

const take = (includeKeys = false) => backup(config, copy, { includeKeys, clock });

function rowsIn(file: string): unknown[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare('SELECT v FROM t').pluck().all();
  } finally {
    database.close();
  }
}

describe('a backup', () => {
  test('of a server at work has its database, objects and certificate, but no key', async () => {
    const held = openDataFolder(config.dataDir);
    const database = inUse();
    const report = await take();
    database.close();
    held.close();
    expect(report).toMatchObject({
      folder: copy,
      objects: 1,
      keysIncluded: false,
      sealKeyFile: path.join(config.dataDir, 'seal.key'),
    });
    const names = readdirSync(copy, { recursive: true, encoding: 'utf8' });
    expect(names.sort()).toEqual([
      'data',
      'data/ca.pem',
      'manifest.json',
      'objects',
      'objects/ab',
      'objects/ab/abc',
      'trustate.db',
    ]);
    expect(rowsIn(path.join(copy, 'trustate.db'))).toEqual(['kept']);
  });

  test('has the keys when asked for them', async () => {
    inUse().close();
    expect((await take(true)).sealKeyFile).toBeNull();
    expect(readdirSync(path.join(copy, 'data')).sort()).toEqual(['ca.pem', 'root-token', 'seal.key']);
  });

  test('comes back as it was', async () => {
    inUse().close();
    await take();
    const other = configFor('other');
    expect(await restore(other, copy)).toMatchObject({
      createdAt: '2030-01-02T03:04:05.678Z',
      objects: 1,
      sealKeyMissing: true,
    });
    expect(rowsIn(path.join(other.dataDir, 'trustate.db'))).toEqual(['kept']);
    expect(readFileSync(path.join(other.dataDir, 'objects/ab/abc'), 'utf8')).toBe('object one');
    expect(readFileSync(path.join(other.dataDir, 'ca.pem'), 'utf8')).toBe('certificate');
  });

  test('after another one links what that has, and is whole without it', async () => {
    inUse().close();
    await take();
    writeFileSync(path.join(config.dataDir, 'objects/ab/abd'), 'object two');
    const second = path.join(base, 'second');
    const report = await backup(config, second, { includeKeys: false, clock, previous: copy });
    expect(report).toMatchObject({ objects: 2, linked: 1, missing: 0 });
    const inode = (folder: string, name: string) => statSync(path.join(folder, 'objects/ab', name)).ino;
    expect(inode(second, 'abc')).toBe(inode(copy, 'abc'));
    rmSync(copy, { recursive: true });
    const other = configFor('other');
    expect(await restore(other, second)).toMatchObject({ objects: 2 });
    expect(readFileSync(path.join(other.dataDir, 'objects/ab/abc'), 'utf8')).toBe('object one');
    expect(readFileSync(path.join(other.dataDir, 'objects/ab/abd'), 'utf8')).toBe('object two');
  });

  test('copies everything when the master keys are others than those of the earlier one', async () => {
    const database = inUse();
    database.exec(`CREATE TABLE "SealKey" ("id"); INSERT INTO "SealKey" VALUES ('aaaa')`);
    await take();
    database.exec(`UPDATE "SealKey" SET "id" = 'bbbb'`);
    writeFileSync(path.join(config.dataDir, 'objects/ab/abc'), 'object ONE');
    const second = path.join(base, 'second');
    expect(await backup(config, second, { includeKeys: false, clock, previous: copy })).toMatchObject({ linked: 0 });
    expect(readFileSync(path.join(second, 'objects/ab/abc'), 'utf8')).toBe('object ONE');
    const third = path.join(base, 'third');
    expect(await backup(config, third, { includeKeys: false, clock, previous: second })).toMatchObject({ linked: 1 });
    database.close();
  });

  test.each([[false], [true]])(
    'of objects that are sealed anew while they are copied has none of before, linked to an earlier one: %s',
    async (linked) => {
      const database = inUse();
      database.exec(`CREATE TABLE "SealKey" ("id"); INSERT INTO "SealKey" VALUES ('aaaa'), ('bbbb')`);
      for (let n = 0; n < 1_000; n += 1) writeFileSync(path.join(config.dataDir, `objects/ab/abc${n}`), 'object old');
      const previous = linked ? path.join(base, 'earlier') : undefined;
      if (previous !== undefined) await backup(config, previous, { includeKeys: false, clock });
      const options = { includeKeys: false, clock, previous, threads: { threads: 1, worth: 1 } };
      const made = backup(config, copy, options);
      const begun = () =>
        existsSync(path.join(copy, 'objects/ab')) && readdirSync(path.join(copy, 'objects/ab')).length > 0;
      // The thread has made its first files, and asks here for the next ones: there are several batches.
      while (!begun()) await new Promise((resolve) => setImmediate(resolve));
      for (let n = 0; n < 1_000; n += 1) {
        const file = path.join(config.dataDir, `objects/ab/abc${n}`);
        writeFileSync(`${file}.new`, 'object NEW');
        renameSync(`${file}.new`, file);
      }
      database.exec(`DELETE FROM "SealKey" WHERE "id" = 'aaaa'`);
      expect(await made).toMatchObject({ objects: 1_001, linked: 0 });
      database.close();
      for (let n = 0; n < 1_000; n += 1)
        expect(readFileSync(path.join(copy, `objects/ab/abc${n}`), 'utf8')).toBe('object NEW');
    },
  );

  test('copies again what the earlier one has lost, and what is cut there', async () => {
    inUse().close();
    writeFileSync(path.join(config.dataDir, 'objects/ab/abd'), 'object two');
    await take();
    rmSync(path.join(copy, 'objects/ab/abd'));
    writeFileSync(path.join(copy, 'objects/ab/abc'), 'object');
    const second = path.join(base, 'second');
    const report = await backup(config, second, { includeKeys: false, clock, previous: copy });
    expect(report).toMatchObject({ objects: 2, linked: 0 });
    expect(readFileSync(path.join(second, 'objects/ab/abc'), 'utf8')).toBe('object one');
  });

  test('that was cut short does not pass for a whole one', async () => {
    inUse().close();
    mkdirSync(path.join(copy, 'objects'), { recursive: true });
    // Nothing says that a backup made it.
    await expect(take()).rejects.toThrow(/is not empty/);
    const second = path.join(base, 'second');
    const after = backup(config, second, { includeKeys: false, clock, previous: copy });
    await expect(after).rejects.toThrow(/is not a whole backup/);
    expect(existsSync(second)).toBe(false);
  });

  describe('that was killed is taken up:', () => {
    const objectOf = (folder: string, name: string) => path.join(folder, 'objects/ab', name);
    /** What is left of a backup that was killed, with these objects. */
    const killed = (objects: Readonly<Record<string, string>>) => {
      mkdirSync(path.join(copy, 'objects/ab'), { recursive: true });
      writeFileSync(path.join(copy, 'backup.unfinished'), '');
      for (const [name, content] of Object.entries(objects)) writeFileSync(objectOf(copy, name), content);
    };

    test('what is whole is kept, what is not is copied, what is no object any more goes', async () => {
      inUse().close();
      writeFileSync(objectOf(config.dataDir, 'abd'), 'object two');
      writeFileSync(objectOf(config.dataDir, 'abe'), 'object three');
      killed({ abc: 'object one', abd: 'object TWO', abe: 'object', abf: 'swept' });
      mkdirSync(path.join(copy, 'data'));
      for (const name of ['trustate.db', 'trustate.db-wal', 'manifest.json.new', 'data/ca.pem', 'data/old'])
        writeFileSync(path.join(copy, name), 'half');
      const whole = statSync(objectOf(copy, 'abc')).ino;
      expect(await take()).toMatchObject({ objects: 3, kept: 1, linked: 0 });
      expect(statSync(objectOf(copy, 'abc')).ino).toBe(whole);
      expect(readdirSync(copy, { recursive: true }).sort()).toEqual(
        ['data', 'data/ca.pem', 'manifest.json', 'objects', 'objects/ab', 'trustate.db']
          .concat(['abc', 'abd', 'abe'].map((name) => `objects/ab/${name}`))
          .sort(),
      );
      await restore(configFor('other'), copy);
      expect(readFileSync(objectOf(configFor('other').dataDir, 'abd'), 'utf8')).toBe('object two');
    });

    test('what it linked stays linked, and a place that is taken is never written over: it may be of the earlier one', async () => {
      inUse().close();
      writeFileSync(objectOf(config.dataDir, 'abd'), 'object two');
      await take();
      const first = copy;
      copy = path.join(base, 'second');
      killed({});
      linkSync(objectOf(first, 'abc'), objectOf(copy, 'abc'));
      linkSync(objectOf(first, 'abc'), objectOf(copy, 'abd'));
      const report = await backup(config, copy, { includeKeys: false, clock, previous: first });
      expect(report).toMatchObject({ objects: 2, kept: 1, linked: 1 });
      expect(readFileSync(objectOf(first, 'abc'), 'utf8')).toBe('object one');
      expect(readFileSync(objectOf(copy, 'abd'), 'utf8')).toBe('object two');
    });

    test('what it linked and what is cut in the earlier one by now is copied', async () => {
      inUse().close();
      await take();
      const first = copy;
      copy = path.join(base, 'second');
      killed({});
      linkSync(objectOf(first, 'abc'), objectOf(copy, 'abc'));
      writeFileSync(objectOf(first, 'abc'), 'object');
      const report = await backup(config, copy, { includeKeys: false, clock, previous: first });
      expect(report).toMatchObject({ objects: 1, kept: 0, linked: 0 });
      expect(readFileSync(objectOf(copy, 'abc'), 'utf8')).toBe('object one');
    });

    test('by one at a time, and not once it is whole', async () => {
      inUse().close();
      killed({});
      const running = await unfinishedBackup(copy, 'manifest.json');
      await expect(take()).rejects.toThrow(/Another backup is being made/);
      running.close();
      await take();
      writeFileSync(path.join(copy, 'backup.unfinished'), '');
      await expect(take()).rejects.toThrow(/is not empty/);
    });
  });

  test('that fails leaves the objects that are whole, and is taken up', async () => {
    const database = inUse();
    database.exec(`INSERT INTO t VALUES ('${'x'.repeat(100_000)}'); PRAGMA wal_checkpoint(TRUNCATE)`);
    database.close();
    const file = path.join(config.dataDir, 'trustate.db');
    const damaged = readFileSync(file);
    damaged.fill(0xff, 4096 * 2 + 1);
    writeFileSync(file, damaged);
    const onLeft = vi.fn();
    const attempt = () => backup(config, copy, { includeKeys: false, clock, onLeft });
    const left = ['backup.unfinished', 'objects', 'objects/ab', 'objects/ab/abc'];
    for (let time = 1; time <= 2; time += 1) {
      await expect(attempt()).rejects.toThrow(/damaged|malformed/);
      expect(readdirSync(copy, { recursive: true }).sort()).toEqual(left);
    }
    writeFileSync(file, 'no database');
    await expect(attempt()).rejects.toThrow(/not a database/);
    expect(readdirSync(copy, { recursive: true }).sort()).toEqual(left);
    expect(onLeft.mock.calls).toEqual([[1], [1]]);
    await expect(restore(configFor('other'), copy)).rejects.toThrow(/is not a whole backup/);
    rmSync(file);
    inUse().close();
    expect(await attempt()).toMatchObject({ objects: 1, kept: 1 });
    expect(existsSync(path.join(copy, 'backup.unfinished'))).toBe(false);
  });

  test('that fails before it has an object leaves nothing', async () => {
    const database = inUse();
    rmSync(path.join(config.dataDir, 'objects'), { recursive: true });
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    const file = path.join(config.dataDir, 'trustate.db');
    const damaged = readFileSync(file);
    damaged.fill(0xff, 4096 + 1);
    writeFileSync(file, damaged);
    await expect(take()).rejects.toThrow();
    expect(existsSync(copy) ? readdirSync(copy) : []).toEqual([]);
  });

  test('says where rows name objects that are not there, and has the notes that go with the rows', async () => {
    const database = inUse();
    database.exec(
      `CREATE TABLE "StateVersion" ("contentObjectId", "jsonObjectId"); CREATE TABLE "InventoryDocument" ("objectId");
       CREATE TABLE "InstallationFact" ("key", "value");
       INSERT INTO "StateVersion" VALUES ('abc', NULL), ('lost', 'abc'); INSERT INTO "InventoryDocument" VALUES ('lost too');
       INSERT INTO "InstallationFact" VALUES ('installation.store', 'AAAAAAAAAAAAAAAA 7-bbbbbbbb ')`,
    );
    database.close();
    mkdirSync(path.join(config.dataDir, 'objects/notes'));
    writeFileSync(path.join(config.dataDir, 'objects/notes/turn-9-cccccccc'), '');
    expect(await take()).toMatchObject({ objects: 1, missing: 2 });
    const notes = ['installation-AAAAAAAAAAAAAAAA', 'turn-7-bbbbbbbb'];
    expect(readdirSync(path.join(copy, 'objects/notes')).sort()).toEqual(notes);
  });

  test.each([
    ['a folder that is not empty', () => cpSync(config.dataDir, copy, { recursive: true }), /is not empty/],
    ['no database', () => rmSync(path.join(config.dataDir, 'trustate.db')), /no database/],
    ['PostgreSQL', () => void (config = readConfig({ TRUSTATE_DATABASE_URL: 'postgresql://h/d' })), /pg_dump/],
    ['S3', () => void (config = readConfig({ TRUSTATE_OBJECT_STORE: 's3://bucket' })), /for S3/],
  ])('refuses: %s', async (_, spoil, message) => {
    inUse().close();
    spoil();
    const refusal = await take().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    expect(refusal).toHaveProperty('message', expect.stringMatching(message));
  });
});

describe('a restore refuses', () => {
  beforeEach(async () => {
    inUse().close();
    await take();
  });

  const rewriteManifest = (from: string, to: string) => {
    const file = path.join(copy, 'manifest.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };

  test.each([
    ['a changed object', () => writeFileSync(path.join(copy, 'objects/ab/abc'), 'object two'), /abc is not what/],
    ['a longer database', () => appendFileSync(path.join(copy, 'trustate.db'), 'x'), /trustate\.db is not what/],
    ['a missing file', () => rmSync(path.join(copy, 'data/ca.pem')), /data\/ca\.pem is not what/],
    ['a missing manifest', () => rmSync(path.join(copy, 'manifest.json')), /manifest\.json is missing/],
    ['a way out', () => rewriteManifest('data/ca.pem', 'data/../../x'), /cannot be read as a manifest/],
    ['a file of another kind', () => rewriteManifest('data/ca.pem', 'else/ca.pem'), /cannot be read as a manifest/],
  ])('%s, and leaves nothing', async (_, spoil, message) => {
    spoil();
    const other = configFor('other');
    await expect(restore(other, copy)).rejects.toThrow(message);
    expect(existsSync(other.dataDir)).toBe(false);
  });

  test('a data folder with something in it', async () => {
    const before = readdirSync(config.dataDir, { recursive: true });
    await expect(restore(config, copy)).rejects.toThrow(/is not empty/);
    expect(readdirSync(config.dataDir, { recursive: true })).toEqual(before);
  });
});

test('an object store with a name that is written with escapes, and one with something missing, by the command', async () => {
  inUse().close();
  const database = new Database(path.join(config.dataDir, 'trustate.db'));
  database.exec(`CREATE TABLE "InventoryDocument" ("objectId"); CREATE TABLE "StateVersion" ("contentObjectId", "jsonObjectId");
    INSERT INTO "StateVersion" VALUES ('abc', NULL)`);
  database.close();
  renameSync(path.join(config.dataDir, 'objects'), path.join(base, 'ob j'));
  const run = async (dataDir: string, ...args: string[]) => {
    const lines: string[] = [];
    const environment = {
      TRUSTATE_DATA_DIR: dataDir,
      TRUSTATE_OBJECT_STORE: `file:${base}/${dataDir === config.dataDir ? 'ob%20j' : 'ob%20k'}`,
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
  expect(await run(config.dataDir, 'backup', copy)).toEqual([0, expect.stringContaining('and 1 objects')]);
  rmSync(path.join(base, 'ob j/ab/abc'));
  const cut = path.join(base, 'cut');
  expect(await run(config.dataDir, 'backup', cut)).toEqual([
    3,
    expect.stringContaining('\n1 objects that rows name are missing'),
  ]);
  expect(await run(path.join(base, 'other'), 'restore', cut)).toEqual([
    3,
    expect.stringContaining('not in the backup'),
  ]);
  expect((await run(path.join(base, 'another'), 'restore', copy))[0]).toBe(0);
  expect(readFileSync(path.join(base, 'ob k/ab/abc'), 'utf8')).toBe('object one');
});
