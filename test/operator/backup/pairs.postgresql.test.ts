import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { backup } from '../../../src/operator/backup/backup.js';
import { restore } from '../../../src/operator/backup/restore.js';
import { UnfinishedRestore } from '../../../src/operator/backup/unfinished-restore.js';
import { move } from '../../../src/operator/move/move.js';
import { readConfig } from '../../../src/settings/config.js';
import type { Config } from '../../../src/settings/config.js';
import { systemClock } from '../../../src/platform/clock.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { isObjectId } from '../../../src/platform/objects/object-id.js';
import { openObjectStore } from '../../../src/platform/objects/open-object-store.js';
import { scratchFolder } from '../../platform/database/scratch.js';
import { inPieces } from '../../platform/objects/content.js';
import { installation, objectId } from '../move/installation.js';
import { bucket, emptyBucket, emptyPostgresql, expectSame, objectsIn, options } from '../move/places.js';

const clock = systemClock;
const taken = { clock, includeKeys: false };

/** An installation on PostgreSQL and S3. */
async function onPostgresqlAndS3(rows = 10): Promise<Config> {
  const config = await installation(path.join(scratchFolder(), 'data'), { rows });
  const [database, objects] = [await emptyPostgresql(), await emptyBucket()];
  await move(config, { ...options, database, objects });
  writeFileSync(path.join(config.dataDir, 'ca.pem'), 'certificate');
  const own = path.join(scratchFolder(), 'node');
  return readConfig({ TRUSTATE_DATA_DIR: own, TRUSTATE_DATABASE_URL: database, TRUSTATE_OBJECT_STORE: objects });
}

/** A place to restore to. */
function at(database: string | null, objects: string | null): Config {
  return readConfig({
    TRUSTATE_DATA_DIR: path.join(scratchFolder(), 'restored'),
    ...(database !== null && { TRUSTATE_DATABASE_URL: database }),
    ...(objects !== null && { TRUSTATE_OBJECT_STORE: objects }),
  });
}

const folderOfBackup = () => path.join(scratchFolder(), 'backup');

describe('a backup of PostgreSQL and S3', () => {
  test('comes back into every pair, and so does one of SQLite and a folder', async () => {
    const folder = folderOfBackup();
    const remote = await onPostgresqlAndS3();
    expect(await backup(remote, folder, taken)).toMatchObject({ objects: 10, missing: 0, linked: 0 });
    const local = await installation(path.join(scratchFolder(), 'data'), { rows: 10 });
    const other = folderOfBackup();
    await backup(local, other, taken);
    const there = await objectsIn(remote.objectStore);
    for (const [from, source] of [
      [folder, remote],
      [other, local],
    ] as const) {
      for (const target of [
        at(null, null),
        at(await emptyPostgresql(), null),
        at(await emptyPostgresql(), await emptyBucket()),
        at(null, await emptyBucket()),
      ]) {
        expect(await restore(target, from, { clock })).toMatchObject({ objects: 10, missing: 0 });
        await expectSame(source.databaseUrl, target.databaseUrl);
        expect(await objectsIn(target.objectStore)).toEqual(there);
        await (await openDatabase({ url: target.databaseUrl })).close();
      }
    }
    // Eight whole restores.
  });

  test('after another one reads only what is new, and goes on after a failure', async () => {
    const s3 = await bucket();
    const local = await installation(path.join(scratchFolder(), 'data'), { rows: 12, objects: 20 });
    await move(local, { ...options, database: undefined, objects: s3.url });
    const config = readConfig({ TRUSTATE_DATA_DIR: local.dataDir, TRUSTATE_OBJECT_STORE: s3.url });
    const [first, second] = [folderOfBackup(), folderOfBackup()];
    let reads = 0;
    s3.refuse = (request) => /^GET \/some\/prefix\/[0-9a-f]{32}/.test(request) && (reads += 1) > 9;
    const left: number[] = [];
    await expect(backup(config, first, { ...taken, onLeft: (count) => left.push(count) })).rejects.toThrow();
    expect(left[0]).toBeGreaterThan(0);
    s3.refuse = () => false;
    const whole = await backup(config, first, taken);
    expect(whole).toMatchObject({ objects: 20, kept: left[0] });
    const store = await openObjectStore(s3.url);
    const added = objectId(77);
    if (isObjectId(added)) await store.put(added, inPieces(Buffer.from('new')));
    store.close();
    s3.requests.length = 0;
    expect(await backup(config, second, { ...taken, previous: first })).toMatchObject({ objects: 21, linked: 20 });
    const read = s3.requests.filter((request) => /^GET \/some\/prefix\/[0-9a-f]{32}/.test(request));
    expect(read.map((request) => request.slice(0, 50))).toEqual([expect.stringContaining(added)]);
  });

  test('is of one moment while rows and objects come', async () => {
    const config = await onPostgresqlAndS3(30);
    const [database, store] = [
      await openDatabase({ url: config.databaseUrl }),
      await openObjectStore(config.objectStore),
    ];
    const writer = { going: true };
    const writing = (async () => {
      for (let n = 0; writer.going; n += 1) {
        const id = objectId(5_000 + n);
        if (isObjectId(id)) await store.put(id, inPieces(Buffer.from(`object ${n}`)));
        await database.transaction(async (tx) => {
          await tx.stateVersion.update({ where: { id: 'StateVersion-1' }, data: { contentObjectId: id } });
          await tx.user.update({ where: { id: 'User-1' }, data: { email: id } });
        });
      }
    })();
    const folder = folderOfBackup();
    const report = await backup(config, folder, taken);
    writer.going = false;
    await writing;
    store.close();
    await database.close();
    expect(report.missing).toBe(0);
    const target = at(null, null);
    await restore(target, folder, { clock });
    const restored = await openDatabase({ url: target.databaseUrl });
    const version = await restored.client.stateVersion.findUniqueOrThrow({ where: { id: 'StateVersion-1' } });
    expect(await restored.client.user.findUniqueOrThrow({ where: { id: 'User-1' } })).toHaveProperty(
      'email',
      version.contentObjectId,
    );
    await restored.close();
  });
});

