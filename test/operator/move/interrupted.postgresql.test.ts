import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { failureText } from '../../../src/operator/failing.js';
import { move } from '../../../src/operator/move/move.js';
import { readConfig } from '../../../src/settings/config.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { serverCommand, serverRoot } from '../../e2e/harness/server.js';
import { afterwards, scratchFolder } from '../../platform/database/scratch.js';
import { TcpProxy } from '../../platform/database/tcp-proxy.js';
import { FakeS3 } from '../../platform/objects/fake-s3.js';
import { SmallDisk } from '../../torture/disk.js';
import { fileUrl, installation } from './installation.js';
import { bucket, emptyPostgresql, expectSame, objectsIn, options } from './places.js';

const source = (rows: number) => installation(path.join(scratchFolder(), 'data'), { rows });
const isPut = (request: string) => request.startsWith('PUT /');

test('a move whose store fails goes on where it was', async () => {
  const config = await source(30);
  const [database, s3] = [await emptyPostgresql(), await bucket()];
  let puts = 0;
  s3.refuse = (request) => isPut(request) && (puts += 1) > 12;
  const to = { ...options, database, objects: s3.url };
  await expect(move(config, to)).rejects.toThrow();
  await expect(openDatabase({ url: database })).rejects.toThrow(/is not complete/);
  expect((await objectsIn(s3.url)).filter((name) => name.startsWith('installation-'))).toEqual([]);
  s3.refuse = () => false;
  const report = await move(config, to);
  expect(report.objects).toMatchObject({ objects: 30 });
  expect(report.objects?.kept).toBeGreaterThan(5);
  expect(report.objects?.kept).toBeLessThan(30);
  await expectSame(config.databaseUrl, database);
  expect(await objectsIn(s3.url)).toEqual(await objectsIn(config.objectStore));
  // Killed when it was done, and before it said so.
  expect(await move(config, to)).toMatchObject({ objects: { objects: 30, kept: 30 }, rows: report.rows });
  const used = await openDatabase({ url: database });
  await used.client.user.update({ where: { id: 'User-1' }, data: { email: 'used' } });
  await used.close();
  await expect(move(config, to)).rejects.toThrow(/they differ \(User\). Nothing was changed/);
});

test('objects that are damaged on their way, or in an unfinished target, do not stay', async () => {
  const config = await source(5);
  const s3 = await bucket();
  const to = { ...options, database: undefined, objects: s3.url };
  s3.refuse = (request) => request.startsWith('PUT') && request.includes('installation-');
  await expect(move(config, to)).rejects.toThrow();
  for (const [key, blob] of s3.blobs)
    if (/0{31}[13]$/.test(key)) s3.blobs.set(key, { ...blob, bytes: Buffer.concat([blob.bytes, Buffer.from('x')]) });
  s3.refuse = () => false;
  expect((await move(config, to)).objects).toMatchObject({ objects: 5, kept: 3 });

  const other = await bucket();
  other.refuse = (request) => {
    // What was stored is something else by the time it is read back.
    if (request.startsWith('GET /') && request.includes('0000'))
      for (const [key, blob] of other.blobs) other.blobs.set(key, { ...blob, bytes: Buffer.from('else') });
    return false;
  };
  await expect(move(config, { ...to, objects: other.url })).rejects.toThrow(/is not in the target as it was written/);
});

test('a source that was used in between is copied as it is by then', async () => {
  const config = await source(20);
  const [database, s3] = [await emptyPostgresql(), await bucket()];
  const to = { ...options, database, objects: s3.url };
  s3.refuse = isPut;
  await expect(move(config, to)).rejects.toThrow();
  const changed = new SqliteDatabase(path.join(config.dataDir, 'trustate.db'));
  afterwards(() => changed.close());
  // By a command: rows of complete tables, without a start of a server.
  changed.exec(`UPDATE "User" SET "email" = 'new' WHERE "id" = 'User-3'; DELETE FROM "Lease" WHERE "id" = 'Lease-2'`);
  await expect(move(config, to)).rejects.toThrow();
  // By a server, which takes a turn.
  changed.exec(
    `UPDATE "InstallationFact" SET "value" = replace("value", '7-bbbbbbbb', '8-cccccccc') WHERE "key" = 'installation.store'`,
  );
  s3.refuse = () => false;
  await expect(move(config, to)).rejects.toThrow(/do not belong together/);
  changed.exec(
    `UPDATE "InstallationFact" SET "value" = replace("value", '8-cccccccc', '7-bbbbbbbb ') WHERE "key" = 'installation.store'`,
  );
  changed.exec(
    `UPDATE "InstallationFact" SET "value" = replace("value", '  ', ' ') WHERE "key" = 'installation.store'`,
  );
  changed.exec(`UPDATE "User" SET "email" = 'newer' WHERE "id" = 'User-4'`);
  await move(config, to);
  await expectSame(config.databaseUrl, database);
});

