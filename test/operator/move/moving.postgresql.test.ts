import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { move } from '../../../src/operator/move/move.js';
import type { Config } from '../../../src/settings/config.js';
import { readConfig } from '../../../src/settings/config.js';
import { databaseStatus, openDatabase } from '../../../src/platform/database/database.js';
import { afterwards, scratchFolder } from '../../platform/database/scratch.js';
import { fileUrl, installation, record } from './installation.js';
import { emptyBucket, emptyPostgresql, expectSame, objectsIn, options } from './places.js';

/** All that a folder holds, without what locking leaves there. */
function contentOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .filter((file) => !/server\.(lock|pid)|-(shm|wal)$/.test(file))
      .map((file) => [path.relative(folder, file), readFileSync(file).toString('latin1')]),
  );
}

const at = (config: Config, database: string, objects: string): Config =>
  readConfig({ TRUSTATE_DATA_DIR: config.dataDir, TRUSTATE_DATABASE_URL: database, TRUSTATE_OBJECT_STORE: objects });

test('from a data folder to PostgreSQL and S3, to another pair, and back: the same rows, numbers, objects and notes', async () => {
  const folder = scratchFolder();
  const config = await installation(path.join(folder, 'data'));
  const before = contentOf(config.dataDir);
  const [database, objects] = [await emptyPostgresql(), await emptyBucket()];
  const report = await move(config, { ...options, database, objects });
  expect(report).toMatchObject({ rows: { tables: 78 }, objects: { objects: 25, kept: 0 }, missing: 0 });
  expect(report.rows?.rows).toBeGreaterThan(1_000);
  expect(contentOf(config.dataDir)).toEqual(before);
  await expectSame(config.databaseUrl, database);
  const there = await objectsIn(objects);
  expect(there).toEqual(await objectsIn(config.objectStore));
  expect(there.slice(-2)).toEqual([`installation-${record.id}`, `turn-${record.turn}`]);

  const [second, third] = [await emptyPostgresql(), fileUrl(folder, 'objects')];
  await move(at(config, database, objects), { ...options, database: second, objects: third });
  await expectSame(database, second);
  expect(await objectsIn(third)).toEqual(there);

  mkdirSync(path.join(folder, 'back'));
  const last = fileUrl(folder, 'back', 'trustate.db');
  const bucket = await emptyBucket();
  await move(at(config, second, third), { ...options, database: last, objects: bucket });
  expect(readdirSync(path.join(folder, 'back'))).toEqual(['trustate.db']);
  await expectSame(config.databaseUrl, last);
  expect(await objectsIn(bucket)).toEqual(there);
});

test('what is moved is an ordinary database: migrations, triggers, references and numbers of its own', async () => {
  const folder = scratchFolder();
  const config = await installation(path.join(folder, 'data'));
  const database = await emptyPostgresql();
  await move(config, { ...options, database, objects: undefined });
  const [here, there] = [await databaseStatus({ url: config.databaseUrl }), await databaseStatus({ url: database })];
  expect(there.applied.map(({ name }) => name)).toEqual(here.applied.map(({ name }) => name));
  expect(there.pending).toEqual([]);
  const fresh = await emptyPostgresql();
  await (await openDatabase({ url: fresh })).close();
  const parts = `SELECT conrelid::regclass::text || conname || pg_get_constraintdef(oid) || condeferrable AS part FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT tgname || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal UNION ALL SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`;
  const [moved, made] = [await openDatabase({ url: database }), await openDatabase({ url: fresh })];
  afterwards(async () => {
    await moved.close();
    await made.close();
  });
  expect(await moved.readSql(parts)).toEqual(await made.readSql(parts));
  const event = await moved.client.event.create({
    data: { at: new Date(), kind: 'k', topic: 't', subject: 's' },
  });
  expect(event.id).toBe(26n);
  const stored = () =>
    moved.readSql(
      `SELECT CAST(SUM("bytes") AS TEXT) AS "bytes" FROM "StoredBytes" WHERE "organizationId" = 'Organization-1'`,
    );
  const [bytesBefore] = await stored();
  const some = await moved.client.workspace.findFirstOrThrow({ where: { id: 'Workspace-1' } });
  await moved.client.workspace.create({
    data: {
      ...some,
      id: 'ws-new',
      name: 'new',
      storedBytes: 5n,
      currentStateVersionId: null,
      latestStateVersionId: null,
    },
  });
  const [bytesAfter] = await stored();
  expect(BigInt(String(bytesAfter?.['bytes'])) - BigInt(String(bytesBefore?.['bytes']))).toBe(5n);
  expect(existsSync(path.join(config.dataDir, 'trustate.db-filling'))).toBe(false);
});
