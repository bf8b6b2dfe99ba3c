import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { move } from '../../../src/operator/move/move.js';
import { readConfig } from '../../../src/settings/config.js';
import { openDataFolder } from '../../../src/platform/data-folder.js';
import { copiedTables } from '../../../src/platform/database/copying/copied-tables.js';
import { rowTarget } from '../../../src/platform/database/copying/open-copying.js';
import { databaseStatus, migrateDatabase, openDatabase } from '../../../src/platform/database/database.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { systemClock } from '../../../src/platform/clock.js';
import { newObjectId } from '../../../src/platform/objects/object-id.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { afterwards, scratchFolder } from '../../platform/database/scratch.js';
import { inPieces } from '../../platform/objects/content.js';
import { command } from '../command.js';
import { fileUrl, fillTables, installation, record } from './installation.js';
import { bucket, emptyBucket, emptyPostgresql, options } from './places.js';

const source = () => installation(path.join(scratchFolder(), 'data'), { rows: 3 });

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function rowsIn(url: string): Promise<number> {
  const database = await openDatabase({ url });
  const count = await database.client.organization.count();
  await database.close();
  return count;
}

describe('a target database', () => {
  test('that has been used is refused and left as it is', async () => {
    const config = await source();
    const used = await emptyPostgresql();
    await migrateDatabase({ url: used });
    await expect(move(config, { ...options, database: used, objects: undefined })).rejects.toThrow(/is not empty/);
    expect(await rowsIn(used)).toBe(0);
    const foreign = await emptyPostgresql();
    await run(foreign, 'CREATE TABLE other (v TEXT)');
    await expect(move(config, { ...options, database: foreign, objects: undefined })).rejects.toThrow(
      /contains other tables/,
    );
    const file = path.join(scratchFolder(), 'trustate.db');
    await migrateDatabase({ url: file });
    fillTables(file, 2);
    await expect(move(config, { ...options, database: fileUrl(file), objects: undefined })).rejects.toThrow(
      /is not empty/,
    );
    expect(await rowsIn(file)).toBe(2);
  });

  test('with an unfinished move of another installation is refused, and so is one that another process fills', async () => {
    const [config, database] = [await source(), await emptyPostgresql()];
    const file = path.join(scratchFolder(), 'trustate.db');
    for (const url of [database, file]) {
      const target = await rowTarget(url, systemClock);
      await target.begin({ id: 'move of installation BBBBBBBBBBBBBBBB', state: '1' });
      const to = { ...options, database: url === file ? fileUrl(file) : url, objects: undefined };
      await expect(move(config, to)).rejects.toThrow(/Another process is filling/);
      await target.close();
      await expect(move(config, to)).rejects.toThrow(/unfinished copy of something else \(.*B{16}\)/);
      // Nobody serves it before it is complete.
      await expect(openDatabase({ url })).rejects.toThrow(/the database is not complete.*run the same command again/);
      await expect(databaseStatus({ url })).rejects.toThrow(/is not complete/);
    }
  });

  test('that cannot be reached is named without its password', async () => {
    const database = 'postgresql://u:secret@127.0.0.1:1/d';
    const { status, err } = await command(
      { TRUSTATE_DATA_DIR: (await source()).dataDir },
      'move',
      '--database',
      database,
    );
    expect(status).toBe(1);
    expect(err).toContain('the database at 127.0.0.1:1/d cannot be reached');
    expect(err).not.toContain('secret');
  });
});