describe('a restore', () => {
  test('that was interrupted goes on, and nobody uses what it has filled before', async () => {
    const [config, folder] = [await onPostgresqlAndS3(), folderOfBackup()];
    await backup(config, folder, taken);
    const s3 = await bucket();
    const target = at(await emptyPostgresql(), s3.url);
    let puts = 0;
    s3.refuse = (request) => /^PUT \/some\/prefix\/[0-9a-f]{32}/.test(request) && (puts += 1) > 3;
    await expect(restore(target, folder, { clock })).rejects.toThrow();
    s3.refuse = (request) => request.includes('notes/installation-');
    await expect(restore(target, folder, { clock })).rejects.toThrow();
    await expect(openDatabase({ url: target.databaseUrl })).rejects.toThrow(/is not complete/);
    s3.refuse = () => false;
    // Another backup may not go on with it.
    const other = folderOfBackup();
    await backup(config, other, taken);
    await expect(restore(target, other, { clock })).rejects.toThrow(/unfinished copy of something else/);
    await restore(target, folder, { clock });
    await expectSame(config.databaseUrl, target.databaseUrl);
    expect(await objectsIn(s3.url)).toEqual(await objectsIn(config.objectStore));
    // As if it had been killed after its last row, before its mark was removed.
    const manifest = readFileSync(path.join(folder, 'manifest.json'));
    await UnfinishedRestore.of(target, createHash('sha256').update(manifest).digest('hex').slice(0, 32)).begin();
    await restore(target, folder, { clock });
    expect(readdirSync(target.dataDir)).not.toContain('restore.unfinished');
    await expectSame(config.databaseUrl, target.databaseUrl);
    await expect(restore(at(target.databaseUrl, await emptyBucket()), folder, { clock })).rejects.toThrow(/not empty/);
  });

  test('of one of an earlier version brings its rows to this one', async () => {
    const folder = folderOfBackup();
    await backup(await installation(path.join(scratchFolder(), 'data'), { rows: 3 }), folder, taken);
    const file = path.join(folder, 'trustate.db');
    const database = new SqliteDatabase(file);
    database.exec(
      `DROP TABLE "SmallObject"; DELETE FROM "_prisma_migrations" WHERE "migration_name" = '0024_small_objects'`,
    );
    database.close();
    const manifest = path.join(folder, 'manifest.json');
    const bytes = readFileSync(file);
    const entry = { path: 'trustate.db', size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    const before = JSON.stringify(JSON.parse(readFileSync(manifest, 'utf8')));
    writeFileSync(manifest, before.replace(/\{"path":"trustate\.db"[^}]*\}/, JSON.stringify(entry)));
    const target = at(await emptyPostgresql(), null);
    await restore(target, folder, { clock });
    const restored = await openDatabase({ url: target.databaseUrl });
    expect(await restored.client.smallObject.count()).toBe(0);
    expect(await restored.client.user.count()).toBe(3);
    await restored.close();
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(readdirSync(target.dataDir).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  test.each([
    ['a truncated object', (object: (n: number) => string) => truncateSync(object(1), 3)],
    [
      'objects that were exchanged',
      (object: (n: number) => string) => {
        renameSync(object(1), `${object(1)}.other`);
        renameSync(object(2), object(1));
        renameSync(`${object(1)}.other`, object(2));
      },
    ],
    ['a truncated database', (_: unknown, folder: string) => truncateSync(path.join(folder, 'trustate.db'), 8_192)],
  ])('refuses %s before it changes anything', async (_, spoil) => {
    const folder = folderOfBackup();
    await backup(await installation(path.join(scratchFolder(), 'data'), { rows: 4 }), folder, taken);
    spoil((n) => path.join(folder, 'objects/00', objectId(n)), folder);
    const s3 = await bucket();
    const target = at(await emptyPostgresql(), s3.url);
    await expect(restore(target, folder, { clock })).rejects.toThrow(/is not what its manifest says/);
    expect(s3.blobs.size).toBe(0);
  });

  test('refuses a name that is no object where it would become a key', async () => {
    const folder = folderOfBackup();
    await backup(await installation(path.join(scratchFolder(), 'data'), { rows: 4 }), folder, taken);
    const manifest = path.join(folder, 'manifest.json');
    const name = objectId(1);
    renameSync(path.join(folder, 'objects/00', name), path.join(folder, 'objects/00/else'));
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(`objects/00/${name}`, 'objects/00/else'));
    const target = at(null, await emptyBucket());
    await expect(restore(target, folder, { clock })).rejects.toThrow(/objects\/00\/else is no object/);
  });
});