test('a connection that breaks ends it with an error, and it goes on', async () => {
  const config = await source(200);
  const database = await emptyPostgresql();
  const proxy = await TcpProxy.to(database);
  afterwards(() => proxy.close());
  let complete = 0;
  proxy.sent = (bytes) => {
    complete += bytes.toString('latin1').split('"complete"').length - 1;
    if (complete >= 10) proxy.cut();
  };
  const moving = move(config, { ...options, database: proxy.through(database), objects: undefined });
  await expect(moving).rejects.toThrow(/terminated|ECONNRESET|ended|closed/);
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query(`SELECT FROM "_trustate_copy" WHERE "key" LIKE 'table %'`);
  await client.end();
  expect(rows.length).toBeGreaterThan(5);
  await move(config, { ...options, database, objects: undefined });
  await expectSame(config.databaseUrl, database);
});

test('killed with -9 at any moment, the same command goes on and ends as one that was not', async () => {
  const config = await installation(path.join(scratchFolder(), 'data'), { rows: 120, objects: 120 });
  const folder = scratchFolder();
  const [database, s3] = [await emptyPostgresql(), await FakeS3.start()];
  afterwards(() => s3.stop());
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TRUSTATE_|VITEST|NODE_OPTIONS)/.test(name));
  const begin = (from: Record<string, string>, ...to: string[]) =>
    spawn(process.execPath, serverCommand('move', ...to), {
      cwd: serverRoot,
      env: {
        ...Object.fromEntries(inherited),
        NODE_NO_WARNINGS: '1',
        AWS_ACCESS_KEY_ID: 'a',
        AWS_SECRET_ACCESS_KEY: 'b',
        ...from,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const killedUntilDone = async (from: Record<string, string>, ...to: string[]) => {
    let kills = 0;
    for (let ms = 700; ; ms += 400) {
      const child = begin({ TRUSTATE_DATA_DIR: config.dataDir, ...from }, ...to);
      const timer = setTimeout(() => child.kill('SIGKILL'), ms);
      await once(child, 'exit');
      clearTimeout(timer);
      if (child.signalCode === null) {
        expect(child.exitCode).toBe(0);
        return kills;
      }
      kills += 1;
    }
  };
  expect(await killedUntilDone({}, '--database', database, '--objects', s3.url)).toBeGreaterThan(1);
  await expectSame(config.databaseUrl, database);
  expect(await objectsIn(s3.url)).toEqual(await objectsIn(config.objectStore));
  mkdirSync(path.join(folder, 'back'));
  const back = [fileUrl(folder, 'back', 'trustate.db'), path.join(folder, 'objects')] as const;
  const onPostgresql = { TRUSTATE_DATABASE_URL: database, TRUSTATE_OBJECT_STORE: s3.url };
  expect(await killedUntilDone(onPostgresql, '--database', back[0], '--objects', back[1])).toBeGreaterThan(1);
  await expectSame(config.databaseUrl, back[0]);
  expect(await objectsIn(fileUrl(back[1]))).toEqual(await objectsIn(config.objectStore));
});

const disk = SmallDisk.mount(64);
if (!disk) {
  test('a full disk: none can be mounted by this user: not run', () => {
    expect(disk).toBeNull();
  });
}
test.runIf(disk !== null)('a full disk ends it, and with room it goes on', async () => {
  if (!disk) throw new Error('there is a disk');
  afterwards(() => {
    disk.unmount();
  });
  const config = await source(60);
  const to = { ...options, database: fileUrl(disk.folder, 'trustate.db'), objects: fileUrl(disk.folder, 'objects') };
  disk.fill(3 * 2 ** 20);
  const from = path.join(config.dataDir, 'trustate.db');
  const failure: unknown = await move(config, to).catch((error: unknown) => error);
  expect(failureText(failure, from)).toMatch(new RegExp(`^trustate: .*${disk.folder}/.*(?:full|no space)`));
  disk.clear();
  await move(readConfig({ TRUSTATE_DATA_DIR: config.dataDir }), to);
  await expectSame(config.databaseUrl, to.database);
});