describe('a target store', () => {
  test('that has anything is refused and left as it is', async () => {
    const config = await source();
    for (const [note, message] of [
      ['installation-CCCCCCCCCCCCCCCC', /is not empty/],
      ['filling-move-CCCCCCCCCCCCCCCC', /unfinished copy of something else \(move-C{16}\)/],
    ] as const) {
      const s3 = await bucket();
      const store = await openObjectStore(s3.url);
      await store.addNote(note);
      store.close();
      const before = [...s3.blobs.keys()];
      await expect(move(config, { ...options, database: undefined, objects: s3.url })).rejects.toThrow(message);
      expect([...s3.blobs.keys()]).toEqual(before);
    }
    const s3 = await bucket();
    const store = await openObjectStore(s3.url);
    await store.put(newObjectId(), inPieces(Buffer.from('object')));
    store.close();
    await expect(move(config, { ...options, database: undefined, objects: s3.url })).rejects.toThrow(/is not empty/);
    expect(s3.blobs.size).toBe(1);
  });

  test.each(['notes.txt', 'photos/a.jpg', '0a/b7f3'])('where somebody else keeps %s is refused', async (name) => {
    const config = await source();
    const folder = scratchFolder();
    const foreign = path.join(folder, name);
    mkdirSync(path.dirname(foreign), { recursive: true });
    writeFileSync(foreign, 'kept');
    const before = readdirSync(folder, { recursive: true });
    const s3 = await bucket();
    s3.blobs.set(`some/prefix/${name}`, { bytes: Buffer.from('kept'), etag: '"1"', writtenAt: new Date() });
    for (const objects of [fileUrl(folder), s3.url])
      await expect(move(config, { ...options, database: undefined, objects })).rejects.toThrow(
        /holds something else \("[^"]+"\): name an empty one/,
      );
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
    expect([...s3.blobs.keys()]).toEqual([`some/prefix/${name}`]);
  });

  test('that is refused leaves the target database without a table', async () => {
    const folder = scratchFolder();
    writeFileSync(path.join(folder, 'notes.txt'), 'kept');
    const database = path.join(scratchFolder(), 'trustate.db');
    const to = { ...options, database: fileUrl(database), objects: fileUrl(folder) };
    await expect(move(await source(), to)).rejects.toThrow(/holds something else/);
    expect(readdirSync(path.dirname(database))).toEqual([]);
  });

  test.each(['temporary/report.txt', 'notes/todo.txt'])(
    'that is a folder with their %s is refused too',
    async (name) => {
      const config = await source();
      const folder = scratchFolder();
      mkdirSync(path.join(folder, path.dirname(name)));
      writeFileSync(path.join(folder, name), 'kept');
      const to = { ...options, database: undefined, objects: fileUrl(folder) };
      await expect(move(config, to)).rejects.toThrow(`holds something else ("${name}")`);
      expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual([path.dirname(name), name]);
    },
  );

  test.each(['.DS_Store', 'notes/Thumbs.db'])(
    'that is a folder with their %s, which is a folder, is refused too',
    async (name) => {
      const config = await source();
      const folder = scratchFolder();
      mkdirSync(path.join(folder, name), { recursive: true });
      const to = { ...options, database: undefined, objects: fileUrl(folder) };
      await expect(move(config, to)).rejects.toThrow(`holds something else ("${name}")`);
    },
  );

  test.each(['.DS_Store', 'Thumbs.db', '0a/.DS_Store', 'notes/.DS_Store', 'temporary/desktop.ini'])(
    'may hold %s of a desktop, in the beginning and when the move goes on: it is named and left alone',
    async (name) => {
      const config = await source();
      const folder = scratchFolder();
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), 'made by a desktop');
      const told: string[] = [];
      const tell = (line: string) => void told.push(line);
      const to = { ...options, tell, database: undefined, objects: fileUrl(folder) };
      expect((await move(config, to)).objects).toMatchObject({ objects: 3, kept: 0 });
      expect((await move(config, to)).objects).toMatchObject({ objects: 3, kept: 3 });
      expect(readFileSync(path.join(folder, name), 'utf8')).toBe('made by a desktop');
      expect(told).toContain(`in the object store is also "${name}", which is no part of it`);
    },
  );

  test('may be a prefix with what a desktop has left there', async () => {
    const s3 = await bucket();
    const left = { bytes: Buffer.from('left'), etag: '"1"', writtenAt: new Date() };
    s3.blobs.set('some/prefix/.DS_Store', left);
    const to = { ...options, database: undefined, objects: s3.url };
    expect((await move(await source(), to)).objects).toMatchObject({ objects: 3 });
    expect(s3.blobs.get('some/prefix/.DS_Store')).toBe(left);
  });

  test('may be a file system of its own', async () => {
    const folder = scratchFolder();
    mkdirSync(path.join(folder, 'lost+found'));
    const to = { ...options, database: undefined, objects: fileUrl(folder) };
    expect((await move(await source(), to)).objects).toMatchObject({ objects: 3 });
  });
});

describe('a source', () => {
  test('that is being served is refused: an embedded one, and one on PostgreSQL', async () => {
    const config = await source();
    const held = openDataFolder(config.dataDir);
    const to = { ...options, database: await emptyPostgresql(), objects: undefined };
    await expect(move(config, to)).rejects.toThrow(/in use by another Trustate server/);
    held.close();
    await move(config, to);

    const onPostgresql = readConfig({
      TRUSTATE_DATABASE_URL: to.database,
      TRUSTATE_OBJECT_STORE: config.objectStore,
      TRUSTATE_DATA_DIR: config.dataDir,
    });
    await run(
      to.database,
      `INSERT INTO "ServerNode" ("id", "name", "beat", "agreed") VALUES ('a', 'host (process 7)', 1, true)`,
    );
    const killed = new AbortController();
    const beating = (async () => {
      while (!killed.signal.aborted) await run(to.database, 'UPDATE "ServerNode" SET "beat" = "beat" + 1');
    })();
    const next = { ...options, lookMs: 200, database: await emptyPostgresql(), objects: undefined };
    await expect(move(onPostgresql, next)).rejects.toThrow(/The server host \(process 7\) is at work/);
    killed.abort();
    await beating;
    // It was killed: its row stays, and is not moved.
    await move(onPostgresql, { ...next, lookMs: 50 });
    const database = await openDatabase({ url: next.database });
    afterwards(() => database.close());
    expect(await database.client.serverNode.count()).toBe(0);
  });

  test('whose store cannot be opened is let go of', async () => {
    const config = await source();
    const folder = fileURLToPath(config.objectStore);
    renameSync(folder, `${folder}.aside`);
    writeFileSync(folder, 'no folder');
    const to = { ...options, database: await emptyPostgresql(), objects: undefined };
    await expect(move(config, to)).rejects.toThrow(/The object store .* cannot be written to/);
    rmSync(folder);
    renameSync(`${folder}.aside`, folder);
    await move(config, to);
  });

  test('of an earlier version, one that was never served, and a pair that does not belong together', async () => {
    const config = await source();
    const database = new SqliteDatabase(path.join(config.dataDir, 'trustate.db'));
    afterwards(() => database.close());
    const to = { ...options, database: await emptyPostgresql(), objects: undefined };
    const last = database.prepare('SELECT max("migration_name") FROM "_prisma_migrations"').value();
    database.exec(`CREATE TEMP TABLE kept AS SELECT * FROM "_prisma_migrations" WHERE "migration_name" = '${String(last)}';
      DELETE FROM "_prisma_migrations" WHERE "migration_name" = '${String(last)}'`);
    await expect(move(config, to)).rejects.toThrow(/run "trustate migrate apply" first/);
    database.exec(`INSERT INTO "_prisma_migrations" SELECT * FROM kept`);
    database.exec(
      `UPDATE "InstallationFact" SET "value" = 'DDDDDDDDDDDDDDDD 1-aaaaaaaa ' WHERE "key" = 'installation.store'`,
    );
    await expect(move(config, to)).rejects.toThrow(/do not belong together \("foreign"\)/);
    database.exec(`DELETE FROM "InstallationFact" WHERE "key" = 'installation.store'`);
    await expect(move(config, to)).rejects.toThrow(/No server has ever started/);
    const empty = readConfig({ TRUSTATE_DATA_DIR: path.join(scratchFolder(), 'none') });
    await expect(move(empty, to)).rejects.toThrow(/There is no database/);
  });
});

describe('the command', () => {
  test('says what was done and what comes next, and refuses what it cannot do', async () => {
    const config = await source();
    const environment = { TRUSTATE_DATA_DIR: config.dataDir };
    const [database, objects] = [await emptyPostgresql(), await emptyBucket()];
    const withPassword = database.replace('trustate@', 'trustate:secret@');
    const done = await command(environment, 'move', '--database', withPassword, '--objects', objects);
    expect(done.status).toBe(0);
    expect(done.out).toContain(`Copied ${3 * copiedTables.length + 1} rows of ${copiedTables.length} tables`);
    expect(done.out).toContain('Copied 3 objects');
    expect(done.out).toContain(`TRUSTATE_OBJECT_STORE=${objects}`);
    expect(done.out).toContain(`${config.dataDir}/seal.key`);
    expect(done.out).not.toContain('secret');
    const nowhere = await command(environment, 'move');
    expect(nowhere.status).toBe(1);
    expect(nowhere.err).toContain('Name where to move to');
    expect(await command(environment, 'move', '--database', 'mysql://x')).toMatchObject({ status: 2 });
    expect((await command(environment, 'move', '--help')).out).toContain('The target must be empty');
  });

  test('ends with status 3 where rows name objects that were missing', async () => {
    const config = await installation(path.join(scratchFolder(), 'data'), { rows: 4, objects: 2 });
    const objects = await emptyBucket();
    const done = await command({ TRUSTATE_DATA_DIR: config.dataDir }, 'move', '--objects', objects);
    expect(done.status).toBe(3);
    expect(done.err).toContain('2 objects that rows refer to were missing');
    const store = await openObjectStore(objects);
    afterwards(() => {
      store.close();
    });
    expect(await store.notes()).toContain(`installation-${record.id}`);
  });
});

test('a target within the object store that is moved is refused, and not made', async () => {
  const config = await source();
  const folder = path.join(config.dataDir, 'objects/within/it');
  await expect(move(config, { ...options, database: undefined, objects: fileUrl(folder) })).rejects.toThrow(
    /is within the object store/,
  );
  expect(readdirSync(path.join(config.dataDir, 'objects'))).not.toContain('within');
});
